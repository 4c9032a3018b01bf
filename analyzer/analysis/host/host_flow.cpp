//===- host_flow.cpp - from float sums to exact comparisons ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/host_flow.h"
#include "analyzer/analysis/host/host_walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace fencepost {

using namespace hostflow;

const Trail *HostFlow::State::trail(const Trail *Before, FlowStep::Kind What,
                                    LocationId Loc, const Twine &Text,
                                    const Trail *Inside) {
  Trail &T = Trails.emplace_back();
  T.Before = Before;
  T.Inside = Inside;
  T.Step.What = What;
  T.Step.Loc = Loc;
  T.Step.Text = Text.str();
  return &T;
}

void HostFlow::State::flatten(const Trail *T,
                              std::vector<FlowStep> &Out) const {
  // The way back, newest first: an explicit stack, for calls nest deeply.
  constexpr size_t MaxSteps = 400;
  std::vector<std::pair<const Trail *, bool>> Work{{T, false}};
  while (!Work.empty() && Out.size() < MaxSteps) {
    auto [At, IsStep] = Work.back();
    Work.pop_back();
    if (!At)
      continue;
    if (IsStep) {
      Out.push_back(At->Step);
      continue;
    }
    bool InsideFirst = At->Step.What == FlowStep::Kind::Return;
    if (InsideFirst) {
      Work.push_back({At, true});
      Work.push_back({At->Inside, false});
    } else {
      Work.push_back({At->Inside, false});
      Work.push_back({At, true});
    }
    Work.push_back({At->Before, false});
  }
}

uint32_t HostFlow::State::sumId(const KernelFacts *K, const FloatSum &Sum) {
  auto [It, New] = SumIds.try_emplace(&Sum, Sums.size());
  if (New)
    Sums.push_back({K, &Sum});
  return It->second;
}

/// The spacing of numbers around one.
static double spacing(unsigned Bits) {
  return Bits == 64 ? 2.2e-16 : Bits == 16 ? 9.7e-4 : 1.2e-7;
}

void HostFlow::State::conclude(const Taint &T, const HostFunction &In,
                               const HostOp &Compare) {
  const SumRef &Of = Sums[T.Id];
  if (Compare.IsDifference && !T.IsDifference)
    return;
  if (Compare.Test == CompareKind::Bound &&
      Compare.Tolerance >= spacing(Of.Sum->Bits))
    return;
  if (!Told.insert({&Compare, Of.Kernel}).second)
    return;
  ExactTest Test;
  Test.Sum = Of.Sum;
  Test.Kernel = Of.Kernel;
  Test.In = &In;
  Test.Compare = &Compare;
  flatten(T.Way, Test.Steps);
  Tests.push_back(std::move(Test));
}

const KernelFacts *HostFlow::State::factsOf(StringRef Kernel) {
  return Kernel.empty() ? nullptr : Kernels.lookup(Kernel);
}

const Summary *HostFlow::State::summaryOf(StringRef Callee) {
  auto It = Functions.find(Callee);
  if (It == Functions.end())
    return nullptr;
  const Summary *Found = summaryOf(It->second);
  if (Found)
    IsCalled[It->second] = true;
  return Found;
}

const Summary *HostFlow::State::summaryOf(uint32_t Index) {
  std::unique_ptr<Summary> &Slot = Summaries[Index];
  constexpr unsigned MaxDepth = 400;
  if (Slot || Depth > MaxDepth)
    return Slot && Slot->IsReady ? Slot.get() : nullptr; // Recursion.
  Slot = std::make_unique<Summary>();
  Summary &Mine = *Slot;
  ++Depth;
  walkFunction(*this, Index, Mine);
  --Depth;
  Mine.IsReady = true;
  return &Mine;
}

void HostFlow::State::findDeviceTests(const FunctionView &In) {
  for (const KernelTest &Test : kernelTests(In)) {
    DeviceTest &Of = DeviceTests.emplace_back();
    Of.Test = Test;
    Of.In.Name = In.fn().Name;
    Of.In.Display = In.fn().Display;
    Of.In.Loc = In.fn().Loc;
    Of.Compare.Kind = HostOpKind::Compare;
    Of.Compare.Loc = Test.Loc;
    Of.Compare.Spelled = Test.IsEquality ? "==" : "!=";
  }
}

bool HostFlow::State::findKernels() {
  bool Any = false;
  for (const KernelFacts &K : Host.Kernels)
    Kernels.try_emplace(K.Name, &K);
  StringSet<> Launched;
  for (const HostLaunch &L : Host.Launches)
    Launched.insert(L.Kernel);
  for (const auto &In : Unit.functions())
    if (Launched.contains(In->fn().Name)) {
      Own.push_back(kernelFacts(*In));
      Kernels[Own.back().Name] = &Own.back();
      findDeviceTests(*In);
    }
  for (const auto &Entry : Kernels)
    for (const ParamEffect &E : Entry.second->Effects)
      Any |= !E.Sums.empty();
  return Any;
}

void HostFlow::State::run() {
  bool Compares = false;
  for (const HostFunction &Fn : Host.Functions)
    for (const HostOp &Op : Fn.Ops)
      Compares |= Op.Kind == HostOpKind::Compare;
  if (Host.Launches.empty() || !findKernels() ||
      (!Compares && DeviceTests.empty()))
    return;
  Summaries.resize(Host.Functions.size());
  for (uint32_t I = 0; I < Host.Functions.size(); ++I)
    Functions.try_emplace(Host.Functions[I].Name, I);
  IsCalled.resize(Host.Functions.size());
  for (uint32_t I = 0; I < Host.Functions.size(); ++I)
    summaryOf(I);
  // Nobody here says what numbers come in: fractions.
  for (uint32_t I = 0; I < Host.Functions.size(); ++I)
    for (const OpenTest &Open : Summaries[I]->Open)
      if (!IsCalled[I] && !Open.Of.IsSymbol)
        conclude(Open.Of, *Open.In, *Open.Compare);
  auto PlaceOf = [&](const ExactTest &T) {
    const Location &L = Unit.module().at(T.Compare->Loc);
    return std::tuple(L.File, L.Line, L.Column, StringRef(T.Kernel->Name));
  };
  llvm::sort(Tests, [&](const ExactTest &A, const ExactTest &B) {
    return PlaceOf(A) < PlaceOf(B);
  });
}

HostFlow::HostFlow(const UnitView &Unit) : S(std::make_unique<State>(Unit)) {
  S->run();
}
HostFlow::~HostFlow() = default;
const std::vector<ExactTest> &HostFlow::tests() const { return S->Tests; }

} // namespace fencepost
