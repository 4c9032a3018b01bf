//===- module_lowering.cpp - functions of one PTX module ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_lowering.h"
#include "analyzer/frontend/ptx/text_blocks.h"
#include "analyzer/model/discarded.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
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

ModuleLowering::ModuleLowering(UnitState &Unit, const ScannedModule &Scanned)
    : Unit(Unit), Scanned(Scanned), Lines(Unit.M, Scanned, Unit.PtxFile) {}

void ModuleLowering::run() {
  collectFunctions();
  collectCalls();
  collectVariables();
  for (auto &S : Sources) {
    if (!S->Scanned->HasBody && !S->Scanned->IsTruncated)
      continue;
    if (!S->Scanned->IsEntry && S->IsCalled)
      continue;
    if (!S->Scanned->HasBody)
      addUnread(*S, Coverage::Skipped, "the text ends before the body");
    else if (!S->IsWorthIt && !S->Scanned->IsTruncated &&
             Unit.Read == PtxBodies::OfInterest)
      addUnread(*S, Coverage::Analysed, {});
    else if (statements(*S) > MaxStatements)
      addUnread(*S, Coverage::Skipped,
                "budget: more than " + std::to_string(MaxStatements) +
                    " statements");
    else
      lower(*S);
  }
}

//===- What the module has ------------------------------------------------===//

void ModuleLowering::collectFunctions() {
  for (const ScannedFunction &F : Scanned.Functions) {
    auto S = std::make_unique<Source>();
    S->Scanned = &F;
    S->Header = readHeader(F.Header);
    if (S->Header.Name.empty())
      S->Header.Name = "(unnamed)";
    if (S->Header.NeverReturns)
      NeverReturning.insert(S->Header.Name);
    if (F.HasBody)
      ByName.try_emplace(S->Header.Name, S.get());
    Sources.push_back(std::move(S));
  }
  for (const auto &Alias : Scanned.Aliases)
    if (auto It = ByName.find(Alias.second); It != ByName.end())
      ByName.try_emplace(Alias.first(), It->second);
}

/// The callee that the text of a call names; empty if it is a register.
static StringRef calleeIn(StringRef Call) {
  Call = Call.ltrim();
  if (Call.starts_with("(")) {
    Call = Call.substr(std::min(Call.find(')'), Call.size() - 1) + 1);
    Call = Call.ltrim(" \t\r\n,");
  }
  return Call.take_while(
      [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; });
}

// A function is worth lowering if it orders memory, could wait for a flag, or
// calls one that does; and if it touches variables that others may share.
void ModuleLowering::collectCalls() {
  llvm::DenseMap<Source *, llvm::SmallVector<Source *, 2>> Callers;
  std::vector<Source *> Work;
  for (auto &S : Sources) {
    const ScannedFunction &F = *S->Scanned;
    for (StringRef Call : F.Calls)
      if (auto It = ByName.find(calleeIn(Call)); It != ByName.end()) {
        It->second->IsCalled |= It->second != S.get();
        Callers[It->second].push_back(S.get());
      }
    S->IsWorthIt = F.HasOrdering || F.MayWait || F.UpdatesShared;
    if (S->IsWorthIt)
      Work.push_back(S.get());
  }
  while (!Work.empty()) {
    Source *S = Work.back();
    Work.pop_back();
    for (Source *Caller : Callers.lookup(S))
      if (!std::exchange(Caller->IsWorthIt, true))
        Work.push_back(Caller);
  }
}

/// What a user calls a variable: `buffer` for `_ZZ4sortPiE6buffer`.
static std::string displayOf(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return Name.str();
  std::string Full = llvm::demangle(Name.str());
  StringRef Text = Full;
  size_t Depth = 0, Start = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(' || Text[I] == '<';
    Depth -= (Text[I] == ')' || Text[I] == '>') && Depth;
    if (Depth == 0 && Text.substr(I).starts_with("::"))
      Start = I + 2;
  }
  return Text.substr(Start).str();
}

std::string ModuleLowering::addGlobal(const VariableHeader &V, StringRef Unique,
                                      uint32_t Line) {
  auto [Known, IsNew] = Unit.GlobalNames.try_emplace(Unique);
  if (!IsNew)
    return Unique.str(); // In an earlier module of the text.
  Known->second = displayOf(V.Name);
  Global G;
  G.Name = Unique.str();
  G.Display = Known->second;
  G.Spc = V.Spc;
  G.Size = V.Size;
  G.IsManaged = V.IsManaged;
  G.IsConst = V.Spc == Space::Const;
  G.Loc = Lines.at(Line, 1);
  Unit.M.Globals.push_back(std::move(G));
  return Unique.str();
}

