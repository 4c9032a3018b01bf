//===- lower_cleanup.cpp - what runs when a scope ends ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Destructors of locals and temporaries ([class.dtor], [class.temporary]).
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::QualType;

void FunctionLowering::pushDestructor(ValueId Object, QualType T,
                                      clang::SourceLocation Loc,
                                      bool IsExtended) {
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return;
  if (const auto *Destructor = Class->getDestructor())
    Cur->Cleanups.push_back({Object, Destructor, Loc, IsExtended});
}

void FunctionLowering::destroy(const Cleanup &C) {
  if (B.isTerminated())
    return;
  CallSite Site;
  Site.Loc = loc(clang::SourceRange(C.Loc));
  Site.Callee = C.Destructor;
  Site.ObjectType = Ctx.getCanonicalTagType(C.Destructor->getParent());
  Site.Object = atAddress(C.Object, Site.ObjectType);
  Site.ResultType = Ctx.VoidTy;
  callSite(Site, nullptr);
}

/// After the body of a destructor: members, then bases, in reverse order.
void FunctionLowering::destroyParts(const clang::CXXDestructorDecl *Of) {
  const auto *Class = Of->getParent();
  if (!hasLayout(Class))
    return;
  LValue Whole = atAddress(Cur->This, Ctx.getCanonicalTagType(Class));
  llvm::SmallVector<const clang::FieldDecl *, 8> Fields(Class->field_begin(),
                                                        Class->field_end());
  auto run = [&](ValueId Object, QualType T) {
    size_t Down = Cur->Cleanups.size();
    pushDestructor(Object, T, Of->getLocation());
    popCleanups(Down);
  };
  for (const auto *Field : llvm::reverse(Fields))
    if (Field->getType()->isRecordType())
      run(addressOf(fieldOf(Whole, Field)), Field->getType());
  for (const auto &Base : llvm::reverse(Class->bases())) {
    const auto *To = Base.getType()->getAsCXXRecordDecl();
    if (!To || Base.isVirtual())
      continue;
    LValue Part = Whole;
    uint64_t Offset = Unit.Shapes.baseOffset(Class, To);
    if (Part.IsPlace)
      Part.At.Offset += Offset;
    else if (Offset)
      Part.Address = offsetAddress(Part.Address, Offset, "base");
    run(addressOf(Part), Base.getType());
  }
}

void FunctionLowering::emitCleanups(size_t Down) {
  for (size_t I = Cur->Cleanups.size(); I > Down; --I) {
    Cleanup C = Cur->Cleanups[I - 1];
    destroy(C);
  }
}

void FunctionLowering::popCleanups(size_t Down) {
  while (Cur->Cleanups.size() > Down) {
    Cleanup C = Cur->Cleanups.back();
    Cur->Cleanups.pop_back();
    destroy(C);
  }
}

void FunctionLowering::popTemporaries(size_t Down) {
  std::vector<Cleanup> Kept;
  while (Cur->Cleanups.size() > Down) {
    Cleanup C = Cur->Cleanups.back();
    Cur->Cleanups.pop_back();
    if (C.IsExtended)
      Kept.push_back(C);
    else
      destroy(C);
  }
  for (Cleanup &C : llvm::reverse(Kept))
    Cur->Cleanups.push_back(C);
}
