//===- text_fuzz.cpp - libFuzzer target of the .events text form ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any text is either refused or prints to a text that parses to the same
// module.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/generate_test_module.h"
#include "analyzer/model/text.h"

using namespace fencepost;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  auto M = parseEvents(Text, "t.events");
  if (!M) {
    llvm::consumeError(M.takeError());
    return 0;
  }
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  print(**M, OS);
  auto Back = parseEvents(Printed, "t.events");
  if (!Back)
    llvm::report_fatal_error(Back.takeError());
  std::string Difference = test::firstDifference(**M, **Back);
  if (!Difference.empty())
    llvm::report_fatal_error(llvm::Twine("differs: ") + Difference);
  return 0;
}
