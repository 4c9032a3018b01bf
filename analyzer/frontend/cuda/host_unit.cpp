//===- host_unit.cpp - host functions and their buffers ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function at a time: parameters, `this`, locals and temporaries are
// buffers of the function, variables with linkage are buffers of the program.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::FunctionDecl;
using clang::SourceLocation;
using clang::SourceRange;
using llvm::StringRef;

HostLowering::HostLowering(UnitState &Unit,
                           const llvm::StringMap<std::string> &Kept)
    : Unit(Unit), Ctx(Unit.Ctx), Host(Unit.M.Host), Kept(Kept) {
  Host.IsRead = true;
}

namespace {

/// Variables that are written after their initialisation, or whose address is
/// taken: their initial values say nothing.
class ModifiedFinder : public clang::RecursiveASTVisitor<ModifiedFinder> {
public:
  explicit ModifiedFinder(llvm::DenseSet<const clang::Decl *> &Out)
      : Out(Out) {}
  bool VisitBinaryOperator(clang::BinaryOperator *E) {
    if (E->isAssignmentOp())
      note(E->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *E) {
    if (E->isAssignmentOp() && E->getNumArgs())
      note(E->getArg(0));
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *E) {
    if (E->isIncrementDecrementOp() || E->getOpcode() == clang::UO_AddrOf)
      note(E->getSubExpr());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    for (unsigned I = 0; Callee && I < Callee->getNumParams(); ++I) {
      clang::QualType T = Callee->getParamDecl(I)->getType();
      if (I < E->getNumArgs() && T->isReferenceType() &&
          !T->getPointeeType().isConstQualified())
        note(E->getArg(I));
    }
    return true;
  }

private:
  llvm::DenseSet<const clang::Decl *> &Out;
  void note(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    while (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E))
      E = Member->getBase()->IgnoreParenImpCasts();
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
      Out.insert(Ref->getDecl());
  }
};

/// Does it ask how many blocks fit on the device, or how many multiprocessors
/// it has?
class RoomFinder : public clang::RecursiveASTVisitor<RoomFinder> {
public:
  bool Asks = false;
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) { return note(E->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    return note(E->getMemberDecl());
  }

private:
  bool note(const clang::NamedDecl *D) {
    StringRef Of = D->getIdentifier() ? D->getName() : StringRef();
    Asks = Of.starts_with("cudaOccupancy") || Of.starts_with("cuOccupancy") ||
           Of == "multiProcessorCount" ||
           Of == "cudaDevAttrMultiProcessorCount" ||
           Of == "CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT";
    return !Asks;
  }
};

} // namespace

/// What GoogleTest, Catch2, Boost.Test and doctest make of a test with a
/// fixture: a member of a class that derives from it.
static bool isTestBody(const clang::CXXMethodDecl *Method) {
  if (!Method->getDeclName().isIdentifier() || Method->getNumParams())
    return false;
  StringRef Name = Method->getName();
  const clang::CXXRecordDecl *Class = Method->getParent();
  return Name == "TestBody" ||
         (Class->getNumBases() == 1 &&
          (Name == "test" || Name == "test_method" ||
           (Name == "f" && Class->getDeclName().isIdentifier() &&
            Class->getName().starts_with("DOCTEST_ANON"))));
}

void HostLowering::lower(const FunctionDecl *Body) {
  if (!Body->getBody() || Body->isDependentContext() ||
      !Seen.insert(Body->getCanonicalDecl()).second)
    return;
  lowerBody(Body);
  while (!Lambdas.empty()) {
    const FunctionDecl *Next = Lambdas.back();
    Lambdas.pop_back();
    if (const FunctionDecl *Its = withBody(Next);
        Its && !Its->isDependentContext() &&
        Seen.insert(Its->getCanonicalDecl()).second)
      lowerBody(Its);
  }
  lowerSpecials();
  addBindings();
}

void HostLowering::lowerSpecials() {
  while (!Specials.empty()) {
    Special Next = std::move(Specials.back());
    Specials.pop_back();
    Bound = std::move(Next.Kernels);
    lowerBody(Next.Body, std::move(Next.Name));
    Bound.clear();
  }
}

