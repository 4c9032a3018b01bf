//===- rule_names.h - names of the catalogue --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_RULE_NAMES_H
#define FENCEPOST_CLI_RULE_NAMES_H

#include "analyzer/driver/near_name.h"
#include <vector>

namespace fencepost {

/// The names of the catalogue.
std::vector<llvm::StringRef> ruleNames();

} // namespace fencepost

#endif
