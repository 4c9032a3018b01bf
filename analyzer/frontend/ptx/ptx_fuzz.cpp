//===- ptx_fuzz.cpp - libFuzzer target of the PTX front end ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any text is read or told to be no PTX; what is read prints to a text that
// parses to the same module. Each input is read twice: as a whole file, and as
// one inline assembly statement.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/inline_asm.h"
#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "analyzer/model/generate_test_module.h"
#include "analyzer/model/text.h"

using namespace fencepost;

static void comeBack(const Module &M) {
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  print(M, OS);
  auto Back = parseEvents(Printed, "t.events");
  if (!Back)
    llvm::report_fatal_error(Back.takeError());
  std::string Difference = test::firstDifference(M, **Back);
  if (!Difference.empty())
    llvm::report_fatal_error(llvm::Twine("differs: ") + Difference);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text(reinterpret_cast<const char *>(Data), Size);
  PtxUnit Unit = readPtx(Text, "t.ptx");
  if (Unit.M)
    comeBack(*Unit.M);
  else if (Unit.Notes.empty())
    llvm::report_fatal_error("neither read nor refused");

  Module M;
  FunctionBuilder B(M, "k");
  ptx::AsmStatement S;
  S.Text = Text.str();
  S.IsVolatile = true;
  ptx::lowerInlineAsm(B, S);
  B.finish();
  comeBack(M);
  return 0;
}
