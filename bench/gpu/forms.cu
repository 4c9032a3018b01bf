// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do the rarer forms of the ordering rules fail on hardware, and do their
// repairs not? Every kernel has a form that a rule's page shows; FIXED selects
// the repaired twin. Prints, per rule and form: what was looked at, what was
// old, torn or lost.
//
//   nvcc -O3 -std=c++17 -arch=sm_90a -o forms forms.cu && ./forms
//
// A count of zero in the faulty form shows only that this card and this test
// did not produce the outcome that the memory model allows.

#include "check.h"

#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda/atomic>

namespace cg = cooperative_groups;

using Count = unsigned long long;
using DeviceWord = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

constexpr int Blocks = 132, Threads = 256;

__device__ unsigned loadAcquire(const unsigned *P) {
  unsigned V;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(V)
               : "l"(P)
               : "memory");
  return V;
}
__device__ unsigned loadRelaxed(const unsigned *P) {
  unsigned V;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
               : "=r"(V)
               : "l"(P)
               : "memory");
  return V;
}
__device__ void storeRelaxed(unsigned *P, unsigned V) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(P), "r"(V)
               : "memory");
}
__device__ void storeRelease(unsigned *P, unsigned V) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(P), "r"(V)
               : "memory");
}

/// Traffic on one word, behind which other accesses to its part of the L2 cache
/// have to queue.
__device__ void crowd(unsigned *Word, const unsigned *Stop) {
  while (loadRelaxed(Stop) == 0)
    for (int I = 0; I < 64; ++I)
      atomicAdd((float *)Word + threadIdx.x % 8, 1.0f);
}

// mixed-access, relaxed-poll: the reader of a sequence lock. Block 0 changes
// the record, the others read it between two looks at its number.
constexpr int RecordWords = 16, Stride = 4096;
template <bool Fixed>
__global__ void secondLook(unsigned *Seq, unsigned *Record, unsigned *Stop,
                           unsigned *Hot, bool Crowded, Count *Seen,
                           Count *Torn) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      for (unsigned R = 1; R <= (Crowded ? 3000u : 20000u); ++R) {
        storeRelaxed(Seq, 2 * R - 1);
        __threadfence();
        for (int W = 0; W < RecordWords; ++W)
          storeRelaxed(&Record[W * Stride], R);
        storeRelease(Seq, 2 * R);
        __nanosleep(R % 8 * 500);
      }
      storeRelease(Stop, 1);
    }
    return;
  }
  if (Crowded && blockIdx.x > Blocks / 2) {
    crowd(Hot, Stop);
    return;
  }
  Count Here = 0, Off = 0;
  if (threadIdx.x < 32)
    while (loadRelaxed(Stop) == 0) {
      unsigned First = loadAcquire(Seq), V[RecordWords];
#pragma unroll
      for (int W = 0; W < RecordWords; ++W)
        V[W] = loadRelaxed(&Record[W * Stride]);
      if (Fixed)
        __threadfence();
      unsigned Second = loadAcquire(Seq);
      if (First == Second && First % 2 == 0) {
        ++Here;
        bool IsTorn = false;
        for (int W = 0; W < RecordWords; ++W)
          IsTorn |= V[W] != First / 2;
        Off += IsTorn;
      }
    }
  atomicAdd(Seen, Here);
  atomicAdd(Torn, Off);
}

// mixed-access: a word of the block, set by atomics in each round, is cleared
// with no barrier behind the reads. Late: what some warps do before they read.
template <bool Fixed>
__global__ void earlyReset(const unsigned *Chain, int Late, Count *Seen,
                           Count *Off) {
  __shared__ unsigned Again;
  Count Lost = 0;
  unsigned At = threadIdx.x;
  if (threadIdx.x == 0)
    Again = 0;
  __syncthreads();
  constexpr int Rounds = 2000;
  for (int R = 0; R < Rounds; ++R) {
    atomicOr(&Again, 1u);
    __syncthreads();
    if (threadIdx.x >= 32)
      for (int I = 0; I < Late; ++I)
        At = __ldcg(&Chain[At]);
    unsigned More = *(volatile unsigned *)&Again;
    Lost += More == 0;
    if (Fixed)
      __syncthreads();
    if (threadIdx.x == 0)
      Again = At < 1u << 20 ? 0 : 1;
    __syncthreads();
  }
  atomicAdd(Seen, Count(Rounds));
  atomicAdd(Off, Lost);
}

