// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of cuRAND, as far as programs commonly use it, declared.
#pragma once
#include <cuda_runtime.h>

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_LAUNCH_FAILURE = 201
} curandStatus_t;
typedef enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201
} curandRngType_t;
typedef struct curandGenerator_st *curandGenerator_t;

extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *, curandRngType_t);
curandStatus_t curandDestroyGenerator(curandGenerator_t);
curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t,
                                                  unsigned long long Seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t,
                                        unsigned long long Offset);
curandStatus_t curandGenerate(curandGenerator_t, unsigned int *Out,
                              size_t Count);
curandStatus_t curandGenerateUniform(curandGenerator_t, float *Out,
                                     size_t Count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t, double *Out,
                                           size_t Count);
curandStatus_t curandGenerateNormal(curandGenerator_t, float *Out, size_t Count,
                                    float Mean, float Deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t, double *Out,
                                          size_t Count, double Mean,
                                          double Deviation);
}
