//===- host_env.cpp - what buffers hold at one point ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/host_env.h"
#include "analyzer/model/host_keys.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost::hostflow {

static constexpr unsigned MaxMembers = 6; ///< Depth of members of members.
static constexpr size_t MaxTargets = 8, MaxTaints = 16;

NodeTable::NodeTable(const HostFacts &Host) : Host(Host) {
  All.resize(Host.Buffers.size());
  for (Node N = 1; N < All.size(); ++N) {
    const HostBuffer &B = Host.Buffers[N];
    Info &I = All[N];
    I.Buffer = N;
    I.Base = B.Base;
    I.Root = B.Base ? All[B.Base].Root : N;
    I.Depth = B.Base ? All[B.Base].Depth + 1 : 0;
    I.Number = B.Number;
    I.IsGlobal = B.Root == BufferRoot::Global;
    I.IsSymbolic = I.IsGlobal || B.Root == BufferRoot::Parameter;
    if (B.Base) {
      auto [Key, New] = Keys.try_emplace(B.Key, Keys.size());
      I.Key = Key->second;
      if (New)
        IntegerKeys.push_back(StringRef(B.Key).ends_with(IntegersMark));
      Members.try_emplace({B.Base, I.Key}, N);
    }
    if (I.IsGlobal)
      Globals.try_emplace(B.Key, N);
  }
}

Node NodeTable::member(Node Base, unsigned Key) {
  if (Base == 0)
    return 0;
  if (All[Base].Depth >= MaxMembers || isFull())
    return Base;
  auto [It, New] = Members.try_emplace({Base, Key}, All.size());
  if (New) {
    Info I;
    I.Base = Base;
    I.Root = All[Base].Root;
    I.Key = Key;
    I.Depth = All[Base].Depth + 1;
    I.Buffer = All[Base].Buffer;
    All.push_back(I);
  }
  return It->second;
}

Node NodeTable::clone(const HostOp *Call, Node Of) {
  if (isFull())
    return Of;
  Node Root = All[Of].Root;
  if (Of != Root)
    return member(clone(Call, All[Of].Base), All[Of].Key);
  auto [It, New] = Clones.try_emplace({Call, Of}, All.size());
  if (New) {
    Info I;
    I.Root = All.size();
    I.Buffer = All[Of].Buffer;
    All.push_back(I);
  }
  return It->second;
}

StringRef NodeTable::name(Node N) const {
  return Host.Buffers[All[N].Buffer].Name;
}

bool NodeTable::holdsIntegersAlone(Node N) const {
  return All[N].Base && IntegerKeys[All[N].Key];
}

bool NodeTable::isWithin(Node N, Node Above) const {
  for (; N; N = All[N].Base)
    if (N == Above)
      return true;
  return false;
}

void Content::add(const Taint &T) {
  for (Taint &Known : Taints)
    if (Known.sameAs(T)) {
      if (T.Unless.empty()) {
        // Without a condition it is there in any case.
        if (!Known.Unless.empty())
          Known = T;
      }
      return;
    }
  if (Taints.size() < MaxTaints)
    Taints.push_back(T);
}

void Content::add(const Content &C) {
  for (const Taint &T : C.Taints)
    add(T);
}

Nodes Env::places(Node N) const {
  Node Base = Table->base(N);
  if (!Base)
    return {N};
  Nodes Out;
  for (Node B : resolve(Base)) {
    Node M = Table->member(B, Table->key(N));
    if (!is_contained(Out, M))
      Out.push_back(M);
  }
  return Out;
}

Nodes Env::resolve(Node N) const {
  Nodes Out;
  if (N == 0)
    return Out;
  for (Node Place : places(N)) {
    auto It = Aliases.find(Place);
    if (It == Aliases.end()) {
      if (!is_contained(Out, Place) && Out.size() < MaxTargets)
        Out.push_back(Place);
      continue;
    }
    for (Node To : It->second)
      if (!is_contained(Out, To) && Out.size() < MaxTargets)
        Out.push_back(To);
  }
  return Out;
}

