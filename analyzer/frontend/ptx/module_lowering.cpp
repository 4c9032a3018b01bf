//===- module_lowering.cpp - functions of one PTX module ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_lowering.h"
#include "analyzer/frontend/ptx/text_blocks.h"
#include "analyzer/model/device_runtime.h"
#include "analyzer/model/discarded.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

// Budgets. Construction recurses once per block where ways meet, and analyses
// take more than linear time: a function beyond these is told, not read.
static constexpr unsigned MaxBlocks = 20000;
static constexpr unsigned MaxStatements = 300000;
static constexpr unsigned MaxSplicedStatements = 60000;
static constexpr unsigned MaxCallDepth = 16;
// With labels, braces and directives, which hold memory as well.
static constexpr size_t MaxParsed = 3 * MaxStatements;
static constexpr size_t MaxReasons = 8;

ModuleLowering::ModuleLowering(LoweredText &Text, const ModulePlan &Plan)
    : Text(Text), Plan(Plan),
      Lines(Text.M, Plan.Scanned, Plan.Strings, Text.PtxFile) {}

void ModuleLowering::lower(const PlannedFunction &F, StringRef Name,
                           PtxBodies Read) {
  Source &S = sourceOf(F);
  if (!F.Scanned->HasBody)
    addUnread(S, Name, Coverage::Skipped, "the text ends before the body");
  else if (!F.IsWorthIt && !F.Scanned->IsTruncated &&
           Read == PtxBodies::OfInterest)
    addUnread(S, Name, Coverage::Analysed, {});
  else if (statements(S) > MaxStatements)
    addUnread(S, Name, Coverage::Skipped,
              "budget: more than " + std::to_string(MaxStatements) +
                  " statements");
  else
    lowerBody(S, Name);
}

//===- Variables ----------------------------------------------------------===//

void LoweredText::addGlobal(const VariableHeader &V, StringRef Unique,
                            std::string Display, LocationId Loc) {
  auto [Known, IsNew] = GlobalNames.try_emplace(Unique);
  if (!IsNew)
    return; // In an earlier module of the text.
  Known->second = std::move(Display);
  Global G;
  G.Name = Unique.str();
  G.Display = Known->second;
  G.Spc = V.Spc;
  G.Size = V.Size;
  G.IsManaged = V.IsManaged;
  G.IsConst = V.Spc == Space::Const;
  G.Loc = Loc;
  M.Globals.push_back(std::move(G));
}

//===- Functions ----------------------------------------------------------===//

ModuleLowering::Source &ModuleLowering::sourceOf(const PlannedFunction &F) {
  auto [It, IsNew] = Sources.try_emplace(&F);
  if (IsNew) {
    It->second = std::make_unique<Source>();
    It->second->Planned = &F;
  }
  return *It->second;
}

/// What a user calls the function. Nobody asks for most of them.
const std::string &ModuleLowering::display(Source &S) {
  if (S.Display.empty())
    S.Display = demangledName(S.Planned->Header.Name);
  return S.Display;
}

/// About as many as there are; counted when first asked for.
unsigned ModuleLowering::statements(Source &S) {
  if (!S.Statements)
    S.Statements = S.Planned->Scanned->Body.count(';') + 1;
  return *S.Statements;
}

//===- One function -------------------------------------------------------===//

void ModuleLowering::tell(std::string Reason) {
  if (Reasons.size() < MaxReasons && !llvm::is_contained(Reasons, Reason))
    Reasons.push_back(std::move(Reason));
}

void ModuleLowering::parse(Source &S) {
  if (S.IsParsed)
    return;
  S.IsParsed = true;
  S.Memory = std::make_unique<llvm::BumpPtrAllocator>();
  StatementReader Reader(S.Planned->Scanned->Body, *S.Memory);
  uint32_t Base = S.Planned->Scanned->BodyLine - 1;
  S.Body.reserve(std::max<size_t>(
      statements(S),
      std::min(countLines(S.Planned->Scanned->Body), MaxParsed)));
  for (;;) {
    Statement &T = S.Body.emplace_back();
    Reader.next(T);
    S.IsCut = S.Body.size() > MaxParsed && T.Kind != Statement::Form::End;
    if (S.IsCut || T.Kind == Statement::Form::End) {
      S.Body.pop_back();
      break;
    }
    T.Line += Base;
    bool IsBranch =
        T.Kind == Statement::Form::Instruction &&
        (T.Inst.Root == "bra" || T.Inst.Root == "brx" || !T.Inst.Guard.empty());
    S.Blocks += T.Kind == Statement::Form::Label ? 1 : IsBranch ? 2 : 0;
  }
}

