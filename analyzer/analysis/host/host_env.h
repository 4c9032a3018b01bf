//===- host_env.h - what buffers hold at one point --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of the walk in host_flow.cpp. A node is a buffer or a member of
// one that came up on the way. Private to analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_ENV_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_ENV_H

#include "analyzer/analysis/host/host_flow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <map>

namespace fencepost::hostflow {

using Node = uint32_t; ///< 0 is unknown.
using Nodes = llvm::SmallVector<Node, 2>;

/// The buffers of the unit first, under their own numbers.
class NodeTable {
public:
  explicit NodeTable(const HostFacts &Host);
  Node member(Node Base, unsigned Key);
  /// The memory that callee-local Of is in this one call.
  Node clone(const HostOp *Call, Node Of);
  Node base(Node N) const { return All[N].Base; }
  unsigned key(Node N) const { return All[N].Key; }
  Node root(Node N) const { return All[N].Root; }
  unsigned depth(Node N) const { return All[N].Depth; }
  bool isSymbolic(Node N) const { return All[All[N].Root].IsSymbolic; }
  bool isGlobal(Node N) const { return All[All[N].Root].IsGlobal; }
  /// Of a parameter's root: its number.
  uint32_t parameter(Node N) const { return All[N].Number; }
  Node global(llvm::StringRef Key) const { return Globals.lookup(Key); }
  /// A name for people: that of the buffer it began as.
  llvm::StringRef name(Node N) const;
  bool holdsIntegersAlone(Node N) const;
  /// Self or above.
  bool isWithin(Node N, Node Above) const;
  bool isFull() const { return All.size() > 1000000; }

private:
  struct Info {
    Node Base = 0, Root = 0;
    unsigned Key = 0, Depth = 0;
    uint32_t Number = 0;
    bool IsSymbolic = false, IsGlobal = false;
    BufferId Buffer = UnknownBuffer;
  };
  const HostFacts &Host;
  std::vector<Info> All;
  std::vector<bool> IntegerKeys;
  llvm::StringMap<unsigned> Keys;
  llvm::StringMap<Node> Globals;
  llvm::DenseMap<std::pair<Node, unsigned>, Node> Members;
  std::map<std::pair<const HostOp *, Node>, Node> Clones;
};

/// How a sum came here: Before, then Step and Inside (a call: the way in the
/// callee; a return: Inside first).
struct Trail {
  const Trail *Before = nullptr, *Inside = nullptr;
  FlowStep Step;
};

/// A sum, or whatever a symbolic node held when the function was entered.
struct Taint {
  bool IsSymbol = false;
  uint32_t Id = 0; ///< Node, or index of the sum.
  bool IsDifference = false;
  const Trail *Way = nullptr;
  Nodes Unless; ///< Symbolic: no sum of fractions if all of these are whole.
  bool HasData = false; ///< Something added up is known to be whole.
  bool sameAs(const Taint &O) const {
    return IsSymbol == O.IsSymbol && Id == O.Id &&
           IsDifference == O.IsDifference;
  }
};

struct Content {
  llvm::SmallVector<Taint, 2> Taints;
  bool IsWhole = false;
  bool IsEmpty = false; ///< Whole as far as nothing but zeros is there yet.
  void add(const Taint &T);
  void add(const Content &C);
};

/// Nodes of one root stand together.
struct ByRoot {
  struct Start {
    Node Root;
  };
  using is_transparent = void;
  const NodeTable *Table;
  bool operator()(Node A, Node B) const {
    return std::pair(Table->root(A), A) < std::pair(Table->root(B), B);
  }
  bool operator()(Node A, Start B) const { return Table->root(A) < B.Root; }
  bool operator()(Start A, Node B) const { return A.Root < Table->root(B); }
};
using ContentMap = std::map<Node, Content, ByRoot>;

class Env {
public:
  explicit Env(NodeTable &Table) : Table(&Table), Contents(ByRoot{&Table}) {}
  bool IsDead = false;

  Nodes resolve(Node N) const;
  /// Where the handle N itself is kept: members of what its base stands for.
  Nodes places(Node N) const;
  void alias(Node N, llvm::ArrayRef<Node> To);
  Content read(Node N) const;
  Content read(llvm::ArrayRef<Node> All) const;
  void write(llvm::ArrayRef<Node> To, const Content &C, bool Replaces);
  /// Of N itself: what was written to it or to what it is part of.
  Content own(Node N) const;
  /// What was written to parts of N alone.
  std::vector<std::pair<Node, Content>> parts(Node N) const;
  void join(const Env &Other);
  const std::map<Node, Nodes> &aliases() const { return Aliases; }
  const ContentMap &contents() const { return Contents; }

private:
  NodeTable *Table;
  std::map<Node, Nodes> Aliases;
  ContentMap Contents;
};

} // namespace fencepost::hostflow

#endif
