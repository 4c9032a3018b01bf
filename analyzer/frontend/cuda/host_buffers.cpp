//===- host_buffers.cpp - names under which the host reaches memory -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of the program and of a function, members, temporaries: one buffer
// each, with the place and the text that findings show.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"
#include "analyzer/model/host_keys.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::FunctionDecl;
using clang::SourceLocation;
using clang::SourceRange;
using llvm::StringRef;

BufferId HostLowering::add(HostBuffer B) {
  Host.Buffers.push_back(std::move(B));
  return Host.Buffers.size() - 1;
}

BufferId HostLowering::global(const clang::VarDecl *Var) {
  Var = Var->getCanonicalDecl();
  auto [It, New] = Globals.try_emplace(Var);
  if (!New)
    return It->second;
  HostBuffer B;
  B.Name = Var->getNameAsString();
  B.Root = BufferRoot::Global;
  B.Key = Unit.apiName(Var);
  if (const auto *In = llvm::dyn_cast<FunctionDecl>(Var->getDeclContext()))
    B.Key = Unit.apiName(In) + "::" + B.Key;
  if (!Var->isExternallyVisible())
    B.Key = Unit.M.Name + ":" + B.Key;
  auto Known = GlobalKeys.find(B.Key);
  if (Known != GlobalKeys.end())
    return Globals[Var] = Known->second;
  if (Var->hasAttr<clang::CUDADeviceAttr>())
    B.Home = MemoryHome::Device;
  B.Bytes = Unit.Shapes.sizeOf(Var->getType());
  B.Loc = loc({Var->getLocation(), Var->getLocation()});
  if (B.Home == MemoryHome::Device) {
    const Global *Of = Unit.M.global(Unit.apiName(Var));
    if (Of && Of->IsManaged)
      B.Home = MemoryHome::Managed;
  }
  std::string Key = B.Key;
  BufferId Id = add(std::move(B));
  GlobalKeys[Key] = Id;
  return Globals[Var] = Id;
}

BufferId HostLowering::variable(const clang::ValueDecl *D) {
  if (const auto *Binding = llvm::dyn_cast<clang::BindingDecl>(D)) {
    if (const clang::VarDecl *Holding = Binding->getHoldingVar())
      return variable(Holding);
    const Expr *Of = Binding->getBinding();
    return Of ? eval(Of) : UnknownBuffer;
  }
  const auto *Var = llvm::dyn_cast<clang::VarDecl>(D);
  if (!Var || Var->isConstexpr() || Var->getType()->isDependentType())
    return UnknownBuffer;
  if (Var->hasGlobalStorage())
    return global(Var);
  auto [It, New] = Variables.try_emplace(Var);
  if (!New)
    return It->second;
  HostBuffer B;
  B.Name = Var->getNameAsString();
  B.Root = BufferRoot::Local;
  B.In = Index;
  B.Number = Locals++;
  if (Var->getType()->isArrayType()) {
    B.Home = MemoryHome::Host;
    B.Bytes = Unit.Shapes.sizeOf(Var->getType());
  }
  B.Loc = loc({Var->getLocation(), Var->getLocation()});
  BufferId Id = add(std::move(B));
  return Variables[Var] = Id;
}

BufferId HostLowering::member(BufferId Base, StringRef Key, StringRef Name) {
  if (Base == UnknownBuffer)
    return UnknownBuffer;
  unsigned Number =
      MemberKeys.try_emplace(Key, MemberKeys.size()).first->second;
  auto [It, New] = Members.try_emplace({Base, Number});
  if (!New)
    return It->second;
  HostBuffer B;
  const HostBuffer &Of = Host.Buffers[Base];
  B.Name = Of.Name.empty() || Of.Name == "this" ? Name.str()
                                                : Of.Name + "." + Name.str();
  B.Root = BufferRoot::Member;
  B.In = Of.In;
  B.Key = Key.str();
  B.Base = Base;
  B.Loc = Of.Loc;
  BufferId Id = add(std::move(B));
  return Members[{Base, Number}] = Id;
}

