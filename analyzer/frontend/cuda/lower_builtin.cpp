//===- lower_builtin.cpp - compiler builtins --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builtins that shape values or control flow; those that touch memory are in
// the API models.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"
#include "analyzer/frontend/ptx/qualifiers.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;

/// tid.x from __nvvm_read_ptx_sreg_tid_x.
static std::string registerOf(llvm::StringRef Builtin) {
  if (!Builtin.consume_front("__nvvm_read_ptx_sreg_"))
    return {};
  std::string Name = Builtin.str();
  size_t N = Name.size();
  if (N > 2 && Name[N - 2] == '_' &&
      llvm::StringRef("xyzw").contains(Name[N - 1]))
    Name[N - 2] = '.';
  return Name;
}

std::optional<RValue> FunctionLowering::builtinCall(const CallSite &Site) {
  const auto *Callee = Site.Callee;
  unsigned Id = Callee->getBuiltinID();
  if (!Id)
    return std::nullopt;
  ValueType Type = Unit.Shapes.valueType(Site.ResultType);
  llvm::StringRef Name = Callee->getName();
  if (Name.starts_with("__nvvm_read_ptx_sreg_")) {
    std::string Register = registerOf(Name);
    if (Register == "warpsize")
      return RValue{B.constant(32, Type)};
    ValueId V = B.special(Register, Type);
    return RValue{ptx::changesBetweenReads(Register) ? B.havoc(Type, {V}) : V};
  }
  switch (Id) {
  case clang::Builtin::BI__builtin_expect:
  case clang::Builtin::BI__builtin_expect_with_probability:
  case clang::Builtin::BI__builtin_assume_aligned:
  case clang::Builtin::BI__builtin_launder: {
    RValue V{scalar(Site.Args[0])};
    for (const Expr *Rest : llvm::ArrayRef(Site.Args).drop_front())
      discard(Rest);
    return V;
  }
  case clang::Builtin::BI__builtin_addressof:
  case clang::Builtin::BI__addressof:
  case clang::Builtin::BIaddressof:
  case clang::Builtin::BImove:
  case clang::Builtin::BIforward:
  case clang::Builtin::BImove_if_noexcept:
  case clang::Builtin::BIas_const:
    return RValue{scalar(Site.Args[0])};
  case clang::Builtin::BI__builtin_assume:
  case clang::Builtin::BI__assume:
    return RValue();
  case clang::Builtin::BI__builtin_unreachable:
  case clang::Builtin::BI__builtin_trap:
  case clang::Builtin::BI__builtin_verbose_trap:
    B.unreachable(Site.Loc);
    return RValue();
  case clang::Builtin::BI__builtin_constant_p:
    return RValue{B.constant(0, Type)};
  case clang::Builtin::BI__builtin_is_constant_evaluated:
    return RValue{B.constant(0, Type)};
  default:
    break;
  }
  if (Ctx.BuiltinInfo.isConst(Id) || Ctx.BuiltinInfo.isPure(Id)) {
    if (Site.At)
      if (auto V = foldedConstant(Site.At))
        return RValue{*V};
    return pureCall(Site);
  }
  return std::nullopt;
}
