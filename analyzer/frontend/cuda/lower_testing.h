//===- lower_testing.h - snippets to events, for tests ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a snippet of CUDA C++ without any header and lowers it. The prelude
// declares what the snippets use.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_TESTING_H

#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"
#include <memory>

namespace fencepost::lower::testing {

struct Lowered {
  std::unique_ptr<Module> M;
  std::vector<Notification> Notes;
  /// The function whose display name is, or starts with, Name; nullptr.
  const Function *function(llvm::StringRef Name) const;
  /// Kinds, orders, scopes and objects of the events of Name, in block order:
  /// "load weak data[i]; store relaxed.sys flag". Loops add nothing.
  std::string events(llvm::StringRef Name) const;
  std::string text() const; ///< The whole .events form.
};

Lowered lowered(llvm::StringRef Code);

} // namespace fencepost::lower::testing

#endif
