//===- lower_api_result.cpp - what a modelled call yields -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of event templates: the old value, the new one, success, or a write
// through a pointer; and Clang's atomic builtins, which are modelled by name.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_api.h"
#include "clang/Basic/SourceManager.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::QualType;

static constexpr ValueType Bit{1, false, false, false};

static OpCode opOf(RmwOp Op) {
  switch (Op) {
  case RmwOp::Add:
  case RmwOp::Inc:
    return OpCode::Add;
  case RmwOp::Sub:
  case RmwOp::Dec:
    return OpCode::Sub;
  case RmwOp::Min:
    return OpCode::Min;
  case RmwOp::Max:
    return OpCode::Max;
  case RmwOp::And:
    return OpCode::And;
  case RmwOp::Or:
    return OpCode::Or;
  case RmwOp::Xor:
    return OpCode::Xor;
  case RmwOp::None:
  case RmwOp::Exch:
  case RmwOp::Cas:
  case RmwOp::Other:
    return OpCode::None;
  }
  return OpCode::None;
}

void FunctionLowering::apiResult(ApiCall &C, const EventTemplate &T,
                                 EventId Last, ValueId Compare) {
  const Event E = B.event(Last);
  if (E.Result == UnknownValue)
    return;
  ValueType Type = B.value(E.Result).Type;
  if (T.CompareByPointer || T.ResultTo) {
    const ArgumentRef &To = T.ResultTo ? T.ResultTo : T.Compare;
    unsigned I = argumentIndex(C.Site.Args, C.Plain, To);
    if (I != NoId) {
      const Expr *Arg = C.Site.Args[I];
      QualType Of = Arg->getType();
      ValueId At = C.Args[I];
      if (Of->isPointerType() && !isTakenByReference(C.Site.Callee, I)) {
        if (Arg->isGLValue())
          At = loadScalar(atAddress(At, Of), Arg);
        Of = Of->getPointeeType();
      }
      LValue L = atAddress(At, Of, Arg);
      if (L.IsPlace && !Of->isVoidType())
        store(L, unpack(E.Result, Of), Arg);
    }
  }
  if (!T.Returns)
    return;
  if (T.ReturnsSuccess) {
    C.Result = {B.op(OpCode::Eq, Bit, {E.Result, Compare})};
  } else if (T.ReturnsNew && opOf(E.Rmw) != OpCode::None &&
             E.Operand != UnknownValue) {
    C.Result = {B.op(opOf(E.Rmw), Type, {E.Result, E.Operand})};
  } else if (!C.Site.ResultType.isNull() && !C.Site.ResultType->isVoidType()) {
    C.Result = unpack(E.Result, C.Site.ResultType);
  }
}

RValue FunctionLowering::atomicExpr(const clang::AtomicExpr *E) {
  CallSite Site;
  Site.At = E;
  Site.Loc = loc(E);
  Site.ResultType = E->getType();
  // The tree holds the arguments out of order; the source order is the call's.
  llvm::SmallVector<const Expr *, 6> Args;
  for (const clang::Stmt *Child : E->children())
    if (const auto *Sub = llvm::dyn_cast_or_null<Expr>(Child))
      Args.push_back(Sub);
  const auto &SM = Ctx.getSourceManager();
  llvm::sort(Args, [&](const Expr *A, const Expr *B) {
    return SM.isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc());
  });
  Site.Args.assign(Args.begin(), Args.end());
  std::string Name = E->getOpAsString().str();
  if (auto V = unresolvedCall(Name, Site, nullptr))
    return *V;
  return opaqueCall(Site, Name);
}
