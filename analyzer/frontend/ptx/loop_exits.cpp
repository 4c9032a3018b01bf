//===- loop_exits.cpp - which branches leave a loop for good --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers put blocks that a loop has no part in between those of the loop,
// and some of its own behind its text. Here the body is cut into pieces that
// end with a branch, with the end of the thread or before a label. The way
// round of a branch back are the pieces that are reached from its label, and
// from which it is reached without passing that label again. Each cycle has a
// lowest label: it lies in ways round of branches to this label.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/loop_scan.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace fencepost::ptx;

size_t LoopScan::pieceAt(size_t Pos) const {
  auto Behind = llvm::partition_point(
      Pieces, [&](const Piece &P) { return P.Begin <= Pos; });
  return Behind - Pieces.begin() - 1;
}

bool LoopScan::cutPieces() {
  if (HasIndexed || HasTwins)
    return false;
  Pieces.assign(1, Piece{Begin});
  for (const auto &[Name, Pos] : Labels)
    Pieces.push_back(Piece{Pos});
  for (const Branch &B : Branches)
    Pieces.push_back(Piece{B.Pos + 1});
  for (size_t Pos : Leaves)
    Pieces.push_back(Piece{Pos + 1});
  llvm::sort(Pieces,
             [](const Piece &A, const Piece &B) { return A.Begin < B.Begin; });
  for (size_t I = 0; I + 1 < Pieces.size(); ++I)
    Pieces[I].Next = I + 1;
  for (size_t Pos : Leaves)
    Pieces[pieceAt(Pos)].Next = Piece::None;
  for (const Branch &B : Branches) {
    auto Label = Labels.find(B.Target);
    if (Label == Labels.end())
      return false;
    Piece &P = Pieces[pieceAt(B.Pos)];
    P.Target = pieceAt(Label->second);
    P.By = &B;
    P.Next = B.Guard.empty() ? Piece::None : P.Next;
  }
  return true;
}

bool LoopScan::findWayRound(const Loop &L) {
  constexpr unsigned MaxRounds = 16;
  const size_t Head = pieceAt(L.Head);
  for (Piece &P : Pieces)
    P.IsReached = P.LeadsBack = false;
  llvm::SmallVector<size_t, 32> Todo{Head};
  while (!Todo.empty()) {
    size_t I = Todo.pop_back_val();
    if (I == Piece::None || Pieces[I].IsReached)
      continue;
    Pieces[I].IsReached = true;
    Todo.append({Pieces[I].Next, Pieces[I].Target});
  }
  auto LeadsBack = [&](size_t To) {
    return To != Piece::None && To != Head && Pieces[To].LeadsBack;
  };
  Pieces[Head].LeadsBack = Pieces[pieceAt(L.End)].LeadsBack = true;
  unsigned Rounds = 0;
  for (bool Changed = true; std::exchange(Changed, false);) {
    if (++Rounds > MaxRounds)
      return false;
    for (Piece &P : llvm::reverse(Pieces))
      if (!P.LeadsBack && (LeadsBack(P.Next) || LeadsBack(P.Target)))
        P.LeadsBack = Changed = true;
  }
  return true;
}

bool LoopScan::waitsOnWayRound(const Loop &Of) {
  constexpr size_t PerStep = 8; // Cheaper than to follow a definition.
  size_t Cost = Pieces.size() / PerStep + 1;
  if (Budget < Cost || !findWayRound(Of))
    return true;
  Budget -= Cost;
  auto IsOn = [&](const Piece &P) { return P.IsReached && P.LeadsBack; };
  auto IsOut = [&](size_t To) {
    return To == Piece::None || !IsOn(Pieces[To]);
  };
  Loop L = Of;
  for (size_t I = 0; I + 1 < Pieces.size(); ++I) // The last leads nowhere.
    if (IsOn(Pieces[I]))
      L.End = std::max(L.End, Pieces[I + 1].Begin);
  Seen.clear();
  bool HasExit = false;
  for (const Piece &P : Pieces) {
    bool IsExit = IsOn(P) && P.By && !P.By->Guard.empty() &&
                  (IsOut(P.Next) || IsOut(P.Target));
    if (!IsExit)
      continue;
    HasExit = true;
    if (Budget == 0 || dependsOnWait(P.By->Guard, L))
      return true;
  }
  return !HasExit;
}
