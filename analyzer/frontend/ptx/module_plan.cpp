//===- module_plan.cpp - which functions of a module are read -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_plan.h"
#include "analyzer/frontend/ptx/char_class.h"
#include "analyzer/model/holds_text.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

ModulePlan::ModulePlan(const ScannedModule &Scanned)
    : Scanned(Scanned), Strings(Scanned.DebugStrings) {
  collectFunctions();
  collectCalls();
  collectVariables();
}

void ModulePlan::collectFunctions() {
  Functions.reserve(Scanned.Functions.size()); // They are pointed at.
  for (const ScannedFunction &Found : Scanned.Functions) {
    PlannedFunction &F = Functions.emplace_back();
    F.Scanned = &Found;
    F.Header = readHeader(Found.Header);
    if (F.Header.Name.empty())
      F.Header.Name = "(unnamed)";
    if (F.Header.NeverReturns)
      NeverReturning.insert(F.Header.Name);
    if (Found.HasBody)
      ByName.try_emplace(F.Header.Name, &F);
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
void ModulePlan::collectCalls() {
  llvm::DenseMap<PlannedFunction *, llvm::SmallVector<PlannedFunction *, 2>>
      Callers;
  std::vector<PlannedFunction *> Work;
  for (PlannedFunction &F : Functions) {
    const ScannedFunction &Found = *F.Scanned;
    for (StringRef Call : Found.Calls)
      if (PlannedFunction *Callee = ByName.lookup(calleeIn(Call))) {
        Callee->IsCalled |= Callee != &F;
        Callers[Callee].push_back(&F);
      }
    F.IsWorthIt = Found.HasOrdering || Found.MayWait || Found.UpdatesShared;
    if (F.IsWorthIt)
      Work.push_back(&F);
  }
  while (!Work.empty()) {
    PlannedFunction *F = Work.back();
    Work.pop_back();
    for (PlannedFunction *Caller : Callers.lookup(F))
      if (!std::exchange(Caller->IsWorthIt, true))
        Work.push_back(Caller);
  }
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

void ModulePlan::collectVariables() {
  llvm::SmallVector<StringRef, 8> Shared;
  for (const ScannedVariable &Text : Scanned.Variables)
    for (const VariableHeader &V : readVariables(Text.Text)) {
      Variables.push_back({V, variableName(V.Name), Text.Line});
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
  for (PlannedFunction &F : Functions)
    if (F.IsWorthIt && Names.size() <= FewNames)
      for (StringRef Name : Names) {
        if (holdsText(F.Scanned->Body, Name))
          Used.insert(Name);
      }
    else if (F.IsWorthIt)
      anyWord(F.Scanned->Body, Shortest, [&](StringRef Word) {
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
  for (PlannedFunction &F : Functions)
    F.IsWorthIt = F.IsWorthIt || UsesOne(F.Scanned->Body);
}
