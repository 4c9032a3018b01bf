//===- sass_fuzz.cpp - libFuzzer target of the SASS front end -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any text is either refused with a message or becomes well-formed functions.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/sass_frontend.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

using namespace fencepost;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  SassUnit U = readSass(Text, "t.sass");
  if (!U.M) {
    if (U.Notes.empty())
      llvm::report_fatal_error("refused without a message");
    return 0;
  }
  for (const auto &Fn : U.M->Functions)
    if (std::string Fault = verify(*Fn); !Fault.empty())
      llvm::report_fatal_error(llvm::Twine(Fn->Name) + ": " + Fault);
  return 0;
}