void HostLowering::noteBinding(const clang::CXXMethodDecl *Method,
                               llvm::ArrayRef<const Expr *> Args,
                               const Expr *At) {
  std::string Class = Unit.apiName(Method->getParent());
  if (!StringRef(Class).starts_with("pybind11::") &&
      !StringRef(Class).starts_with("torch::"))
    return;
  std::string Name;
  const FunctionDecl *To = nullptr;
  for (const Expr *Arg : Args) {
    const Expr *E = Arg->IgnoreUnlessSpelledInSource();
    if (const auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(E);
        Made && Made->getNumArgs() >= 1)
      E = Made->getArg(0)->IgnoreUnlessSpelledInSource();
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
        Call && Call->getNumArgs() == 1)
      E = Call->getArg(0)->IgnoreUnlessSpelledInSource(); // TORCH_FN(f)
    if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E))
      E = U->getSubExpr()->IgnoreUnlessSpelledInSource();
    if (const auto *Text = llvm::dyn_cast<clang::StringLiteral>(E);
        Text && Name.empty() && Text->isOrdinary())
      Name = Text->getString().str();
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
      if (const auto *Function = llvm::dyn_cast<FunctionDecl>(Ref->getDecl()))
        To = Function;
    if (const auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(E))
      To = Lambda->getCallOperator();
  }
  // A schema: `ns::name(Tensor x) -> Tensor`.
  StringRef Short = StringRef(Name).split('(').first;
  if (size_t At = Short.rfind("::"); At != StringRef::npos)
    Short = Short.drop_front(At + 2);
  if (To && !Short.empty())
    Bindings.push_back({Short.trim().str(), To, loc(At->getSourceRange())});
}

void HostLowering::addBindings() {
  for (const Binding &Bound : Bindings) {
    uint32_t Mine = Host.Functions.size();
    HostFunction Wrapper;
    Wrapper.Name = "python:" + Bound.Name;
    Wrapper.Display = Bound.Name;
    Wrapper.Params = Bound.To->getNumParams();
    Wrapper.Loc = Bound.Loc;
    HostOp Call;
    Call.Kind = HostOpKind::Call;
    Call.Callee = Unit.mangled(Bound.To);
    Call.Spelled = Bound.Name;
    Call.Loc = Bound.Loc;
    if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Bound.To);
        Method && !Method->isStatic())
      Call.Sources.push_back(UnknownBuffer);
    for (uint32_t I = 0; I < Wrapper.Params; ++I) {
      HostBuffer B;
      B.Name = Bound.To->getParamDecl(I)->getNameAsString();
      B.Root = BufferRoot::Parameter;
      B.In = Mine;
      B.Number = I;
      Call.Sources.push_back(add(std::move(B)));
    }
    HostBuffer Made;
    Made.Name = Bound.Name;
    Made.Root = BufferRoot::Local;
    Made.In = Mine;
    Call.Target = add(std::move(Made));
    HostOp Return;
    Return.Kind = HostOpKind::Return;
    Return.Sources = {Call.Target};
    Return.Loc = Bound.Loc;
    Wrapper.Ops = {Call, Return};
    Host.Functions.push_back(std::move(Wrapper));
  }
  Bindings.clear();
}

void HostLowering::lowerDevice(const FunctionDecl *Body) {
  struct Finder : clang::RecursiveASTVisitor<Finder> {
    std::vector<const clang::CUDAKernelCallExpr *> Found;
    bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *E) {
      Found.push_back(E);
      return true;
    }
  } Launches;
  if (!Body->getBody() || Body->isDependentContext())
    return;
  Launches.TraverseStmt(Body->getBody());
  if (Launches.Found.empty())
    return;
  IsDevice = true;
  lower(Body);
  IsDevice = false;
}