void ModuleLowering::describe(Function &Fn, Source &S) {
  const FunctionHeader &H = S.Planned->Header;
  Fn.Kind =
      S.Planned->Scanned->IsEntry ? FunctionKind::Kernel : FunctionKind::Device;
  Fn.MaxThreads = H.MaxThreads;
  Fn.ClusterSize = H.ClusterSize;
  for (const Formal &F : H.Params) {
    Parameter P;
    StringRef Name = F.Name;
    // `_Z4copyPfPKf_param_0`: the part that is not the function's name.
    if (Name.consume_front(H.Name))
      Name.consume_front("_");
    P.Name = Name.str();
    P.Type = F.Type;
    P.Type.IsPointer |= F.IsPointer;
    P.PointeeSpace = F.PointeeSpace;
    Fn.Params.push_back(std::move(P));
  }
}

void ModuleLowering::bindParameters(Lowering &L, Function &Fn,
                                    const Source &S) {
  for (auto [Index, F] : llvm::enumerate(S.Planned->Header.Params)) {
    if (F.IsRegister)
      L.bind(F.Name, B->param(Index, F.Type), F.Type);
    else
      L.bindParam(F.Name, Index, F);
  }
  for (const Formal &F : S.Planned->Header.Results)
    if (!F.IsRegister)
      L.bindResult(F.Name);
}

void ModuleLowering::attach(Lowering &L, StringRef Body) {
  L.Names = this;
  L.OnDirective = [this, Body](const Statement &S) {
    if (S.Directive != "loc")
      return;
    StringRef Rest(S.Text.end(), Body.end() - S.Text.end());
    Lines.loc(S.Text, Rest.take_until([](char C) { return C == '\n'; }));
  };
  L.OnStatement = [this, &L](const Statement &S) {
    L.Prototype.Loc = Lines.at(S.Line, S.Column);
  };
}

void ModuleLowering::addUnread(Source &S, StringRef Name, Coverage State,
                               std::string Reason) {
  FunctionBuilder Builder(Text.M, Name);
  describe(Builder.function(), S);
  if (State != Coverage::Analysed)
    Builder.function().Display = display(S);
  Builder.function().Loc = Lines.at(S.Planned->Scanned->Line, 1);
  Builder.ret();
  Function &Fn = Builder.finish();
  Fn.State = State;
  if (!Reason.empty())
    Fn.Reasons.push_back(std::move(Reason));
}

/// The place of the first `.loc`: where the compiler says the function begins.
static const Statement *firstLine(llvm::ArrayRef<Statement> Body) {
  auto It = llvm::find_if(Body, [](const Statement &S) {
    return S.Kind == Statement::Form::Directive && S.Directive == "loc";
  });
  return It == Body.end() ? nullptr : &*It;
}

