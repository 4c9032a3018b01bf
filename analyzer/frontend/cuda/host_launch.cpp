//===- host_launch.cpp - kernel launches ------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `<<<>>>` and the launch functions of the runtime and driver. Sizes are
// constants or variables that are never changed after their initialisation.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_launch_config.h"
#include "analyzer/frontend/cuda/host_lowering.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::FunctionDecl;
using llvm::ArrayRef;
using llvm::StringRef;

static constexpr unsigned MaxSteps = 24;

/// E without casts, parentheses, temporaries and copies.
static const Expr *bare(const Expr *E) {
  while (E) {
    const Expr *Next = E->IgnoreParenCasts();
    if (const auto *Full = llvm::dyn_cast<clang::FullExpr>(Next))
      Next = Full->getSubExpr();
    else if (const auto *M =
                 llvm::dyn_cast<clang::MaterializeTemporaryExpr>(Next))
      Next = M->getSubExpr();
    else if (const auto *S =
                 llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(Next))
      Next = S->getReplacement();
    else if (const auto *D = llvm::dyn_cast<clang::CXXDefaultArgExpr>(Next))
      Next = D->getExpr();
    else if (const auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(Next);
             C && C->getConstructor()->isCopyOrMoveConstructor() &&
             C->getNumArgs())
      Next = C->getArg(0);
    if (Next == E)
      return E;
    E = Next;
  }
  return E;
}

/// The initial value of the variable that E names, if it keeps it.
const Expr *HostLowering::settledInit(const Expr *E) const {
  const auto *Ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(bare(E));
  const auto *Var =
      Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || llvm::isa<clang::ParmVarDecl>(Var) || Modified.contains(Var))
    return nullptr;
  if (Var->hasGlobalStorage() && !Var->getType().isConstQualified())
    return nullptr;
  const Expr *Init = Var->getAnyInitializer();
  return Init && !Init->isValueDependent() ? Init : nullptr;
}

std::optional<double> HostLowering::number(const Expr *E, unsigned Steps) {
  E = bare(E);
  if (!E || Steps > MaxSteps || E->isValueDependent() || E->isTypeDependent())
    return std::nullopt;
  clang::Expr::EvalResult Value;
  if (E->getType()->isArithmeticType() && E->EvaluateAsRValue(Value, Ctx) &&
      !Value.HasSideEffects && !namesBroken(E)) {
    if (Value.Val.isInt())
      return Value.Val.getInt().isSigned()
                 ? double(Value.Val.getInt().getExtValue())
                 : double(Value.Val.getInt().getZExtValue());
    if (Value.Val.isFloat()) {
      llvm::APFloat F = Value.Val.getFloat();
      bool LosesInfo;
      F.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &LosesInfo);
      return F.convertToDouble();
    }
  }
  if (const Expr *Init = settledInit(E))
    return number(Init, Steps + 1);
  if (const auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 && isNumber(E->getType()))
    return number(C->getArg(0), Steps + 1);
  return std::nullopt;
}

std::optional<uint64_t> HostLowering::integer(const Expr *E, unsigned Steps) {
  E = bare(E);
  if (!E || Steps > MaxSteps || E->isValueDependent() || E->isTypeDependent())
    return std::nullopt;
  clang::Expr::EvalResult Value;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Value, Ctx) && !namesBroken(E)) {
    const llvm::APSInt &I = Value.Val.getInt();
    if (I.getSignificantBits() > 64)
      return std::nullopt;
    return I.isSigned() ? uint64_t(I.getSExtValue()) : I.getZExtValue();
  }
  if (const Expr *Init = settledInit(E))
    return integer(Init, Steps + 1);
  const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  if (!B)
    return std::nullopt;
  auto L = integer(B->getLHS(), Steps + 1), R = integer(B->getRHS(), Steps + 1);
  if (!L || !R)
    return std::nullopt;
  switch (B->getOpcode()) {
  case clang::BO_Add:
    return *L + *R;
  case clang::BO_Sub:
    return *L - *R;
  case clang::BO_Mul:
    return *L * *R;
  case clang::BO_Div:
    return *R ? std::optional(*L / *R) : std::nullopt;
  case clang::BO_Rem:
    return *R ? std::optional(*L % *R) : std::nullopt;
  case clang::BO_Shl:
    return *R < 64 ? std::optional(*L << *R) : std::nullopt;
  case clang::BO_Shr:
    return *R < 64 ? std::optional(*L >> *R) : std::nullopt;
  default:
    return std::nullopt;
  }
}

