// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers, latches, semaphores, pipelines and asynchronous copies of libcu++.
#pragma once

#include "fencepost_atomic.h"
#include <chrono>

#include <cuda.h>

namespace cuda {
inline namespace __4 {
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t Size)
      : value(Size) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

enum class async_contract_fulfillment { none, async };
} // namespace __4

namespace std {
inline namespace __4 {
struct __empty_completion {
  __host__ __device__ void operator()() noexcept {}
};

#define FENCEPOST_BARRIER_MEMBERS                                              \
  class arrival_token {                                                        \
  public:                                                                      \
    __host__ __device__ arrival_token() = default;                             \
    __host__ __device__ arrival_token(unsigned long long __V) : Value(__V) {}  \
    __host__ __device__ operator unsigned long long() const { return Value; }  \
                                                                               \
  private:                                                                     \
    unsigned long long Value;                                                  \
  };                                                                           \
  barrier() = default;                                                         \
  barrier(const barrier &) = delete;                                           \
  barrier &operator=(const barrier &) = delete;                                \
  __host__ __device__ barrier(ptrdiff_t Expected,                              \
                              Completion Function = Completion());             \
  __host__ __device__ ~barrier();                                              \
  __host__ __device__ friend void init(barrier *__B, ptrdiff_t Expected,       \
                                       Completion Function = Completion()) {}  \
  __host__ __device__ arrival_token arrive(ptrdiff_t Update = 1);              \
  __host__ __device__ void wait(arrival_token &&Phase) const;                  \
  __host__ __device__ void wait_parity(bool Parity) const;                     \
  __host__ __device__ void arrive_and_wait();                                  \
  __host__ __device__ void arrive_and_drop();                                  \
  template <class __R, class __P>                                              \
  __host__ __device__ bool try_wait_for(                                       \
      arrival_token &&Phase, const ::std::chrono::duration<__R, __P> &Time);   \
  template <class __R, class __P>                                              \
  __host__ __device__ bool try_wait_parity_for(                                \
      bool Parity, const ::std::chrono::duration<__R, __P> &Time);             \
  __host__ __device__ static constexpr ptrdiff_t max() noexcept {              \
    return (1 << 20) - 1;                                                      \
  }                                                                            \
                                                                               \
private:                                                                       \
  unsigned long long State;

template <class Completion = __empty_completion> class barrier {
public:
  FENCEPOST_BARRIER_MEMBERS
};

#define FENCEPOST_LATCH_MEMBERS                                                \
  __host__ __device__ constexpr explicit latch(ptrdiff_t Expected)             \
      : Count(Expected) {}                                                     \
  latch(const latch &) = delete;                                               \
  latch &operator=(const latch &) = delete;                                    \
  __host__ __device__ void count_down(ptrdiff_t Update = 1);                   \
  __host__ __device__ bool try_wait() const noexcept;                          \
  __host__ __device__ void wait() const;                                       \
  __host__ __device__ void arrive_and_wait(ptrdiff_t Update = 1);              \
                                                                               \
private:                                                                       \
  ptrdiff_t Count;

class latch {
public:
  FENCEPOST_LATCH_MEMBERS
};

#define FENCEPOST_SEMAPHORE_MEMBERS                                            \
  __host__ __device__ constexpr explicit counting_semaphore(                   \
      ptrdiff_t Expected = 0)                                                  \
      : Count(Expected) {}                                                     \
  counting_semaphore(const counting_semaphore &) = delete;                     \
  counting_semaphore &operator=(const counting_semaphore &) = delete;          \
  __host__ __device__ void release(ptrdiff_t Update = 1);                      \
  __host__ __device__ void acquire();                                          \
  __host__ __device__ bool try_acquire() noexcept;                             \
  template <class __R, class __P>                                              \
  __host__ __device__ bool try_acquire_for(                                    \
      const ::std::chrono::duration<__R, __P> &Time);                          \
  __host__ __device__ static constexpr ptrdiff_t max() noexcept {              \
    return Most;                                                               \
  }                                                                            \
                                                                               \
private:                                                                       \
  ptrdiff_t Count;

template <ptrdiff_t Most = PTRDIFF_MAX> class counting_semaphore {
public:
  FENCEPOST_SEMAPHORE_MEMBERS
};
using binary_semaphore = counting_semaphore<1>;
} // namespace __4
} // namespace std

inline namespace __4 {
template <thread_scope Scope, class Completion = std::__empty_completion>
class barrier {
public:
  FENCEPOST_BARRIER_MEMBERS
};

template <thread_scope Scope = thread_scope_system> class latch {
public:
  FENCEPOST_LATCH_MEMBERS
};

template <thread_scope Scope, ptrdiff_t Most = PTRDIFF_MAX>
class counting_semaphore {
public:
  FENCEPOST_SEMAPHORE_MEMBERS
};
template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

#undef FENCEPOST_BARRIER_MEMBERS
#undef FENCEPOST_LATCH_MEMBERS
#undef FENCEPOST_SEMAPHORE_MEMBERS

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, ::std::uint8_t Stages>
struct pipeline_shared_state {
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state &) = delete;
  barrier<Scope> Barriers[2 * Stages];
};