void Env::alias(Node N, ArrayRef<Node> To) {
  Nodes Where = places(N);
  for (Node Place : Where) {
    if (To.empty() || (To.size() == 1 && To[0] == Place)) {
      if (Where.size() == 1)
        Aliases.erase(Place);
      continue;
    }
    Nodes &Known = Aliases[Place];
    if (Where.size() == 1)
      Known.clear();
    for (Node T : To)
      if (!is_contained(Known, T) && Known.size() < MaxTargets)
        Known.push_back(T);
  }
}

Content Env::own(Node N) const {
  for (Node At = N; At; At = Table->base(At)) {
    if (auto It = Contents.find(At); It != Contents.end())
      return It->second;
    if (Table->holdsIntegersAlone(At))
      break;
  }
  Content C;
  if (Table->isSymbolic(N)) {
    Taint T;
    T.IsSymbol = true;
    T.Id = N;
    C.Taints.push_back(T);
  }
  return C;
}

std::vector<std::pair<Node, Content>> Env::parts(Node N) const {
  std::vector<std::pair<Node, Content>> Out;
  auto [It, End] = Contents.equal_range(ByRoot::Start{Table->root(N)});
  for (; It != End; ++It)
    if (It->first != N && Table->isWithin(It->first, N))
      Out.emplace_back(It->first, It->second);
  return Out;
}

Content Env::read(Node N) const {
  Content C = own(N);
  auto [It, End] = Contents.equal_range(ByRoot::Start{Table->root(N)});
  for (; It != End; ++It)
    if (It->first != N && Table->isWithin(It->first, N)) {
      C.add(It->second);
      C.IsWhole &= It->second.IsWhole;
      C.IsEmpty &= It->second.IsEmpty;
    }
  return C;
}

Content Env::read(ArrayRef<Node> All) const {
  Content C;
  C.IsWhole = C.IsEmpty = !All.empty();
  for (Node N : All) {
    Content One = read(N);
    C.IsWhole &= One.IsWhole;
    C.IsEmpty &= One.IsEmpty;
    C.add(One);
  }
  return C;
}

void Env::write(ArrayRef<Node> To, const Content &C, bool Replaces) {
  for (Node N : To) {
    if (N == 0)
      continue;
    if (Replaces && To.size() == 1) {
      auto [It, End] = Contents.equal_range(ByRoot::Start{Table->root(N)});
      while (It != End)
        It = Table->isWithin(It->first, N) ? Contents.erase(It) : std::next(It);
      Contents[N] = C;
      continue;
    }
    Content Sum = own(N);
    Sum.IsWhole &= C.IsWhole;
    Sum.IsEmpty &= C.IsEmpty;
    Sum.add(C);
    Contents[N] = std::move(Sum);
  }
}

void Env::join(const Env &Other) {
  if (Other.IsDead)
    return;
  if (IsDead) {
    *this = Other;
    return;
  }
  for (const auto &[N, C] : Other.Contents) {
    Content Sum = own(N);
    Sum.IsWhole &= C.IsWhole;
    Sum.IsEmpty &= C.IsEmpty;
    Sum.add(C);
    Contents[N] = std::move(Sum);
  }
  for (auto &[N, C] : Contents)
    if (!Other.Contents.count(N)) {
      Content Theirs = Other.own(N);
      C.IsWhole &= Theirs.IsWhole;
      C.IsEmpty &= Theirs.IsEmpty;
      C.add(Theirs);
    }
  for (const auto &[N, To] : Other.Aliases) {
    auto [It, New] = Aliases.try_emplace(N);
    if (New)
      It->second.push_back(N);
    for (Node T : To)
      if (!is_contained(It->second, T) && It->second.size() < MaxTargets)
        It->second.push_back(T);
  }
  for (auto &[N, To] : Aliases)
    if (!Other.Aliases.count(N) && !is_contained(To, N) &&
        To.size() < MaxTargets)
      To.push_back(N);
}

} // namespace fencepost::hostflow
