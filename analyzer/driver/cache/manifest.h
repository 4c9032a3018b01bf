//===- manifest.h - files and outcomes of one unit, as text -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line a question: a unit asks thousands, and reading them back is most of
// what a run does when nothing has changed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CACHE_MANIFEST_H
#define FENCEPOST_ANALYZER_DRIVER_CACHE_MANIFEST_H

#include "analyzer/driver/cache/file_states.h"
#include <vector>

namespace fencepost {

struct AnsweredFile {
  std::string Path;
  FileState State;
};

/// One state of all files that a unit asks for, and its outcome then.
struct FilesView {
  std::string Outcome; ///< Name of the entry.
  std::vector<AnsweredFile> Files;
};

std::string writeManifest(const std::vector<FilesView> &Views);

/// Nullopt if any of it is not as writeManifest() writes.
std::optional<std::vector<FilesView>> readManifest(llvm::StringRef Text);

} // namespace fencepost

#endif
