// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs that measure alternatives share: times, buffers, errors,
// the sum of a block.

#ifndef FENCEPOST_BENCH_GPU_TIMING_H
#define FENCEPOST_BENCH_GPU_TIMING_H

#include "check.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

/// Milliseconds, the median of nine.
static double timeOf(const std::function<void()> &Prepare,
                     const std::function<void()> &Run) {
  cudaEvent_t A, B;
  CHECK(cudaEventCreate(&A));
  CHECK(cudaEventCreate(&B));
  std::vector<float> Times;
  for (int Round = 0; Round < 9; ++Round) {
    Prepare();
    CHECK(cudaEventRecord(A));
    Run();
    CHECK(cudaEventRecord(B));
    CHECK(cudaEventSynchronize(B));
    float T;
    CHECK(cudaEventElapsedTime(&T, A, B));
    Times.push_back(T);
  }
  CHECK(cudaGetLastError());
  std::sort(Times.begin(), Times.end());
  return Times[Times.size() / 2];
}

template <typename T> struct Buffer {
  T *P = nullptr;
  size_t Count;
  explicit Buffer(size_t Count) : Count(Count) {
    CHECK(cudaMalloc(&P, Count * sizeof(T)));
    clear();
  }
  explicit Buffer(const std::vector<T> &From) : Buffer(From.size()) {
    CHECK(cudaMemcpy(P, From.data(), Count * sizeof(T), cudaMemcpyDefault));
  }
  ~Buffer() { cudaFree(P); }
  void clear() { CHECK(cudaMemset(P, 0, Count * sizeof(T))); }
  std::vector<T> host() const {
    std::vector<T> To(Count);
    CHECK(cudaMemcpy(To.data(), P, Count * sizeof(T), cudaMemcpyDefault));
    return To;
  }
};

/// The largest error relative to the largest expected value.
template <typename T>
static double errorOf(const std::vector<T> &Got,
                      const std::vector<double> &Want) {
  double Top = 1e-30, Off = 0;
  for (double W : Want)
    Top = std::max(Top, std::fabs(W));
  for (size_t I = 0; I < Want.size(); ++I)
    Off = std::max(Off, std::fabs(double(Got[I]) - Want[I]));
  return Off / Top;
}

template <typename T> __device__ T blockSum(T V) {
  __shared__ T Warps[32];
  __syncthreads();
  for (int O = 16; O; O >>= 1)
    V += __shfl_down_sync(~0u, V, O);
  if (threadIdx.x % 32 == 0)
    Warps[threadIdx.x / 32] = V;
  __syncthreads();
  V = threadIdx.x < blockDim.x / 32 ? Warps[threadIdx.x] : T(0);
  if (threadIdx.x < 32)
    for (int O = 16; O; O >>= 1)
      V += __shfl_down_sync(~0u, V, O);
  return V; // In thread 0.
}

#endif