// unreleased-publish: a key is put in before its value.
struct Entry {
  unsigned Key, Value;
};
template <bool Fixed>
__global__ void keyFirst(Entry *Table, unsigned Keys, Count *Seen, Count *Off) {
  unsigned I = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned Key = 1 + (I / 32 + threadIdx.x * 7) % Keys;
  Entry *E = &Table[Key * 2654435761u % (4 * Keys)];
  unsigned Got = 0;
  bool Found = false;
  if (Fixed) { // Key and value in one word of 64 bits.
    Count Old = atomicCAS((Count *)E, 0ull, Count(Key) | Count(Key * 3) << 32);
    Found = unsigned(Old) == Key;
    Got = unsigned(Old >> 32);
  } else {
    unsigned Old = atomicCAS(&E->Key, 0u, Key);
    if (Old == 0)
      E->Value = Key * 3;
    Found = Old == Key;
    if (Found)
      Got = E->Value;
  }
  if (Found) {
    atomicAdd(Seen, 1ull);
    if (Got != Key * 3)
      atomicAdd(Off, 1ull);
  }
}

// mixed-access: a limit that a plain load asks for.
template <bool Fixed>
__global__ void placesBehindLimit(unsigned *Taken, unsigned *Places,
                                  unsigned Limit, Count *Seen, Count *Off) {
  if (*Taken < Limit) {
    unsigned At = atomicAdd(Taken, 1u);
    atomicAdd(Seen, 1ull);
    if (Fixed && At >= Limit)
      return;
    if (At < Limit)
      Places[At] = threadIdx.x;
    else
      atomicAdd(Off, 1ull);
  }
}

// mixed-access: a block changes its own word plainly, its neighbour by atomics.
template <bool Fixed> __global__ void neighbours(unsigned *Word, Count *Seen) {
  unsigned *Own = &Word[blockIdx.x * 32];
  unsigned *Next = &Word[(blockIdx.x + 1) % gridDim.x * 32];
  constexpr int Rounds = 1000;
  if (threadIdx.x == 0)
    for (int R = 0; R < Rounds; ++R) {
      if (Fixed)
        atomicAdd(Own, 1u);
      else
        *(volatile unsigned *)Own = *(volatile unsigned *)Own + 1;
    }
  if (threadIdx.x == 32)
    for (int R = 0; R < Rounds; ++R)
      atomicAdd(Next, 1u);
  if (threadIdx.x == 0)
    atomicAdd(Seen, 2ull * Rounds);
}

// narrow-scope: a fence of the block behind the wait for another block's flag.
constexpr int Rounds = 200;
template <bool Fixed>
__global__ void fenceOfBlock(unsigned *Flag, unsigned *Acks, unsigned *Data,
                             Count *Seen, Count *Old) {
  Count Off = 0;
  for (int R = 1; R <= Rounds; ++R) {
    if (blockIdx.x == 0) {
      Data[threadIdx.x] = R;
      __syncthreads();
      if (threadIdx.x == 0) {
        storeRelease(Flag, R);
        while (loadAcquire(Acks) < R * (gridDim.x - 1))
          ;
      }
      __syncthreads();
    } else {
      if (threadIdx.x == 0) {
        while (loadRelaxed(Flag) < unsigned(R))
          ;
        if (Fixed)
          __threadfence();
        else
          __threadfence_block();
      }
      __syncthreads();
      Off += Data[threadIdx.x] != unsigned(R);
      __syncthreads();
      if (threadIdx.x == 0)
        asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(Acks)
                     : "memory");
    }
  }
  if (blockIdx.x != 0)
    atomicAdd(Seen, Count(Rounds));
  atomicAdd(Old, Off);
}

