// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the fault of each ordering rule show on hardware, and does its repair
// hold? Every kernel has the form of its rule's page; FIXED selects the repaired
// twin. Prints, per rule and form: words read, words that were old or wrong.
//
//   nvcc -O3 -arch=native -o handoff handoff.cu && ./handoff
//
// A count of zero in the faulty form shows only that this card and this test
// did not produce the outcome that the memory model allows.

#include "check.h"

#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>

constexpr int Threads = 256;
constexpr int Rounds = 200;

using DeviceWord = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// Reader blocks acknowledge a round, so that the writer does not run ahead. No
// acquire: it would drop the lines that the next round finds in the L1 cache.
__device__ void acknowledge(unsigned *Acks) {
  __syncthreads();
  if (threadIdx.x == 0)
    DeviceWord(*Acks).fetch_add(1, cuda::memory_order_release);
}

__device__ void awaitAll(unsigned *Acks, unsigned Count) {
  if (threadIdx.x == 0)
    while (DeviceWord(*Acks).load(cuda::memory_order_acquire) < Count) {
    }
  __syncthreads();
}

// relaxed-poll: block 0 writes, the others wait and read what they have read in
// the round before.
template <bool Fixed>
__global__ void relaxedPoll(unsigned *Flag, unsigned *Acks, int *Data, unsigned long long *Wrong) {
  unsigned long long Old = 0;
  for (int Round = 1; Round <= Rounds; ++Round) {
    if (blockIdx.x == 0) {
      Data[threadIdx.x] = Round;
      __syncthreads();
      if (threadIdx.x == 0)
        DeviceWord(*Flag).store(Round, cuda::memory_order_release);
      awaitAll(Acks, Round * (gridDim.x - 1));
    } else {
      if (threadIdx.x == 0) {
        while (*(volatile unsigned *)Flag < (unsigned)Round) {
        }
        if (Fixed)
          __threadfence();
      }
      __syncthreads();
      Old += Data[threadIdx.x] != Round;
      acknowledge(Acks);
    }
  }
  atomicAdd(Wrong, Old);
}

// noncoherent-load: the wait is a perfect acquire, the read is not coherent.
template <bool Fixed>
__global__ void noncoherentLoad(unsigned *Flag, int *Data, unsigned long long *Wrong) {
  if (blockIdx.x == 0) {
    Data[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
      DeviceWord(*Flag).store(1, cuda::memory_order_release);
    return;
  }
  if (threadIdx.x == 0)
    while (DeviceWord(*Flag).load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  int Got = Fixed ? Data[threadIdx.x] : __ldg(&Data[threadIdx.x]);
  if (Got != 1)
    atomicAdd(Wrong, 1ull);
}

// unacquired-ticket: a persistent kernel comes round again, and the other warps
// look at their neighbours' partial results while thread 0 draws the ticket, so
// that the lines are in the L1 cache when the last block reads them.
template <bool Fixed>
__global__ void unacquiredTicket(unsigned *Count, unsigned *Turn, int *Partial, int *Sink, unsigned long long *Wrong) {
  __shared__ bool Last;
  for (int Round = 1; Round <= Rounds; ++Round) {
    if (threadIdx.x == 0) {
      Partial[blockIdx.x] = Round;
      __threadfence();
      Last = atomicAdd(Count, 1u) == Round * gridDim.x - 1;
      if (Fixed)
        __threadfence();
    } else if (threadIdx.x >= 32) {
      int Seen = 0;
      for (int B = threadIdx.x - 32; B < (int)gridDim.x; B += blockDim.x - 32)
        Seen += Partial[B];
      if (Seen == -1)
        *Sink = Seen;
    }
    __syncthreads();
    if (Last) {
      for (int B = threadIdx.x; B < (int)gridDim.x; B += blockDim.x)
        if (Partial[B] != Round)
          atomicAdd(Wrong, 1ull);
      __syncthreads();
      if (threadIdx.x == 0)
        DeviceWord(*Turn).store(Round, cuda::memory_order_release);
    }
    if (threadIdx.x == 0)
      while (*(volatile unsigned *)Turn < (unsigned)Round) {
      }
    __syncthreads();
  }
}

// unfenced-lock: one thread a block adds under a lock.
template <bool Fixed>
__global__ void unfencedLock(int *Lock, int *Sum) {
  if (threadIdx.x != 0)
    return;
  for (int Round = 0; Round < Rounds; ++Round) {
    while (atomicCAS(Lock, 0, 1) != 0) {
    }
    if (Fixed)
      __threadfence();
    *(int *)Sum += 1;
    asm volatile("" ::: "memory");
    if (Fixed)
      __threadfence();
    atomicExch(Lock, 0);
  }
}

// publish-before-block-done: thread 0 releases while other warps, which have
// more to do, still store.
template <bool Fixed>
__global__ void publishEarly(unsigned *Flag, unsigned *Acks, int *Data, unsigned long long *Wrong) {
  unsigned long long Old = 0;
  for (int Round = 1; Round <= Rounds; ++Round) {
    if (blockIdx.x == 0) {
      __nanosleep(threadIdx.x / 32 * 100);
      for (int I = 0; I < 8; ++I)
        Data[I * Threads + threadIdx.x] = Round;
      if (Fixed)
        __syncthreads();
      if (threadIdx.x == 0)
        DeviceWord(*Flag).store(Round, cuda::memory_order_release);
      awaitAll(Acks, Round * (gridDim.x - 1));
    } else {
      if (threadIdx.x == 0)
        while (DeviceWord(*Flag).load(cuda::memory_order_acquire) < (unsigned)Round) {
        }
      __syncthreads();
      for (int I = 0; I < 8; ++I)
        Old += Data[I * Threads + threadIdx.x] != Round;
      acknowledge(Acks);
    }
  }
  atomicAdd(Wrong, Old);
}

// unreleased-publish: nothing between the data and the flag but a barrier.
template <bool Fixed>
__global__ void unreleasedPublish(unsigned *Flag, unsigned *Acks, int *Data, unsigned long long *Wrong) {
  unsigned long long Old = 0;
  for (int Round = 1; Round <= Rounds; ++Round) {
    if (blockIdx.x == 0) {
      for (int I = 0; I < 64; ++I)
        Data[(I * 37 % 64) * 4096 + threadIdx.x] = Round;
      __syncthreads();
      if (threadIdx.x == 0) {
        if (Fixed)
          __threadfence();
        *(volatile unsigned *)Flag = Round;
      }
      awaitAll(Acks, Round * (gridDim.x - 1));
    } else {
      if (threadIdx.x == 0)
        while (DeviceWord(*Flag).load(cuda::memory_order_acquire) < (unsigned)Round) {
        }
      __syncthreads();
      for (int I = 0; I < 64; ++I)
        Old += __ldcg(&Data[(I * 37 % 64) * 4096 + threadIdx.x]) != Round;
      acknowledge(Acks);
    }
  }
  atomicAdd(Wrong, Old);
}

struct Buffers {
  unsigned *Words; // flag, acknowledgements
  int *Data;
  unsigned long long *Wrong;
  Buffers() {
    CHECK(cudaMalloc(&Words, 4096));
    CHECK(cudaMalloc(&Data, 1 << 20));
    CHECK(cudaMalloc(&Wrong, 8));
  }
  void clear() {
    CHECK(cudaMemset(Words, 0, 4096));
    CHECK(cudaMemset(Data, 0, 1 << 20));
    CHECK(cudaMemset(Wrong, 0, 8));
  }
  unsigned long long wrong() {
    unsigned long long W;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&W, Wrong, 8, cudaMemcpyDeviceToHost));
    return W;
  }
};

