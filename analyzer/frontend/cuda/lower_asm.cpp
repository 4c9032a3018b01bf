//===- lower_asm.cpp - asm statements ---------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hands the text and the operands of an asm statement to the PTX front end
// ("Inline PTX Assembly in CUDA") and writes the outputs back.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"
#include "analyzer/frontend/ptx/inline_asm.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::GCCAsmStmt;

/// What a pointer cast written as a call is given: `p` of
/// `__cvta_generic_to_global(p)`.
const Expr *FunctionLowering::throughCasts(const Expr *E) {
  for (unsigned Steps = 0; Steps < 4; ++Steps) {
    E = E->IgnoreParenCasts();
    const auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
    const auto *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee)
      break;
    const ApiModel *Model =
        Unit.Models.find(Unit.apiName(Callee), Call->getNumArgs());
    if (!Model || Model->What != ApiModel::Effect::Returns ||
        Model->Index >= Call->getNumArgs())
      break;
    E = Call->getArg(Model->Index);
  }
  return E;
}

void FunctionLowering::lowerAsm(const GCCAsmStmt *S) {
  ptx::AsmStatement Asm;
  if (const auto *Text =
          llvm::dyn_cast_or_null<clang::StringLiteral>(S->getAsmStringExpr()))
    Asm.Text = Text->getString().str();
  else
    Asm.Text = S->getAsmString();
  Asm.IsVolatile = S->isVolatile();
  for (unsigned I = 0; I < S->getNumClobbers(); ++I)
    Asm.ClobbersMemory |= S->getClobber(I) == "memory";
  Asm.Loc = loc(S);
  std::vector<LValue> Outputs;
  llvm::SmallVector<ValueId, 4> Pointers;
  for (unsigned I = 0; I < S->getNumOutputs(); ++I) {
    const Expr *E = S->getOutputExpr(I);
    LValue L = lvalue(E);
    ptx::AsmOperand Operand;
    Operand.Constraint = S->getOutputConstraint(I);
    Operand.SymbolicName = S->getOutputName(I).str();
    Operand.IsOutput = true;
    Operand.Type = Unit.Shapes.valueType(E->getType());
    Operand.Text = text(E);
    if (llvm::StringRef(Operand.Constraint).contains('+')) {
      Operand.IsInput = true;
      Operand.Input = loadScalar(L, E);
      Pointers.push_back(Operand.Input);
    }
    Outputs.push_back(L);
    Asm.Operands.push_back(std::move(Operand));
  }
  for (unsigned I = 0; I < S->getNumInputs(); ++I) {
    const Expr *E = S->getInputExpr(I);
    ptx::AsmOperand Operand;
    Operand.Constraint = S->getInputConstraint(I);
    Operand.SymbolicName = S->getInputName(I).str();
    Operand.IsInput = true;
    Operand.Type = Unit.Shapes.valueType(E->getType());
    Operand.Text = text(throughCasts(E));
    if (llvm::StringRef(Operand.Constraint).contains('C')) {
      if (auto Chars = E->tryEvaluateString(Ctx))
        Operand.ConstantText = *Chars;
    } else if (E->isGLValue() && E->getType()->isArrayType()) {
      Operand.Input = addressOf(lvalue(E));
    } else {
      Operand.Input = E->isGLValue() ? loadScalar(lvalue(E), E) : scalar(E);
    }
    if (auto C = B.constantOf(Operand.Input))
      Operand.ConstantText = std::to_string(*C);
    Pointers.push_back(Operand.Input);
    Asm.Operands.push_back(std::move(Operand));
  }
  bool Touches = Asm.ClobbersMemory || ptx::mayHoldEvent(Asm.Text);
  ptx::AsmResult Result = ptx::lowerInlineAsm(B, Asm);
  if (Touches) {
    for (ValueId V : Pointers)
      escape(V);
    havocEscaped();
  }
  for (unsigned I = 0; I < Outputs.size() && I < Result.Outputs.size(); ++I) {
    ValueId V = Result.Outputs[I];
    if (V == UnknownValue)
      V = B.havoc(Asm.Operands[I].Type);
    store(Outputs[I], unpack(V, Outputs[I].Type), S->getOutputExpr(I));
  }
  for (const std::string &Instruction : Result.Unparsed)
    partly("asm not understood: " + Instruction + ", line " +
           llvm::Twine(lineOf(S->getBeginLoc())));
}
