//===- block_graph.h - blocks for LLVM's graph templates --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A light copy of a function's flow graph, optionally without some edges, with
// the GraphTraits that dominator trees and SCC iteration need. Private to
// analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_BLOCK_GRAPH_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_BLOCK_GRAPH_H

#include "analyzer/model/module.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

struct BlockGraph;

struct GraphNode {
  BlockId Id = 0;
  BlockGraph *Parent = nullptr;
  llvm::SmallVector<GraphNode *, 2> Succs, Preds;
  llvm::SmallVector<unsigned, 2> SuccIndex; ///< Index in the terminator.

  BlockGraph *getParent() const { return Parent; }
  void printAsOperand(llvm::raw_ostream &OS, bool = false) const {
    OS << 'b' << Id;
  }
};

/// Nodes[B] is block B; not to be moved once built.
struct BlockGraph {
  std::vector<GraphNode> Nodes;
  BlockId Entry = 0;

  void build(const Function &Fn,
             llvm::function_ref<bool(BlockId, BlockId)> KeepEdge = nullptr) {
    Entry = Fn.Entry;
    Nodes.resize(Fn.Blocks.size());
    for (BlockId B = 0; B < Nodes.size(); ++B) {
      Nodes[B].Id = B;
      Nodes[B].Parent = this;
    }
    for (BlockId B = 0; B < Nodes.size(); ++B) {
      const auto &Successors = Fn.Blocks[B].Term.Successors;
      for (unsigned I = 0; I < Successors.size(); ++I) {
        if (KeepEdge && !KeepEdge(B, Successors[I]))
          continue;
        Nodes[B].Succs.push_back(&Nodes[Successors[I]]);
        Nodes[B].SuccIndex.push_back(I);
        Nodes[Successors[I]].Preds.push_back(&Nodes[B]);
      }
    }
  }
  GraphNode &front() { return Nodes[Entry]; }
  size_t size() const { return Nodes.size(); }
};

} // namespace fencepost

namespace llvm {

template <> struct GraphTraits<fencepost::GraphNode *> {
  using NodeRef = fencepost::GraphNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Succs.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Succs.end(); }
  static unsigned getNumber(const fencepost::GraphNode *N) { return N->Id; }
};

template <> struct GraphTraits<const fencepost::GraphNode *> {
  using NodeRef = const fencepost::GraphNode *;
  using ChildIteratorType =
      SmallVectorImpl<fencepost::GraphNode *>::const_iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Succs.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Succs.end(); }
  static unsigned getNumber(NodeRef N) { return N->Id; }
};

template <> struct GraphTraits<Inverse<fencepost::GraphNode *>> {
  using NodeRef = fencepost::GraphNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> N) { return N.Graph; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Preds.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Preds.end(); }
  static unsigned getNumber(const fencepost::GraphNode *N) { return N->Id; }
};

template <>
struct GraphTraits<fencepost::BlockGraph *>
    : GraphTraits<fencepost::GraphNode *> {
  using nodes_iterator =
      pointer_iterator<std::vector<fencepost::GraphNode>::iterator>;
  static NodeRef getEntryNode(fencepost::BlockGraph *G) { return &G->front(); }
  static nodes_iterator nodes_begin(fencepost::BlockGraph *G) {
    return nodes_iterator(G->Nodes.begin());
  }
  static nodes_iterator nodes_end(fencepost::BlockGraph *G) {
    return nodes_iterator(G->Nodes.end());
  }
  static size_t size(fencepost::BlockGraph *G) { return G->size(); }
  static unsigned getMaxNumber(const fencepost::BlockGraph *G) {
    return G->Nodes.size();
  }
  static unsigned getNumberEpoch(const fencepost::BlockGraph *) { return 0; }
};

} // namespace llvm

#endif
