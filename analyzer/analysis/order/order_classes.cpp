//===- order_classes.cpp - blocks that a path cannot tell apart -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block joins the class of the first way in that has one; where the others
// disagree it leads a class of its own, and all begins anew. The blocks that
// lead are those of an iterated dominance frontier, found in about as many
// rounds as loops are deep.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/order/order_classes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace fencepost {
namespace {

ArrayRef<BlockId> waysIn(const Function &Fn, BlockId B, bool Forward) {
  return Forward ? ArrayRef<BlockId>(Fn.Blocks[B].Predecessors)
                 : ArrayRef<BlockId>(Fn.Blocks[B].Term.Successors);
}
ArrayRef<BlockId> waysOut(const Function &Fn, BlockId B, bool Forward) {
  return waysIn(Fn, B, !Forward);
}

/// The blocks to which the flow leads from where it enters.
BitVector entered(const Function &Fn, bool Forward) {
  BitVector Seen(Fn.Blocks.size());
  SmallVector<BlockId, 32> Work;
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    if (Forward ? B == Fn.Entry : Fn.Blocks[B].Term.Successors.empty()) {
      Seen.set(B);
      Work.push_back(B);
    }
  while (!Work.empty())
    for (BlockId N : waysOut(Fn, Work.pop_back_val(), Forward))
      if (!Seen.test(N)) {
        Seen.set(N);
        Work.push_back(N);
      }
  return Seen;
}

} // namespace

OrderClasses::OrderClasses(const Function &Fn, bool Forward,
                           function_ref<bool(BlockId)> Changes)
    : Leader(Fn.Blocks.size(), NoId), Followers(Fn.Blocks.size()),
      Exits(Fn.Blocks.size()) {
  const size_t N = Fn.Blocks.size();
  BitVector Entered = entered(Fn, Forward);
  BitVector Leads(N);
  for (BlockId B = 0; B < N; ++B)
    if (!Entered.test(B) || Changes(B) || waysIn(Fn, B, Forward).empty() ||
        B == Fn.Entry) {
      Leads.set(B);
      Leader[B] = B;
    }
  auto Agrees = [&](BlockId B) {
    return llvm::all_of(waysIn(Fn, B, Forward),
                        [&](BlockId P) { return Leader[P] == Leader[B]; });
  };
  for (bool Split = true; Split;) {
    for (BlockId B = 0; B < N; ++B)
      if (!Leads.test(B))
        Leader[B] = NoId;
    // Blocks are numbered in reverse post order: once over them, mostly.
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (size_t I = 0; I < N; ++I) {
        BlockId B = Forward ? I : N - 1 - I;
        if (Leader[B] != NoId)
          continue;
        for (BlockId P : waysIn(Fn, B, Forward))
          if (Leader[P] != NoId) {
            Leader[B] = Leader[P];
            Changed = true;
            break;
          }
      }
    }
    Split = false;
    BitVector Before = Leads;
    for (BlockId B = 0; B < N; ++B)
      if (!Before.test(B) && !Agrees(B)) {
        Leads.set(B);
        Split = true;
      }
    for (unsigned B : Leads.set_bits())
      Leader[B] = B;
  }
  for (BlockId B = 0; B < N; ++B) {
    if (Leader[B] != B)
      Followers[Leader[B]].push_back(B);
    for (BlockId To : waysOut(Fn, B, Forward))
      if (Leader[To] != Leader[B] || To == Leader[B])
        Exits[Leader[B]].push_back(To);
  }
  for (std::vector<BlockId> &To : Exits) {
    llvm::sort(To);
    To.erase(std::unique(To.begin(), To.end()), To.end());
  }
}

} // namespace fencepost
