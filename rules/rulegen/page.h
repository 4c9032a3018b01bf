//===- page.h - one rule page, read and checked -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rules/<rule>.md: front matter between two `---` lines, then exactly the six
// headings, in order, each with text.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_RULES_RULEGEN_PAGE_H
#define FENCEPOST_RULES_RULEGEN_PAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rulegen {

struct Section {
  std::string Heading, Text;
};

struct Page {
  std::string Name; ///< relaxed-poll: the file's name.
  std::string Title, Level, Precision, Category, Since, Fix;
  std::vector<std::string> Kinds, Layers, Cites, Tags;
  std::vector<Section> Sections;
  std::string Body; ///< Everything behind the front matter.

  /// relaxed-poll -> RelaxedPoll
  std::string camelName() const;
};

/// Errors are `file:line: message`, all of them at once.
llvm::Expected<Page> readPage(llvm::StringRef Text, llvm::StringRef Path);

} // namespace rulegen

#endif
