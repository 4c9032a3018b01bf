//===- near_name.h - did you mean? ------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_NEAR_NAME_H
#define FENCEPOST_ANALYZER_DRIVER_NEAR_NAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace fencepost {

/// The one of Names that is spelled most like Name; empty if none is near.
llvm::StringRef nearName(llvm::StringRef Name,
                         llvm::ArrayRef<llvm::StringRef> Names);

/// `, did you mean 'relaxed-poll'?`, or empty if no name is near.
std::string didYouMean(llvm::StringRef Name,
                       llvm::ArrayRef<llvm::StringRef> Names);

} // namespace fencepost

#endif