// narrow-scope: atomics of the block on a word of the grid.
template <bool Fixed>
__global__ void countOfBlock(unsigned *Word, Count *Seen) {
  constexpr int Each = 64;
  for (int I = 0; I < Each; ++I) {
    if (Fixed)
      atomicAdd(Word, threadIdx.x % 2 + 1);
    else
      atomicAdd_block(Word, threadIdx.x % 2 + 1);
  }
  if (threadIdx.x == 0)
    atomicAdd(Seen, Count(Each) * blockDim.x * 3 / 2);
}

// narrow-scope: a lock taken at block scope by all blocks; its holder's fence
// is one of the block, too.
template <bool Fixed>
__global__ void lockOfBlock(unsigned *Lock, unsigned *Sum, Count *Seen) {
  if (threadIdx.x != 0)
    return;
  for (int R = 0; R < Rounds; ++R) {
    if (Fixed) {
      while (atomicCAS(Lock, 0u, 1u) != 0)
        ;
      __threadfence();
      *Sum += 1;
      __threadfence();
      atomicExch(Lock, 0u);
    } else {
      int Tries = 1 << 22; // What never sees it free gives up.
      while (atomicCAS_block(Lock, 0u, 1u) != 0 && --Tries > 0)
        ;
      if (Tries == 0)
        break;
      __threadfence_block();
      *Sum += 1;
      __threadfence_block();
      atomicExch_block(Lock, 0u);
    }
  }
  atomicAdd(Seen, Count(Rounds));
}

// unreleased-publish: a flag in the shared memory of the other block of the
// cluster, raised behind letters that were stored there.
template <bool Fixed>
__global__ void __cluster_dims__(2, 1, 1) letters(Count *Seen, Count *Old) {
  constexpr int Each = 8;
  __shared__ unsigned Letter[Threads * Each], Flag;
  cg::cluster_group Cluster = cg::this_cluster();
  for (int I = 0; I < Each; ++I)
    Letter[I * Threads + threadIdx.x] = 0;
  if (threadIdx.x == 0)
    Flag = 0;
  Cluster.sync();
  unsigned *Peer = Cluster.map_shared_rank(Letter, 0);
  Count Off = 0;
  constexpr int Turns = 2000;
  for (unsigned R = 1; R <= Turns; ++R) {
    if (Cluster.block_rank() == 1) {
      for (int I = 0; I < Each; ++I)
        Peer[I * Threads + threadIdx.x] = R;
      __syncthreads();
      if (threadIdx.x == 0) {
        unsigned At = unsigned(__cvta_generic_to_shared(&Flag)), To;
        asm volatile("mapa.shared::cluster.u32 %0, %1, 0;"
                     : "=r"(To)
                     : "r"(At));
        if (Fixed)
          asm volatile(
              "st.release.cluster.shared::cluster.u32 [%0], %1;" ::"r"(To),
              "r"(R)
              : "memory");
        else
          asm volatile(
              "st.relaxed.cluster.shared::cluster.u32 [%0], %1;" ::"r"(To),
              "r"(R)
              : "memory");
      }
    } else {
      if (threadIdx.x == 0) {
        unsigned At = unsigned(__cvta_generic_to_shared(&Flag)), V;
        do
          asm volatile("ld.acquire.cluster.shared::cta.u32 %0, [%1];"
                       : "=r"(V)
                       : "r"(At)
                       : "memory");
        while (V < R);
      }
      __syncthreads();
      for (int I = Each - 1; I >= 0; --I)
        Off += Letter[I * Threads + Threads - 1 - threadIdx.x] != R;
    }
    Cluster.sync();
  }
  if (Cluster.block_rank() == 0) {
    atomicAdd(Seen, Count(Turns) * Each);
    atomicAdd(Old, Off);
  }
}

