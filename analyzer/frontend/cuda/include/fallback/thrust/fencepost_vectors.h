// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: vectors and the algorithms that fill, copy and
// compare them, declared.
#pragma once
#pragma clang system_header

#include <cstddef>
#include <cuda_runtime.h>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace thrust {
template <typename __T> class device_ptr {
public:
  using value_type = __T;
  using reference = __T &;
  using pointer = __T *;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  explicit device_ptr(__T *);
  __T *get() const;
  __T &operator*() const;
  __T &operator[](std::ptrdiff_t) const;
  device_ptr operator+(std::ptrdiff_t) const;
  device_ptr operator-(std::ptrdiff_t) const;
  std::ptrdiff_t operator-(const device_ptr &) const;
  device_ptr &operator+=(std::ptrdiff_t);
  device_ptr &operator++();
  bool operator==(const device_ptr &) const;
  bool operator!=(const device_ptr &) const;

private:
  __T *Pointer;
};

#define FENCEPOST_VECTOR(NAME, POINTER)                                        \
  template <typename __T> class NAME {                                         \
  public:                                                                      \
    using value_type = __T;                                                    \
    using iterator = POINTER;                                                  \
    NAME();                                                                    \
    explicit NAME(std::size_t);                                                \
    NAME(std::size_t, const __T &);                                            \
    template <typename It> NAME(It, It);                                       \
    template <template <typename...> class __V, typename... __R>               \
    NAME(const __V<__T, __R...> &);                                            \
    template <template <typename...> class __V, typename... __R>               \
    NAME &operator=(const __V<__T, __R...> &);                                 \
    POINTER begin() const;                                                     \
    POINTER end() const;                                                       \
    POINTER data() const;                                                      \
    __T &operator[](std::size_t) const;                                        \
    __T &front() const;                                                        \
    __T &back() const;                                                         \
    std::size_t size() const;                                                  \
    bool empty() const;                                                        \
    void resize(std::size_t, const __T & = __T());                             \
    void clear();                                                              \
    void push_back(const __T &);                                               \
                                                                               \
  private:                                                                     \
    __T Elements[1];                                                           \
  }
FENCEPOST_VECTOR(device_vector, device_ptr<__T>);
FENCEPOST_VECTOR(host_vector, __T *);
FENCEPOST_VECTOR(universal_vector, __T *);
#undef FENCEPOST_VECTOR

template <template <typename> class __A, template <typename> class __B,
          typename __T>
bool operator==(const __A<__T> &, const __B<__T> &);
template <template <typename> class __A, template <typename> class __B,
          typename __T>
bool operator!=(const __A<__T> &, const __B<__T> &);

template <typename __T> __T *raw_pointer_cast(device_ptr<__T>);
template <typename __T> __T *raw_pointer_cast(__T *);
template <typename __T> device_ptr<__T> device_pointer_cast(__T *);

struct execution_policy {};
extern const execution_policy host, device, seq;
namespace cuda {
struct par_policy : execution_policy {
  execution_policy on(cudaStream_t) const;
  template <typename __T> const par_policy &operator()(const __T &) const;
};
extern const par_policy par, par_nosync;
} // namespace cuda

// Types of lambdas have no linkage: what takes them needs a body.
template <typename __T> struct equal_to {
  bool operator()(const __T &, const __T &) const;
};
template <typename __T> struct plus {
  __T operator()(const __T &, const __T &) const;
};
template <typename __T> struct maximum {
  __T operator()(const __T &, const __T &) const;
};
template <typename __T> struct minimum {
  __T operator()(const __T &, const __T &) const;
};
#define FENCEPOST_COMPARISON(NAME, OP)                                         \
  template <typename __T = void> struct NAME {                                 \
    __host__ __device__ bool operator()(const __T &__A,                        \
                                        const __T &__B) const {                \
      return __A OP __B;                                                       \
    }                                                                          \
  }
FENCEPOST_COMPARISON(less, <);
FENCEPOST_COMPARISON(greater, >);
FENCEPOST_COMPARISON(less_equal, <=);
FENCEPOST_COMPARISON(greater_equal, >=);
FENCEPOST_COMPARISON(not_equal_to, !=);
#undef FENCEPOST_COMPARISON
template <typename __T = void> struct identity {
  __host__ __device__ __T operator()(const __T &__A) const { return __A; }
};
template <typename __T> struct multiplies {
  __T operator()(const __T &, const __T &) const;
};

template <typename It> struct pointee;
template <typename __T> struct pointee<__T *> {
  using type = __T;
};
template <typename __T> struct pointee<device_ptr<__T>> {
  using type = __T;
};

