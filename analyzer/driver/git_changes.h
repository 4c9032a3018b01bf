//===- git_changes.h - what changed since a revision ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_GIT_CHANGES_H
#define FENCEPOST_ANALYZER_DRIVER_GIT_CHANGES_H

#include "analyzer/finding/changes.h"

namespace fencepost {

/// What the working tree of the repository around Folder has changed since
/// Revision, files that git does not know yet included. Runs git.
llvm::Expected<Changes> changesSince(llvm::StringRef Revision,
                                     llvm::StringRef Folder);

} // namespace fencepost

#endif
