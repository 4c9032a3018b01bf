//===- pages.h - explain and rules ------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_PAGES_H
#define FENCEPOST_CLI_PAGES_H

#include "cli/options.h"

namespace fencepost {

/// Both return the exit code.
int explain(const CommandLine &Options, llvm::raw_ostream &OS);
int listRules(const CommandLine &Options, llvm::raw_ostream &OS);

/// Markdown with its paragraphs and list items filled to Width columns; code
/// blocks, tables and headings stay as they are.
std::string filled(llvm::StringRef Markdown, unsigned Width);

} // namespace fencepost

#endif