void row(const char *Rule, const char *Form, unsigned long long Words, unsigned long long Wrong) {
  std::printf("| %s | %s | %llu | %llu |\n", Rule, Form, Words, Wrong);
}

template <bool Fixed> void runAll(Buffers &B, int Blocks) {
  const char *Form = Fixed ? "repaired" : "faulty";
  unsigned long long Readers = Blocks - 1;
  unsigned *Flag = B.Words, *Acks = B.Words + 64;

  B.clear();
  relaxedPoll<Fixed><<<Blocks, Threads>>>(Flag, Acks, B.Data, B.Wrong);
  row("relaxed-poll", Form, Readers * Threads * Rounds, B.wrong());

  unsigned long long Wrong = 0;
  for (int Launch = 0; Launch < 1000; ++Launch) {
    B.clear();
    noncoherentLoad<Fixed><<<2, Threads>>>(Flag, B.Data, B.Wrong);
    Wrong += B.wrong();
  }
  row("noncoherent-load", Form, 1000ull * Threads, Wrong);

  B.clear();
  unacquiredTicket<Fixed><<<Blocks, Threads>>>(Flag, Acks, B.Data, B.Data + 65536, B.Wrong);
  row("unacquired-ticket", Form, (unsigned long long)Blocks * Rounds, B.wrong());

  B.clear();
  unfencedLock<Fixed><<<Blocks, 32>>>((int *)Flag, B.Data);
  CHECK(cudaDeviceSynchronize());
  int Sum;
  CHECK(cudaMemcpy(&Sum, B.Data, 4, cudaMemcpyDeviceToHost));
  row("unfenced-lock", Form, (unsigned long long)Blocks * Rounds, (unsigned long long)Blocks * Rounds - Sum);

  B.clear();
  publishEarly<Fixed><<<Blocks, Threads>>>(Flag, Acks, B.Data, B.Wrong);
  row("publish-before-block-done", Form, Readers * Threads * Rounds * 8, B.wrong());

  B.clear();
  unreleasedPublish<Fixed><<<Blocks, Threads>>>(Flag, Acks, B.Data, B.Wrong);
  row("unreleased-publish", Form, Readers * Threads * Rounds * 64, B.wrong());
}

int main() {
  cudaDeviceProp P;
  CHECK(cudaGetDeviceProperties(&P, 0));
  std::printf("%s, %d multiprocessors\n\n| rule | form | words | wrong |\n|---|---|---|---|\n", P.name, P.multiProcessorCount);
  Buffers B;
  int Blocks = P.multiProcessorCount; // all resident at once
  runAll<false>(B, Blocks);
  runAll<true>(B, Blocks);
  return 0;
}