LaunchExtent HostLowering::extent(const Expr *E, unsigned Steps) {
  LaunchExtent Out;
  E = bare(E);
  if (!E || Steps > MaxSteps)
    return Out;
  if (E->getType()->isIntegralOrEnumerationType()) {
    Out.X = integer(E);
    Out.Y = Out.Z = 1;
    return Out;
  }
  if (const Expr *Init = settledInit(E))
    return extent(Init, Steps + 1);
  llvm::SmallVector<const Expr *, 3> Parts;
  if (const auto *C = llvm::dyn_cast<clang::CXXConstructExpr>(E)) {
    for (const Expr *Arg : C->arguments())
      Parts.push_back(Arg);
  } else if (const auto *I = llvm::dyn_cast<clang::InitListExpr>(E)) {
    for (const Expr *Init : I->inits())
      Parts.push_back(Init);
  } else {
    return Out;
  }
  if (Parts.size() == 1 && Parts[0]->getType()->isRecordType())
    return extent(Parts[0], Steps + 1);
  std::optional<uint64_t> *Sizes[] = {&Out.X, &Out.Y, &Out.Z};
  for (unsigned I = 0; I < 3; ++I)
    *Sizes[I] =
        I < Parts.size() ? integer(Parts[I]) : std::optional<uint64_t>(1);
  return Out;
}

const FunctionDecl *HostLowering::kernelOf(const Expr *E,
                                           unsigned Steps) const {
  E = bare(E);
  if (!E || Steps > MaxSteps)
    return nullptr;
  if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
      U &&
      (U->getOpcode() == clang::UO_AddrOf || U->getOpcode() == clang::UO_Deref))
    return kernelOf(U->getSubExpr(), Steps + 1);
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  if (!Ref)
    return nullptr;
  if (const auto *Fn = llvm::dyn_cast<FunctionDecl>(Ref->getDecl()))
    return Fn;
  if (const auto *Param = llvm::dyn_cast<clang::ParmVarDecl>(Ref->getDecl()))
    return Bound.lookup(Param);
  const auto *Var = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
  return Var && Var->getInit() ? kernelOf(Var->getInit(), Steps + 1) : nullptr;
}

std::string HostLowering::calleeFor(const FunctionDecl *Callee,
                                    ArrayRef<const Expr *> Args) {
  constexpr size_t MaxSpecials = 500;
  std::string Name = Unit.mangled(Callee);
  const FunctionDecl *Body = withBody(Callee);
  if (!Body || Body->isDependentContext())
    return Name;
  Special Of;
  Of.Name = Name;
  for (size_t I = 0; I < Args.size() && I < Body->getNumParams(); ++I) {
    if (!Body->getParamDecl(I)->getType()->isPointerType() &&
        !Body->getParamDecl(I)->getType()->isReferenceType())
      continue;
    const FunctionDecl *Kernel = kernelOf(Args[I]);
    if (!Kernel || !Kernel->hasAttr<clang::CUDAGlobalAttr>())
      continue;
    Of.Kernels[Body->getParamDecl(I)] = Kernel;
    Of.Name += "<" + Unit.mangled(Kernel) + ">";
  }
  if (Of.Kernels.empty())
    return Name;
  std::string Chosen = Of.Name;
  if (!SpecialNames.contains(Chosen)) {
    if (SpecialNames.size() >= MaxSpecials)
      return Name;
    SpecialNames[Chosen];
    Of.Body = Body;
    Specials.push_back(std::move(Of));
  }
  return Chosen;
}

