//===- check_text.h - a run over one text in memory -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_CAPI_CHECK_TEXT_H
#define FENCEPOST_CLI_CAPI_CHECK_TEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace fencepost {

struct TextRequest {
  llvm::StringRef Layer, Name, Text;
  llvm::StringRef Options; ///< JSON, as fencepost.h says; empty: none.
};

struct TextResult {
  int Status = 3; ///< As the exit codes.
  std::string Json, Text;
};

/// Never fails: faults of the request are notifications in the result.
TextResult checkText(const TextRequest &Request);

/// The result where checkText itself came to a bad end.
TextResult crashedResult(llvm::StringRef Name);

} // namespace fencepost

#endif
