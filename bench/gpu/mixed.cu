// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are updates lost where a plain access meets others? Every kernel has the form
// of its rule's page; FIXED selects the repaired twin. Prints, per form: updates
// made, updates that the memory does not show at the end.
//
//   nvcc -O3 -arch=native -o mixed mixed.cu && ./mixed
//
// A count of zero in the faulty form shows only that this card and this test
// did not produce the outcome that the memory model allows.

#include "check.h"

#include <cstdio>
#include <cstdlib>

constexpr int Blocks = 132, Threads = 256, Bins = 256;

// lost-update: every thread counts in one word.
template <bool Fixed> __global__ void countAll(unsigned *Count) {
  if (Fixed)
    atomicAdd(Count, 1u);
  else
    *Count += 1;
}

// lost-update: one thread per block counts in one word.
template <bool Fixed> __global__ void countBlocks(unsigned *Count) {
  if (threadIdx.x == 0) {
    if (Fixed)
      atomicAdd(Count, 1u);
    else
      *Count += 1;
  }
}

// lost-update: a histogram of few bins.
template <bool Fixed> __global__ void histogram(const unsigned *Key, unsigned *Count) {
  unsigned Bin = Key[blockIdx.x * blockDim.x + threadIdx.x] % Bins;
  if (Fixed)
    atomicAdd(&Count[Bin], 1u);
  else
    Count[Bin]++;
}

// mixed-access: block 0 clears what the others already add to.
template <bool Fixed> __global__ void clearAndCount(unsigned *Count) {
  if (!Fixed && blockIdx.x == 0 && threadIdx.x == 0)
    *Count = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(Count, 1u);
}

// mixed-access: block 0 reads the sum while the others still add to it.
template <bool Fixed> __global__ void sumAndRead(unsigned *Sum, unsigned *Out) {
  if (threadIdx.x == 0)
    atomicAdd(Sum, 1u);
  if (!Fixed && blockIdx.x == 0 && threadIdx.x == 0)
    *Out = *Sum;
}
__global__ void readSum(const unsigned *Sum, unsigned *Out) { *Out = *Sum; }

// mixed-access, sizes: one half of the threads stores bytes of a word, the other
// changes the word by compare-and-swap of 32 bits, which reads all four bytes.
template <bool Fixed> __global__ void bytesAndWords(unsigned *Word, int Rounds) {
  auto *Byte = reinterpret_cast<volatile unsigned char *>(Word + blockIdx.x);
  unsigned *W = Word + blockIdx.x;
  for (int I = 0; I < Rounds; ++I) {
    if (threadIdx.x == 0) {
      if (Fixed) {
        atomicAdd(W, 1u); // Byte 0 counts to less than 256.
      } else {
        unsigned char Old = Byte[0];
        Byte[0] = Old + 1;
      }
    } else if (threadIdx.x == 32) {
      unsigned Old = *W, Seen;
      while ((Seen = atomicCAS(W, Old, Old + 0x10000u)) != Old)
        Old = Seen;
    }
  }
}

static unsigned *Word, *Out, *Keys;

static unsigned total(unsigned N) {
  static unsigned Host[Blocks * Threads];
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(Host, Word, N * sizeof(unsigned), cudaMemcpyDeviceToHost));
  unsigned Sum = 0;
  for (unsigned I = 0; I < N; ++I)
    Sum += Host[I];
  return Sum;
}

static void clear() {
  CHECK(cudaMemset(Word, 0, Blocks * Threads * sizeof(unsigned)));
  CHECK(cudaMemset(Out, 0, sizeof(unsigned)));
}

static void tell(const char *What, bool Fixed, unsigned long long Made, unsigned long long Kept) {
  std::printf("%-32s %-6s updates %9llu lost %9llu\n", What, Fixed ? "fixed" : "faulty", Made, Made - Kept);
}

template <bool Fixed> static void all() {
  constexpr int Runs = 50;
  unsigned long long Kept[6] = {};
  for (int R = 0; R < Runs; ++R) {
    clear();
    countAll<Fixed><<<Blocks, Threads>>>(Word);
    Kept[0] += total(1);
    clear();
    countBlocks<Fixed><<<Blocks, Threads>>>(Word);
    Kept[1] += total(1);
    clear();
    histogram<Fixed><<<Blocks, Threads>>>(Keys, Word);
    Kept[2] += total(Bins);
    clear();
    clearAndCount<Fixed><<<Blocks, Threads>>>(Word);
    Kept[3] += total(1);
    clear();
    sumAndRead<Fixed><<<Blocks, Threads>>>(Word, Out);
    if (Fixed)
      readSum<<<1, 1>>>(Word, Out);
    CHECK(cudaDeviceSynchronize());
    unsigned Seen = 0;
    CHECK(cudaMemcpy(&Seen, Out, sizeof Seen, cudaMemcpyDeviceToHost));
    Kept[4] += Seen;
    clear();
    bytesAndWords<Fixed><<<Blocks, 64>>>(Word, 200);
    CHECK(cudaDeviceSynchronize());
    static unsigned Host[Blocks];
    CHECK(cudaMemcpy(Host, Word, sizeof Host, cudaMemcpyDeviceToHost));
    for (unsigned V : Host)
      Kept[5] += (V & 0xff) + (V >> 16);
  }
  tell("count, every thread", Fixed, 1ull * Runs * Blocks * Threads, Kept[0]);
  tell("count, one thread per block", Fixed, 1ull * Runs * Blocks, Kept[1]);
  tell("histogram of 256 bins", Fixed, 1ull * Runs * Blocks * Threads, Kept[2]);
  tell("clear beside atomics", Fixed, 1ull * Runs * Blocks, Kept[3]);
  tell("read before the others are done", Fixed, 1ull * Runs * Blocks, Kept[4]);
  tell("bytes and words", Fixed, 1ull * Runs * Blocks * 400, Kept[5]);
}

int main() {
  CHECK(cudaMalloc(&Word, Blocks * Threads * sizeof(unsigned)));
  CHECK(cudaMalloc(&Out, sizeof(unsigned)));
  CHECK(cudaMalloc(&Keys, Blocks * Threads * sizeof(unsigned)));
  static unsigned Host[Blocks * Threads];
  for (unsigned I = 0, X = 1; I < Blocks * Threads; ++I)
    Host[I] = (X = X * 1664525u + 1013904223u) >> 8;
  CHECK(cudaMemcpy(Keys, Host, sizeof Host, cudaMemcpyHostToDevice));
  all<false>();
  all<true>();
}