static constexpr std::array<bool, 256> nameChars() {
  std::array<bool, 256> Set = OperandChars;
  for (char C : {'%', '.', ':'})
    Set[static_cast<unsigned char>(C)] = false;
  return Set;
}

/// Does Is hold for a word of Text that is not shorter than Shortest?
static bool anyWord(StringRef Text, size_t Shortest,
                    llvm::function_ref<bool(StringRef)> Is) {
  static constexpr std::array<bool, 256> NameChars = nameChars();
  auto IsPart = [](char C) { return NameChars[static_cast<unsigned char>(C)]; };
  // From where a word may begin: what is too short ends before Last.
  const char *I = Text.begin(), *End = Text.end();
  while (size_t(End - I) >= Shortest) {
    const char *Last = I + Shortest;
    while (Last != I && IsPart(Last[-1]))
      --Last;
    if (Last != I) {
      I = Last;
      continue;
    }
    const char *Start = I;
    I += Shortest;
    while (I != End && IsPart(*I))
      ++I;
    if (!llvm::isDigit(*Start) && Is(StringRef(Start, I - Start)))
      return true;
  }
  return false;
}

/// No variable of a user.
static bool isOfCompiler(StringRef Name) {
  return Name.contains("$str") || Name.starts_with("__unnamed") ||
         Name.starts_with("__cuda") || Name.starts_with("__nv");
}

void ModuleLowering::collectVariables() {
  llvm::SmallVector<StringRef, 8> Shared;
  for (const ScannedVariable &Text : Scanned.Variables)
    for (const VariableHeader &V : readVariables(Text.Text)) {
      addGlobal(V, V.Name, Text.Line);
      if (V.Spc == Space::Global && !isOfCompiler(V.Name))
        Shared.push_back(V.Name);
    }
  if (Shared.empty())
    return;
  // Those that functions worth it use.
  constexpr size_t FewNames = 16;
  size_t Shortest = llvm::min_element(Shared, [](StringRef A, StringRef B) {
                      return A.size() < B.size();
                    })->size();
  Shortest = std::max<size_t>(Shortest, 1);
  llvm::DenseSet<StringRef> Names(Shared.begin(), Shared.end()), Used;
  for (auto &S : Sources)
    if (S->IsWorthIt && Names.size() <= FewNames)
      for (StringRef Name : Names) {
        if (holdsText(S->Scanned->Body, Name))
          Used.insert(Name);
      }
    else if (S->IsWorthIt)
      anyWord(S->Scanned->Body, Shortest, [&](StringRef Word) {
        if (Names.contains(Word))
          Used.insert(Word);
        return false;
      });
  if (Used.empty())
    return;
  auto UsesOne = [&](StringRef Body) {
    if (Used.size() > FewNames)
      return anyWord(Body, Shortest,
                     [&](StringRef Word) { return Used.contains(Word); });
    return llvm::any_of(Used, [&](StringRef N) { return holdsText(Body, N); });
  };
  for (auto &S : Sources)
    S->IsWorthIt = S->IsWorthIt || UsesOne(S->Scanned->Body);
}

/// What a user calls the function. Nobody asks for most of them.
const std::string &ModuleLowering::display(Source &S) {
  if (S.Display.empty())
    S.Display = demangledName(S.Header.Name);
  return S.Display;
}

/// About as many as there are; counted when first asked for.
unsigned ModuleLowering::statements(Source &S) {
  if (!S.Statements)
    S.Statements = S.Scanned->Body.count(';') + 1;
  return *S.Statements;
}

//===- One function -------------------------------------------------------===//

void ModuleLowering::tell(std::string Reason) {
  if (Reasons.size() < MaxReasons && !llvm::is_contained(Reasons, Reason))
    Reasons.push_back(std::move(Reason));
}

std::string ModuleLowering::uniqueName(StringRef Name) {
  unsigned Count = Unit.FunctionNames[Name]++;
  return Count ? (Name + "." + llvm::Twine(Count + 1)).str() : Name.str();
}

