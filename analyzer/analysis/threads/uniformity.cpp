//===- uniformity.cpp - over which group a value is the same --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A phi in block J is lowered to the group of every branch that can send
// threads into J by different edges: the branches on which J's predecessors
// depend, as far up as J's immediate dominator. At a loop header these are the
// loop's exits, so a value that changes per iteration is no more uniform than
// the number of iterations.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/threads/uniformity.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace fencepost {

StringRef spelling(Uniform U) {
  switch (U) {
  case Uniform::None:
    return "none";
  case Uniform::Warp:
    return "warp";
  case Uniform::Block:
    return "block";
  case Uniform::Cluster:
    return "cluster";
  case Uniform::Grid:
    return "grid";
  }
  return "";
}

namespace {

Uniform ofSpecial(StringRef Name) {
  if (Name.starts_with("cluster_ctaid") || Name == "cluster_ctarank" ||
      Name.starts_with("ctaid") || Name == "smid")
    return Uniform::Block;
  if (Name.starts_with("clusterid"))
    return Uniform::Cluster;
  if (Name == "warpid")
    return Uniform::Warp;
  return StringSwitch<Uniform>(Name)
      .StartsWith("ntid", Uniform::Grid)
      .StartsWith("nctaid", Uniform::Grid)
      .StartsWith("nclusterid", Uniform::Grid)
      .StartsWith("cluster_nctaid", Uniform::Grid)
      .Case("cluster_nctarank", Uniform::Grid)
      .Case("is_explicit_cluster", Uniform::Grid)
      .Case("gridid", Uniform::Grid)
      .Case("nwarpid", Uniform::Grid)
      .Case("nsmid", Uniform::Grid)
      .CaseLower("warp_sz", Uniform::Grid)
      .Case("warpsize", Uniform::Grid)
      .EndsWith("_smem_size", Uniform::Grid)
      .Default(Uniform::None);
}

/// Branches that can send threads into J by different edges; nullopt if there
/// are too many to look at.
std::optional<SmallVector<BlockId, 8>>
divergencePoints(const Function &Fn, const Cfg &Graph, BlockId J) {
  BlockId Top = Graph.immediateDominator(J);
  SmallVector<BlockId, 8> Result;
  DenseSet<BlockId> Seen, Visited;
  SmallVector<BlockId, 16> Work;
  auto Add = [&](BlockId Branch) {
    if (Top != NoId && !Graph.dominatesBlock(Top, Branch))
      return;
    if (Seen.insert(Branch).second) {
      Result.push_back(Branch);
      if (Branch != Top)
        Work.push_back(Branch);
    }
  };
  for (BlockId P : Fn.Blocks[J].Predecessors) {
    if (Fn.Blocks[P].Term.Successors.size() > 1)
      Add(P);
    Work.push_back(P);
  }
  unsigned Budget = 4096;
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (!Visited.insert(B).second)
      continue;
    // The conditions under which the top itself runs are common to all edges.
    if (B == Top)
      continue;
    for (const Cfg::Dependence &D : Graph.directControlDependences(B)) {
      if (Budget-- == 0)
        return std::nullopt;
      Add(D.Branch);
    }
  }
  return Result;
}

class Solver {
public:
  struct Fact {
    Uniform Group = Uniform::Grid;
    bool Loaded = false;
    ValueId Cause = UnknownValue;
  };
  Solver(const Module &M, const Function &Fn, const Cfg &Graph)
      : Facts(Fn.Values.size()), M(M), Fn(Fn), Graph(Graph),
        Users(Fn.Values.size()), Control(Fn.Values.size()),
        Extra(extraDimensions(Fn)) {}
  void run();
  std::vector<Fact> Facts;

private:
  const Module &M;
  const Function &Fn;
  const Cfg &Graph;
  std::vector<SmallVector<ValueId, 2>> Users;
  std::vector<SmallVector<ValueId, 0>> Control; ///< Conditions of a phi.
  Dimensions Extra;

  void link();
  Fact evaluate(ValueId V) const;
  Fact evaluateResult(ValueId V, const Event &E) const;
  Fact evaluateCollective(const Event &E) const;
  void meet(Fact &F, ValueId Operand) const {
    const Fact &Of = Facts[Operand];
    F.Loaded |= Of.Loaded;
    if (Of.Group < F.Group) {
      F.Group = Of.Group;
      F.Cause = Operand;
    }
  }
  static void limit(Fact &F, Uniform Group) {
    if (Group < F.Group) {
      F.Group = Group;
      F.Cause = UnknownValue;
    }
  }
};

void Solver::link() {
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    for (ValueId Operand : valueOperands(Fn, V))
      Users[Operand].push_back(V);
    const Value &Node = Fn.Values[V];
    if (Node.Kind == ValueKind::Result)
      Users[Fn.Events[Node.Imm].Address].push_back(V);
  }
  for (BlockId J = 0; J < Fn.Blocks.size(); ++J) {
    if (Fn.Blocks[J].Phis.empty())
      continue;
    auto Points = divergencePoints(Fn, Graph, J);
    SmallVector<ValueId, 8> Conditions;
    if (!Points)
      Conditions.push_back(UnknownValue);
    else
      for (BlockId B : *Points)
        Conditions.push_back(Fn.Blocks[B].Term.Condition);
    for (ValueId Phi : Fn.Blocks[J].Phis) {
      Control[Phi].assign(Conditions.begin(), Conditions.end());
      for (ValueId C : Conditions)
        Users[C].push_back(Phi);
    }
  }
}

