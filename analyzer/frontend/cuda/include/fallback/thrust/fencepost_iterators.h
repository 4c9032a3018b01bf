// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: tuples, and iterators that make up what they yield.
#pragma once
#pragma clang system_header

#include "fencepost_vectors.h"
#include <iterator>
#include <tuple>
#include <utility>

namespace thrust {
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

template <typename It> struct iterator_traits : std::iterator_traits<It> {};
template <typename It>
using iterator_value_t = typename iterator_traits<It>::value_type;
template <typename It>
__host__ __device__ std::ptrdiff_t distance(It From, It To) {
  return To - From;
}

namespace detail {
template <typename Self, typename __T> struct made_up {
  using value_type = __T;
  using reference = __T;
  using pointer = const __T *;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  std::ptrdiff_t At = 0;
  __host__ __device__ Self operator+(std::ptrdiff_t By) const {
    Self Out = static_cast<const Self &>(*this);
    Out.At += By;
    return Out;
  }
  __host__ __device__ std::ptrdiff_t operator-(const made_up &From) const {
    return At - From.At;
  }
  __host__ __device__ Self &operator++() {
    ++At;
    return static_cast<Self &>(*this);
  }
  __host__ __device__ bool operator==(const made_up &Other) const {
    return At == Other.At;
  }
  __host__ __device__ bool operator!=(const made_up &Other) const {
    return At != Other.At;
  }
  __host__ __device__ __T operator[](std::ptrdiff_t By) const {
    return *(*this + By);
  }
};
template <typename It>
using yielded = std::decay_t<decltype(*std::declval<It>())>;
} // namespace detail

template <typename __T>
struct counting_iterator : detail::made_up<counting_iterator<__T>, __T> {
  __T From;
  __host__ __device__ explicit counting_iterator(__T From = {}) : From(From) {}
  __host__ __device__ __T operator*() const { return From + this->At; }
};
template <typename __T>
struct constant_iterator : detail::made_up<constant_iterator<__T>, __T> {
  __T Value;
  __host__ __device__ explicit constant_iterator(__T Value = {})
      : Value(Value) {}
  __host__ __device__ __T operator*() const { return Value; }
};
template <typename __T = void> struct discard_iterator {
  struct ignored {
    template <typename __V>
    __host__ __device__ const ignored &operator=(const __V &) const {
      return *this;
    }
  };
  using value_type = ignored;
  __host__ __device__ ignored operator*() const { return {}; }
  __host__ __device__ ignored operator[](std::ptrdiff_t) const { return {}; }
};
template <typename __F, typename It>
using transformed =
    std::decay_t<decltype(std::declval<__F>()(*std::declval<It>()))>;
template <typename __F, typename It, typename __T = transformed<__F, It>>
struct transform_iterator
    : detail::made_up<transform_iterator<__F, It, __T>, __T> {
  It Over;
  __F Function;
  __host__ __device__ transform_iterator(It Over, __F Function)
      : Over(Over), Function(Function) {}
  __host__ __device__ __T operator*() const {
    return Function(*(Over + this->At));
  }
};
template <typename It, typename Map>
struct permutation_iterator
    : detail::made_up<permutation_iterator<It, Map>, detail::yielded<It>> {
  It Over;
  Map Places;
  __host__ __device__ permutation_iterator(It Over, Map Places)
      : Over(Over), Places(Places) {}
  __host__ __device__ auto &operator*() const {
    return *(Over + *(Places + this->At));
  }
};
template <typename... It>
struct zip_iterator
    : detail::made_up<zip_iterator<It...>, tuple<detail::yielded<It>...>> {
  tuple<It...> Over;
  __host__ __device__ explicit zip_iterator(tuple<It...> Over) : Over(Over) {}
  __host__ __device__ tuple<detail::yielded<It>...> operator*() const;
};
template <typename It>
struct reverse_iterator
    : detail::made_up<reverse_iterator<It>, detail::yielded<It>> {
  It Over;
  __host__ __device__ explicit reverse_iterator(It Over) : Over(Over) {}
  __host__ __device__ auto &operator*() const {
    return *(Over - (this->At + 1));
  }
};

template <typename __T>
__host__ __device__ counting_iterator<__T> make_counting_iterator(__T From) {
  return counting_iterator<__T>(From);
}
template <typename __T>
__host__ __device__ constant_iterator<__T> make_constant_iterator(__T Value) {
  return constant_iterator<__T>(Value);
}
__host__ __device__ inline discard_iterator<> make_discard_iterator() {
  return {};
}
template <typename It, typename __F>
__host__ __device__ transform_iterator<__F, It>
make_transform_iterator(It Over, __F Function) {
  return {Over, Function};
}
template <typename It, typename Map>
__host__ __device__ permutation_iterator<It, Map>
make_permutation_iterator(It Over, Map Places) {
  return {Over, Places};
}
template <typename... It>
__host__ __device__ zip_iterator<It...> make_zip_iterator(tuple<It...> Over) {
  return zip_iterator<It...>(Over);
}
template <typename... It>
__host__ __device__ zip_iterator<It...> make_zip_iterator(It... Over) {
  return zip_iterator<It...>(tuple<It...>(Over...));
}
template <typename It>
__host__ __device__ reverse_iterator<It> make_reverse_iterator(It Over) {
  return reverse_iterator<It>(Over);
}
} // namespace thrust
