//===- inline_asm.cpp - PTX statements inside asm() -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Inline PTX Assembly in CUDA": operands, constraints, escapes. The template
// is turned into plain PTX first: constants become text, operand N becomes the
// register `%N`, bound in the outermost scope.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/inline_asm.h"
#include "analyzer/frontend/ptx/lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Turns a template into plain PTX.
class Expander {
public:
  Expander(StringRef In, ArrayRef<AsmOperand> Operands)
      : In(In), Operands(Operands) {}

  std::string run() {
    Out.reserve(In.size() + 16);
    while (!In.empty()) {
      char C = In.front();
      if ((C == '%' && percent()) || (C == '$' && dollar()))
        continue;
      Out += C;
      In = In.drop_front();
    }
    return std::move(Out);
  }

private:
  StringRef In;
  ArrayRef<AsmOperand> Operands;
  std::string Out;

  bool percent() {
    StringRef Rest = In.drop_front();
    if (Rest.consume_front("%"))
      Out += '%';
    else if (Rest.consume_front("="))
      Out += '0'; // Labels are local to each asm: any number is unique.
    else if (Rest.contains(']') && Rest.consume_front("[")) {
      auto [Name, After] = Rest.split(']');
      put(symbolic(Name));
      Rest = After;
    } else if (!number(Rest))
      return false;
    In = Rest;
    return true;
  }

  // `$0` is an operand, `$L1` and `x$0` are names.
  bool dollar() {
    StringRef Rest = In.drop_front();
    bool InName = !Out.empty() && (llvm::isAlnum(Out.back()) ||
                                   Out.back() == '_' || Out.back() == '$');
    if (Rest.consume_front("$")) {
      Out += '$';
    } else if (Rest.consume_front("{")) {
      size_t Close = Rest.find('}');
      unsigned Index = 0;
      if (Close == StringRef::npos ||
          Rest.take_front(Close).split(':').first.getAsInteger(10, Index))
        return false;
      put(Index);
      Rest = Rest.drop_front(Close + 1);
    } else if (InName || !number(Rest)) {
      return false;
    }
    In = Rest;
    return true;
  }

  bool number(StringRef &Rest) {
    unsigned Index = 0;
    if (Rest.empty() || !llvm::isDigit(Rest.front()) ||
        Rest.consumeInteger(10, Index))
      return false;
    put(Index);
    return true;
  }

  unsigned symbolic(StringRef Name) const {
    auto Is = [&](const AsmOperand &O) { return O.SymbolicName == Name; };
    return llvm::find_if(Operands, Is) - Operands.begin();
  }

  void put(unsigned Index) {
    if (Index < Operands.size() && !Operands[Index].ConstantText.empty() &&
        isConstant(Operands[Index])) {
      Out += Operands[Index].ConstantText;
      return;
    }
    Out += '%';
    Out += std::to_string(Index);
  }

  static bool isConstant(const AsmOperand &O) {
    return StringRef(O.Constraint).find_first_of("nCi") != StringRef::npos;
  }
};

ValueType constraintType(StringRef Constraint) {
  for (char C : Constraint)
    switch (C) {
    case 'h':
      return {16};
    case 'r':
      return {32};
    case 'l':
      return {64};
    case 'q':
      return {128};
    case 'f':
      return {32, true};
    case 'd':
      return {64, true};
    default:
      break;
    }
  return {};
}

std::optional<unsigned> tiedTo(StringRef Constraint, unsigned Count) {
  unsigned Index = 0;
  if (Constraint.getAsInteger(10, Index) || Index >= Count)
    return std::nullopt;
  return Index;
}

std::string registerName(unsigned Index) { return "%" + std::to_string(Index); }

void bindOperands(Lowering &L, ArrayRef<AsmOperand> Operands) {
  for (auto [Index, O] : llvm::enumerate(Operands)) {
    std::string Name = registerName(Index);
    if (auto Target = tiedTo(O.Constraint, Index)) {
      L.alias(Name, registerName(*Target));
      L.assign(Name, O.Input);
    } else {
      L.bind(Name, O.IsInput ? O.Input : UnknownValue,
             constraintType(O.Constraint));
    }
    if (O.IsOutput)
      L.keep(Name);
    if (O.IsInput) {
      L.nameRegister(Name, O.Text);
      L.nameValue(O.Input, O.Text);
    }
  }
}

// Beyond this many statements or labels an asm is not analysed: builders and
// analyses are made for code that people write.
constexpr size_t MostStatements = 4096;

} // namespace

AsmResult fencepost::ptx::lowerInlineAsm(FunctionBuilder &B,
                                         const AsmStatement &Asm) {
  std::string Text = Expander(Asm.Text, Asm.Operands).run();
  llvm::BumpPtrAllocator Memory;
  StatementReader Reader(Text, Memory);
  std::vector<Statement> Body;
  bool HasGarbage = false;
  for (;;) {
    Statement S = Reader.next();
    if (S.Kind == Statement::Form::End || Body.size() == MostStatements)
      break;
    HasGarbage |= S.Kind == Statement::Form::Garbage;
    Body.push_back(std::move(S));
  }
  bool IsCut = Body.size() == MostStatements;

  Lowering L(B);
  auto IsOutput = [](const AsmOperand &O) { return O.IsOutput; };
  L.Prototype.Loc = Asm.Loc;
  L.Prototype.InAsm = true;
  // An asm without outputs is volatile whether it says so or not.
  L.Prototype.AsmVolatile =
      Asm.IsVolatile || llvm::none_of(Asm.Operands, IsOutput);
  L.Prototype.CompilerBarrier = Asm.ClobbersMemory;
  bindOperands(L, Asm.Operands);
  L.lowerBody(Body);
  if (IsCut)
    L.giveUp("asm with too many statements", /*Opaque=*/true);
  else if (Reader.sawUnterminated())
    L.giveUp("asm with an unterminated comment or string", /*Opaque=*/true);

  AsmResult Result;
  for (auto [Index, O] : llvm::enumerate(Asm.Operands)) {
    bool Known = !HasGarbage && !IsCut && !B.isTerminated();
    Result.Outputs.push_back(!O.IsOutput ? UnknownValue
                             : Known     ? L.read(registerName(Index))
                                         : B.havoc(O.Type));
  }
  if (Asm.ClobbersMemory && !L.emittedEvents() && !B.isTerminated()) {
    Event E = L.Prototype;
    E.Kind = EventKind::CompilerOnly;
    E.Spelling = "asm volatile(\"\" ::: \"memory\")";
    B.emit(std::move(E));
  }
  Result.IgnoredQualifiers = L.ignoredQualifiers();
  Result.Unparsed = L.unparsed();
  return Result;
}

bool fencepost::ptx::mayHoldEvent(StringRef AsmText) {
  std::string Text = Expander(AsmText, {}).run();
  llvm::BumpPtrAllocator Memory;
  StatementReader Reader(Text, Memory);
  for (;;) {
    Statement S = Reader.next();
    switch (S.Kind) {
    case Statement::Form::End:
      return Reader.sawUnterminated();
    case Statement::Form::Instruction:
      if (!Lowering::hasValueEffect(S.Inst.Root) || S.Inst.hasAddress())
        return true;
      break;
    case Statement::Form::Garbage:
      return true;
    case Statement::Form::Label:
    case Statement::Form::OpenBrace:
    case Statement::Form::CloseBrace:
    case Statement::Form::Declaration:
    case Statement::Form::Directive:
      break;
    }
  }
}