/// Raw bytes may hold anything.
bool HostLowering::holdsIntegersAlone(clang::QualType T, unsigned Steps) {
  constexpr unsigned MaxSteps = 8;
  if (T.isNull() || Steps > MaxSteps)
    return false;
  if (T->isAnyCharacterType() || T->isStdByteType() || T->isReferenceType())
    return false;
  if (T->isIntegralOrEnumerationType())
    return true;
  if (const clang::ArrayType *Array = Ctx.getAsArrayType(T))
    return holdsIntegersAlone(Array->getElementType(), Steps + 1);
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isUnion())
    return false;
  if (isContainer(Unit, T)) {
    const auto *Special =
        llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(Class);
    return Special && Special->getTemplateArgs().size() &&
           Special->getTemplateArgs()[0].getKind() ==
               clang::TemplateArgument::Type &&
           holdsIntegersAlone(Special->getTemplateArgs()[0].getAsType(),
                              Steps + 1);
  }
  auto IsOne = [&](clang::QualType Part) {
    const auto *Record = Part->getAsCXXRecordDecl();
    return (Record && Record->isEmpty()) || holdsIntegersAlone(Part, Steps + 1);
  };
  return !Class->isEmpty() && !Class->isLambda() &&
         llvm::all_of(
             Class->bases(),
             [&](const auto &Base) { return IsOne(Base.getType()); }) &&
         llvm::all_of(Class->fields(), [&](const clang::FieldDecl *Field) {
           return IsOne(Field->getType());
         });
}

std::string HostLowering::keyOf(const clang::FieldDecl *Field) {
  std::string Key = fieldName(Field);
  if (holdsIntegersAlone(Field->getType()))
    Key += IntegersMark;
  return Key;
}

BufferId HostLowering::temporary(const Expr *Origin) {
  HostBuffer B;
  B.Name = text(Origin);
  B.Root = BufferRoot::Local;
  B.In = Index;
  B.Number = Locals++;
  B.Loc = Origin ? loc(Origin->getSourceRange()) : Nowhere;
  return add(std::move(B));
}

LocationId HostLowering::loc(SourceRange Range) {
  if (Range.isInvalid())
    return Nowhere;
  const auto &SM = Ctx.getSourceManager();
  auto Expansion = SM.getExpansionRange(Range);
  SourceLocation Begin = Expansion.getBegin(), End = Expansion.getEnd();
  Location L;
  L.File = Unit.fileOf(SM.getFileID(Begin));
  L.Line = SM.getSpellingLineNumber(Begin);
  L.Column = SM.getSpellingColumnNumber(Begin);
  if (End.isValid() && SM.getFileID(End) == SM.getFileID(Begin)) {
    if (Expansion.isTokenRange())
      End = clang::Lexer::getLocForEndOfToken(End, 0, SM, Ctx.getLangOpts());
    if (End.isValid()) {
      L.EndLine = SM.getSpellingLineNumber(End);
      L.EndColumn = SM.getSpellingColumnNumber(End);
    }
  }
  L.Function = Fn ? Unit.frameName(Fn) : std::string();
  return Unit.M.location(L);
}

std::string HostLowering::text(const Expr *E) const {
  if (!E)
    return {};
  const auto &SM = Ctx.getSourceManager();
  StringRef Text = clang::Lexer::getSourceText(
      SM.getExpansionRange(E->getSourceRange()), SM, Ctx.getLangOpts());
  constexpr size_t Limit = 60;
  std::string Out;
  for (char C : Text) {
    if (isspace(static_cast<unsigned char>(C)))
      C = ' ';
    if (C != ' ' || (!Out.empty() && Out.back() != ' '))
      Out += C;
    if (Out.size() > Limit)
      return Out.substr(0, Limit - 3) + "...";
  }
  return Out;
}

void HostLowering::setHome(BufferId B, MemoryHome Home, const Expr *Size,
                           const Expr *At) {
  if (B == UnknownBuffer)
    return;
  HostBuffer &Of = Host.Buffers[B];
  // Two allocations under one name: neither is sure.
  Of.Home = Of.Home == MemoryHome::Unknown || Of.Home == Home
                ? Home
                : MemoryHome::Unknown;
  Of.Bytes = Size ? integer(Size) : std::nullopt;
  Of.Loc = loc(At->getSourceRange());
}
