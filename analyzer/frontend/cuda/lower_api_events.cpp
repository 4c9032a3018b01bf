//===- lower_api_events.cpp - event templates -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the event templates of a model from a call's arguments, its object and
// its template arguments.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_api.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::QualType;

static constexpr ValueType Bit{1, false, false, false};
static constexpr ValueType Word{32, false, false, false};

std::optional<Tag> lower::tagOf(QualType T) {
  T = T.getNonReferenceType();
  const auto *Class =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          T->getAsCXXRecordDecl());
  if (!Class)
    return std::nullopt;
  for (const auto &Arg : Class->getTemplateArgs().asArray()) {
    if (Arg.getKind() != clang::TemplateArgument::Integral)
      continue;
    const auto *Enum = Arg.getIntegralType()->getAsEnumDecl();
    if (!Enum || !Enum->getName().starts_with("dot_"))
      continue;
    for (const auto *Enumerator : Enum->enumerators())
      if (llvm::APSInt::isSameValue(Enumerator->getInitVal(),
                                    Arg.getAsIntegral()))
        return Tag{Enum->getName().drop_front(4).str(),
                   Enumerator->getNameAsString()};
  }
  return std::nullopt;
}

static const clang::TemplateArgument *
templateArgument(const clang::CXXRecordDecl *Class,
                 const clang::FunctionDecl *Fn, unsigned Index) {
  const clang::TemplateArgumentList *List = nullptr;
  if (const auto *Of =
          llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(Class))
    List = &Of->getTemplateArgs();
  else if (Fn)
    List = Fn->getTemplateSpecializationArgs();
  if (!List || Index >= List->size())
    return nullptr;
  return &List->get(Index);
}

bool lower::isTakenByReference(const clang::FunctionDecl *Callee, unsigned I) {
  return Callee && I < Callee->getNumParams() &&
         Callee->getParamDecl(I)->getType()->isReferenceType();
}

unsigned lower::argumentIndex(llvm::ArrayRef<const Expr *> Args,
                              llvm::ArrayRef<unsigned> Plain,
                              const ArgumentRef &Ref) {
  if (Ref.Source == ArgumentRef::Argument)
    return Ref.Index < Args.size() ? Ref.Index : NoId;
  if (Ref.Source == ArgumentRef::Plain)
    return Ref.Index < Plain.size() ? Plain[Ref.Index] : NoId;
  return NoId;
}

std::optional<int64_t> FunctionLowering::apiConstant(ApiCall &C,
                                                     const ArgumentRef &Ref) {
  if (Ref.Source == ArgumentRef::Constant)
    return Ref.Value;
  if (Ref.Source == ArgumentRef::TemplateArg) {
    const auto *Arg = templateArgument(C.Class, C.Site.Callee, Ref.Index);
    if (Arg && Arg->getKind() == clang::TemplateArgument::Integral)
      return Arg->getAsIntegral().getExtValue();
    return std::nullopt;
  }
  unsigned I = argumentIndex(C.Site.Args, C.Plain, Ref);
  if (I == NoId)
    return std::nullopt;
  const Expr *Arg = C.Site.Args[I];
  if (auto V = B.constantOf(settle(C.Args[I])))
    return V;
  if (auto V = foldedConstant(Arg))
    return B.constantOf(*V);
  if (Arg->isGLValue() && Arg->getType()->isScalarType()) {
    LValue L = atAddress(C.Args[I], Arg->getType());
    if (L.IsPlace)
      return B.constantOf(settle(loadScalar(L, Arg)));
  }
  return std::nullopt;
}

static std::optional<std::string> tagWord(llvm::ArrayRef<const Expr *> Args,
                                          const ArgumentRef &Ref) {
  if (Ref.Source == ArgumentRef::Tag) {
    for (const Expr *Arg : Args)
      if (auto T = tagOf(Arg->getType()); T && T->Kind == Ref.Name)
        return T->Word;
  } else if (Ref.Source == ArgumentRef::Argument && Ref.Index < Args.size()) {
    if (auto T = tagOf(Args[Ref.Index]->getType()))
      return T->Word;
  }
  return std::nullopt;
}