void HostLowering::lowerBody(const FunctionDecl *Body, std::string Name) {
  Fn = Body;
  Index = Host.Functions.size();
  Ops.clear();
  Variables.clear();
  Modified.clear();
  Clusters.clear();
  ModuleKernels.clear();
  This = Result = UnknownBuffer;
  Locals = Depth = LoopDepth = LoopsBegun = InLoop = 0;
  LoopOfLaunch.clear();
  Devices = 1;
  SelectsInLoop = false;
  FirstLaunch = Host.Launches.size();
  size_t FirstBuffer = Host.Buffers.size();
  ModifiedFinder(Modified).TraverseStmt(Body->getBody());

  Host.Functions.emplace_back();
  HostFunction Out;
  Out.IsLocal = !Name.empty() || !Body->isExternallyVisible();
  Out.Name = Name.empty() ? Unit.mangled(Body) : std::move(Name);
  Out.Display = Unit.display(Body);
  Out.Loc = loc({Body->getLocation(), Body->getLocation()});
  bindParameters(Body, Out);
  if (const auto *Ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(Body))
    initialise(Ctor);
  if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Body);
      Method && isTestBody(Method))
    setUp(Method);
  RoomFinder Room;
  Room.TraverseStmt(Body->getBody());
  Out.AsksForRoom = Room.Asks;
  statement(Body->getBody());
  if (Ops.size() >= MaxOps)
    Host.Limits.push_back("'" + Out.Display + "' is too large");
  for (size_t I = FirstLaunch; I < Host.Launches.size(); ++I)
    if (SelectsInLoop && LoopOfLaunch[I - FirstLaunch] != 0)
      Host.Launches[I].Devices = HostLaunch::SeveralDevices;
  // A function that moves nothing is not worth a line.
  bool Matters = Out.AsksForRoom || llvm::any_of(Ops, [](const HostOp &Op) {
                   switch (Op.Kind) {
                   case HostOpKind::Launch:
                   case HostOpKind::Alias:
                   case HostOpKind::Copy:
                   case HostOpKind::Merge:
                   case HostOpKind::Fill:
                   case HostOpKind::Call:
                   case HostOpKind::Compare:
                   case HostOpKind::Return:
                     return true;
                   case HostOpKind::Leave:
                   case HostOpKind::If:
                   case HostOpKind::Else:
                   case HostOpKind::Loop:
                   case HostOpKind::End:
                     return false;
                   }
                   return false;
                 });
  if (!Matters) {
    Host.Functions.pop_back();
    // Buffers of the program stay: others refer to them.
    while (Host.Buffers.size() > FirstBuffer && Host.Buffers.back().In == Index)
      Host.Buffers.pop_back();
    for (BufferId B = FirstBuffer; B < Host.Buffers.size(); ++B)
      if (Host.Buffers[B].In == Index)
        Host.Buffers[B].In = NoHostFunction;
    llvm::SmallVector<std::pair<BufferId, unsigned>, 8> Gone;
    for (const auto &[Key, Id] : Members)
      if (Id >= Host.Buffers.size())
        Gone.push_back(Key);
    for (const auto &Key : Gone)
      Members.erase(Key);
    return;
  }
  Out.Ops = std::move(Ops);
  Ops = {};
  Host.Functions[Index] = std::move(Out);
}

void HostLowering::bindParameters(const FunctionDecl *Body, HostFunction &Out) {
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Body);
  auto Parameter = [&](StringRef Name, SourceLocation At) {
    HostBuffer B;
    B.Name = Name.str();
    B.Root = BufferRoot::Parameter;
    B.In = Index;
    B.Number = Out.Params++;
    B.Loc = loc({At, At});
    return add(std::move(B));
  };
  if (Method && !Method->isStatic())
    This = Parameter("this", Method->getLocation());
  for (const clang::ParmVarDecl *P : Body->parameters())
    Variables[P] = Parameter(P->getName(), P->getLocation());
}

void HostLowering::initialise(const clang::CXXConstructorDecl *Ctor) {
  for (const clang::CXXCtorInitializer *Init : Ctor->inits()) {
    if (const clang::FieldDecl *Field = Init->getAnyMember())
      assign(member(This, keyOf(Field), Field->getName()), Init->getInit(),
             Field->getType(), Init->getInit());
    else if (const auto *Base = llvm::dyn_cast<clang::CXXConstructExpr>(
                 Init->getInit()->IgnoreParenImpCasts()))
      userCall(
          Base->getConstructor(), This,
          llvm::ArrayRef(const_cast<clang::CXXConstructExpr *>(Base)->getArgs(),
                         Base->getNumArgs()),
          Base);
  }
}

void HostLowering::setUp(const clang::CXXMethodDecl *Test) {
  constexpr unsigned MaxBases = 8;
  const clang::CXXRecordDecl *At = Test->getParent();
  for (unsigned I = 0; At && I < MaxBases; ++I) {
    for (const clang::CXXConstructorDecl *Ctor : At->ctors())
      if (Ctor->isDefaultConstructor() && Ctor->isUserProvided()) {
        HostOp &Op = emit(HostOpKind::Call, Ctor->getLocation());
        Op.Callee = Unit.mangled(Ctor);
        Op.Spelled = Unit.apiName(Ctor);
        Op.Sources = {This};
      }
    for (const clang::CXXMethodDecl *Method : At->methods())
      if (Method->getDeclName().isIdentifier() &&
          Method->getName() == "SetUp" && withBody(Method) &&
          !Unit.isSystem(Method->getLocation())) {
        HostOp &Op = emit(HostOpKind::Call, Method->getLocation());
        Op.Callee = Unit.mangled(Method);
        Op.Spelled = Unit.apiName(Method);
        Op.Sources = {This};
        return;
      }
    if (At->getNumBases() == 0 || !At->hasDefinition())
      return;
    At = At->bases_begin()->getType()->getAsCXXRecordDecl();
    if (At)
      At = At->getDefinition();
  }
}

HostOp &HostLowering::emit(HostOpKind Kind, SourceRange At) {
  if (Ops.size() >= MaxOps)
    return Dropped = {};
  HostOp &Op = Ops.emplace_back();
  Op.Kind = Kind;
  Op.Loc = loc(At);
  return Op;
}
