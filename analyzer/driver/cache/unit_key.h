//===- unit_key.h - what a result depends on besides files ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CACHE_UNIT_KEY_H
#define FENCEPOST_ANALYZER_DRIVER_CACHE_UNIT_KEY_H

#include "analyzer/driver/unit_run.h"

namespace fencepost {

/// Names this build: the program's and its libraries' build ids, or the content
/// of those that have none. Empty if that cannot be found out.
std::string toolIdentity();

/// A hash of the tool, the settings and the unit with its adjusted command, all
/// but the content of files.
std::string unitKey(const Unit &U, const UnitSettings &Settings,
                    llvm::StringRef Tool);

} // namespace fencepost

#endif
