//===- json_depth.cpp - JSON that is safe to parse ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/json_depth.h"

size_t fencepost::tooDeepAt(llvm::StringRef Json) {
  constexpr size_t Most = 64;
  size_t Open = 0;
  for (size_t I = 0; I < Json.size(); ++I) {
    char C = Json[I];
    if (C == '"') { // To its end, over escaped ones.
      for (++I; I < Json.size() && Json[I] != '"'; ++I)
        I += Json[I] == '\\';
    } else if (C == '[' || C == '{') {
      if (++Open > Most)
        return I;
    } else if ((C == ']' || C == '}') && Open) {
      --Open;
    }
  }
  return llvm::StringRef::npos;
}
