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

/// So many lines apart they are read together.
static constexpr uint32_t NearLines = 2;

static bool areNear(const FunctionView &In, EventId A, EventId B) {
  const Module &M = In.module();
  LocationId X = In.event(A).Loc, Y = In.event(B).Loc;
  if (X == Nowhere || Y == Nowhere)
    return false;
  const Location &P = M.Locations[X], &Q = M.Locations[Y];
  return P.File == Q.File &&
         (P.Line > Q.Line ? P.Line - Q.Line : Q.Line - P.Line) <= NearLines;
}

static bool isOneFault(const FunctionView &In, const Contention &A,
                       const Contention &B) {
  const Event &X = In.event(A.E), &Y = In.event(B.E);
  BlockId Here = In.cfg().position(A.E).Block;
  BlockId There = In.cfg().position(B.E).Block;
  return X.Rmw == Y.Rmw && X.IsFloat == Y.IsFloat && A.Loop == B.Loop &&
         A.IsShared == B.IsShared && A.Who == B.Who && A.At.Why == B.At.Why &&
         (Here == There || In.populations().sameThreads(Here, There)) &&
         (In.provenance().sameObject(A.E, B.E) || areNear(In, A.E, B.E));
}

std::vector<std::vector<Contention>>
fencepost::alike(const FunctionView &In, llvm::ArrayRef<Told> All) {
  std::vector<std::vector<Contention>> Groups;
  std::vector<unsigned> Keys;
  for (const Told &T : All) {
    size_t G = 0;
    while (G < Groups.size() &&
           !(Keys[G] == T.Key && isOneFault(In, Groups[G].back(), T.C)))
      ++G;
    if (G == Groups.size()) {
      Groups.emplace_back();
      Keys.push_back(T.Key);
    }
    Groups[G].push_back(T.C);
  }
  return Groups;
}

std::string fencepost::moreLikeIt(llvm::ArrayRef<Contention> Group) {
  return Group.size() < 2
             ? ""
             : " (and " + std::to_string(Group.size() - 1) + " more like it)";
}

void fencepost::tellOthers(FindingBuilder &F, const FunctionView &In,
                           llvm::ArrayRef<Contention> Group) {
  for (const Contention &C : Group.drop_front())
    F.step(Role::Access, In.event(C.E), "the same on " + nameOf(In, C.E));
}
