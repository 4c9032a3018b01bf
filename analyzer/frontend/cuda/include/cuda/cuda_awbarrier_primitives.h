// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarrier objects in their oldest C++ form.
#pragma once
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"
#include <cstdint>

typedef std::uint64_t __mbarrier_t;
typedef std::uint64_t __mbarrier_token_t;
__device__ void __mbarrier_init(__mbarrier_t *Barrier, std::uint32_t Expected);
__device__ void __mbarrier_inval(__mbarrier_t *Barrier);
__device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *Barrier);
__device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *Barrier);
__device__ bool __mbarrier_test_wait(__mbarrier_t *Barrier,
                                     __mbarrier_token_t Token);
__device__ std::uint32_t __mbarrier_token_pending_count(__mbarrier_token_t __T);