void ModuleLowering::parse(Source &S) {
  if (S.IsParsed)
    return;
  S.IsParsed = true;
  S.Memory = std::make_unique<llvm::BumpPtrAllocator>();
  StatementReader Reader(S.Scanned->Body, *S.Memory);
  uint32_t Base = S.Scanned->BodyLine - 1;
  S.Body.reserve(std::max<size_t>(
      statements(S), std::min(countLines(S.Scanned->Body), MaxParsed)));
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
  const FunctionHeader &H = S.Header;
  Fn.Kind = S.Scanned->IsEntry ? FunctionKind::Kernel : FunctionKind::Device;
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
  for (auto [Index, F] : llvm::enumerate(S.Header.Params)) {
    if (F.IsRegister)
      L.bind(F.Name, B->param(Index, F.Type), F.Type);
    else
      L.bindParam(F.Name, Index, F);
  }
  for (const Formal &F : S.Header.Results)
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

void ModuleLowering::addUnread(Source &S, Coverage State, std::string Reason) {
  FunctionBuilder Builder(Unit.M, uniqueName(S.Header.Name));
  describe(Builder.function(), S);
  if (State != Coverage::Analysed)
    Builder.function().Display = display(S);
  Builder.function().Loc = Lines.at(S.Scanned->Line, 1);
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

void ModuleLowering::lower(Source &S) {
  parse(S);
  if (S.IsCut)
    return addUnread(S, Coverage::Skipped,
                     "budget: more than " + std::to_string(MaxParsed) +
                         " statements, labels and lines");
  if (S.Blocks > MaxBlocks)
    return addUnread(S, Coverage::Skipped,
                     "budget: more than " + std::to_string(MaxBlocks) +
                         " blocks");
  Reasons.clear();
  Locals = SplicedStatements = 0;
  FunctionBuilder Builder(Unit.M, uniqueName(S.Header.Name));
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
  Builder.function().Loc = Lines.at(S.Scanned->Line, 1);
  Lines.leave();

  Lines.enter(display(S));
  Lowering L(Builder);
  L.Slots = &Slots;
  Stack.assign(1, {S.Header.Name, &L});
  attach(L, S.Scanned->Body);
  bindParameters(L, Builder.function(), S);
  L.lowerBody(S.Body);
  Lines.leave();
  Stack.clear();

  Unit.IgnoredQualifiers += L.ignoredQualifiers();
  for (const std::string &Text : L.unparsed())
    tell("not understood: '" + Text + "'");
  if (S.Scanned->IsTruncated)
    tell("the text ends inside the body");
  Function &Fn = Builder.finish();
  B = nullptr;
  Fn.Reasons = Reasons;
  if (!Reasons.empty())
    Fn.State = Coverage::Partly;
  else if (Fn.Kind == FunctionKind::Kernel)
    markDiscarded(Fn); // What a function returns is no value of its graph.
  nameObjects(Unit.GlobalNames, Fn);
  S.Body = {};
  S.Memory.reset();
  S.IsParsed = false;
  S.Blocks = 0;
}

//===- Names --------------------------------------------------------------===//

/// Functions of the device runtime that order nothing.
static bool isHarmless(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"vprintf", "malloc", "free", "cudaGetParameterBufferV2"}, true)
      .Default(Name.starts_with("__nv_"));
}

ModuleNames::CallKind ModuleLowering::resolve(StringRef Name, Callee &Out) {
  if (Name == "__assertfail" || NeverReturning.contains(Name))
    return CallKind::NeverReturns;
  auto It = ByName.find(Name);
  if (It == ByName.end())
    return isHarmless(Name) ? CallKind::Harmless : CallKind::Opaque;
  Source &S = *It->second;
  auto Refuse = [&](StringRef Why) {
    tell(("the call of '" + display(S) + "' is not followed: " + Why).str());
    return CallKind::Opaque;
  };
  if (llvm::any_of(Stack,
                   [&](auto &Frame) { return Frame.first == S.Header.Name; }))
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
  if (S.Scanned->IsTruncated)
    tell("the text ends inside '" + display(S) + "'");
  Out = {S.Header.Results, S.Header.Params, S.Body};
  return CallKind::Splice;
}

void ModuleLowering::enter(Lowering &Inner, StringRef Name) {
  Source &S = *ByName.lookup(Name);
  LocationId CallSite = Stack.back().second->Prototype.Loc;
  Lines.enter(display(S), CallSite);
  Stack.push_back({S.Header.Name, &Inner});
  attach(Inner, S.Scanned->Body);
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
  return B->global(addGlobal(*V, Unique, S.Line));
}

ValueId ModuleLowering::symbol(StringRef Name) {
  return Unit.GlobalNames.contains(Name) ? B->global(Name) : UnknownValue;
}