// read-only-bulk-wait: a bulk store is announced when its source was read.
constexpr int Tile = 8192; // Words: 32 KiB.
template <bool Fixed>
__global__ void bulkStore(unsigned *Out, unsigned *Flag, unsigned *Acks,
                          unsigned *Hot, unsigned *Stop, bool Crowded,
                          Count *Seen, Count *Old) {
  extern __shared__ __align__(128) unsigned Stage[];
  constexpr int Readers = 16, Writers = 64;
  // The multiprocessor of the writer crowds along, those of the readers do not.
  if (blockIdx.x > Readers || (blockIdx.x == 0 && threadIdx.x >= Writers)) {
    if (Crowded)
      crowd(Hot, Stop);
    return;
  }
  Count Off = 0, Here = 0;
  for (int R = 1; R <= Rounds; ++R) {
    if (blockIdx.x == 0) {
      for (int I = threadIdx.x; I < Tile; I += Writers)
        Stage[I] = R;
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      asm volatile("bar.sync 1, %0;" ::"n"(Writers) : "memory");
      if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "
                     "%2;" ::"l"(Out),
                     "r"(unsigned(__cvta_generic_to_shared(Stage))),
                     "r"(Tile * 4)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        if (Fixed)
          asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        else
          asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        storeRelease(Flag, R);
        while (loadAcquire(Acks) < unsigned(R * Readers))
          ;
      }
      asm volatile("bar.sync 1, %0;" ::"n"(Writers) : "memory");
    } else {
      if (threadIdx.x == 0)
        while (loadAcquire(Flag) < unsigned(R))
          ;
      __syncthreads();
      for (int I = Tile - 1 - threadIdx.x; I >= 0; I -= Threads) {
        Off += __ldcg(&Out[I]) != unsigned(R);
        ++Here;
      }
      __syncthreads();
      if (threadIdx.x == 0)
        asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(Acks)
                     : "memory");
    }
  }
  if (blockIdx.x == 0 && threadIdx.x == 0)
    storeRelease(Stop, 1);
  atomicAdd(Seen, Here);
  atomicAdd(Old, Off);
}

// unreleased-publish: data whose part of the L2 cache is crowded, a flag whose
// part is not.
template <bool Fixed>
__global__ void crowdedData(unsigned *Flag, unsigned *Acks, unsigned *Data,
                            unsigned *Stop, Count *Seen, Count *Old) {
  constexpr int Readers = 8;
  if (blockIdx.x > Readers || (blockIdx.x == 0 && threadIdx.x >= 64)) {
    crowd(Data + 8, Stop); // In the sector behind the data.
    return;
  }
  Count Off = 0, Here = 0;
  for (unsigned R = 1; R <= 5000; ++R) {
    if (blockIdx.x == 0) {
      if (threadIdx.x == 0) {
        *(volatile unsigned *)Data = R;
        if (Fixed)
          __threadfence();
        storeRelaxed(Flag, R);
        while (loadAcquire(Acks) < R * Readers)
          ;
      }
    } else if (threadIdx.x == 0) {
      while (loadAcquire(Flag) < R)
        ;
      Off += __ldcg(Data) != R;
      ++Here;
      asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(Acks)
                   : "memory");
    }
  }
  if (blockIdx.x == 0 && threadIdx.x == 0)
    storeRelease(Stop, 1);
  atomicAdd(Seen, Here);
  atomicAdd(Old, Off);
}

static unsigned *Words;
static Count *Counts;
constexpr size_t WordCount = 1 << 20;

static void clear() {
  CHECK(cudaMemset(Words, 0, WordCount * sizeof(unsigned)));
  CHECK(cudaMemset(Counts, 0, 2 * sizeof(Count)));
}

static void tell(const char *What, bool Fixed, Count Wrong = ~0ull) {
  CHECK(cudaDeviceSynchronize());
  Count Host[2];
  CHECK(cudaMemcpy(Host, Counts, sizeof Host, cudaMemcpyDeviceToHost));
  std::printf("| %s | %s | %llu | %llu |\n", What,
              Fixed ? "repaired" : "faulty", Host[0],
              Wrong == ~0ull ? Host[1] : Wrong);
  std::fflush(stdout);
}

