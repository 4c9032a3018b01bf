//===- bad_value.cpp - what an option can be ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/bad_value.h"
#include "cli/rule_names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace fencepost;

static const OptionInfo *findOption(const OptionTable &Table,
                                    llvm::StringRef Flag) {
  for (const CommandInfo &C : Table)
    for (const OptionInfo &O : C.Options)
      if (O.flag() == Flag && !O.Values.empty())
        return &O;
  return nullptr;
}

std::string fencepost::withKnownValues(llvm::StringRef Errors,
                                       const OptionTable &Table) {
  llvm::Regex Bad("^fencepost: for the (-[-a-z]+) option: Cannot find option "
                  "named '(.*)'!$");
  std::string Out;
  for (llvm::StringRef Line : llvm::split(Errors, '\n')) {
    if (Line.empty())
      continue;
    llvm::SmallVector<llvm::StringRef, 3> Parts;
    const OptionInfo *O =
        Bad.match(Line, &Parts) ? findOption(Table, Parts[1]) : nullptr;
    if (!O) {
      Out += Line.str() + "\n";
      continue;
    }
    std::vector<llvm::StringRef> Names;
    for (const ValueInfo &V : O->Values)
      Names.push_back(V.Name);
    Out +=
        ("fencepost: error: " + Parts[1] + ": '" + Parts[2] + "' is none of " +
         llvm::join(Names, ", ") + didYouMean(Parts[2], Names) + "\n")
            .str();
  }
  return Out;
}
