// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are old values read where an arrival, or a test nobody looks at, is taken for
// a wait? Every kernel has a form of the page of unwaited-read; FIXED selects
// the repaired twin. Prints, per form: words read, words that were old. sm_90
// and newer.
//
//   nvcc -O3 -std=c++17 -arch=native -o unwaited unwaited.cu && ./unwaited

#include "check.h"

#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda/barrier>

namespace cg = cooperative_groups;

constexpr int Blocks = 132, Threads = 256, Rounds = 2000;
constexpr int Tile = 8192; // Words of a bulk copy: 32 KiB.

using Count = unsigned long long;

__device__ void note(Count *Old, bool IsOld) {
  unsigned Here = __reduce_add_sync(0xffffffffu, IsOld);
  if (threadIdx.x % 32 == 0 && Here != 0)
    atomicAdd(Old, Here);
}

// A peer's shared memory is read between arrival and wait.
template <bool Fixed>
__global__ void __cluster_dims__(2, 1, 1) exchange(Count *Old) {
  __shared__ unsigned Mine[Threads];
  auto Cluster = cg::this_cluster();
  Mine[threadIdx.x] = 0;
  Cluster.sync();
  unsigned *Peer = Cluster.map_shared_rank(Mine, Cluster.block_rank() ^ 1);
  for (unsigned R = 1; R <= Rounds; ++R) {
    if ((R & 1) == Cluster.block_rank()) // The blocks have more to do by turns.
      __nanosleep(2000);
    Mine[threadIdx.x] = R;
    Cluster.barrier_arrive();
    if (Fixed)
      Cluster.barrier_wait();
    unsigned Seen = *(volatile unsigned *)&Peer[Threads - 1 - threadIdx.x];
    if (!Fixed)
      Cluster.barrier_wait();
    note(Old, Seen != R);
    Cluster.sync();
  }
}

// The half that reads arrives at a named barrier, and the half that writes
// waits there.
template <bool Fixed> __global__ void halves(Count *Old) {
  __shared__ unsigned Word[Threads / 2];
  bool Writes = threadIdx.x < Threads / 2;
  unsigned At = threadIdx.x % (Threads / 2);
  Word[At] = 0;
  __syncthreads();
  for (unsigned R = 1; R <= Rounds; ++R) {
    if (Writes)
      Word[At] = R;
    if (Writes == Fixed)
      asm volatile("bar.arrive 1, %0;" ::"n"(Threads) : "memory");
    else
      asm volatile("bar.sync 1, %0;" ::"n"(Threads) : "memory");
    if (!Writes)
      note(Old, Word[Threads / 2 - 1 - At] != R);
    __syncthreads();
  }
}

// Every thread arrives at a cuda::barrier, and none waits.
template <bool Fixed> __global__ void object(Count *Old) {
  __shared__ unsigned Word[Threads];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> Bar;
  if (threadIdx.x == 0)
    init(&Bar, Threads);
  Word[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned R = 1; R <= Rounds; ++R) {
    Word[threadIdx.x] = R;
    auto Token = Bar.arrive();
    if (Fixed)
      Bar.wait(std::move(Token));
    note(Old, Word[Threads - 1 - threadIdx.x] != R);
    __syncthreads();
  }
}

__device__ bool tryWait(unsigned Bar, unsigned Parity) {
  unsigned Is;
  asm volatile("{\n .reg .pred p;\n"
               " mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2, 0;\n"
               " selp.u32 %0, 1, 0, p;\n}"
               : "=r"(Is)
               : "r"(Bar), "r"(Parity)
               : "memory");
  return Is != 0;
}

// What a bulk copy brings is read behind one try_wait, whatever it answers.
template <bool Fixed> __global__ void bulk(const unsigned *In, Count *Old) {
  extern __shared__ __align__(128) unsigned Stage[];
  __shared__ std::uint64_t Bar;
  unsigned At = unsigned(__cvta_generic_to_shared(&Bar));
  unsigned To = unsigned(__cvta_generic_to_shared(Stage));
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(At) : "memory");
  for (int I = threadIdx.x; I < Tile; I += Threads)
    Stage[I] = 0;
  __syncthreads();
  for (unsigned R = 1; R <= Rounds / 10; ++R) {
    if (threadIdx.x == 0) {
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      asm volatile(
          "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(At),
          "r"(Tile * 4)
          : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx:"
                   ":bytes [%0], [%1], %2, [%3];" ::"r"(To),
                   "l"(In), "r"(Tile * 4), "r"(At)
                   : "memory");
    }
    unsigned Parity = (R - 1) & 1;
    if (Fixed)
      while (!tryWait(At, Parity))
        ;
    else
      tryWait(At, Parity);
    bool IsOld = false;
    for (int I = threadIdx.x; I < Tile; I += Threads)
      IsOld |= Stage[I] == 0;
    note(Old, IsOld);
    while (!tryWait(At, Parity)) // The next round starts behind the copy.
      ;
    __syncthreads();
    for (int I = threadIdx.x; I < Tile; I += Threads)
      Stage[I] = 0;
    __syncthreads();
  }
}

static void tell(const char *What, bool Fixed, Count Read, Count *Old) {
  CHECK(cudaDeviceSynchronize());
  Count Seen = 0;
  CHECK(cudaMemcpy(&Seen, Old, sizeof Seen, cudaMemcpyDeviceToHost));
  CHECK(cudaMemset(Old, 0, sizeof Seen));
  std::printf("%-44s %-6s words %10llu old %10llu\n", What,
              Fixed ? "fixed" : "faulty", Read, Seen);
}

template <bool Fixed> static void all(const unsigned *In, Count *Old) {
  exchange<Fixed><<<Blocks, Threads>>>(Old);
  tell("peer's memory before the cluster's wait", Fixed,
       1ull * Blocks * Threads * Rounds, Old);
  halves<Fixed><<<Blocks, Threads>>>(Old);
  tell("behind bar.arrive", Fixed, 1ull * Blocks * Threads / 2 * Rounds, Old);
  object<Fixed><<<Blocks, Threads>>>(Old);
  tell("behind arrive() of a cuda::barrier", Fixed,
       1ull * Blocks * Threads * Rounds, Old);
  CHECK(cudaFuncSetAttribute(
      bulk<Fixed>, cudaFuncAttributeMaxDynamicSharedMemorySize, Tile * 4));
  bulk<Fixed><<<Blocks, Threads, Tile * 4>>>(In, Old);
  tell("behind one try_wait (threads)", Fixed,
       1ull * Blocks * Threads * (Rounds / 10), Old);
}

int main() {
  unsigned *In;
  Count *Old;
  CHECK(cudaMalloc(&In, Tile * sizeof(unsigned)));
  CHECK(cudaMemset(In, 0xff, Tile * sizeof(unsigned)));
  CHECK(cudaMalloc(&Old, sizeof(Count)));
  CHECK(cudaMemset(Old, 0, sizeof(Count)));
  all<false>(In, Old);
  all<true>(In, Old);
}
