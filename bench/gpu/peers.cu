// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What order between two GPUs needs: blocks of GPU 0 pass messages to blocks of
// GPU 1, with data and flag in the memory of either, at GPU and at system scope.
// Prints words read, words that were old, and the time of a round.
//
//   nvcc -O3 -arch=sm_90a -o peers peers.cu && ./peers
//
// Needs two GPUs that reach each other's memory. Zero old words show that these
// cards and this test did not produce a fault, no more.

#include "check.h"

#include <cstdio>
#include <cstdlib>

constexpr int Threads = 256;
constexpr int WordsEach = 16;
constexpr int Words = Threads * WordsEach;
constexpr int Pairs = 64;
constexpr unsigned Turns = 3000;

enum class Publish {
  Relaxed,
  FenceGpu,
  ReleaseGpu,
  FenceSys,
  ReleaseSys,
  BulkRead,  // A bulk store, awaited until its source was read; release.sys.
  BulkWhole, // Likewise, awaited until it is complete.
};
enum class Wait { Relaxed, AcquireGpu, AcquireSys, FenceGpu };

__device__ unsigned loadRelaxed(const unsigned *P) {
  unsigned V;
  asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(V) : "l"(P) : "memory");
  return V;
}
__device__ unsigned loadAcquireGpu(const unsigned *P) {
  unsigned V;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(V) : "l"(P) : "memory");
  return V;
}
__device__ unsigned loadAcquireSys(const unsigned *P) {
  unsigned V;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(V) : "l"(P) : "memory");
  return V;
}

template <Publish How> __device__ void publish(unsigned *Flag, unsigned V) {
  switch (How) {
  case Publish::FenceGpu:
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    break;
  case Publish::FenceSys:
    asm volatile("fence.acq_rel.sys;" ::: "memory");
    break;
  case Publish::ReleaseGpu:
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(Flag), "r"(V) : "memory");
    return;
  case Publish::ReleaseSys:
  case Publish::BulkRead:
  case Publish::BulkWhole:
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(Flag), "r"(V) : "memory");
    return;
  case Publish::Relaxed:
    break;
  }
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(Flag), "r"(V) : "memory");
}

template <Wait How> __device__ void await(const unsigned *Flag, unsigned V) {
  switch (How) {
  case Wait::AcquireGpu:
    while (loadAcquireGpu(Flag) < V) {
    }
    return;
  case Wait::AcquireSys:
    while (loadAcquireSys(Flag) < V) {
    }
    return;
  case Wait::Relaxed:
  case Wait::FenceGpu:
    while (loadRelaxed(Flag) < V) {
    }
    if (How == Wait::FenceGpu)
      asm volatile("fence.acq_rel.gpu;" ::: "memory");
    return;
  }
}

/// The words of a message by a bulk copy from shared memory, by thread 0.
template <Publish How> __device__ void storeBulk(unsigned *To, const unsigned *Stage) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(To),
               "r"(unsigned(__cvta_generic_to_shared(Stage))), "r"(Words * 4)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  if (How == Publish::BulkRead)
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  else
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/// On GPU 0. Acks lie there, too.
template <Publish How> __global__ void send(unsigned *Data, unsigned *Flags, const unsigned *Acks) {
  constexpr bool IsBulk = How == Publish::BulkRead || How == Publish::BulkWhole;
  __shared__ alignas(128) unsigned Stage[IsBulk ? Words : 1];
  unsigned *Mine = Data + blockIdx.x * Words;
  unsigned *To = IsBulk ? Stage : Mine;
  for (unsigned Turn = 1; Turn <= Turns; ++Turn) {
    for (int I = 0; I < WordsEach; ++I)
      To[I * Threads + threadIdx.x] = Turn;
    if (IsBulk)
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      if (IsBulk)
        storeBulk<How>(Mine, Stage);
      publish<How>(Flags + blockIdx.x * 32, Turn);
      while (loadAcquireSys(Acks + blockIdx.x * 32) < Turn) {
      }
    }
    __syncthreads();
  }
}

/// On GPU 1. The last words of a message are read first.
template <Wait How>
__global__ void receive(const unsigned *Data, const unsigned *Flags, unsigned *Acks, unsigned long long *Old) {
  const unsigned *Mine = Data + blockIdx.x * Words;
  unsigned long long Stale = 0;
  for (unsigned Turn = 1; Turn <= Turns; ++Turn) {
    if (threadIdx.x == 0)
      await<How>(Flags + blockIdx.x * 32, Turn);
    __syncthreads();
    for (int I = WordsEach - 1; I >= 0; --I)
      Stale += Mine[I * Threads + threadIdx.x] != Turn;
    __syncthreads();
    if (threadIdx.x == 0)
      asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(Acks + blockIdx.x * 32), "r"(Turn) : "memory");
  }
  if (Stale)
    atomicAdd(Old, Stale);
}

