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
template <class T> struct fencepost_difference {
  using type = T;
};
template <class T> struct fencepost_difference<T *> {
  using type = ptrdiff_t;
};

#define FENCEPOST_ATOMIC_MEMBERS(CV)                                           \
  __host__ __device__ bool is_lock_free() CV noexcept;                         \
  __host__ __device__ void store(                                              \
      T Desired, memory_order Order = memory_order_seq_cst) CV noexcept;       \
  __host__ __device__ T exchange(                                              \
      T Desired, memory_order Order = memory_order_seq_cst) CV noexcept;       \
  __host__ __device__ bool compare_exchange_weak(                              \
      T &Expected, T Desired, memory_order Success, memory_order Failure)      \
      CV noexcept;                                                             \
  __host__ __device__ bool compare_exchange_weak(                              \
      T &Expected, T Desired, memory_order Order = memory_order_seq_cst)       \
      CV noexcept;                                                             \
  __host__ __device__ bool compare_exchange_strong(                            \
      T &Expected, T Desired, memory_order Success, memory_order Failure)      \
      CV noexcept;                                                             \
  __host__ __device__ bool compare_exchange_strong(                            \
      T &Expected, T Desired, memory_order Order = memory_order_seq_cst)       \
      CV noexcept;                                                             \
  __host__ __device__ void notify_one() CV noexcept;                           \
  __host__ __device__ void notify_all() CV noexcept;                           \
  __host__ __device__ T fetch_add(                                             \
      Difference V, memory_order Order = memory_order_seq_cst) CV noexcept;    \
  __host__ __device__ T fetch_sub(                                             \
      Difference V, memory_order Order = memory_order_seq_cst) CV noexcept;    \
  __host__ __device__ T fetch_and(T V, memory_order Order =                    \
                                           memory_order_seq_cst) CV noexcept;  \
  __host__ __device__ T fetch_or(T V, memory_order Order =                     \
                                          memory_order_seq_cst) CV noexcept;   \
  __host__ __device__ T fetch_xor(T V, memory_order Order =                    \
                                           memory_order_seq_cst) CV noexcept;  \
  __host__ __device__ T operator=(T Desired) CV noexcept;                      \
  __host__ __device__ T operator++(int) CV noexcept;                           \
  __host__ __device__ T operator--(int) CV noexcept;                           \
  __host__ __device__ T operator++() CV noexcept;                              \
  __host__ __device__ T operator--() CV noexcept;                              \
  __host__ __device__ T operator+=(Difference V) CV noexcept;                  \
  __host__ __device__ T operator-=(Difference V) CV noexcept;                  \
  __host__ __device__ T operator&=(T V) CV noexcept;                           \
  __host__ __device__ T operator|=(T V) CV noexcept;                           \
  __host__ __device__ T operator^=(T V) CV noexcept;

#define FENCEPOST_ATOMIC_MINMAX(CV)                                            \
  __host__ __device__ T fetch_min(                                             \
      const T &V, memory_order Order = memory_order_seq_cst) CV noexcept;      \
  __host__ __device__ T fetch_max(                                             \
      const T &V, memory_order Order = memory_order_seq_cst) CV noexcept;

#define FENCEPOST_ATOMIC_READS(CV)                                             \
  __host__ __device__ T load(memory_order Order = memory_order_seq_cst)        \
      CV noexcept;                                                             \
  __host__ __device__ operator T() CV noexcept;                                \
  __host__ __device__ void wait(T Old, memory_order Order =                    \
                                           memory_order_seq_cst) CV noexcept;

template <class T> struct atomic {
  using value_type = T;
  using Difference = typename fencepost_difference<T>::type;
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  constexpr atomic() noexcept = default;
  __host__ __device__ constexpr atomic(T V) noexcept : Value(V) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  FENCEPOST_ATOMIC_MEMBERS()
  FENCEPOST_ATOMIC_MEMBERS(volatile)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_READS(const volatile)
  FENCEPOST_ATOMIC_MINMAX()

private:
  alignas(sizeof(T) <= 16 && !(sizeof(T) & (sizeof(T) - 1))
              ? sizeof(T)
              : alignof(T)) T Value;
};

template <class T> struct atomic_ref {
  using value_type = T;
  using Difference = typename fencepost_difference<T>::type;
  static constexpr size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  __host__ __device__ explicit constexpr atomic_ref(T &Object)
      : Address(&Object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  FENCEPOST_ATOMIC_MEMBERS(const)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_MINMAX(const)

private:
  T *Address;
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

template <class T, thread_scope Scope = thread_scope_system> struct atomic {
  using value_type = T;
  using Difference = typename std::fencepost_difference<T>::type;
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  constexpr atomic() noexcept = default;
  __host__ __device__ constexpr atomic(T V) noexcept : Value(V) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  FENCEPOST_ATOMIC_MEMBERS()
  FENCEPOST_ATOMIC_MEMBERS(volatile)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_READS(const volatile)
  FENCEPOST_ATOMIC_MINMAX()
  FENCEPOST_ATOMIC_MINMAX(volatile)

private:
  alignas(sizeof(T) <= 16 && !(sizeof(T) & (sizeof(T) - 1))
              ? sizeof(T)
              : alignof(T)) T Value;
};

template <class T, thread_scope Scope = thread_scope_system> struct atomic_ref {
  using value_type = T;
  using Difference = typename std::fencepost_difference<T>::type;
  static constexpr size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = sizeof(T) <= 8;
  __host__ __device__ explicit constexpr atomic_ref(T &Object)
      : Address(&Object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  FENCEPOST_ATOMIC_MEMBERS(const)
  FENCEPOST_ATOMIC_READS(const)
  FENCEPOST_ATOMIC_MINMAX(const)

private:
  T *Address;
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