HostLaunch &HostLowering::addLaunch(const Expr *Kernel, const Expr *At) {
  HostLaunch L;
  L.In = Index;
  L.IsRepeated = LoopDepth > 0;
  L.IsFromDevice = IsDevice;
  L.Devices = Devices;
  L.Loc = loc(At->getSourceRange());
  if (const FunctionDecl *Fn = kernelOf(Kernel)) {
    L.Kernel = Unit.mangled(withBody(Fn) ? withBody(Fn) : Fn);
    if (auto It = Kept.find(L.Kernel); It != Kept.end())
      L.Kernel = It->second;
    L.Display = Unit.display(Fn);
  } else if (const auto *Ref =
                 llvm::dyn_cast_or_null<clang::DeclRefExpr>(bare(Kernel))) {
    auto It = ModuleKernels.find(Ref->getDecl()->getName());
    if (It != ModuleKernels.end())
      L.Kernel = L.Display = It->second;
  }
  LoopOfLaunch.resize(Host.Launches.size() - FirstLaunch);
  LoopOfLaunch.push_back(InLoop);
  Host.Launches.push_back(std::move(L));
  return Host.Launches.back();
}

void HostLowering::addArgument(BufferId B, clang::QualType T,
                               std::optional<uint64_t> Constant) {
  llvm::SmallVector<BufferId, 4> Leaves;
  T = T.getCanonicalType();
  for (const Leaf &L : Unit.Shapes.of(T).Leaves) {
    BufferId Of = B;
    llvm::SmallVector<StringRef, 4> Parts;
    StringRef(L.Path).split(Parts, '.', -1, false);
    for (StringRef Part : Parts)
      Of = member(Of, Part, Part);
    Leaves.push_back(Of);
  }
  auto &Arguments = Host.Launches.back().Arguments;
  Arguments.insert(Arguments.end(), Leaves.begin(), Leaves.end());
  auto &Constants = Host.Launches.back().Constants;
  bool IsOne = Constant && Leaves.size() == 1 && *Constant <= INT64_MAX;
  if (IsOne || !Constants.empty())
    Constants.resize(Arguments.size());
  if (IsOne)
    Constants.back() = Constant;
}

void HostLowering::addArguments(const Expr *Kernel,
                                ArrayRef<const Expr *> Args) {
  size_t Mine = Host.Launches.size() - 1;
  std::vector<BufferId> Values;
  for (const Expr *Arg : Args)
    Values.push_back(eval(Arg));
  // Evaluating an argument can launch as well.
  if (Mine + 1 != Host.Launches.size())
    std::rotate(Host.Launches.begin() + Mine, Host.Launches.begin() + Mine + 1,
                Host.Launches.end());
  const FunctionDecl *Fn = kernelOf(Kernel);
  for (size_t I = 0; I < Args.size(); ++I)
    addArgument(Values[I],
                Fn && I < Fn->getNumParams() ? Fn->getParamDecl(I)->getType()
                                             : Args[I]->getType(),
                Args[I]->getType()->isIntegerType() ? integer(Args[I])
                                                    : std::nullopt);
  HostOp &Op = emit(HostOpKind::Launch, Kernel->getSourceRange());
  Op.Index = Host.Launches.size() - 1;
  Op.Loc = Host.Launches.back().Loc;
}

/// `void *args[] = {&a, &b}`: what the elements point to.
void HostLowering::addPointers(const Expr *Kernel, const Expr *Array) {
  const Expr *List = bare(Array);
  if (const auto *Ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(List))
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()))
      List = bare(Var->getInit());
  llvm::SmallVector<const Expr *, 8> Args;
  if (const auto *Init = llvm::dyn_cast_or_null<clang::InitListExpr>(List))
    for (const Expr *Element : Init->inits()) {
      const Expr *E = bare(Element);
      if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
          U && U->getOpcode() == clang::UO_AddrOf)
        E = U->getSubExpr();
      Args.push_back(E);
    }
  addArguments(Kernel, Args);
}

