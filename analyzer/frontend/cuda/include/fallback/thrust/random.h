// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: an engine's state is the thread's own.
#pragma once
#pragma clang system_header

#include <cuda_runtime.h>

namespace thrust {
struct minstd_rand {
  using result_type = unsigned;
  static constexpr unsigned min = 1, max = 2147483646, default_seed = 1;
  unsigned long long State;
  __host__ __device__ explicit minstd_rand(unsigned Seed = default_seed)
      : State(Seed) {}
  __host__ __device__ void seed(unsigned Seed) { State = Seed; }
  __host__ __device__ void discard(unsigned long long Count) {
    for (; Count; --Count)
      (*this)();
  }
  __host__ __device__ unsigned operator()() {
    State = State * 48271 % 2147483647;
    return State;
  }
};
using default_random_engine = minstd_rand;
using minstd_rand0 = minstd_rand;
using taus88 = minstd_rand;
using ranlux24 = minstd_rand;

template <typename __T> struct uniform_real_distribution {
  __T From, To;
  __host__ __device__ explicit uniform_real_distribution(__T From = 0,
                                                         __T To = 1)
      : From(From), To(To) {}
  template <typename Engine> __host__ __device__ __T operator()(Engine &Next) {
    return From + (To - From) * (Next() / __T(Engine::max));
  }
};
template <typename __T> struct uniform_int_distribution {
  __T From, To;
  __host__ __device__ explicit uniform_int_distribution(__T From = 0,
                                                        __T To = 2147483647)
      : From(From), To(To) {}
  template <typename Engine> __host__ __device__ __T operator()(Engine &Next) {
    return From + Next() % (To - From + 1);
  }
};
template <typename __T>
struct normal_distribution : uniform_real_distribution<__T> {
  using uniform_real_distribution<__T>::uniform_real_distribution;
};
namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
} // namespace random
} // namespace thrust
