// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All of it is in the forced header.
#pragma once
#define __CUDA_PROFILER_API_H__

#include <cuda_runtime.h>
