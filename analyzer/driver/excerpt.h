//===- excerpt.h - lines of a text that is no file -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device image is decompressed or disassembled in the worker. The lines that
// its findings point at travel with them, so that they can be shown.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_EXCERPT_H
#define FENCEPOST_ANALYZER_DRIVER_EXCERPT_H

#include "analyzer/finding/finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// Text with its lines kept where a place in File points at them or at a line
/// next to them, and empty otherwise; long lines are cut.
std::string excerptOf(llvm::StringRef Text, llvm::StringRef File,
                      llvm::ArrayRef<Finding> Findings);

} // namespace fencepost

#endif
