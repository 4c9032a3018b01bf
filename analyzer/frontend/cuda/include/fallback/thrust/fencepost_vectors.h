// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: vectors and the algorithms that fill, copy and
// compare them, declared.
#pragma once
#pragma clang system_header

#include <cstddef>
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

template <typename In, typename Out> Out copy(In, In, Out);
template <typename P, typename In, typename Out>
Out copy(const P &, In, In, Out);
template <typename It, typename T> void fill(It, It, const T &);
template <typename It> void sequence(It, It);
template <typename A, typename B> bool equal(A, A, B);
// Types of lambdas have no linkage: what takes them needs a body.
template <typename A, typename B, typename F> bool equal(A, A, B, F) {
  return false;
}
template <typename T> struct equal_to {
  bool operator()(const T &, const T &) const;
};
template <typename In, typename Out, typename F>
Out transform(In, In, Out To, F) {
  return To;
}
} // namespace thrust