void ModuleLowering::lowerBody(Source &S, StringRef Name) {
  parse(S);
  if (S.IsCut)
    return addUnread(S, Name, Coverage::Skipped,
                     "budget: more than " + std::to_string(MaxParsed) +
                         " statements, labels and lines");
  if (S.Blocks > MaxBlocks)
    return addUnread(S, Name, Coverage::Skipped,
                     "budget: more than " + std::to_string(MaxBlocks) +
                         " blocks");
  Reasons.clear();
  Locals = SplicedStatements = 0;
  FunctionBuilder Builder(Text.M, Name);
  B = &Builder;
  // They are slow to move.
  Builder.function().Values.reserve(S.Body.size());
  Builder.function().Blocks.reserve(S.Blocks + 2);
  ParamSlots Slots(Builder);
  describe(Builder.function(), S);
  Builder.function().Display = display(S);
  Lines.enter(display(S));
  if (const Statement *First = firstLine(S.Body))
    Lines.loc(First->Text);
  Builder.function().Loc = Lines.at(S.Planned->Scanned->Line, 1);
  Lines.leave();

  Lines.enter(display(S));
  Lowering L(Builder);
  L.Slots = &Slots;
  Stack.assign(1, {S.Planned->Header.Name, &L});
  attach(L, S.Planned->Scanned->Body);
  bindParameters(L, Builder.function(), S);
  L.lowerBody(S.Body);
  Lines.leave();
  Stack.clear();

  Text.IgnoredQualifiers += L.ignoredQualifiers();
  for (const std::string &Unparsed : L.unparsed())
    tell("not understood: '" + Unparsed + "'");
  if (S.Planned->Scanned->IsTruncated)
    tell("the text ends inside the body");
  Function &Fn = Builder.finish();
  B = nullptr;
  Fn.Reasons = Reasons;
  if (!Reasons.empty())
    Fn.State = Coverage::Partly;
  else if (Fn.Kind == FunctionKind::Kernel)
    markDiscarded(Fn); // What a function returns is no value of its graph.
  nameObjects(Text.GlobalNames, Fn);
  S.Body = {};
  S.Memory.reset();
  S.IsParsed = false;
  S.Blocks = 0;
}

//===- Names --------------------------------------------------------------===//

ModuleNames::CallKind ModuleLowering::resolve(StringRef Name, Callee &Out) {
  if (Name == "__assertfail" || Plan.neverReturns(Name))
    return CallKind::NeverReturns;
  const PlannedFunction *Called = Plan.find(Name);
  if (!Called)
    return ordersNothing(Name) ? CallKind::Harmless : CallKind::Opaque;
  Source &S = sourceOf(*Called);
  auto Refuse = [&](StringRef Why) {
    tell(("the call of '" + display(S) + "' is not followed: " + Why).str());
    return CallKind::Opaque;
  };
  if (llvm::any_of(Stack, [&](auto &Frame) {
        return Frame.first == S.Planned->Header.Name;
      }))
    return Refuse("it is recursive");
  if (Stack.size() > MaxCallDepth)
    return Refuse("calls nest too deeply");
  SplicedStatements += statements(S);
  if (SplicedStatements > MaxSplicedStatements)
    return Refuse("budget of statements");
  parse(S);
  if (S.IsCut)
    return Refuse("budget of statements, labels and lines");
  if (B->function().Blocks.size() + S.Blocks > MaxBlocks)
    return Refuse("budget of blocks");
  if (S.Planned->Scanned->IsTruncated)
    tell("the text ends inside '" + display(S) + "'");
  Out = {S.Planned->Header.Results, S.Planned->Header.Params, S.Body};
  return CallKind::Splice;
}

void ModuleLowering::enter(Lowering &Inner, StringRef Name) {
  Source &S = sourceOf(*Plan.find(Name));
  LocationId CallSite = Stack.back().second->Prototype.Loc;
  Lines.enter(display(S), CallSite);
  Stack.push_back({S.Planned->Header.Name, &Inner});
  attach(Inner, S.Planned->Scanned->Body);
}

void ModuleLowering::leave() {
  Stack.pop_back();
  Lines.leave();
}

ValueId ModuleLowering::declared(const Statement &S, StringRef Name) {
  if (S.Directive == "local")
    return B->local(Locals++);
  std::vector<VariableHeader> All = readVariables(S.Text);
  auto V = llvm::find_if(
      All, [&](const VariableHeader &V) { return V.Name == Name; });
  if (V == All.end())
    return UnknownValue;
  // Mangled names are unique already; others belong to their function.
  std::string Unique = Name.starts_with("_Z")
                           ? Name.str()
                           : (Stack.back().first + "::" + Name).str();
  Text.addGlobal(*V, Unique, variableName(V->Name), Lines.at(S.Line, 1));
  return B->global(Unique);
}

ValueId ModuleLowering::symbol(StringRef Name) {
  return Text.Outside->contains(Name) ? B->global(Name) : UnknownValue;
}
