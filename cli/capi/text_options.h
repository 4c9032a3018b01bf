//===- text_options.h - options of a check as JSON --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_CAPI_TEXT_OPTIONS_H
#define FENCEPOST_CLI_CAPI_TEXT_OPTIONS_H

#include "analyzer/driver/driver.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace fencepost {

struct TextOptions {
  RunOptions Run;
  std::string Arch;
  std::optional<Level> Lowest, FailOn; ///< Nullopt: as configured.
  bool FailsNever = false;
  bool Color = false;
};

/// An error names the key and what it takes.
llvm::Expected<TextOptions> readTextOptions(llvm::StringRef Json);

} // namespace fencepost

#endif
