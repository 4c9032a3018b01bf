// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no cuRAND is: a generator's state is the thread's own, and what
// it gives is a value of that state.
#pragma once
#pragma clang system_header

#include "curand.h"
#include <cuda_runtime.h>

#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2PI (6.2831855f)

#define FENCEPOST_STATE(NAME)                                                  \
  struct NAME {                                                                \
    unsigned long long Seed, Sequence, Offset;                                 \
  };                                                                           \
  typedef NAME NAME##_t;
FENCEPOST_STATE(curandStateXORWOW)
FENCEPOST_STATE(curandStateMRG32k3a)
FENCEPOST_STATE(curandStatePhilox4_32_10)
FENCEPOST_STATE(curandStateSobol32)
FENCEPOST_STATE(curandStateScrambledSobol32)
FENCEPOST_STATE(curandStateSobol64)
FENCEPOST_STATE(curandStateScrambledSobol64)
FENCEPOST_STATE(curandStateMtgp32)
#undef FENCEPOST_STATE
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

template <typename __S>
__device__ void curand_init(unsigned long long Seed,
                            unsigned long long Sequence,
                            unsigned long long Offset, __S *State) {
  State->Seed = Seed;
  State->Sequence = Sequence;
  State->Offset = Offset;
}
template <typename __S>
__device__ void skipahead(unsigned long long Count, __S *State) {
  State->Offset += Count;
}
template <typename __S>
__device__ void skipahead_sequence(unsigned long long Count, __S *State) {
  State->Sequence += Count;
}
template <typename __S>
__device__ unsigned long long fencepost_next(__S *State) {
  State->Offset = State->Offset * 6364136223846793005ull + State->Sequence;
  return State->Offset ^ State->Seed;
}
template <typename __S> __device__ unsigned curand(__S *State) {
  return fencepost_next(State) >> 32;
}
template <typename __S> __device__ uint4 curand4(__S *State) {
  return make_uint4(curand(State), curand(State), curand(State), curand(State));
}
template <typename __S> __device__ float curand_uniform(__S *State) {
  return curand(State) * CURAND_2POW32_INV;
}
template <typename __S> __device__ double curand_uniform_double(__S *State) {
  return curand(State) * CURAND_2POW32_INV;
}
template <typename __S> __device__ float2 curand_uniform2(__S *State) {
  return make_float2(curand_uniform(State), curand_uniform(State));
}
template <typename __S> __device__ double2 curand_uniform2_double(__S *State) {
  return make_double2(curand_uniform(State), curand_uniform(State));
}
template <typename __S> __device__ float4 curand_uniform4(__S *State) {
  return make_float4(curand_uniform(State), curand_uniform(State),
                     curand_uniform(State), curand_uniform(State));
}
template <typename __S> __device__ float curand_normal(__S *State) {
  return curand(State) * CURAND_2PI;
}
template <typename __S> __device__ double curand_normal_double(__S *State) {
  return curand(State) * CURAND_2PI;
}
template <typename __S> __device__ float2 curand_normal2(__S *State) {
  return make_float2(curand_normal(State), curand_normal(State));
}
template <typename __S> __device__ double2 curand_normal2_double(__S *State) {
  return make_double2(curand_normal(State), curand_normal(State));
}
template <typename __S> __device__ float4 curand_normal4(__S *State) {
  return make_float4(curand_normal(State), curand_normal(State),
                     curand_normal(State), curand_normal(State));
}
template <typename __S>
__device__ float curand_log_normal(__S *State, float Mean, float Deviation) {
  return curand_normal(State) * Deviation + Mean;
}
template <typename __S>
__device__ double curand_log_normal_double(__S *State, double Mean,
                                           double Deviation) {
  return curand_normal(State) * Deviation + Mean;
}
template <typename __S>
__device__ unsigned curand_poisson(__S *State, double Mean) {
  return curand(State) * Mean;
}
