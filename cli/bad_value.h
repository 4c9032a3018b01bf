//===- bad_value.h - what an option can be ----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_BAD_VALUE_H
#define FENCEPOST_CLI_BAD_VALUE_H

#include "cli/option_table.h"

namespace fencepost {

/// Errors of LLVM's command line, with the values that an option takes where it
/// was given none of them: LLVM names the wrong one alone.
std::string withKnownValues(llvm::StringRef Errors, const OptionTable &Table);

} // namespace fencepost

#endif
