//===- write_file.h - files that are complete or absent ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_WRITE_FILE_H
#define FENCEPOST_ANALYZER_DRIVER_WRITE_FILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

/// Replaces File by what Write writes. An error, such as a full disk, leaves a
/// former File as it is, and nothing else behind.
llvm::Error writeWholeFile(llvm::StringRef File,
                           llvm::function_ref<void(llvm::raw_ostream &)> Write);

} // namespace fencepost

#endif
