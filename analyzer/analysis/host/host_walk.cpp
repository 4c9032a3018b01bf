//===- host_walk.cpp - what one function of the host does -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/host_walk.h"
#include "analyzer/analysis/host/call_site.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace llvm;

namespace fencepost::hostflow {

namespace {

/// Walks the operations of one function.
class Walk {
public:
  Walk(HostFlow::State &S, uint32_t Index, Summary &Out)
      : S(S), Fn(S.Host.Functions[Index]), Out(Out), Now(S.Table),
        Exit(S.Table) {
    Exit.IsDead = true;
    findEnds();
  }
  void run();

private:
  HostFlow::State &S;
  const HostFunction &Fn;
  Summary &Out;
  Env Now, Exit;
  struct Extent {
    size_t Else = 0, End = 0;
  };
  std::map<size_t, Extent> Extents; ///< By the If or Loop.
  static constexpr unsigned MaxNesting = 60, MaxRepeated = 3, MaxOpen = 64;

  void findEnds();
  void walk(size_t From, size_t To, unsigned Nesting, unsigned Loops);
  void step(const HostOp &Op);
  void copy(const HostOp &Op, bool Replaces);
  void launch(const HostOp &Op);
  void call(const HostOp &Op);
  void apply(const HostOp &Op, const Summary &Callee);
  void testOpen(const HostOp &Op, const Summary &Callee, const CallSite &Here);
  void compare(const HostOp &Op);
  void test(const Content &C, const HostFunction &In, const HostOp &Compare);
  Nodes resolve(ArrayRef<BufferId> Buffers) const;
  Content moved(Content C, const HostOp &Op, const Twine &To);
  bool copyParts(const HostOp &Op);
};

} // namespace

void Walk::findEnds() {
  SmallVector<size_t, 16> Stack;
  for (size_t I = 0; I < Fn.Ops.size(); ++I) {
    HostOpKind K = Fn.Ops[I].Kind;
    if (K == HostOpKind::If || K == HostOpKind::Loop) {
      Stack.push_back(I);
      Extents[I] = {0, Fn.Ops.size()};
    } else if (K == HostOpKind::Else && !Stack.empty()) {
      Extents[Stack.back()].Else = I;
    } else if (K == HostOpKind::End && !Stack.empty()) {
      Extents[Stack.pop_back_val()].End = I;
    }
  }
}

void Walk::walk(size_t From, size_t To, unsigned Nesting, unsigned Loops) {
  for (size_t I = From; I < To; ++I) {
    const HostOp &Op = Fn.Ops[I];
    auto It = Extents.find(I);
    if (It == Extents.end() || Nesting > MaxNesting) {
      if (!Now.IsDead && S.Budget) {
        --S.Budget;
        step(Op);
      }
      continue;
    }
    const Extent &E = It->second;
    Env Before = Now;
    if (Op.Kind == HostOpKind::If) {
      walk(I + 1, E.Else ? E.Else : E.End, Nesting + 1, Loops);
      Env Then = std::move(Now);
      Now = std::move(Before);
      if (E.Else)
        walk(E.Else + 1, E.End, Nesting + 1, Loops);
      Now.join(Then);
    } else {
      walk(I + 1, E.End, Nesting + 1, Loops + 1);
      if (Loops < MaxRepeated) {
        Env Once = Now;
        Now.join(Before);
        walk(I + 1, E.End, Nesting + 1, Loops + 1);
        Now.join(Once);
      }
      // A body that always leaves is a body that need not run.
      if (Now.IsDead)
        Now = std::move(Before);
    }
    I = E.End;
  }
}

void Walk::step(const HostOp &Op) {
  switch (Op.Kind) {
  case HostOpKind::Launch:
    return launch(Op);
  case HostOpKind::Alias:
    return Now.alias(Op.Target, resolve(Op.Sources));
  case HostOpKind::Copy:
    return copy(Op, true);
  case HostOpKind::Merge:
    return copy(Op, false);
  case HostOpKind::Fill: {
    Content C;
    C.IsWhole = Op.IsWhole || Op.IsEmpty;
    C.IsEmpty = Op.IsEmpty;
    return Now.write(Now.resolve(Op.Target), C, true);
  }
  case HostOpKind::Call:
    return call(Op);
  case HostOpKind::Compare:
    return compare(Op);
  case HostOpKind::Return:
    for (Node N : resolve(Op.Sources))
      if (!is_contained(Out.Returned, N) && Out.Returned.size() < 8)
        Out.Returned.push_back(N);
    Exit.join(Now);
    Now.IsDead = true;
    return;
  case HostOpKind::Leave:
    Now.IsDead = true;
    return;
  case HostOpKind::If:
  case HostOpKind::Else:
  case HostOpKind::Loop:
  case HostOpKind::End:
    return;
  }
}

Nodes Walk::resolve(ArrayRef<BufferId> Buffers) const {
  Nodes All;
  for (BufferId B : Buffers)
    for (Node N : Now.resolve(B))
      if (!is_contained(All, N))
        All.push_back(N);
  return All;
}

Content Walk::moved(Content C, const HostOp &Op, const Twine &To) {
  for (Taint &T : C.Taints)
    T.Way = S.trail(T.Way, FlowStep::Kind::Copy, Op.Loc, To);
  return C;
}

/// One object to another: what is known of its parts goes with them.
bool Walk::copyParts(const HostOp &Op) {
  Nodes From = resolve(Op.Sources), To = Now.resolve(Op.Target);
  if (Op.IsDifference || From.size() != 1 || To.size() != 1 || !From[0] ||
      !To[0] || From[0] == To[0])
    return false;
  auto Parts = Now.parts(From[0]);
  if (Parts.empty())
    return false;
  const HostBuffer &Name = S.Host.Buffers[Op.Target];
  Now.write(To, moved(Now.own(From[0]), Op, Name.Name), true);
  std::function<Node(Node)> Same = [&](Node Part) {
    return Part == From[0]
               ? To[0]
               : S.Table.member(Same(S.Table.base(Part)), S.Table.key(Part));
  };
  llvm::sort(Parts, [&](const auto &A, const auto &B) {
    return S.Table.depth(A.first) < S.Table.depth(B.first);
  });
  for (auto &[Part, Has] : Parts)
    if (Node Mine = Same(Part); Mine != To[0])
      Now.write(Mine, moved(std::move(Has), Op, Name.Name), true);
  return true;
}

void Walk::copy(const HostOp &Op, bool Replaces) {
  if (Replaces && copyParts(Op))
    return;
  Content C;
  C.IsWhole = !Op.Sources.empty() || Op.IsWhole;
  C.IsEmpty = !Op.Sources.empty();
  for (BufferId B : Op.Sources) {
    Content One = Now.read(Now.resolve(B));
    C.IsWhole &= One.IsWhole;
    C.IsEmpty &= One.IsEmpty;
    C.add(One);
  }
  if (Op.IsDifference)
    for (Taint &T : C.Taints)
      T.IsDifference = true;
  const HostBuffer &To = S.Host.Buffers[Op.Target];
  Now.write(Now.resolve(Op.Target), moved(std::move(C), Op, To.Name), Replaces);
}

void Walk::launch(const HostOp &Op) {
  if (Op.Index >= S.Host.Launches.size())
    return;
  const HostLaunch &L = S.Host.Launches[Op.Index];
  const KernelFacts *K = S.factsOf(L.Kernel);
  std::vector<Nodes> Args;
  for (BufferId B : L.Arguments)
    Args.push_back(Now.resolve(B));
  if (!K) {
    for (const Nodes &Arg : Args)
      Now.write(Arg, {}, true);
    return;
  }
  auto Threads = L.Grid.product(), PerBlock = L.Block.product();
  bool IsOneThread = Threads == 1 && PerBlock == 1;
  Env Before = Now;
  auto ArgumentOf = [&](uint32_t P) {
    return P < Args.size() ? Args[P] : Nodes();
  };
  for (const DeviceTest &Each : S.DeviceTests)
    if (Each.In.Name == K->Name) {
      Content Both;
      for (uint32_t P : Each.Test.Params)
        Both.add(Before.read(ArgumentOf(P)));
      test(Both, Each.In, Each.Compare);
    }
  for (const ParamEffect &E : K->Effects) {
    Nodes To = ArgumentOf(E.Param);
    if (E.Param == ParamEffect::NoParam)
      if (Node G = S.Table.global(E.Global))
        To = {G};
    Content C;
    for (uint32_t From : E.From)
      C.add(Before.read(ArgumentOf(From)));
    bool AllWhole = E.From.empty() && (!E.IsStored || E.IsWhole);
    for (const FloatSum &Sum : E.Sums) {
      if (IsOneThread) {
        AllWhole = false;
        continue;
      }
      Taint T;
      T.Id = S.sumId(K, Sum);
      bool IsWhole = Sum.IsWholeIf;
      for (uint32_t P : Sum.WholeIf) {
        for (Node N : ArgumentOf(P)) {
          Content In = Before.read(N);
          T.HasData |= In.IsWhole && !In.IsEmpty;
          if (!In.IsWhole)
            IsWhole &= addOpen(In, T.Unless);
        }
        IsWhole &= !ArgumentOf(P).empty();
      }
      // Sums of zeros alone: the numbers come in a way that is not seen.
      if (IsWhole && T.Unless.empty() && (T.HasData || Sum.WholeIf.empty()))
        continue;
      AllWhole = false;
      if (!IsWhole)
        T.Unless.clear();
      const Trail *At = S.trail(nullptr, FlowStep::Kind::Sum, Sum.Loc, "");
      T.Way = S.trail(At, FlowStep::Kind::Launch, L.Loc, L.Display);
      C.add(T);
    }
    bool Keeps = !E.Sums.empty() || !E.IsStored;
    C.IsWhole = AllWhole;
    Now.write(To, C, /*Replaces=*/!Keeps);
  }
}

void Walk::compare(const HostOp &Op) {
  Content C;
  for (BufferId B : Op.Sources)
    C.add(Now.read(Now.resolve(B)));
  test(C, Fn, Op);
}

void Walk::test(const Content &C, const HostFunction &In,
                const HostOp &Compare) {
  for (const Taint &T : C.Taints) {
    if (!T.IsSymbol && T.Unless.empty())
      S.conclude(T, In, Compare);
    else if (Out.Open.size() < MaxOpen)
      Out.Open.push_back({T, &In, &Compare});
  }
}

void Walk::call(const HostOp &Op) {
  if (const Summary *Callee = S.summaryOf(Op.Callee))
    return apply(Op, *Callee);
  Content Made;
  if (Op.MayCarry)
    Made = Now.read(resolve(Op.Sources));
  for (size_t I = 0; I < Op.Sources.size() && I < 64; ++I)
    if (Op.Writable >> I & 1)
      Now.write(Now.resolve(Op.Sources[I]), {}, true);
  Now.write(Now.resolve(Op.Target), Made, true);
}

/// The comparisons of the callee that were left to the caller.
void Walk::testOpen(const HostOp &Op, const Summary &Callee,
                    const CallSite &Here) {
  auto Take = [&](const Taint &T, const OpenTest &Open) {
    if (!T.IsSymbol && T.Unless.empty())
      S.conclude(T, *Open.In, *Open.Compare);
    else if (Out.Open.size() < MaxOpen)
      Out.Open.push_back({T, Open.In, Open.Compare});
  };
  for (const OpenTest &Open : Callee.Open) {
    if (!Open.Of.IsSymbol) {
      // A sum of the callee's own, of what the caller gives it.
      if (auto Kept = Here.condition(Open.Of))
        Take(*Kept, Open);
      continue;
    }
    Content Given = Here.given(Open.Of.Id);
    for (const Taint &From : Given.Taints) {
      Taint T = From;
      T.IsDifference |= Open.Of.IsDifference;
      T.Way = S.trail(From.Way, FlowStep::Kind::Call, Op.Loc, Op.Spelled,
                      Open.Of.Way);
      Take(T, Open);
    }
  }
}

void Walk::apply(const HostOp &Op, const Summary &Callee) {
  CallSite Here(S, Op, Now);
  testOpen(Op, Callee, Here);
  if (!Callee.Exit) {
    Now.IsDead = true;
    return;
  }
  // Locals of the callee that live on: those it returns or stores in handles.
  std::set<Node> Living(Callee.Returned.begin(), Callee.Returned.end());
  for (const auto &[N, To] : Callee.Exit->aliases())
    Living.insert(To.begin(), To.end());
  for (const auto &[N, C] : Callee.Exit->contents()) {
    bool IsLocal = !S.Table.isSymbolic(N);
    if (IsLocal && llvm::none_of(Living, [&](Node L) {
          return S.Table.isWithin(N, L) || S.Table.isWithin(L, N);
        }))
      continue;
    Now.write(Here.nodes(N), Here.content(C), true);
  }
  for (const auto &[N, To] : Callee.Exit->aliases()) {
    bool IsLocal = !S.Table.isSymbolic(N);
    if (!S.Table.base(N) || (IsLocal && !llvm::any_of(Living, [&](Node L) {
                               return S.Table.isWithin(N, L);
                             })))
      continue;
    Nodes All;
    for (Node T : To)
      for (Node Mine : Here.nodes(T))
        All.push_back(Mine);
    for (Node Of : Here.nodes(S.Table.base(N)))
      Now.alias(S.Table.member(Of, S.Table.key(N)), All);
  }
  Nodes Results;
  for (Node N : Callee.Returned)
    for (Node Mine : Here.nodes(N))
      if (Mine && !is_contained(Results, Mine))
        Results.push_back(Mine);
  if (Op.Target && !Results.empty())
    Now.alias(Op.Target, Results);
}

void Walk::run() {
  walk(0, Fn.Ops.size(), 0, 0);
  Exit.join(Now);
  if (!Exit.IsDead)
    Out.Exit = std::move(Exit);
}

void walkFunction(HostFlow::State &S, uint32_t Index, Summary &Out) {
  Walk(S, Index, Out).run();
}

} // namespace fencepost::hostflow
