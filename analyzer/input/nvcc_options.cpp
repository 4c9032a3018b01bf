//===- nvcc_options.cpp - the table of nvcc's options ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/nvcc_options.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace fencepost {

static NvccOption::Meaning meaning(StringRef Name) {
  using M = NvccOption::Meaning;
  return StringSwitch<M>(Name)
      .Case("Include", M::Include)
      .Case("Define", M::Define)
      .Case("Undefine", M::Undefine)
      .Case("IncludePath", M::IncludePath)
      .Case("SystemInclude", M::SystemInclude)
      .Case("Language", M::Language)
      .Case("Standard", M::Standard)
      .Case("Arch", M::Arch)
      .Case("Code", M::Code)
      .Case("GenerateCode", M::GenerateCode)
      .Case("Rdc", M::Rdc)
      .Case("RdcMode", M::RdcMode)
      .Case("DefaultStream", M::DefaultStream)
      .Case("TemplateDepth", M::TemplateDepth)
      .Case("NoExceptions", M::NoExceptions)
      .Case("OptionsFile", M::OptionsFile)
      .Default(M::None);
}

ArrayRef<NvccOption> nvccOptions() {
  static const NvccOption Table[] = {
#define NVCC_OPTION(LONG, SHORT, ARGUMENT, VERB, DETAIL)                       \
  {LONG,                                                                       \
   SHORT,                                                                      \
   NvccOption::Argument::ARGUMENT,                                             \
   NvccOption::Verb::VERB,                                                     \
   #DETAIL,                                                                    \
   meaning(#DETAIL)},
#include "analyzer/input/nvcc_options.def"
  };
  return Table;
}

namespace {
struct Names {
  StringMap<const NvccOption *> Long, Short;
  Names() {
    for (const NvccOption &O : nvccOptions()) {
      Long.try_emplace(O.Long, &O);
      if (!O.Short.empty())
        Short.try_emplace(O.Short, &O);
    }
  }
};
} // namespace

const NvccOption *findNvccOption(StringRef Word, StringRef &Value,
                                 bool &HasValue) {
  static const Names All;
  bool IsLong = Word.starts_with("--");
  StringRef Rest = Word.drop_front(IsLong ? 2 : 1);
  auto [Name, AfterEqual] = Rest.split('=');
  HasValue = Name.size() != Rest.size();
  Value = AfterEqual;
  const auto &First = IsLong ? All.Long : All.Short;
  if (const NvccOption *O = First.lookup(Name))
    return O;
  if (!IsLong && !Rest.empty() && StringRef("DUILlOt").contains(Rest[0])) {
    if (Rest[0] == 't' && (Rest.size() < 2 || !isDigit(Rest[1])))
      return nullptr;
    HasValue = true;
    Value = Rest.drop_front();
    return All.Short.lookup(Rest.take_front());
  }
  // Other releases of nvcc take some options with the other number of dashes;
  // a one-letter name with two dashes is none of them.
  const auto &Second = IsLong ? All.Short : All.Long;
  return Name.size() > 1 ? Second.lookup(Name) : nullptr;
}

} // namespace fencepost