Order FunctionLowering::apiOrder(ApiCall &C, const EventTemplate &T) {
  if (!T.OrderFrom)
    return T.DefaultOrder != Order::Unknown ? T.DefaultOrder : T.Proto.Ord;
  if (auto Word = tagWord(C.Site.Args, T.OrderFrom))
    return orderOfWord(*Word);
  auto V = apiConstant(C, T.OrderFrom);
  if (!V) {
    bool Given = T.OrderFrom.Source != ArgumentRef::Tag &&
                 argumentIndex(C.Site.Args, C.Plain, T.OrderFrom) != NoId;
    return Given ? Order::Unknown : T.DefaultOrder;
  }
  Order O = orderOf(T.Encoding, *V);
  if (T.FailureOrderFrom)
    if (auto Failure = apiConstant(C, T.FailureOrderFrom))
      O = strongest(O, orderOf(T.Encoding, *Failure));
  return O;
}

Scope FunctionLowering::apiScope(ApiCall &C, const EventTemplate &T) {
  if (!T.ScopeFrom)
    return T.Proto.Scp;
  if (auto Word = tagWord(C.Site.Args, T.ScopeFrom))
    return scopeOfWord(*Word);
  if (auto V = apiConstant(C, T.ScopeFrom))
    return scopeOf(T.Encoding, *V);
  bool Given = argumentIndex(C.Site.Args, C.Plain, T.ScopeFrom) != NoId;
  return Given ? Scope::Unknown : T.Proto.Scp;
}

ValueId FunctionLowering::apiValue(ApiCall &C, const ArgumentRef &Ref) {
  ValueId V = UnknownValue;
  QualType T;
  switch (Ref.Source) {
  case ArgumentRef::Absent:
  case ArgumentRef::Tag:
  case ArgumentRef::AllArguments:
    return UnknownValue;
  case ArgumentRef::Constant:
    return B.constant(Ref.Value, Word);
  case ArgumentRef::TemplateArg:
    if (auto Value = apiConstant(C, Ref))
      return B.constant(*Value, Word);
    return UnknownValue;
  case ArgumentRef::This:
    return C.Site.Object ? addressOf(*C.Site.Object) : UnknownValue;
  case ArgumentRef::Member:
    return C.Site.Object ? loadScalar(boundMember(C, Ref.Name), C.Site.At)
                         : UnknownValue;
  case ArgumentRef::Hidden: {
    if (!Unit.M.global(Ref.Name)) {
      Global G;
      G.Name = G.Display = Ref.Name;
      Unit.M.Globals.push_back(G);
    }
    return B.global(Ref.Name);
  }
  case ArgumentRef::Argument:
  case ArgumentRef::Plain: {
    unsigned I = argumentIndex(C.Site.Args, C.Plain, Ref);
    if (I == NoId)
      return UnknownValue;
    V = C.Args[I];
    T = C.Site.Args[I]->getType();
    if (!Ref.Deref) {
      // An argument of a call that was not resolved is not yet read.
      bool IsUnread =
          T->isPointerType() && C.Site.Args[I]->isGLValue() &&
          (!C.Site.Callee ||
           (I < C.Site.Callee->getNumParams() &&
            C.Site.Callee->getParamDecl(I)->getType()->isPointerType()));
      return IsUnread ? loadScalar(atAddress(V, T), C.Site.Args[I]) : V;
    }
    if (!C.Site.Args[I]->isGLValue() ||
        (T->isPointerType() && !isTakenByReference(C.Site.Callee, I))) {
      if (C.Site.Args[I]->isGLValue())
        V = loadScalar(atAddress(V, T), C.Site.Args[I]);
      T = T->isPointerType() ? T->getPointeeType() : T;
    }
    return T->isVoidType() ? UnknownValue
                           : loadScalar(atAddress(V, T), C.Site.Args[I]);
  }
  }
  return UnknownValue;
}

/// A value, not an address: glvalue arguments are read.
ValueId FunctionLowering::apiOperand(ApiCall &C, const ArgumentRef &Ref) {
  unsigned I = argumentIndex(C.Site.Args, C.Plain, Ref);
  if (I == NoId || Ref.Deref || !C.Site.Args[I]->isGLValue())
    return apiValue(C, Ref);
  const Expr *Arg = C.Site.Args[I];
  return loadScalar(atAddress(C.Args[I], Arg->getType(), Arg), Arg);
}