// Each algorithm without a policy and with one.
template <typename In, typename Out> Out copy(In, In, Out);
template <typename In, typename Out>
Out copy(const execution_policy &, In, In, Out);
template <typename In, typename Out> Out copy_n(In, std::size_t, Out);
template <typename In, typename Out>
Out copy_n(const execution_policy &, In, std::size_t, Out);
template <typename It, typename __T> void fill(It, It, const __T &);
template <typename It, typename __T>
void fill(const execution_policy &, It, It, const __T &);
template <typename It, typename __T> void fill_n(It, std::size_t, const __T &);
template <typename It, typename __T>
void fill_n(const execution_policy &, It, std::size_t, const __T &);
template <typename It> void sequence(It, It);
template <typename It> void sequence(const execution_policy &, It, It);
template <typename It> void sort(It, It);
template <typename It> void sort(const execution_policy &, It, It);
template <typename It, typename __F> void sort(It, It, __F) {}
template <typename It, typename __F>
void sort(const execution_policy &, It, It, __F) {}
template <typename __K, typename __V> void sort_by_key(__K, __K, __V);
template <typename __K, typename __V>
void sort_by_key(const execution_policy &, __K, __K, __V);
template <typename __K, typename __V, typename __F>
void sort_by_key(__K, __K, __V, __F) {}
template <typename __K, typename __V, typename __F>
void sort_by_key(const execution_policy &, __K, __K, __V, __F) {}
template <typename __A, typename __B> bool equal(__A, __A, __B);
template <typename __A, typename __B>
bool equal(const execution_policy &, __A, __A, __B);
template <typename __A, typename __B, typename __F>
bool equal(__A, __A, __B, __F) {
  return false;
}
template <typename __A, typename __B, typename __F>
bool equal(const execution_policy &, __A, __A, __B, __F) {
  return false;
}
template <typename __A, typename __B>
std::pair<__A, __B> mismatch(__A, __A, __B);
template <typename __A, typename __B>
std::pair<__A, __B> mismatch(const execution_policy &, __A, __A, __B);
template <typename In, typename Out, typename __F>
Out transform(In, In, Out To, __F) {
  return To;
}
template <typename In, typename Out, typename __F>
Out transform(const execution_policy &, In, In, Out To, __F) {
  return To;
}
template <typename __A, typename __B, typename Out, typename __F>
Out transform(__A, __A, __B, Out To, __F) {
  return To;
}
template <typename __A, typename __B, typename Out, typename __F>
Out transform(const execution_policy &, __A, __A, __B, Out To, __F) {
  return To;
}
template <typename It, typename __F> void generate(It, It, __F) {}
template <typename It, typename __F>
void generate(const execution_policy &, It, It, __F) {}
template <typename It, typename __F> It for_each(It From, It, __F) {
  return From;
}
template <typename It, typename __F>
It for_each(const execution_policy &, It From, It, __F) {
  return From;
}
template <typename It> typename pointee<It>::type reduce(It, It);
template <typename It>
typename pointee<It>::type reduce(const execution_policy &, It, It);
template <typename It, typename __T> __T reduce(It, It, __T);
template <typename It, typename __T>
__T reduce(const execution_policy &, It, It, __T);
template <typename It, typename __T, typename __F>
__T reduce(It, It, __T Start, __F) {
  return Start;
}
template <typename It, typename __T, typename __F>
__T reduce(const execution_policy &, It, It, __T Start, __F) {
  return Start;
}
template <typename It, typename __G, typename __T, typename __F>
__T transform_reduce(It, It, __G, __T Start, __F) {
  return Start;
}
template <typename It, typename __G, typename __T, typename __F>
__T transform_reduce(const execution_policy &, It, It, __G, __T Start, __F) {
  return Start;
}
template <typename __A, typename __B, typename __T>
__T inner_product(__A, __A, __B, __T);
template <typename __A, typename __B, typename __T>
__T inner_product(const execution_policy &, __A, __A, __B, __T);
template <typename __A, typename __B, typename __T, typename __F, typename __G>
__T inner_product(__A, __A, __B, __T Start, __F, __G) {
  return Start;
}
template <typename __A, typename __B, typename __T, typename __F, typename __G>
__T inner_product(const execution_policy &, __A, __A, __B, __T Start, __F,
                  __G) {
  return Start;
}
template <typename It, typename __T> std::ptrdiff_t count(It, It, const __T &);
template <typename It, typename __T>
std::ptrdiff_t count(const execution_policy &, It, It, const __T &);
template <typename It, typename __F> std::ptrdiff_t count_if(It, It, __F) {
  return 0;
}
template <typename It, typename __F>
std::ptrdiff_t count_if(const execution_policy &, It, It, __F) {
  return 0;
}
template <typename It, typename __F> bool all_of(It, It, __F) { return false; }
template <typename It, typename __F>
bool all_of(const execution_policy &, It, It, __F) {
  return false;
}
template <typename It, typename __F> bool any_of(It, It, __F) { return false; }
template <typename It, typename __F>
bool any_of(const execution_policy &, It, It, __F) {
  return false;
}
template <typename It> It max_element(It, It);
template <typename It> It max_element(const execution_policy &, It, It);
template <typename It> It min_element(It, It);
template <typename It> It min_element(const execution_policy &, It, It);
template <typename In, typename Out> Out inclusive_scan(In, In, Out);
template <typename In, typename Out>
Out inclusive_scan(const execution_policy &, In, In, Out);
template <typename In, typename Out> Out exclusive_scan(In, In, Out);
template <typename In, typename Out>
Out exclusive_scan(const execution_policy &, In, In, Out);
} // namespace thrust
