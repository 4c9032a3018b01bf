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

using namespace fencepost;

static const OptionInfo *findOption(const OptionTable &Table,
                                    llvm::StringRef Name) {
  for (const CommandInfo &C : Table)
    for (const OptionInfo &O : C.Options)
      if (O.Name == Name)
        return &O;
  return nullptr;
}

std::string fencepost::badValue(llvm::ArrayRef<const char *> Words,
                                const OptionTable &Table) {
  for (size_t I = 0; I < Words.size(); ++I) {
    llvm::StringRef Word = Words[I];
    if (!Word.consume_front("-"))
      continue;
    Word.consume_front("-");
    auto [Name, Value] = Word.split('=');
    const OptionInfo *O = findOption(Table, Name);
    if (!O || O->Values.empty())
      continue;
    if (!Word.contains('='))
      Value = I + 1 < Words.size() ? Words[I + 1] : "";
    std::vector<llvm::StringRef> Names;
    for (const ValueInfo &V : O->Values)
      Names.push_back(V.Name);
    if (!Value.empty() && !llvm::is_contained(Names, Value))
      return (llvm::Twine(O->flag()) + ": '" + Value + "' is none of " +
              llvm::join(Names, ", ") + didYouMean(Value, Names))
          .str();
  }
  return "";
}