QualType FunctionLowering::apiAccessType(ApiCall &C, const EventTemplate &T) {
  unsigned I = argumentIndex(C.Site.Args, C.Plain, T.Address);
  if (I != NoId) {
    const Expr *Arg = C.Site.Args[I]->IgnoreParenImpCasts();
    QualType Of = C.Site.Args[I]->getType();
    if (Of->isVoidPointerType() && Arg->getType()->isPointerType())
      Of = Arg->getType();
    if (Of->isPointerType())
      Of = Of->getPointeeType();
    return Of->isVoidType() ? QualType() : Of.getUnqualifiedType();
  }
  if (const auto *Arg = templateArgument(C.Class, nullptr, 0))
    if (Arg->getKind() == clang::TemplateArgument::Type)
      return Arg->getAsType();
  return C.Site.ResultType;
}

std::string FunctionLowering::apiSpelling(ApiCall &C) {
  std::string Name;
  if (C.Site.Callee)
    Name = C.Site.Callee->getNameAsString();
  else if (const auto *E = C.Site.At)
    Name = llvm::StringRef(text(E))
               .take_until([](char X) { return X == '('; })
               .str();
  if (C.Site.Callee && C.Site.Object && C.Site.Object->Origin &&
      !llvm::isa_and_nonnull<clang::CXXConstructorDecl>(C.Site.Callee)) {
    std::string Object = text(C.Site.Object->Origin, 30);
    if (!Object.empty() && Object != "this")
      Name = Object + "." + Name;
  }
  return C.Site.Args.empty() ? Name + "()" : Name;
}

/// What an object that is made on the spot is made of, where that is one
/// expression: `*p` of `cuda::atomic_ref<int>(*p)`. Otherwise E.
static const clang::Expr *madeOf(const clang::Expr *E) {
  const clang::Expr *Inner = E->IgnoreUnlessSpelledInSource();
  if (const auto *Cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(Inner))
    Inner = Cast->getSubExpr()->IgnoreImplicit();
  if (const auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(Inner);
      Made && Made->getNumArgs() == 1)
    return Made->getArg(0);
  const auto *List = llvm::dyn_cast<clang::InitListExpr>(Inner);
  return List && List->getNumInits() == 1 ? List->getInit(0) : E;
}

std::string FunctionLowering::apiObject(ApiCall &C, const EventTemplate &T) {
  unsigned I = argumentIndex(C.Site.Args, C.Plain, T.Address);
  if (I == NoId)
    return C.Site.Object && C.Site.Object->Origin
               ? text(madeOf(C.Site.Object->Origin))
               : std::string();
  const Expr *Arg = C.Site.Args[I]->IgnoreParenCasts();
  if (const auto *Unary = llvm::dyn_cast<clang::UnaryOperator>(Arg);
      Unary && Unary->getOpcode() == clang::UO_AddrOf)
    Arg = Unary->getSubExpr();
  return text(Arg);
}

RValue FunctionLowering::apiEvents(ApiCall &C, const ApiModel &Model) {
  for (unsigned I = 0; I < C.Site.Args.size(); ++I) {
    C.Args.push_back(scalar(C.Site.Args[I]));
    if (!tagOf(C.Site.Args[I]->getType()))
      C.Plain.push_back(I);
  }
  for (const EventTemplate &T : Model.Events)
    apiEmit(C, T);
  bool IsVoid = C.Site.ResultType.isNull() || C.Site.ResultType->isVoidType();
  if (IsVoid)
    return {};
  if (C.Result.empty())
    return havocOf(C.Site.ResultType, C.Args);
  return C.Result;
}

static ArgumentRef asDeref(ArgumentRef Ref) {
  Ref.Deref = true;
  return Ref;
}

static ArgumentRef argumentRef(unsigned Index) {
  ArgumentRef Ref;
  Ref.Source = ArgumentRef::Argument;
  Ref.Index = Index;
  return Ref;
}

