//===- inline_asm_testing.h - a function around one asm ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_INLINE_ASM_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_INLINE_ASM_TESTING_H

#include "analyzer/frontend/ptx/inline_asm.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

namespace fencepost::ptx {

inline constexpr ValueType U32{32}, U64{64};

/// Builds one function around one asm statement.
class InlineAsm : public testing::Test {
protected:
  Module M;
  FunctionBuilder B{M, "k"};
  AsmStatement Asm;
  AsmResult Result;
  const Function *Fn = nullptr;

  InlineAsm() {
    Asm.IsVolatile = true;
    Asm.ClobbersMemory = true;
  }
  AsmOperand &operand(llvm::StringRef Constraint, llvm::StringRef Text = {},
                      ValueId Input = UnknownValue) {
    AsmOperand O;
    O.Constraint = Constraint.str();
    O.IsOutput = Constraint.starts_with("=") || Constraint.starts_with("+");
    O.IsInput = !Constraint.starts_with("=");
    O.Text = Text.str();
    O.Input = Input;
    Asm.Operands.push_back(O);
    return Asm.Operands.back();
  }
  void output(llvm::StringRef Text = {}) { operand("=r", Text); }
  ValueId input(llvm::StringRef Constraint, llvm::StringRef Text) {
    ValueId V = B.param(NextParam++, Constraint == "l" ? U64 : U32);
    operand(Constraint, Text, V);
    return V;
  }
  /// Lowers Text; each output is then stored to its own address, so that it
  /// can be looked at in the finished function.
  const Function &lower(llvm::StringRef Text) {
    Asm.Text = Text.str();
    Result = lowerInlineAsm(B, Asm);
    for (auto [Index, O] : llvm::enumerate(Asm.Operands))
      if (O.IsOutput) {
        Event E;
        E.Kind = EventKind::Store;
        E.Address = B.param(100 + Index, U64);
        E.Operand = Result.Outputs[Index];
        E.Spelling = "output";
        B.emit(std::move(E));
      }
    Fn = &B.finish();
    EXPECT_EQ(verify(*Fn), "");
    return *Fn;
  }
  std::vector<std::string> spellings() const {
    std::vector<std::string> All;
    for (const Event &E : Fn->Events)
      if (E.Spelling != "output")
        All.push_back(E.Spelling);
    return All;
  }
  const Event &event(llvm::StringRef Spelling) const {
    static const Event None;
    for (const Event &E : Fn->Events)
      if (E.Spelling == Spelling)
        return E;
    ADD_FAILURE() << "no event " << Spelling.str();
    return None;
  }
  const Value &value(ValueId V) const { return Fn->Values[V]; }
  /// What output N holds in the end.
  const Value &outputValue(unsigned N = 0) const {
    for (const Event &E : Fn->Events)
      if (E.Spelling == "output" && value(E.Address).Imm == 100 + N)
        return value(E.Operand);
    ADD_FAILURE() << "output " << N << " is not stored";
    return Fn->Values[0];
  }
  BlockId blockOf(llvm::StringRef Spelling) const {
    for (BlockId Id = 0; Id < Fn->Blocks.size(); ++Id)
      for (EventId E : Fn->Blocks[Id].Events)
        if (Fn->Events[E].Spelling == Spelling)
          return Id;
    ADD_FAILURE() << "no event " << Spelling.str();
    return 0;
  }

private:
  unsigned NextParam = 0;
};

} // namespace fencepost::ptx

#endif
