// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async in its oldest C++ form.
#pragma once
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_runtime.h"

__device__ void __pipeline_memcpy_async(void *To, const void *From, size_t Size,
                                        size_t Zeros = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t Stages);
__device__ void __pipeline_arrive_on(unsigned long long *Barrier);
