//===- api_expression.cpp - arithmetic in API models ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedence climbing over the C operators. Names are special registers in
// PTX spelling without % (`tid.x`), `arg0` is a call argument, `popc(...)` a
// pure function. No ?:, no assignment.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_models.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using llvm::StringRef;

namespace {
constexpr unsigned MaxDepth = 32;

struct Operator {
  StringRef Text;
  OpCode Op;
  unsigned Precedence;
};
// Longer spellings first.
constexpr Operator Operators[] = {
    {"<<", OpCode::Shl, 5}, {">>", OpCode::Shr, 5}, {"<=", OpCode::Le, 4},
    {">=", OpCode::Ge, 4},  {"==", OpCode::Eq, 3},  {"!=", OpCode::Ne, 3},
    {"<", OpCode::Lt, 4},   {">", OpCode::Gt, 4},   {"+", OpCode::Add, 6},
    {"-", OpCode::Sub, 6},  {"*", OpCode::Mul, 7},  {"/", OpCode::Div, 7},
    {"%", OpCode::Rem, 7},  {"&", OpCode::And, 2},  {"^", OpCode::Xor, 1},
    {"|", OpCode::Or, 0},
};

class Parser {
public:
  Parser(StringRef Text, ApiExpression &Out) : Rest(Text), Out(Out) {}

  llvm::Error run() {
    expression(0, 0);
    Rest = Rest.ltrim();
    if (Message.empty() && !Rest.empty())
      Message = ("unexpected '" + Rest + "'").str();
    if (Message.empty())
      return llvm::Error::success();
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
  }

private:
  StringRef Rest;
  ApiExpression &Out;
  std::string Message;

  unsigned add(ApiExpression::Node N) {
    Out.Nodes.push_back(std::move(N));
    return Out.Nodes.size() - 1;
  }

  unsigned expression(unsigned Lowest, unsigned Depth) {
    unsigned Left = primary(Depth);
    while (Message.empty()) {
      Rest = Rest.ltrim();
      const Operator *Found = nullptr;
      for (const Operator &O : Operators)
        if (Rest.starts_with(O.Text)) {
          Found = &O;
          break;
        }
      if (!Found || Found->Precedence < Lowest)
        break;
      Rest = Rest.drop_front(Found->Text.size());
      unsigned Right = expression(Found->Precedence + 1, Depth + 1);
      ApiExpression::Node N;
      N.Op = Found->Op;
      N.Operands = {Left, Right};
      Left = add(std::move(N));
    }
    return Left;
  }

  unsigned primary(unsigned Depth) {
    Rest = Rest.ltrim();
    if (Depth > MaxDepth) {
      Message = "expression is nested too deeply";
      return 0;
    }
    if (Rest.consume_front("(")) {
      unsigned Inner = expression(0, Depth + 1);
      expect(")");
      return Inner;
    }
    ApiExpression::Node N;
    if (Rest.consume_front("~")) {
      N.Op = OpCode::Not;
      N.Operands = {primary(Depth + 1)};
      return add(std::move(N));
    }
    if (!Rest.empty() && llvm::isDigit(Rest.front())) {
      N.Leaf = ValueKind::Constant;
      if (Rest.consumeInteger(0, N.Imm))
        Message = "number is out of range";
      return add(std::move(N));
    }
    StringRef Word = Rest.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
    if (Word.empty()) {
      Message = "expected a value";
      return 0;
    }
    Rest = Rest.drop_front(Word.size());
    return named(Word, Depth);
  }

  unsigned named(StringRef Word, unsigned Depth) {
    ApiExpression::Node N;
    unsigned Index;
    StringRef Digits = Word;
    if (Digits.consume_front("arg") && !Digits.getAsInteger(10, Index)) {
      N.Leaf = ValueKind::Param;
      N.Imm = Index;
    } else if (Digits = Word; Digits.consume_front("template") &&
                              !Digits.getAsInteger(10, Index)) {
      N.Leaf = ValueKind::Param;
      N.IsTemplate = true;
      N.Imm = Index;
    } else if (Rest.consume_front("(")) {
      N.Op = OpCode::Pure;
      N.Name = Word.str();
      do
        N.Operands.push_back(expression(0, Depth + 1));
      while (Message.empty() && consume(","));
      expect(")");
    } else {
      N.Leaf = ValueKind::Special;
      N.Name = Word.str();
    }
    return add(std::move(N));
  }

  bool consume(StringRef Text) {
    Rest = Rest.ltrim();
    return Rest.consume_front(Text);
  }
  void expect(StringRef Text) {
    if (!consume(Text) && Message.empty())
      Message = ("expected '" + Text + "'").str();
  }
};
} // namespace

llvm::Expected<ApiExpression> ApiExpression::parse(StringRef Text) {
  ApiExpression E;
  if (llvm::Error Err = Parser(Text, E).run())
    return std::move(Err);
  return E;
}

static ValueId buildOp(FunctionBuilder &B, const ApiExpression::Node &N,
                       llvm::ArrayRef<ValueId> Operands) {
  const ValueType U32 = {32, false, false, false};
  const ValueType Predicate = {1, false, false, false};
  if (N.Op == OpCode::Rem) {
    const Value &Left = B.value(Operands[0]);
    std::optional<int64_t> Size = B.constantOf(Operands[1]);
    if (Left.Kind == ValueKind::Special && Left.Name == "laneid" && Size) {
      if (*Size == 32)
        return Operands[0];
      if (*Size < 1 || *Size > 32)
        return UnknownValue;
    }
  }
  bool IsComparison = N.Op >= OpCode::Eq && N.Op <= OpCode::Ge;
  return B.op(N.Op, IsComparison ? Predicate : U32, Operands, 0, N.Name);
}

ValueId
ApiExpression::build(FunctionBuilder &B, llvm::ArrayRef<ValueId> Arguments,
                     llvm::ArrayRef<std::optional<int64_t>> Template) const {
  const ValueType U32 = {32, false, false, false};
  llvm::SmallVector<ValueId, 16> Built;
  for (const Node &N : Nodes) {
    uint64_t Index = N.Imm;
    if (N.Op != OpCode::None) {
      llvm::SmallVector<ValueId, 3> Operands;
      for (unsigned O : N.Operands)
        Operands.push_back(Built[O]);
      Built.push_back(buildOp(B, N, Operands));
    } else if (N.Leaf == ValueKind::Constant) {
      Built.push_back(B.constant(N.Imm, U32));
    } else if (N.Leaf == ValueKind::Special) {
      Built.push_back(B.special(N.Name, U32));
    } else if (N.IsTemplate) {
      bool Known = Index < Template.size() && Template[Index];
      Built.push_back(Known ? B.constant(*Template[Index], U32) : UnknownValue);
    } else {
      Built.push_back(Index < Arguments.size() ? Arguments[Index]
                                               : UnknownValue);
    }
  }
  return Built.empty() ? UnknownValue : Built.back();
}
