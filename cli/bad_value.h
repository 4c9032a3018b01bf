//===- bad_value.h - what an option can be ----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_BAD_VALUE_H
#define FENCEPOST_CLI_BAD_VALUE_H

#include "cli/option_table.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost {

/// What is wrong with the first word that gives an option a value which it
/// cannot have, and the values that it can: LLVM names the wrong one alone.
/// Empty: none is.
std::string badValue(llvm::ArrayRef<const char *> Words,
                     const OptionTable &Table);

} // namespace fencepost

#endif