/// The sum of every Step-th of the first N words, against what was added.
static Count missing(int N, int Step) {
  CHECK(cudaDeviceSynchronize());
  static unsigned Host[WordCount];
  CHECK(cudaMemcpy(Host, Words, sizeof Host, cudaMemcpyDeviceToHost));
  Count Sum = 0, Added;
  for (int I = 0; I < N; ++I)
    Sum += Host[I * Step];
  CHECK(cudaMemcpy(&Added, Counts, sizeof Added, cudaMemcpyDeviceToHost));
  return Added - Sum;
}

template <bool Fixed> static void all() {
  unsigned *Flag = Words, *Acks = Words + 1024, *Stop = Words + 2048,
           *Data = Words + 65536;
  Count *Seen = Counts, *Off = Counts + 1;
  for (bool Crowded : {false, true}) {
    clear();
    secondLook<Fixed><<<Blocks, Threads>>>(Flag, Data, Stop, Data + Stride + 8,
                                           Crowded, Seen, Off);
    tell(Crowded ? "second look, data in a crowded part" : "second look",
         Fixed);
  }
  for (int Late : {0, 1, 4}) {
    clear();
    earlyReset<Fixed><<<Blocks, Threads>>>(Data, Late, Seen, Off);
    static const char *const Names[] = {
        "cleared early", "cleared early, one load before the read", "", "",
        "cleared early, four loads before the read"};
    tell(Names[Late], Fixed);
  }
  clear();
  for (int Launch = 0; Launch < 50; ++Launch) {
    CHECK(cudaMemset(Words, 0, WordCount * sizeof(unsigned)));
    keyFirst<Fixed><<<Blocks * 8, Threads>>>((Entry *)Words, 4096, Seen, Off);
  }
  tell("key before its value", Fixed);
  clear();
  for (int Launch = 0; Launch < 50; ++Launch) {
    CHECK(cudaMemset(Words, 0, WordCount * sizeof(unsigned)));
    placesBehindLimit<Fixed>
        <<<Blocks * 8, Threads>>>(Flag, Data, 10000, Seen, Off);
  }
  tell("places behind a limit", Fixed);
  clear();
  neighbours<Fixed><<<Blocks, 64>>>(Words, Seen);
  tell("own word, changed by a neighbour too", Fixed, missing(Blocks, 32));
  clear();
  fenceOfBlock<Fixed><<<Blocks, Threads>>>(Flag, Acks, Data, Seen, Off);
  tell("fence of the block behind the wait", Fixed);
  clear();
  countOfBlock<Fixed><<<Blocks, Threads>>>(Words, Seen);
  tell("atomics of the block, word of the grid", Fixed, missing(1, 1));
  clear();
  lockOfBlock<Fixed><<<Blocks, 32>>>(Words + 1024, Words, Seen);
  tell("lock and fences of the block", Fixed, missing(1, 1));
  clear();
  letters<Fixed><<<Blocks, Threads>>>(Seen, Off);
  tell("letter and flag in a peer's shared memory", Fixed);
  CHECK(cudaFuncSetAttribute(
      bulkStore<Fixed>, cudaFuncAttributeMaxDynamicSharedMemorySize, Tile * 4));
  for (bool Crowded : {false, true}) {
    clear();
    bulkStore<Fixed><<<Blocks, Threads, Tile * 4>>>(
        Data, Flag, Acks, Data + Tile, Stop, Crowded, Seen, Off);
    tell(Crowded ? "bulk store beside other traffic" : "bulk store", Fixed);
  }
  clear();
  crowdedData<Fixed><<<Blocks, Threads>>>(Flag, Acks, Data, Stop, Seen, Off);
  tell("flag with nothing that releases, crowded data", Fixed);
}

int main() {
  cudaDeviceProp P;
  CHECK(cudaGetDeviceProperties(&P, 0));
  std::printf("%s, %d multiprocessors\n\n| form | | looked at | wrong "
              "|\n|---|---|---|---|\n",
              P.name, P.multiProcessorCount);
  CHECK(cudaMalloc(&Words, WordCount * sizeof(unsigned)));
  CHECK(cudaMalloc(&Counts, 2 * sizeof(Count)));
  all<false>();
  all<true>();
}
