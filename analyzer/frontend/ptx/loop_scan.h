//===- loop_scan.h - loops that may wait, by their text ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is the text from a label to a later branch back to it. It may wait if
// a branch out of it depends on a load from an address that is the same in
// every iteration, one that no register carried around the loop has a part in.
// For loads of inline assembly and those with a cache operator that polls use,
// any address will do.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_LOOP_SCAN_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_LOOP_SCAN_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace fencepost::ptx {

/// Name, register or the like: what operands are made of.
bool isOperandChar(char C);

class LoopScan {
public:
  /// Starts a function whose body begins there; positions are in Text.
  void reset(llvm::StringRef Text, size_t Begin);
  void label(llvm::StringRef Name, size_t Pos) {
    Labels.try_emplace(Name, Pos);
  }
  /// Address: what stands between the brackets.
  void load(size_t Pos, llvm::StringRef Address, bool IsSuspect);
  void store(size_t Pos, llvm::StringRef Address, bool IsShared);
  /// Guard: the predicate's name; empty for a branch always taken.
  void branch(size_t Pos, llvm::StringRef Target, llvm::StringRef Guard);
  /// A branch by table may go anywhere.
  void indexedBranch() { HasIndexed = true; }

  // Asked once each, in this order, after the whole function.
  bool mayWait();
  /// A location is read and written back, and its address does not show that
  /// it belongs to one thread. End is that of the body.
  bool updatesShared(size_t End);

private:
  struct Load {
    size_t Pos;
    llvm::StringRef Address;
    bool IsSuspect;
  };
  struct Branch {
    size_t Pos;
    llvm::StringRef Target, Guard;
  };
  struct Loop {
    size_t Head, End; ///< The label, the branch back.
  };
  llvm::StringRef Text;
  llvm::DenseMap<llvm::StringRef, size_t> Labels;
  std::vector<Load> Loads;
  std::vector<Branch> Branches; ///< In the order of the text, as all lists.
  std::vector<Loop> Loops;
  bool HasIndexed = false;
  struct Update {
    size_t Pos;
    llvm::StringRef Address;
    bool IsShared; ///< In the memory of one block.
  };
  std::vector<Update> Updates;
  size_t Begin = 0;

  /// Open addressing by hashes of text, emptied in no time: an entry of an
  /// older round is free.
  class Table {
  public:
    void clear() {
      ++Round;
      Used = 0;
    }
    void set(uint64_t Key, size_t Value);
    std::optional<size_t> get(uint64_t Key) const;

  private:
    struct Entry {
      uint64_t Key = 0;
      size_t Value = 0;
      uint32_t Round = 0;
    };
    std::vector<Entry> Entries = std::vector<Entry>(1024);
    uint32_t Round = 1;
    size_t Used = 0;
    void grow();
  };
  Table Read;        ///< Addresses of loads.
  Table Definitions; ///< By register: where its latest definition begins.
  size_t Walked = 0;
  unsigned Budget = 0;
  std::vector<llvm::StringRef> Work; ///< Of walks over definitions.
  llvm::DenseSet<size_t> Seen;

  void walkTo(size_t Pos);
  void define(size_t Start, llvm::StringRef Statement);
  llvm::StringRef statementAt(size_t Pos) const;
  bool isCarried(llvm::StringRef Operand, size_t Use, size_t Head,
                 unsigned Depth);
  bool waits(const Loop &L);
  bool dependsOnWait(llvm::StringRef Guard, const Loop &L);
  bool isWait(size_t Start, const Loop &L);
  bool belongsToThread(const Update &U);
};

} // namespace fencepost::ptx

#endif
