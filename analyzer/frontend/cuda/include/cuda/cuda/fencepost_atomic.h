// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders, scopes, atomic types and fences of libcu++. Bodies are absent where
// the analyzer knows the function by its name.
#pragma once

#include "fencepost_std.h"

namespace cuda {
namespace std {
inline namespace __4 {

#if __cplusplus >= 202002L
enum class memory_order : int {
  relaxed,
  consume,
  acquire,
  release,
  acq_rel,
  seq_cst
};
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
#else
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
#endif

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

/// What is added to a T: a T, for pointers a distance.
template <class __T> struct fencepost_difference {
  using type = __T;
};
template <class __T> struct fencepost_difference<__T *> {
  using type = ptrdiff_t;
};

#define FENCEPOST_ATOMIC_MEMBERS(CV)                                           \
  __host__ __device__ bool is_lock_free() CV noexcept;                         \
  __host__ __device__ void store(                                              \
      __T Desired, memory_order Order = memory_order_seq_cst) CV noexcept;     \
  __host__ __device__ __T exchange(                                            \
      __T Desired, memory_order Order = memory_order_seq_cst) CV noexcept;     \
  __host__ __device__ bool compare_exchange_weak(                              \
      __T &Expected, __T Desired, memory_order Success, memory_order Failure)  \
      CV noexcept;                                                             \
  __host__ __device__ bool compare_exchange_weak(                              \
      __T &Expected, __T Desired, memory_order Order = memory_order_seq_cst)   \
      CV noexcept;                                                             \
  __host__ __device__ bool compare_exchange_strong(                            \
      __T &Expected, __T Desired, memory_order Success, memory_order Failure)  \
      CV noexcept;                                                             \
  __host__ __device__ bool compare_exchange_strong(                            \
      __T &Expected, __T Desired, memory_order Order = memory_order_seq_cst)   \
      CV noexcept;                                                             \
  __host__ __device__ void notify_one() CV noexcept;                           \
  __host__ __device__ void notify_all() CV noexcept;                           \
  __host__ __device__ __T fetch_add(                                           \
      Difference __V, memory_order Order = memory_order_seq_cst) CV noexcept;  \
  __host__ __device__ __T fetch_sub(                                           \
      Difference __V, memory_order Order = memory_order_seq_cst) CV noexcept;  \
  __host__ __device__ __T fetch_and(                                           \
      __T __V, memory_order Order = memory_order_seq_cst) CV noexcept;         \
  __host__ __device__ __T fetch_or(                                            \
      __T __V, memory_order Order = memory_order_seq_cst) CV noexcept;         \
  __host__ __device__ __T fetch_xor(                                           \
      __T __V, memory_order Order = memory_order_seq_cst) CV noexcept;         \
  __host__ __device__ __T operator=(__T Desired) CV noexcept;                  \
  __host__ __device__ __T operator++(int) CV noexcept;                         \
  __host__ __device__ __T operator--(int) CV noexcept;                         \
  __host__ __device__ __T operator++() CV noexcept;                            \
  __host__ __device__ __T operator--() CV noexcept;                            \
  __host__ __device__ __T operator+=(Difference __V) CV noexcept;              \
  __host__ __device__ __T operator-=(Difference __V) CV noexcept;              \
  __host__ __device__ __T operator&=(__T __V) CV noexcept;                     \
  __host__ __device__ __T operator|=(__T __V) CV noexcept;                     \
  __host__ __device__ __T operator^=(__T __V) CV noexcept;

#define FENCEPOST_ATOMIC_MINMAX(CV)                                            \
  __host__ __device__ __T fetch_min(                                           \
      const __T &__V, memory_order Order = memory_order_seq_cst) CV noexcept;  \
  __host__ __device__ __T fetch_max(                                           \
      const __T &__V, memory_order Order = memory_order_seq_cst) CV noexcept;

#define FENCEPOST_ATOMIC_READS(CV)                                             \
  __host__ __device__ __T load(memory_order Order = memory_order_seq_cst)      \
      CV noexcept;                                                             \
  __host__ __device__ operator __T() CV noexcept;                              \
  __host__ __device__ void wait(                                               \
      __T Old, memory_order Order = memory_order_seq_cst) CV noexcept;

template <class __T> struct atomic {
  using value_type = __T;
  using Difference = typename fencepost_difference<__T>::type;
  static constexpr bool is_always_lock_free = sizeof(__T) <= 8;
  constexpr atomic() noexcept = default;
  __host__ __device__ constexpr atomic(__T __V) noexcept : Value(__V) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  FENCEPOST_ATOMIC_MEMBERS()
  FENCEPOST_ATOMIC_MEMBERS(volatile)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_READS(const volatile)
  FENCEPOST_ATOMIC_MINMAX()

private:
  alignas(sizeof(__T) <= 16 && !(sizeof(__T) & (sizeof(__T) - 1))
              ? sizeof(__T)
              : alignof(__T)) __T Value;
};

template <class __T> struct atomic_ref {
  using value_type = __T;
  using Difference = typename fencepost_difference<__T>::type;
  static constexpr size_t required_alignment = sizeof(__T);
  static constexpr bool is_always_lock_free = sizeof(__T) <= 8;
  __host__ __device__ explicit constexpr atomic_ref(__T &Object)
      : Address(&Object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  FENCEPOST_ATOMIC_MEMBERS(const)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_MINMAX(const)

private:
  __T *Address;
};

struct atomic_flag {
  constexpr atomic_flag() noexcept = default;
  __host__ __device__ constexpr atomic_flag(bool Set) noexcept : Value(Set) {}
  atomic_flag(const atomic_flag &) = delete;
  atomic_flag &operator=(const atomic_flag &) = delete;
#define FENCEPOST_FLAG_MEMBERS(CV)                                             \
  __host__ __device__ bool test(memory_order Order = memory_order_seq_cst)     \
      const CV noexcept;                                                       \
  __host__ __device__ bool test_and_set(memory_order Order =                   \
                                            memory_order_seq_cst) CV noexcept; \
  __host__ __device__ void clear(memory_order Order = memory_order_seq_cst)    \
      CV noexcept;                                                             \
  __host__ __device__ void wait(                                               \
      bool Old, memory_order Order = memory_order_seq_cst) const CV noexcept;  \
  __host__ __device__ void notify_one() CV noexcept;                           \
  __host__ __device__ void notify_all() CV noexcept;
  FENCEPOST_FLAG_MEMBERS()
  FENCEPOST_FLAG_MEMBERS(volatile)
#undef FENCEPOST_FLAG_MEMBERS

private:
  int Value = 0;
};
#define ATOMIC_FLAG_INIT {false}
#define LIBCUDACXX_ATOMIC_FLAG_INIT {false}

__host__ __device__ void atomic_thread_fence(memory_order Order) noexcept;
__host__ __device__ void atomic_signal_fence(memory_order Order) noexcept;

#define FENCEPOST_ATOMIC_NAMES(USE)                                            \
  USE(bool, bool)                                                              \
  USE(char, char)                                                              \
  USE(schar, signed char)                                                      \
  USE(uchar, unsigned char)                                                    \
  USE(short, short)                                                            \
  USE(ushort, unsigned short)                                                  \
  USE(int, int)                                                                \
  USE(uint, unsigned int)                                                      \
  USE(long, long)                                                              \
  USE(ulong, unsigned long)                                                    \
  USE(llong, long long)                                                        \
  USE(ullong, unsigned long long)                                              \
  USE(int32_t, ::std::int32_t)                                                 \
  USE(uint32_t, ::std::uint32_t)                                               \
  USE(int64_t, ::std::int64_t)                                                 \
  USE(uint64_t, ::std::uint64_t)                                               \
  USE(size_t, ::std::size_t)                                                   \
  USE(ptrdiff_t, ::std::ptrdiff_t)
#define FENCEPOST_USE(NAME, TYPE) using atomic_##NAME = atomic<TYPE>;
FENCEPOST_ATOMIC_NAMES(FENCEPOST_USE)
#undef FENCEPOST_USE
} // namespace __4
} // namespace std

inline namespace __4 {
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
using std::thread_scope;
using std::thread_scope_block;
using std::thread_scope_device;
using std::thread_scope_system;
using std::thread_scope_thread;

template <class __T, thread_scope Scope = thread_scope_system> struct atomic {
  using value_type = __T;
  using Difference = typename std::fencepost_difference<__T>::type;
  static constexpr bool is_always_lock_free = sizeof(__T) <= 8;
  constexpr atomic() noexcept = default;
  __host__ __device__ constexpr atomic(__T __V) noexcept : Value(__V) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  FENCEPOST_ATOMIC_MEMBERS()
  FENCEPOST_ATOMIC_MEMBERS(volatile)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_READS(const volatile)
  FENCEPOST_ATOMIC_MINMAX()
  FENCEPOST_ATOMIC_MINMAX(volatile)

private:
  alignas(sizeof(__T) <= 16 && !(sizeof(__T) & (sizeof(__T) - 1))
              ? sizeof(__T)
              : alignof(__T)) __T Value;
};

template <class __T, thread_scope Scope = thread_scope_system>
struct atomic_ref {
  using value_type = __T;
  using Difference = typename std::fencepost_difference<__T>::type;
  static constexpr size_t required_alignment = sizeof(__T);
  static constexpr bool is_always_lock_free = sizeof(__T) <= 8;
  __host__ __device__ explicit constexpr atomic_ref(__T &Object)
      : Address(&Object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  FENCEPOST_ATOMIC_MEMBERS(const)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_MINMAX(const)

private:
  __T *Address;
};

__host__ __device__ void
atomic_thread_fence(memory_order Order,
                    thread_scope Scope = thread_scope_system);
__host__ __device__ void atomic_signal_fence(memory_order Order);

#define FENCEPOST_USE(NAME, TYPE) using atomic_##NAME = atomic<TYPE>;
FENCEPOST_ATOMIC_NAMES(FENCEPOST_USE)
#undef FENCEPOST_USE
} // namespace __4
} // namespace cuda

#undef FENCEPOST_ATOMIC_NAMES
#undef FENCEPOST_ATOMIC_MEMBERS
#undef FENCEPOST_ATOMIC_MINMAX
#undef FENCEPOST_ATOMIC_READS
