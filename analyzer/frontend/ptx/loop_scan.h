//===- loop_scan.h - what a body may wait for or update ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions must be lowered, decided on the text of their bodies:
// loop_scan.cpp finds loops that may wait, update_scan.cpp words that are
// updated in place, address_scan.cpp whether those are one thread's.
//
// A loop is the text from a label to a later branch back to it. It may wait if
// a branch out of it depends on a load from an address that is the same in
// every iteration, one that no recurrence has a part in. For loads of inline
// assembly and those with a cache operator that polls use, any address will do.
// No rule speaks of waits for words of a block's own memory, but such a word
// may pass on what was found elsewhere.
//
// Blocks may stand anywhere. Where the text of two loops overlaps in part, a
// cycle may run through both: they are joined, and in what is joined every
// branch and every load counts. Where a loop's text is left for good inside,
// every branch of it may be a way out. Each cycle lies in one such piece of
// text, because its branches back cover it without a gap. Where this says that
// a function may wait, its graph of branches is asked as well (loop_exits.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_LOOP_SCAN_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_LOOP_SCAN_H

#include "analyzer/frontend/ptx/definitions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <utility>
#include <vector>

namespace fencepost::ptx {

class LoopScan {
public:
  /// Starts a function whose body begins there; positions are in Text.
  void reset(llvm::StringRef Text, size_t Begin);
  void label(llvm::StringRef Name, size_t Pos) {
    HasTwins |= !Labels.try_emplace(Name, Pos).second;
  }
  /// Address: what stands between the brackets.
  void load(size_t Pos, llvm::StringRef Address, bool IsSuspect,
            bool IsOfBlock);
  void store(size_t Pos, llvm::StringRef Address, bool IsShared, bool InAsm);
  /// Guard: the predicate's name; empty for a branch always taken. Target is
  /// empty where a thread may end.
  void branch(size_t Pos, llvm::StringRef Target, llvm::StringRef Guard,
              bool IsNegated);
  /// A branch by table may go anywhere.
  void indexedBranch() { HasIndexed = true; }
  /// The function, or the thread, ends here.
  void leave(size_t Pos) { Leaves.push_back(Pos); }

  // Asked once each, in this order, after the whole function.
  bool mayWait();
  /// A location is read and what depends on it written back, and neither its
  /// address nor a branch shows that this is one thread's. End is that of the
  /// body. Equal addresses are written alike in optimized text; elsewhere any
  /// two may be equal.
  bool updatesShared(size_t End, bool IsOptimized);

private:
  struct Load {
    size_t Pos;
    llvm::StringRef Address;
    bool IsSuspect;
    bool IsOfBlock; ///< From the memory of its block.
  };
  struct Branch {
    size_t Pos;
    llvm::StringRef Target, Guard;
    bool IsNegated; ///< Taken where the guard does not hold.
  };
  struct Loop {
    size_t Head, End; ///< The label, the branch back.
    bool IsJoined = false;
  };
  llvm::StringRef Text;
  llvm::DenseMap<llvm::StringRef, size_t> Labels;
  std::vector<Load> Loads;
  std::vector<Branch> Branches; ///< In the order of the text, as all lists.
  std::vector<Loop> Loops;
  std::vector<size_t> Leaves;
  bool HasIndexed = false, HasAsm = false;
  bool HasTwins = false; ///< Two labels of one name.
  static constexpr size_t NoDefs = ~size_t(0);
  size_t DefsFrom = NoDefs; ///< Where the walk of Defs began.
  size_t FirstHead = 0;     ///< Behind the first label of a loop.
  struct Store {
    size_t Pos;
    llvm::StringRef Address;
    bool IsShared; ///< In the memory of one block.
  };
  std::vector<Store> Stores;
  size_t Begin = 0;

  HashTable Read, LastRead; ///< First and last load of each address.
  std::vector<Loop> Reach;
  Definitions Defs;
  static constexpr unsigned MaxDepth = 24;
  unsigned Budget = 0;
  std::vector<llvm::StringRef> Work; ///< Of walks over definitions.
  llvm::DenseSet<size_t> Seen; ///< Definitions that no wait of the loop is in.
  llvm::SmallVector<size_t, 32> Path;

  void walk(size_t From, size_t To);
  void joinLoops();
  bool isCarried(llvm::StringRef Operand, size_t Head, unsigned Depth);
  bool waits(const Loop &L);
  bool isLeftInside(const Loop &L) const;
  /// What is executed as a whole: up to a branch, or before a label.
  struct Piece {
    static constexpr size_t None = ~size_t(0);
    size_t Begin;
    size_t Next = None;         ///< Behind it, if it may be left that way.
    size_t Target = None;       ///< Of its branch.
    const Branch *By = nullptr; ///< That it ends with, if any.
    bool IsReached = false, LeadsBack = false; ///< In the loop asked about.
  };
  std::vector<Piece> Pieces;
  size_t pieceAt(size_t Pos) const;
  /// False if the text does not tell where each branch leads.
  bool cutPieces();
  bool findWayRound(const Loop &L);
  /// Like waits(), more exact and slower. Not for joined loops.
  bool waitsOnWayRound(const Loop &L);
  size_t SearchLeft = 0; ///< Bytes that mayRestOnLoad() may look at.
  /// What rests on no load of the loop of this head and end, names of it.
  std::pair<size_t, size_t> NoLoadsIn;
  std::vector<llvm::StringRef> NoLoads;
  bool mayRestOnLoad(llvm::StringRef Guard, const Loop &L);
  bool mayHoldLoad(size_t From, size_t To) const;
  bool dependsOnWait(llvm::StringRef Guard, const Loop &L);
  bool isWait(size_t Start, const Loop &L);
  bool isPassedOn(const Loop &L);
  /// Over which threads and blocks an address differs, as IdDependence says
  /// it of values (analysis/threads).
  enum class Varies : uint8_t { Not, Lossy, Data, Any };
  struct IdShape {
    Varies ByThread = Varies::Not, ByBlock = Varies::Not;
    size_t Through = 0; ///< What made it Lossy; 0: nothing did.
    bool HasLoad = false;
    bool IsClaimed = false; ///< Made by bit counts and the like: often unique.
    bool IsKnown = true;
  };
  /// Shapes of names, of those that are not defined by themselves: a place in
  /// KeptShapes, plus one.
  NameTable ShapePlaces;
  std::vector<IdShape> KeptShapes;
  unsigned Cuts = 0; ///< How often a definition led back to itself.
  static IdShape combined(const IdShape &A, const IdShape &B);
  IdShape shapeOf(llvm::StringRef Operands, unsigned Depth);
  IdShape shapeOfName(llvm::StringRef Name, unsigned Depth);
  IdShape shapeOfDefinitions(uint32_t D, unsigned Depth);
  IdShape shapeOfStatement(size_t At, unsigned Depth);
  static IdShape shapeOfSpecial(llvm::StringRef Name);
  bool elects(llvm::StringRef Name, bool Value, unsigned Depth);
  bool isElected(const Store &S);
  bool belongsToThread(const Store &S);
  uint64_t placeOf(llvm::StringRef Address) const;
  uint64_t keyOf(llvm::StringRef Address) const;
  bool isLoadOf(size_t Start, uint64_t Key) const;
  bool dependsOnItself(const Store &S);
  bool isCompared(uint64_t Key);
  std::vector<Store> Updates, Handed; ///< What findPairs() finds.
  void findPairs();
  void orderReach();
  bool mayPrecede(size_t From, size_t To) const;
  bool handsOver(const Store &S);
};

} // namespace fencepost::ptx

#endif
