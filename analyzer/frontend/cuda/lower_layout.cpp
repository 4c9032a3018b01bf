//===- lower_layout.cpp - types as lists of leaves --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flattens types by Clang's record layouts.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_layout.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::QualType;

bool lower::hasLayout(const clang::RecordDecl *Record) {
  return Record && Record->isCompleteDefinition() && !Record->isInvalidDecl() &&
         !Record->isDependentType();
}

uint32_t Layout::leafAt(uint64_t Offset) const {
  for (uint32_t I = 0; I < Leaves.size(); ++I) {
    const Leaf &L = Leaves[I];
    if (Offset >= L.Offset && (L.Size == 0 || Offset < L.Offset + L.Size))
      return I;
  }
  return NoId;
}

uint64_t Layouts::sizeOf(QualType T) const {
  if (T.isNull())
    return 0;
  if (T->isReferenceType())
    return 8;
  if (T->isDependentType() || T->isIncompleteType() || T->isFunctionType() ||
      T->isPlaceholderType() || T->isUndeducedType() || T->isSizelessType() ||
      T->isVariablyModifiedType())
    return 0;
  QualType Base = Ctx.getBaseElementType(T);
  if (const auto *Record = Base->getAsRecordDecl())
    if (!hasLayout(Record))
      return 0;
  return Ctx.getTypeSizeInChars(T).getQuantity();
}

ValueType Layouts::valueType(QualType T) const {
  ValueType V;
  if (T.isNull() || T->isVoidType() || T->isDependentType())
    return V;
  if (T->isBooleanType())
    return {1, false, false, false};
  uint64_t Bits = sizeOf(T) * 8;
  V.Bits = Bits > 0xFFFF ? 0 : Bits;
  V.IsFloat = T->isRealFloatingType();
  V.IsPointer =
      T->isAnyPointerType() || T->isReferenceType() || T->isNullPtrType();
  V.IsSigned = T->isSignedIntegerOrEnumerationType();
  return V;
}

std::optional<uint64_t> Layouts::offsetOf(const clang::FieldDecl *Field) const {
  const clang::RecordDecl *Record = Field->getParent();
  if (!hasLayout(Record))
    return std::nullopt;
  return Ctx.getFieldOffset(Field) / 8;
}

uint64_t Layouts::baseOffset(const clang::CXXRecordDecl *Derived,
                             const clang::CXXRecordDecl *Base) const {
  if (!hasLayout(Derived) || !hasLayout(Base))
    return 0;
  const auto &Record = Ctx.getASTRecordLayout(Derived);
  for (const auto &Spec : Derived->bases()) {
    const auto *Direct = Spec.getType()->getAsCXXRecordDecl();
    if (!Direct || Direct->getCanonicalDecl() != Base->getCanonicalDecl())
      continue;
    return (Spec.isVirtual() ? Record.getVBaseClassOffset(Direct)
                             : Record.getBaseClassOffset(Direct))
        .getQuantity();
  }
  return 0;
}

const Layout &Layouts::of(QualType T) {
  static const Layout None;
  if (T.isNull())
    return None;
  QualType Key = T.getCanonicalType().getUnqualifiedType();
  auto &Slot = Cache[Key.getAsOpaquePtr()];
  if (Slot)
    return *Slot;
  auto Made = std::make_unique<Layout>();
  Made->Size = sizeOf(Key);
  if (!collect(Key, 0, "", *Made, 0)) {
    Leaf Whole;
    Whole.Size = Made->Size;
    Made->Leaves = {Whole};
  }
  auto &Again = Cache[Key.getAsOpaquePtr()];
  Again = std::move(Made);
  return *Again;
}

bool Layouts::collect(QualType T, uint64_t Offset, const std::string &Path,
                      Layout &Out, unsigned Depth) {
  if (Depth > 24 || Out.Leaves.size() >= MaxLeaves)
    return false;
  if (T->isVoidType())
    return true;
  Leaf L;
  L.Offset = Offset;
  L.Size = sizeOf(T);
  L.Type = T;
  L.Path = Path;
  if (const auto *Array = Ctx.getAsArrayType(T)) {
    L.IsArray = true;
    L.Element = Ctx.getBaseElementType(Array);
    L.ElementSize = sizeOf(L.Element);
  } else if (const auto *Record = T->getAsRecordDecl()) {
    if (!Record->isUnion() && hasLayout(Record))
      return collectRecord(Record, Offset, Path, Out, Depth);
    L.Type = QualType();
  }
  Out.Leaves.push_back(std::move(L));
  return true;
}

std::string fencepost::lower::recordName(const clang::RecordDecl *Record) {
  if (const clang::TypedefNameDecl *Name = Record->getTypedefNameForAnonDecl())
    return Name->getNameAsString();
  return Record->getNameAsString();
}

std::string fencepost::lower::fieldName(const clang::FieldDecl *Field) {
  const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(Field->getParent());
  if (!Field->getDeclName().isEmpty() || !Class || !Class->isLambda())
    return Field->getNameAsString();
  unsigned Index = Field->getFieldIndex();
  for (const auto &Capture : Class->captures()) {
    if (Index--)
      continue;
    return Capture.capturesVariable()
               ? Capture.getCapturedVar()->getNameAsString()
               : "this";
  }
  return {};
}

bool Layouts::collectRecord(const clang::RecordDecl *Record, uint64_t Offset,
                            const std::string &Path, Layout &Out,
                            unsigned Depth) {
  const auto &Shape = Ctx.getASTRecordLayout(Record);
  if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(Record))
    for (const auto &Base : Class->bases()) {
      const auto *Of = Base.getType()->getAsCXXRecordDecl();
      if (!hasLayout(Of) || Base.isVirtual())
        return false;
      if (!collectRecord(Of,
                         Offset + Shape.getBaseClassOffset(Of).getQuantity(),
                         Path, Out, Depth + 1))
        return false;
    }
  std::string Prefix = Path.empty() ? "" : Path + ".";
  for (const auto *Field : Record->fields()) {
    uint64_t At = Offset + Shape.getFieldOffset(Field->getFieldIndex()) / 8;
    if (Field->isBitField()) {
      uint64_t End = (Shape.getFieldOffset(Field->getFieldIndex()) +
                      Field->getBitWidthValue() + 7) /
                         8 +
                     Offset;
      Leaf *Last = Out.Leaves.empty() ? nullptr : &Out.Leaves.back();
      if (Last && Last->Type.isNull() && Last->Offset + Last->Size > At) {
        Last->Size = std::max(Last->Size, End - Last->Offset);
        continue;
      }
      Leaf Bits;
      Bits.Offset = At;
      Bits.Size = End - At;
      Bits.Path = Prefix + fieldName(Field);
      Out.Leaves.push_back(Bits);
      continue;
    }
    if (!collect(Field->getType().getCanonicalType(), At,
                 Prefix + fieldName(Field), Out, Depth + 1))
      return false;
  }
  return Out.Leaves.size() <= MaxLeaves;
}
