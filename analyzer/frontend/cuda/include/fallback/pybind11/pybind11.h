// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no pybind11 is: how a module names its functions, declared.
#pragma once
#pragma clang system_header

namespace pybind11 {
class module_ {
public:
  template <typename Function, typename... Extra>
  module_ &def(const char *Name, Function &&__F, const Extra &...);
  const char *&doc();
};
using module = module_;
struct arg {
  explicit arg(const char *Name);
};
template <typename __T> struct array_t {
  __T *mutable_data();
  const __T *data() const;
  __T *Memory;
};
} // namespace pybind11
#define PYBIND11_MODULE(NAME, __M) static void fencepostModule(::pybind11::module_ &__M)