struct Memory {
  unsigned *Data[2], *Flags[2], *Acks;
  unsigned long long *Old;
};

template <Publish P, Wait W> void run(const char *Name, const Memory &M) {
  for (int DataAt : {1, 0})
    for (int FlagAt : {1, 0}) {
      for (int Gpu : {0, 1}) {
        CHECK(cudaSetDevice(Gpu));
        CHECK(cudaMemset(M.Data[Gpu], 0, Pairs * Words * 4));
        CHECK(cudaMemset(M.Flags[Gpu], 0, Pairs * 128));
        if (Gpu == 0)
          CHECK(cudaMemset(M.Acks, 0, Pairs * 128));
        else
          CHECK(cudaMemset(M.Old, 0, 8));
        CHECK(cudaDeviceSynchronize());
      }
      cudaEvent_t Start, Stop;
      CHECK(cudaEventCreate(&Start));
      CHECK(cudaEventCreate(&Stop));
      CHECK(cudaEventRecord(Start));
      receive<W><<<Pairs, Threads>>>(M.Data[DataAt], M.Flags[FlagAt], M.Acks, M.Old);
      CHECK(cudaEventRecord(Stop));
      CHECK(cudaSetDevice(0));
      send<P><<<Pairs, Threads>>>(M.Data[DataAt], M.Flags[FlagAt], M.Acks);
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaSetDevice(1));
      CHECK(cudaDeviceSynchronize());
      float Ms = 0;
      CHECK(cudaEventElapsedTime(&Ms, Start, Stop));
      unsigned long long Old = 0;
      CHECK(cudaMemcpy(&Old, M.Old, 8, cudaMemcpyDeviceToHost));
      std::printf("%-34s %-9s %-9s %12llu of %llu   %7.2f\n", Name, DataAt ? "reader" : "writer",
                  FlagAt ? "reader" : "writer", Old, 1ull * Turns * Pairs * Words, Ms * 1000 / Turns);
      std::fflush(stdout);
    }
}

int main() {
  int Count = 0;
  CHECK(cudaGetDeviceCount(&Count));
  if (Count < 2) {
    std::printf("needs two GPUs\n");
    return 0;
  }
  Memory M;
  for (int Gpu : {0, 1}) {
    CHECK(cudaSetDevice(Gpu));
    CHECK(cudaDeviceEnablePeerAccess(1 - Gpu, 0));
    CHECK(cudaMalloc(&M.Data[Gpu], Pairs * Words * 4));
    CHECK(cudaMalloc(&M.Flags[Gpu], Pairs * 128));
    if (Gpu == 0)
      CHECK(cudaMalloc(&M.Acks, Pairs * 128));
    else
      CHECK(cudaMalloc(&M.Old, 8));
  }
  cudaDeviceProp Card;
  CHECK(cudaGetDeviceProperties(&Card, 0));
  std::printf("2 x %s\n%-34s %-9s %-9s %12s   us a round\n", Card.name, "writer, reader", "data at", "flag at", "old");
  run<Publish::Relaxed, Wait::AcquireSys>("relaxed, acquire.sys", M);
  run<Publish::FenceGpu, Wait::AcquireSys>("fence.gpu, acquire.sys", M);
  run<Publish::ReleaseGpu, Wait::AcquireSys>("release.gpu, acquire.sys", M);
  run<Publish::FenceSys, Wait::AcquireSys>("fence.sys, acquire.sys", M);
  run<Publish::ReleaseSys, Wait::AcquireSys>("release.sys, acquire.sys", M);
  run<Publish::ReleaseSys, Wait::Relaxed>("release.sys, relaxed", M);
  run<Publish::ReleaseSys, Wait::AcquireGpu>("release.sys, acquire.gpu", M);
  run<Publish::ReleaseSys, Wait::FenceGpu>("release.sys, relaxed and fence.gpu", M);
  run<Publish::BulkRead, Wait::AcquireSys>("bulk, wait_group.read", M);
  run<Publish::BulkWhole, Wait::AcquireSys>("bulk, wait_group", M);
  return 0;
}
