//===- files_asked.h - what a unit asked of the file system -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading a unit asks for files that are there and for many that are not: a
// header that appears earlier on the search path changes the result as much as
// one that is edited. As long as every answer stays the same, so does what was
// read.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_FILES_ASKED_H
#define FENCEPOST_ANALYZER_MODEL_FILES_ASKED_H

#include <cstdint>
#include <map>
#include <string>

namespace fencepost {

/// How much of the answer counts, least first.
enum class FileAnswer : uint8_t {
  Absent,
  Present, ///< It is there, and a folder or not.
  Listing, ///< The names in a folder.
  Content,
};

struct FilesAsked {
  std::map<std::string, FileAnswer> Answers; ///< By absolute path.
  bool Changed = false; ///< One question got two answers: nothing is certain.

  void add(const std::string &Path, FileAnswer Answer) {
    auto [It, IsNew] = Answers.try_emplace(Path, Answer);
    if (IsNew)
      return;
    Changed |=
        (It->second == FileAnswer::Absent) != (Answer == FileAnswer::Absent);
    if (Answer > It->second)
      It->second = Answer;
  }
};

} // namespace fencepost

#endif
