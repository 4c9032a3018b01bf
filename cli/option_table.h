//===- option_table.h - what the command line takes -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Completions of shells and the man page are printed from the options as they
// are registered (cli/options.cpp), so that none can be missing in them.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_OPTION_TABLE_H
#define FENCEPOST_CLI_OPTION_TABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace fencepost {

struct ValueInfo {
  std::string Name, Help;
};

struct OptionInfo {
  std::string Name;  ///< Without dashes.
  std::string Value; ///< What to write for its value; empty: it takes none.
  std::string Help;
  std::vector<ValueInfo> Values; ///< All that it can be; empty: free.

  /// `-p`, `--rules`
  std::string flag() const { return (Name.size() > 1 ? "--" : "-") + Name; }
};

struct CommandInfo {
  std::string Name;
  std::string Arguments; ///< As in a synopsis.
  std::string Help;
  std::vector<OptionInfo> Options; ///< By name.
};

/// The first command is the one that needs no name.
using OptionTable = std::vector<CommandInfo>;

/// False: no such shell.
bool printCompletion(const OptionTable &Table, llvm::StringRef Shell,
                     llvm::raw_ostream &OS);

/// roff for man(1). Examples is plain text, indented lines kept as they are.
void printManual(const OptionTable &Table, llvm::StringRef Version,
                 llvm::StringRef Examples, llvm::raw_ostream &OS);

} // namespace fencepost

#endif