template <thread_scope Scope> class pipeline {
public:
  pipeline(pipeline &&) = default;
  pipeline(const pipeline &) = delete;
  __host__ __device__ ~pipeline();
  __host__ __device__ bool quit();
  __host__ __device__ void producer_acquire();
  __host__ __device__ void producer_commit();
  __host__ __device__ void consumer_wait();
  __host__ __device__ void consumer_release();
  template <class __R, class __P>
  __host__ __device__ bool
  consumer_wait_for(const ::std::chrono::duration<__R, __P> &Time);

private:
  void *State;
};

__host__ __device__ pipeline<thread_scope_thread> make_pipeline();
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
__host__ __device__ pipeline<Scope>
make_pipeline(const Group &__G, pipeline_shared_state<Scope, Stages> *State);
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
__host__ __device__ pipeline<Scope>
make_pipeline(const Group &__G, pipeline_shared_state<Scope, Stages> *State,
              size_t Producers);
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
__host__ __device__ pipeline<Scope>
make_pipeline(const Group &__G, pipeline_shared_state<Scope, Stages> *State,
              pipeline_role Role);
template <::std::uint8_t Prior>
__device__ void
pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &Pipe);
template <thread_scope Scope>
__device__ void pipeline_producer_commit(pipeline<thread_scope_thread> &Pipe,
                                         barrier<Scope> &__B);

template <class __T, class Size, class Sync>
__host__ __device__ async_contract_fulfillment
memcpy_async(__T *To, const __T *From, Size Count, Sync &__S);
template <class Size, class Sync>
__host__ __device__ async_contract_fulfillment
memcpy_async(void *To, const void *From, Size Count, Sync &__S);
template <class Group, class __T, class Size, class Sync>
__host__ __device__ async_contract_fulfillment
memcpy_async(const Group &__G, __T *To, const __T *From, Size Count, Sync &__S);
template <class Group, class Size, class Sync>
__host__ __device__ async_contract_fulfillment memcpy_async(
    const Group &__G, void *To, const void *From, Size Count, Sync &__S);
} // namespace __4

namespace device {
inline namespace __4 {
__device__ ::std::uint64_t *
barrier_native_handle(barrier<thread_scope_block> &__B);
__device__ barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &__B, ptrdiff_t Arrivals,
                  ptrdiff_t Transactions);
__device__ void barrier_expect_tx(barrier<thread_scope_block> &__B,
                                  ptrdiff_t Transactions);
template <class __T, class Size>
__device__ async_contract_fulfillment memcpy_async_tx(
    __T *To, const __T *From, Size Count, barrier<thread_scope_block> &__B);

} // namespace __4

namespace experimental {
inline namespace __4 {
using Barrier = barrier<thread_scope_block>;
__device__ void cp_async_bulk_global_to_shared(void *To, const void *From,
                                               ::std::uint32_t Size,
                                               Barrier &__B);
__device__ void cp_async_bulk_shared_to_global(void *To, const void *From,
                                               ::std::uint32_t Size);
__device__ void cp_async_bulk_tensor_1d_global_to_shared(void *To,
                                                         const CUtensorMap *Map,
                                                         int __C0,
                                                         Barrier &__B);
__device__ void cp_async_bulk_tensor_2d_global_to_shared(void *To,
                                                         const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         Barrier &__B);
__device__ void cp_async_bulk_tensor_3d_global_to_shared(void *To,
                                                         const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         int __C2,
                                                         Barrier &__B);
__device__ void cp_async_bulk_tensor_4d_global_to_shared(void *To,
                                                         const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         int __C2, int __C3,
                                                         Barrier &__B);
__device__ void
cp_async_bulk_tensor_5d_global_to_shared(void *To, const CUtensorMap *Map,
                                         int __C0, int __C1, int __C2, int __C3,
                                         int __C4, Barrier &__B);
__device__ void cp_async_bulk_tensor_1d_shared_to_global(const CUtensorMap *Map,
                                                         int __C0,
                                                         const void *From);
__device__ void cp_async_bulk_tensor_2d_shared_to_global(const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         const void *From);
__device__ void cp_async_bulk_tensor_3d_shared_to_global(const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         int __C2,
                                                         const void *From);
__device__ void cp_async_bulk_tensor_4d_shared_to_global(const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         int __C2, int __C3,
                                                         const void *From);
__device__ void cp_async_bulk_tensor_5d_shared_to_global(const CUtensorMap *Map,
                                                         int __C0, int __C1,
                                                         int __C2, int __C3,
                                                         int __C4,
                                                         const void *From);
__device__ void fence_proxy_async_shared_cta();
__device__ void cp_async_bulk_commit_group();
template <int Prior> __device__ void cp_async_bulk_wait_group_read();
} // namespace __4
} // namespace experimental
} // namespace device
} // namespace cuda
