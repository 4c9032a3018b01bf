//===- host_only.h - host code that the device pass leaves out --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host side is read in the device pass, where `__CUDA_ARCH__` is defined.
// Launches behind `#ifndef __CUDA_ARCH__` are therefore not seen: told.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_ONLY_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_ONLY_H

#include "analyzer/model/notification.h"
#include "clang/Lex/PPCallbacks.h"
#include <memory>
#include <vector>

namespace clang {
class SourceManager;
}

namespace fencepost {

/// Appends a note for each part of the user's files that holds launches and
/// that a condition on `__CUDA_ARCH__` hides from the device pass.
std::unique_ptr<clang::PPCallbacks>
tellHostOnlyCode(const clang::SourceManager &SM,
                 std::vector<Notification> &Notes);

} // namespace fencepost

#endif
