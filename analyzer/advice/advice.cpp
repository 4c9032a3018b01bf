//===- advice.cpp - may this synchronization be weakened? -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/advice.h"
#include "analyzer/advice/worlds.h"
#include "analyzer/analysis/fences/idle_fence.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::advice;

namespace {

AdviceResult withheld(const llvm::Twine &Reason) {
  return {Advice::Withheld, Reason.str(), "", {}};
}

/// Why the change is none that can be judged; empty if it is.
std::string faultOf(const FunctionView &In, const Change &C) {
  if (C.Of >= In.fn().Events.size())
    return "there is no such event";
  const Event &E = In.event(C.Of);
  bool IsAccess = isMemoryAccess(E.Kind);
  if (E.Kind != EventKind::Fence && !IsAccess)
    return "only fences and accesses are judged";
  if (C.IsDrop)
    return IsAccess ? "an access cannot be dropped" : "";
  if (C.NewOrder != Order::Unknown && !isStrong(C.NewOrder))
    return "an access that others may race with stays strong";
  if (C.NewScope == Scope::None)
    return "a strong operation has a scope";
  if (E.Kind == EventKind::Fence && C.NewOrder == Order::Relaxed)
    return "a fence is no relaxed operation";
  if (IsAccess && !isStrong(E.Ord))
    return "a weak access has nothing to weaken";
  return "";
}

bool takesSc(const FunctionView &In, const Change &C) {
  const Event &E = In.event(C.Of);
  return E.Kind == EventKind::Fence && E.Ord == Order::SeqCst;
}

/// A narrower access is no longer coherent with those that its scope left out,
/// whatever stands around it.
bool leavesSomeoneOut(const FunctionView &In, const Change &C,
                      const Premises &Known) {
  return isMemoryAccess(In.event(C.Of).Kind) && C.NewScope >= Scope::Cta &&
         C.NewScope < farthest(In, C.Of, Known);
}

} // namespace

AdviceResult fencepost::judge(const UnitView &Unit, const FunctionView &In,
                              llvm::ArrayRef<Change> Changes,
                              const Premises &Known) {
  for (const Change &C : Changes) {
    if (std::string Fault = faultOf(In, C); !Fault.empty())
      return withheld(Fault);
    if (leavesSomeoneOut(In, C, Known))
      return withheld("threads that may access the same memory are outside "
                      "the scope '" +
                      spelling(C.NewScope) + "'");
  }
  if (llvm::all_of(Changes, [&](const Change &C) {
        return C.IsDrop && idleFence(Unit, In, C.Of);
      }))
    return {Advice::Holds, "the fence is idle", "", {}};
  Court Judge(In, Changes);
  std::vector<std::string> Assumptions;
  Question Q{Unit, In, Changes, Known, Assumptions};
  for (const Change &C : Changes) {
    Surroundings Around(In, C.Of);
    if (!Around.Fault.empty())
      return withheld(Around.Fault);
    openWorld(Q, Around, Judge);
    if (Judge.isOpen() && takesSc(In, C))
      closedWorld(Q, Around, Judge);
    if (!Judge.isOpen())
      break;
  }
  AdviceResult Out = Judge.result();
  if (Out)
    Out.Assumptions = std::move(Assumptions);
  return Out;
}