void HostLowering::launch(const clang::CUDAKernelCallExpr *E) {
  HostLaunch &L = addLaunch(E->getCallee(), E);
  if (const clang::CallExpr *Config = E->getConfig()) {
    // A lambda without attributes may run on the device: there Clang calls
    // cudaLaunchDevice(function, arguments, grid, block, shared, stream).
    unsigned First = Config->getNumArgs() == 6 ? 2 : 0;
    auto Argument = [&](unsigned I) -> const Expr * {
      return First + I < Config->getNumArgs() ? Config->getArg(First + I)
                                              : nullptr;
    };
    if (Argument(1)) {
      L.Grid = extent(Argument(0));
      L.Block = extent(Argument(1));
    }
    const Expr *Shared = Argument(2);
    bool IsDefault = !Shared || llvm::isa<clang::CXXDefaultArgExpr>(Shared);
    L.SharedBytes = IsDefault ? std::optional<uint64_t>(0) : integer(Shared);
  }
  addArguments(
      E->getCallee(),
      {const_cast<clang::CUDAKernelCallExpr *>(E)->getArgs(), E->getNumArgs()});
}

void HostLowering::configMember(const Expr *Config, HostLaunch &L) {
  const Expr *E = bare(Config);
  if (const auto *U = llvm::dyn_cast_or_null<clang::UnaryOperator>(E))
    E = bare(U->getSubExpr());
  const auto *Ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(E);
  const auto *Var =
      Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Fn)
    return;
  LaunchConfig Found(Var, Fn->getBody());
  L.Grid = extent(Found.Grid);
  L.Block = extent(Found.Block);
  L.SharedBytes =
      Found.Shared ? integer(Found.Shared) : std::optional<uint64_t>();
  L.IsCooperative = Found.isCooperative();
  std::optional<uint64_t> *Sizes[] = {&L.Cluster.X, &L.Cluster.Y, &L.Cluster.Z};
  for (unsigned I = 0; I < 3; ++I)
    if (Found.Cluster[I])
      *Sizes[I] = integer(Found.Cluster[I]);
}

bool HostLowering::apiLaunch(StringRef Name, ArrayRef<const Expr *> Args,
                             const Expr *At) {
  if ((Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") &&
      Args.size() >= 4) {
    HostLaunch &L = addLaunch(Args[0], At);
    L.Grid = extent(Args[1]);
    L.Block = extent(Args[2]);
    if (Args.size() > 4)
      L.SharedBytes = integer(Args[4]);
    L.IsCooperative = Name == "cudaLaunchCooperativeKernel";
    addPointers(Args[0], Args[3]);
    return true;
  }
  if (Name == "cudaLaunchKernelEx" && Args.size() >= 2) {
    configMember(Args[0], addLaunch(Args[1], At));
    addArguments(Args[1], Args.drop_front(2));
    return true;
  }
  if (Name == "cudaLaunchKernelExC" && Args.size() >= 3) {
    configMember(Args[0], addLaunch(Args[1], At));
    addPointers(Args[1], Args[2]);
    return true;
  }
  if ((Name == "cuModuleGetFunction" || Name == "cuLibraryGetKernel") &&
      Args.size() >= 3) {
    const Expr *To = bare(Args[0]);
    if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(To))
      To = bare(U->getSubExpr());
    const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(To);
    const auto *Text = llvm::dyn_cast<clang::StringLiteral>(bare(Args[2]));
    if (Ref && Text && Text->isOrdinary())
      ModuleKernels[Ref->getDecl()->getName()] = Text->getString().str();
    return true;
  }
  if ((Name == "cuLaunchKernel" || Name == "cuLaunchCooperativeKernel") &&
      Args.size() >= 10) {
    HostLaunch &L = addLaunch(Args[0], At);
    L.Grid = {integer(Args[1]), integer(Args[2]), integer(Args[3])};
    L.Block = {integer(Args[4]), integer(Args[5]), integer(Args[6])};
    L.SharedBytes = integer(Args[7]);
    L.IsCooperative = Name == "cuLaunchCooperativeKernel";
    addPointers(Args[0], Args[9]);
    return true;
  }
  return false;
}
