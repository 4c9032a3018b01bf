//===- contention_groups.cpp - atomics that are one fault -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "checks/contention_story.h"
#include "checks/story.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// Atomics on other objects may be kept or mended for themselves, on whichever
/// line they stand.
static bool isOneFault(const FunctionView &In, const Told &First,
                       const Told &Second) {
  const Contention &A = First.C, &B = Second.C;
  const Event &X = In.event(A.E), &Y = In.event(B.E);
  BlockId Here = In.cfg().position(A.E).Block;
  BlockId There = In.cfg().position(B.E).Block;
  return First.How == Second.How && First.What == Second.What &&
         X.Rmw == Y.Rmw && X.IsFloat == Y.IsFloat && A.Loop == B.Loop &&
         A.IsShared == B.IsShared && A.Who == B.Who && A.At.Why == B.At.Why &&
         (Here == There || In.populations().sameThreads(Here, There)) &&
         In.provenance().sameObject(A.E, B.E);
}

std::vector<std::vector<Told>> fencepost::alike(const FunctionView &In,
                                                llvm::ArrayRef<Told> All) {
  std::vector<std::vector<Told>> Groups;
  for (const Told &T : All) {
    auto G = llvm::find_if(Groups, [&](const std::vector<Told> &Group) {
      return isOneFault(In, Group.back(), T);
    });
    if (G == Groups.end())
      G = Groups.insert(G, std::vector<Told>());
    G->push_back(T);
  }
  return Groups;
}

std::string fencepost::moreLikeIt(llvm::ArrayRef<Told> Group) {
  return Group.size() < 2
             ? ""
             : " (and " + std::to_string(Group.size() - 1) + " more like it)";
}

void fencepost::tellOthers(FindingBuilder &F, const FunctionView &In,
                           llvm::ArrayRef<Told> Group) {
  for (const Told &T : Group.drop_front())
    F.step(Role::Access, In.event(T.C.E), "the same on " + nameOf(In, T.C.E));
}