Solver::Fact Solver::evaluateCollective(const Event &E) const {
  Fact F;
  for (ValueId V : E.Extra)
    meet(F, V);
  StringRef Name = E.Spelling;
  if (Name.contains("elect") || Name.contains("match.any") ||
      Name.contains("match_any")) {
    limit(F, Uniform::None);
    return F;
  }
  // Member functions of tiles speak for the tile, whose size is not known.
  bool SameInWarp = !Name.contains("shfl") &&
                    (Name.contains("__") || Name.contains("vote.") ||
                     Name.contains("redux.") || Name.contains("activemask") ||
                     Name.contains("match.all"));
  if ((Name.contains("__shfl_sync") || Name.contains("shfl.sync.idx")) &&
      E.Extra.size() >= 3 && Facts[E.Extra[2]].Group >= Uniform::Warp) {
    // Sub-warp widths give each segment a lane of its own.
    auto Width = E.Extra.size() > 3 ? constantOf(Fn, E.Extra[3]) : 32;
    SameInWarp = Name.contains("shfl.sync.idx") ? Width && (*Width >> 8) == 0
                                                : Width == 32;
  }
  if (SameInWarp && F.Group < Uniform::Warp) {
    F.Group = Uniform::Warp;
    F.Cause = UnknownValue;
  }
  return F;
}

Solver::Fact Solver::evaluateResult(ValueId V, const Event &E) const {
  Fact F;
  switch (E.Kind) {
  case EventKind::Load:
    meet(F, E.Address);
    F.Loaded = true;
    if (E.Spc == Space::SharedCta || E.Spc == Space::SharedCluster)
      limit(F, Uniform::Block);
    if (E.Spc == Space::Local)
      limit(F, Uniform::None);
    return F;
  case EventKind::Rmw:
    F.Loaded = true;
    limit(F, Uniform::None);
    return F;
  case EventKind::WarpCollective:
    return evaluateCollective(E);
  case EventKind::CtaBarrier:
    for (ValueId Operand : E.Extra)
      F.Loaded |= Facts[Operand].Loaded;
    limit(F, Uniform::Block);
    return F;
  case EventKind::Store:
  case EventKind::Red:
  case EventKind::Fence:
  case EventKind::ProxyFence:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
  case EventKind::Mbarrier:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
  case EventKind::OpaqueCall:
    limit(F, Uniform::None);
    return F;
  }
  return F;
}

Solver::Fact Solver::evaluate(ValueId V) const {
  const Value &Node = Fn.Values[V];
  Fact F;
  switch (Node.Kind) {
  case ValueKind::Unknown:
  case ValueKind::Local:
    limit(F, Uniform::None);
    return F;
  case ValueKind::Constant:
    return F;
  case ValueKind::Param:
    // Who calls a device function, and with what, is not known here.
    if (Fn.Kind == FunctionKind::Device)
      limit(F, Uniform::None);
    return F;
  case ValueKind::Special:
    limit(F, ofSpecial(Node.Name));
    return F;
  case ValueKind::Global:
    // A shared variable is another one in each block.
    if (const Global *G = M.global(Node.Name))
      if (G->Spc == Space::SharedCta || G->Spc == Space::SharedCluster)
        limit(F, Uniform::Block);
    return F;
  case ValueKind::Result:
    return evaluateResult(V, Fn.Events[Node.Imm]);
  case ValueKind::Op:
    for (ValueId Operand : Node.Operands)
      meet(F, Operand);
    if (Node.Op == OpCode::Havoc ||
        (Node.Op == OpCode::Pure && Node.Operands.empty()) ||
        (Node.Op == OpCode::Pure && StringRef(Node.Name).contains("elect")))
      limit(F, Uniform::None);
    if (F.Group == Uniform::None && warpIndex(Fn, V, Extra))
      F.Group = Uniform::Warp;
    return F;
  case ValueKind::Phi:
    for (ValueId Operand : Node.Operands)
      meet(F, Operand);
    for (ValueId Condition : Control[V]) {
      bool Loaded = F.Loaded;
      meet(F, Condition);
      F.Loaded = Loaded || Facts[Condition].Loaded;
    }
    return F;
  }
  return F;
}

void Solver::run() {
  link();
  std::vector<ValueId> Work;
  BitVector Queued(Fn.Values.size(), true);
  for (ValueId V = Fn.Values.size(); V-- > 0;)
    Work.push_back(V);
  // Each visit that matters lowers a group or sets Loaded: at most six.
  while (!Work.empty()) {
    ValueId V = Work.back();
    Work.pop_back();
    Queued.reset(V);
    Fact New = evaluate(V);
    New.Group = std::min(New.Group, Facts[V].Group);
    New.Loaded |= Facts[V].Loaded;
    if (New.Group == Facts[V].Group && New.Loaded == Facts[V].Loaded)
      continue;
    if (New.Group == Facts[V].Group)
      New.Cause = Facts[V].Cause;
    Facts[V] = New;
    for (ValueId U : Users[V])
      if (!Queued.test(U)) {
        Queued.set(U);
        Work.push_back(U);
      }
  }
}

} // namespace

Uniformity::Uniformity(const Module &M, const Function &Fn, const Cfg &Graph) {
  Solver S(M, Fn, Graph);
  S.run();
  Facts.reserve(S.Facts.size());
  for (const Solver::Fact &F : S.Facts)
    Facts.push_back({F.Group, F.Loaded, F.Cause});
}

} // namespace fencepost