void FunctionLowering::apiEmit(ApiCall &C, const EventTemplate &T) {
  auto Events = expand(T, apiOrder(C, T), apiScope(C, T));
  if (Events.empty())
    return;
  // Operands first: reading them may be events of their own.
  ValueId Address = apiValue(C, T.Address);
  ValueId Operand = apiOperand(C, T.Operand);
  ValueId Compare = T.CompareByPointer ? apiValue(C, asDeref(T.Compare))
                                       : apiOperand(C, T.Compare);
  ValueId Source = apiValue(C, T.SourceAddress), Size = apiOperand(C, T.Size);
  BlockId After = NoId;
  if (T.Elected) {
    auto reg = [&](llvm::StringRef Name) { return B.special(Name, Word); };
    ValueId Any = B.op(
        OpCode::Or, Word,
        {B.op(OpCode::Or, Word, {reg("tid.x"), reg("tid.y")}), reg("tid.z")});
    BlockId Leader = B.newBlock();
    After = B.newBlock();
    B.branch(B.op(OpCode::Eq, Bit, {Any, B.constant(0, Word)}), Leader, After,
             C.Site.Loc);
    B.seal(Leader);
    B.startBlock(Leader);
  }
  BlockId Head = NoId;
  if (T.Repeats) {
    Head = B.newBlock();
    B.jump(Head);
    B.startBlock(Head);
  }
  EventId Last = NoId;
  for (Event &E : Events) {
    bool IsAccess = &E == &Events.back();
    E.Loc = C.Site.Loc;
    if (E.Spelling.empty())
      E.Spelling = apiSpelling(C);
    if (IsAccess) {
      fillAccess(C, T, E, Address, Operand);
      for (ValueId V : {Compare, Source, Size})
        if (V != UnknownValue)
          E.Extra.push_back(V);
      for (const ArgumentRef &Ref : T.Extra) {
        if (Ref.Source == ArgumentRef::AllArguments)
          for (unsigned I = 0; I < C.Args.size(); ++I)
            E.Extra.push_back(apiOperand(C, argumentRef(I)));
        else
          E.Extra.push_back(apiOperand(C, Ref));
      }
    }
    QualType Of = apiAccessType(C, T);
    ValueType Type = Unit.Shapes.valueType(
        T.Returns && !T.ReturnsSuccess && !C.Site.ResultType->isVoidType()
            ? C.Site.ResultType
            : Of);
    Last = B.emit(std::move(E), Type);
  }
  if (Head != NoId) {
    BlockId Exit = B.newBlock();
    ValueId Result = B.event(Last).Result;
    B.branch(B.op(OpCode::Pure, Bit, {Result}, 0, "holds"), Exit, Head,
             C.Site.Loc);
    B.seal(Head);
    continueAt(Exit);
  }
  apiResult(C, T, Last, Compare);
  if (After != NoId) {
    B.jump(After);
    continueAt(After);
  }
}

/// Classes of half and bfloat16 numbers, one or two.
static bool isSmallFloat(QualType T) {
  const auto *Class = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() &&
         llvm::StringSwitch<bool>(Class->getName())
             .Cases({"__half", "__half2"}, true)
             .Cases({"__nv_bfloat16", "__nv_bfloat162"}, true)
             .Default(false);
}

void FunctionLowering::fillAccess(ApiCall &C, const EventTemplate &T, Event &E,
                                  ValueId Address, ValueId Operand) {
  E.Address = Address;
  E.Operand = Operand;
  if (T.Participants)
    E.Participants = apiOperand(C, T.Participants);
  if (T.BarrierId)
    E.BarrierId = apiOperand(C, T.BarrierId);
  if (T.CompletionObject)
    E.CompletionObject = apiValue(C, T.CompletionObject);
  if (auto Name = tagWord(C.Site.Args, T.SpaceFrom))
    E.Spc = spaceOfWord(*Name);
  if (auto Name = tagWord(C.Site.Args, T.OpFrom))
    E.Rmw = opOfWord(*Name);
  if (!T.Address)
    return;
  E.Object = apiObject(C, T);
  if (E.Bits == 0)
    shapeAccess(E, apiAccessType(C, T));
  if (isRmw(E.Kind))
    E.IsFloat |= isSmallFloat(apiAccessType(C, T));
  if (E.Spc == Space::Unknown || E.Spc == Space::Generic)
    E.Spc = spaceOf(Address);
  escape(Operand);
}
