//===- finding.cpp - stable words of findings -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These words are part of the JSON and SARIF output: they may be added to,
// never changed.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/finding.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

llvm::StringRef spelling(Level L) {
  switch (L) {
  case Level::Note:
    return "note";
  case Level::Warning:
    return "warning";
  case Level::Error:
    return "error";
  }
  llvm_unreachable("level outside its set");
}

llvm::StringRef spelling(Verdict V) {
  switch (V) {
  case Verdict::ViolatesModel:
    return "violates-model";
  case Verdict::SeenOnHardware:
    return "seen-on-hardware";
  case Verdict::Costs:
    return "costs";
  }
  llvm_unreachable("verdict outside its set");
}

llvm::StringRef spelling(Role R) {
  switch (R) {
  case Role::Poll:
    return "poll";
  case Role::Consumer:
    return "consumer";
  case Role::Producer:
    return "producer";
  case Role::Publish:
    return "publish";
  case Role::Fence:
    return "fence";
  case Role::Barrier:
    return "barrier";
  case Role::Acquire:
    return "acquire";
  case Role::Release:
    return "release";
  case Role::Lock:
    return "lock";
  case Role::Unlock:
    return "unlock";
  case Role::Access:
    return "access";
  case Role::CallSite:
    return "call-site";
  case Role::Declaration:
    return "declaration";
  }
  llvm_unreachable("role outside its set");
}

Side sideOf(Role R) {
  switch (R) {
  case Role::Producer:
  case Role::Publish:
  case Role::Release:
  case Role::Unlock:
    return Side::Producer;
  case Role::Poll:
  case Role::Consumer:
  case Role::Acquire:
  case Role::Lock:
    return Side::Consumer;
  case Role::Fence:
  case Role::Barrier:
  case Role::Access:
  case Role::CallSite:
  case Role::Declaration:
    return Side::Either;
  }
  llvm_unreachable("role outside its set");
}

std::vector<ThreadOfSteps> threadsOf(const Finding &F) {
  std::vector<ThreadOfSteps> Threads;
  auto Of = [&](Side S) -> ThreadOfSteps & {
    for (ThreadOfSteps &T : Threads)
      if (T.Who == S)
        return T;
    Threads.push_back({S, {}});
    return Threads.back();
  };
  Side Current = Side::Either;
  for (const Step &S : F.Steps)
    if (Current = sideOf(S.What); Current != Side::Either)
      break;
  for (size_t I = 0; I < F.Steps.size(); ++I) {
    if (Side S = sideOf(F.Steps[I].What); S != Side::Either)
      Current = S;
    Of(Current).Steps.push_back(I);
  }
  return Threads;
}

} // namespace fencepost
