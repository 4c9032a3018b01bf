//===- own_headers_testing.h - programs that our headers carry --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_OWN_HEADERS_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_OWN_HEADERS_TESTING_H

#include "gtest/gtest.h"
#include <cctype>
#include <ostream>
#include <string>

namespace fencepost {

/// A valid CUDA 13 program.
struct Snippet {
  const char *Name;
  const char *Text;
  const char *Arch = "sm_90";
};

inline void PrintTo(const Snippet &S, std::ostream *OS) { *OS << S.Name; }

/// Reads it with the headers in the binary and, where there is one, with a
/// toolkit's: see own_headers_test.cpp.
class SnippetTest : public testing::TestWithParam<Snippet> {};

inline std::string nameOf(const testing::TestParamInfo<Snippet> &Info) {
  std::string Name;
  for (char C : std::string(Info.param.Name))
    Name += std::isalnum(static_cast<unsigned char>(C)) ? C : '_';
  return Name;
}

} // namespace fencepost

#endif
