// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every program here does with an error of the CUDA runtime: it ends.

#ifndef FENCEPOST_BENCH_GPU_CHECK_H
#define FENCEPOST_BENCH_GPU_CHECK_H

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t E = (call);                                                    \
    if (E != cudaSuccess) {                                                    \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(E));          \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

#endif
