// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: vectors and the algorithms that fill, copy and
// compare them, declared.
#pragma once
#pragma clang system_header

#include <cstddef>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

namespace thrust {
template <typename T> class device_ptr {
public:
  explicit device_ptr(T *);
  T *get() const;
  T &operator*() const;
  T &operator[](std::ptrdiff_t) const;
  device_ptr operator+(std::ptrdiff_t) const;
  device_ptr &operator++();
  bool operator==(const device_ptr &) const;
  bool operator!=(const device_ptr &) const;

private:
  T *Pointer;
};

#define FENCEPOST_VECTOR(NAME, POINTER)                                        \
  template <typename T> class NAME {                                           \
  public:                                                                      \
    using value_type = T;                                                      \
    using iterator = POINTER;                                                  \
    NAME();                                                                    \
    explicit NAME(std::size_t);                                                \
    NAME(std::size_t, const T &);                                              \
    template <typename It> NAME(It, It);                                       \
    template <template <typename...> class V, typename... R>                   \
    NAME(const V<T, R...> &);                                                  \
    template <template <typename...> class V, typename... R>                   \
    NAME &operator=(const V<T, R...> &);                                       \
    POINTER begin() const;                                                     \
    POINTER end() const;                                                       \
    POINTER data() const;                                                      \
    T &operator[](std::size_t) const;                                          \
    T &front() const;                                                          \
    T &back() const;                                                           \
    std::size_t size() const;                                                  \
    bool empty() const;                                                        \
    void resize(std::size_t, const T & = T());                                 \
    void clear();                                                              \
    void push_back(const T &);                                                 \
                                                                               \
  private:                                                                     \
    T Elements[1];                                                             \
  }
FENCEPOST_VECTOR(device_vector, device_ptr<T>);
FENCEPOST_VECTOR(host_vector, T *);
FENCEPOST_VECTOR(universal_vector, T *);
#undef FENCEPOST_VECTOR

template <template <typename> class A, template <typename> class B, typename T>
bool operator==(const A<T> &, const B<T> &);
template <template <typename> class A, template <typename> class B, typename T>
bool operator!=(const A<T> &, const B<T> &);

template <typename T> T *raw_pointer_cast(device_ptr<T>);
template <typename T> T *raw_pointer_cast(T *);
template <typename T> device_ptr<T> device_pointer_cast(T *);

struct execution_policy {};
extern const execution_policy host, device, seq;
namespace cuda {
struct par_policy : execution_policy {
  execution_policy on(cudaStream_t) const;
  template <typename T> const par_policy &operator()(const T &) const;
};
extern const par_policy par, par_nosync;
} // namespace cuda

// Types of lambdas have no linkage: what takes them needs a body.
template <typename T> struct equal_to {
  bool operator()(const T &, const T &) const;
};
template <typename T> struct plus {
  T operator()(const T &, const T &) const;
};
template <typename T> struct maximum {
  T operator()(const T &, const T &) const;
};
template <typename T> struct minimum {
  T operator()(const T &, const T &) const;
};
template <typename T> struct multiplies {
  T operator()(const T &, const T &) const;
};

template <typename It> struct pointee;
template <typename T> struct pointee<T *> {
  using type = T;
};
template <typename T> struct pointee<device_ptr<T>> {
  using type = T;
};

// Each algorithm without a policy and with one.
template <typename In, typename Out> Out copy(In, In, Out);
template <typename In, typename Out>
Out copy(const execution_policy &, In, In, Out);
template <typename In, typename Out> Out copy_n(In, std::size_t, Out);
template <typename In, typename Out>
Out copy_n(const execution_policy &, In, std::size_t, Out);
template <typename It, typename T> void fill(It, It, const T &);
template <typename It, typename T>
void fill(const execution_policy &, It, It, const T &);
template <typename It, typename T> void fill_n(It, std::size_t, const T &);
template <typename It, typename T>
void fill_n(const execution_policy &, It, std::size_t, const T &);
template <typename It> void sequence(It, It);
template <typename It> void sequence(const execution_policy &, It, It);
template <typename It> void sort(It, It);
template <typename It> void sort(const execution_policy &, It, It);
template <typename K, typename V> void sort_by_key(K, K, V);
template <typename K, typename V>
void sort_by_key(const execution_policy &, K, K, V);
template <typename A, typename B> bool equal(A, A, B);
template <typename A, typename B> bool equal(const execution_policy &, A, A, B);
template <typename A, typename B, typename F> bool equal(A, A, B, F) {
  return false;
}
template <typename A, typename B, typename F>
bool equal(const execution_policy &, A, A, B, F) {
  return false;
}
template <typename A, typename B> std::pair<A, B> mismatch(A, A, B);
template <typename A, typename B>
std::pair<A, B> mismatch(const execution_policy &, A, A, B);
template <typename In, typename Out, typename F>
Out transform(In, In, Out To, F) {
  return To;
}
template <typename In, typename Out, typename F>
Out transform(const execution_policy &, In, In, Out To, F) {
  return To;
}
template <typename A, typename B, typename Out, typename F>
Out transform(A, A, B, Out To, F) {
  return To;
}
template <typename A, typename B, typename Out, typename F>
Out transform(const execution_policy &, A, A, B, Out To, F) {
  return To;
}
template <typename It, typename F> void generate(It, It, F) {}
template <typename It, typename F>
void generate(const execution_policy &, It, It, F) {}
template <typename It, typename F> It for_each(It From, It, F) { return From; }
template <typename It, typename F>
It for_each(const execution_policy &, It From, It, F) {
  return From;
}
template <typename It> typename pointee<It>::type reduce(It, It);
template <typename It>
typename pointee<It>::type reduce(const execution_policy &, It, It);
template <typename It, typename T> T reduce(It, It, T);
template <typename It, typename T>
T reduce(const execution_policy &, It, It, T);
template <typename It, typename T, typename F> T reduce(It, It, T Start, F) {
  return Start;
}
template <typename It, typename T, typename F>
T reduce(const execution_policy &, It, It, T Start, F) {
  return Start;
}
template <typename It, typename G, typename T, typename F>
T transform_reduce(It, It, G, T Start, F) {
  return Start;
}
template <typename It, typename G, typename T, typename F>
T transform_reduce(const execution_policy &, It, It, G, T Start, F) {
  return Start;
}
template <typename A, typename B, typename T> T inner_product(A, A, B, T);
template <typename A, typename B, typename T>
T inner_product(const execution_policy &, A, A, B, T);
template <typename A, typename B, typename T, typename F, typename G>
T inner_product(A, A, B, T Start, F, G) {
  return Start;
}
template <typename A, typename B, typename T, typename F, typename G>
T inner_product(const execution_policy &, A, A, B, T Start, F, G) {
  return Start;
}
template <typename It, typename T> std::ptrdiff_t count(It, It, const T &);
template <typename It, typename T>
std::ptrdiff_t count(const execution_policy &, It, It, const T &);
template <typename It, typename F> std::ptrdiff_t count_if(It, It, F) {
  return 0;
}
template <typename It, typename F>
std::ptrdiff_t count_if(const execution_policy &, It, It, F) {
  return 0;
}
template <typename It, typename F> bool all_of(It, It, F) { return false; }
template <typename It, typename F>
bool all_of(const execution_policy &, It, It, F) {
  return false;
}
template <typename It, typename F> bool any_of(It, It, F) { return false; }
template <typename It, typename F>
bool any_of(const execution_policy &, It, It, F) {
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
