//===- forms_testing.h - one asm statement, lowered -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_FORMS_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_FORMS_TESTING_H

#include "analyzer/frontend/ptx/inline_asm.h"
#include "gtest/gtest.h"

namespace fencepost {

/// The only function of a module that holds Text as one asm statement.
struct Lowered {
  Module M;
  const Function *Fn;
  ptx::AsmResult Asm;
  explicit Lowered(llvm::StringRef Text) {
    FunctionBuilder B(M, "k");
    ptx::AsmStatement S;
    S.Text = Text.str();
    S.IsVolatile = true;
    Asm = ptx::lowerInlineAsm(B, S);
    Fn = &B.finish();
  }
};

/// One asm statement and its events, each "kind order scope space proxy".
struct FormCase {
  const char *Text;
  const char *Events;
};
inline void PrintTo(const FormCase &C, std::ostream *OS) { *OS << C.Text; }

inline std::string describe(const Function &Fn) {
  std::string Out;
  for (const Event &E : Fn.Events) {
    Out += Out.empty() ? "" : "; ";
    for (llvm::StringRef Word :
         {spelling(E.Kind), spelling(E.Ord), spelling(E.Scp), spelling(E.Spc),
          spelling(E.Prx)})
      Out += (Out.empty() || Out.ends_with(' ') ? "" : " ") + Word.str();
  }
  return Out;
}

inline void expectEvents(const FormCase &C) {
  Lowered L(C.Text);
  EXPECT_EQ(describe(*L.Fn), C.Events) << C.Text;
  EXPECT_EQ(verify(*L.Fn), "") << C.Text;
  EXPECT_TRUE(L.Asm.Unparsed.empty()) << C.Text;
  EXPECT_EQ(L.Asm.IgnoredQualifiers, 0u) << C.Text;
}

} // namespace fencepost

#endif
