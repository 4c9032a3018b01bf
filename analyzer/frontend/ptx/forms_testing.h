//===- forms_testing.h - one asm statement, lowered -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_FORMS_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_FORMS_TESTING_H

#include "analyzer/frontend/ptx/inline_asm.h"

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

} // namespace fencepost

#endif
