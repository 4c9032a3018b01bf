// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions that neither Clang's headers nor the shim declare.
#pragma once

__device__ int min(int A, int B);
__device__ unsigned int min(unsigned int A, unsigned int B);
