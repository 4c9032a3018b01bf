//===- float_sums.cpp - what a kernel adds up in any order ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/float_sums.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/host/whole_numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace fencepost {

namespace {

class Facts {
public:
  explicit Facts(const FunctionView &In) : In(In), Fn(In.fn()) {}
  KernelFacts run();
  bool isSum(EventId E);

private:
  const FunctionView &In;
  const Function &Fn;
  WholeNumbers Whole{In};
  unsigned Budget = 20000;

  std::vector<std::set<MemoryRoot>> Written; ///< By event.
  DenseSet<EventId> Sums;
  /// Shared variables that hold such sums, and the first of each.
  std::map<MemoryRoot, EventId> SharedSums;
  std::map<MemoryRoot, ParamEffect> Effects;
  std::set<MemoryRoot> Fractions; ///< What may hold more than whole numbers.

  bool addsToOld(const Event &Cas) const;
  /// What the values stored by E are made of.
  void sources(const Event &E, std::set<MemoryRoot> &Out, bool &FromSharedSum);
  void findSums();
  void addSum(const MemoryRoot &To, EventId E);
  void addWrite(const MemoryRoot &R, const Event &E);
};

} // namespace

/// Does the value that Cas writes contain a float sum with the expected one?
bool Facts::addsToOld(const Event &Cas) const {
  if (Cas.Extra.empty())
    return false;
  DenseSet<ValueId> Seen;
  SmallVector<ValueId, 16> Work{Cas.Operand};
  bool Adds = false, Chooses = false;
  DenseSet<ValueId> Old = oldValues(Fn, Cas);
  bool UsesOld = false;
  for (unsigned Steps = 0; !Work.empty() && Steps < 256; ++Steps) {
    ValueId V = Work.pop_back_val();
    if (V == UnknownValue || !Seen.insert(V).second)
      continue;
    if (Old.contains(V)) {
      UsesOld = true;
      continue;
    }
    const Value &Node = Fn.Values[V];
    if (Node.Kind != ValueKind::Op)
      continue;
    bool IsFloat = Node.Type.IsFloat;
    Adds |= IsFloat && (Node.Op == OpCode::Add || Node.Op == OpCode::Sub);
    Adds |= Node.Op == OpCode::Pure && StringRef(Node.Name).contains("fma");
    Adds |= Node.Op == OpCode::Pure && (StringRef(Node.Name).contains("hadd") ||
                                        StringRef(Node.Name).contains("fadd"));
    Chooses |= Node.Op == OpCode::Min || Node.Op == OpCode::Max ||
               Node.Op == OpCode::Select || StringRef(Node.Name).contains("fm");
    Work.append(Node.Operands.begin(), Node.Operands.end());
  }
  return Adds && UsesOld && !(Chooses && !Adds);
}

bool Facts::isSum(EventId Id) {
  const Event &E = Fn.Events[Id];
  if (!isWrite(E) || E.Kind == EventKind::Store)
    return false;
  bool IsSum = E.IsFloat && (E.Rmw == RmwOp::Add || E.Rmw == RmwOp::Sub);
  if (E.Rmw == RmwOp::Cas)
    IsSum = addsToOld(E);
  if (!IsSum)
    return false;
  switch (collisionOf(In, Id).By) {
  case SharedBy::OneThread:
    return false;
  case SharedBy::Unknown:
  case SharedBy::Data:
  case SharedBy::OneOfBlock:
  case SharedBy::Many:
  case SharedBy::Everyone:
    return true;
  }
  return true;
}

void Facts::sources(const Event &E, std::set<MemoryRoot> &Out, bool &FromSum) {
  DenseSet<ValueId> Seen;
  SmallVector<ValueId, 16> Work{E.Operand};
  if (E.Kind == EventKind::AsyncCopy && !E.Extra.empty())
    Out.merge(memoryRoots(Fn, E.Extra[0]));
  DenseSet<EventId> Loads;
  while (!Work.empty() && Budget) {
    --Budget;
    ValueId V = Work.pop_back_val();
    if (V == UnknownValue || !Seen.insert(V).second)
      continue;
    const Value &Node = Fn.Values[V];
    if (Node.Kind != ValueKind::Result) {
      // Whichever way a comparison goes: the value is not made of its sides.
      ArrayRef<ValueId> Parts = Node.Operands;
      if (Node.Op == OpCode::Select && Parts.size() == 3)
        Parts = Parts.drop_front();
      if (Node.Type.IsFloat || Node.Type.Bits != 1)
        Work.append(Parts.begin(), Parts.end());
      continue;
    }
    if (size_t(Node.Imm) >= Fn.Events.size())
      continue;
    const Event &From = Fn.Events[Node.Imm];
    if (From.Kind == EventKind::WarpCollective) {
      Work.push_back(From.Operand);
      Work.append(From.Extra.begin(), From.Extra.end());
      continue;
    }
    if (From.Kind != EventKind::Load || !Loads.insert(Node.Imm).second)
      continue;
    for (const MemoryRoot &R : memoryRoots(Fn, From.Address)) {
      if (SharedSums.count(R))
        FromSum = true;
      if (!isSharedVariable(In.module(), R)) {
        Out.insert(R);
        continue;
      }
      // Through shared memory: what was stored there.
      for (const Event &Store : Fn.Events)
        if (isWrite(Store) && memoryRoots(Fn, Store.Address).count(R))
          Work.push_back(Store.Operand);
    }
  }
}

/// The sums of the kernel; those in shared memory are passed on by `sources`.
void Facts::findSums() {
  Written.resize(Fn.Events.size());
  for (EventId E = 0; E < Fn.Events.size(); ++E) {
    const Event &Ev = Fn.Events[E];
    if (!isWrite(Ev))
      continue;
    Written[E] = memoryRoots(Fn, Ev.Address);
    if (!isSum(E))
      continue;
    Sums.insert(E);
    for (const MemoryRoot &R : Written[E]) {
      if (!isSharedVariable(In.module(), R))
        continue;
      std::optional<WholeIf> If = Whole.of(Ev.Operand);
      if (!If || !If->empty())
        SharedSums.try_emplace(R, E);
    }
  }
}

void Facts::addSum(const MemoryRoot &To, EventId E) {
  const Event &Ev = Fn.Events[E];
  ParamEffect &Out = Effects[To];
  FloatSum S;
  S.Loc = Ev.Loc;
  S.Bits = Ev.Bits;
  S.Spelled = Ev.Spelling;
  S.Object = Ev.Object;
  if (std::optional<WholeIf> If =
          Ev.Rmw == RmwOp::Cas ? Whole.ofUpdate(Ev) : Whole.of(Ev.Operand)) {
    S.IsWholeIf = true;
    S.WholeIf.assign(If->begin(), If->end());
    if (If->empty())
      return; // Whole whatever comes in.
  }
  Out.Sums.push_back(std::move(S));
}

/// What E, no sum, does to the memory of R.
void Facts::addWrite(const MemoryRoot &R, const Event &E) {
  ParamEffect &To = Effects[R];
  To.IsStored |= E.Kind == EventKind::Store || E.Kind == EventKind::AsyncCopy;
  std::set<MemoryRoot> From;
  bool FromSum = false;
  sources(E, From, FromSum);
  std::optional<WholeIf> If;
  if (E.Kind == EventKind::Store)
    If = Whole.of(E.Operand);
  if (!If || !If->empty())
    Fractions.insert(R);
  if (E.Kind != EventKind::Store && E.Kind != EventKind::AsyncCopy)
    From.insert(R);
  for (const MemoryRoot &F : From)
    if (F.Param != ParamEffect::NoParam &&
        !llvm::is_contained(To.From, F.Param))
      To.From.push_back(F.Param);
  if (FromSum)
    addSum(R, SharedSums.begin()->second);
}

/// Variables with internal linkage are known by their unit, too.
static std::string nameForHost(const Module &M, const std::string &Global) {
  std::string Own = M.Name + ":" + Global;
  bool IsOwn = llvm::any_of(M.Host.Buffers, [&](const HostBuffer &B) {
    return B.Root == BufferRoot::Global && B.Key == Own;
  });
  return !Global.empty() && IsOwn ? Own : Global;
}

KernelFacts Facts::run() {
  findSums();
  for (EventId E = 0; E < Fn.Events.size(); ++E)
    for (const MemoryRoot &R : Written[E]) {
      if (isSharedVariable(In.module(), R))
        continue;
      if (Sums.contains(E))
        addSum(R, E);
      else
        addWrite(R, Fn.Events[E]);
    }
  KernelFacts Out;
  Out.Name = Fn.Name;
  Out.Display = Fn.Display;
  Out.Loc = Fn.Loc;
  Out.IsPartly = Fn.State != Coverage::Analysed;
  for (auto &[R, Effect] : Effects) {
    Effect.Param = R.Param;
    Effect.IsWhole = Effect.IsStored && !Fractions.count(R);
    llvm::sort(Effect.From);
    Effect.Global = nameForHost(In.module(), R.Global);
    Out.Effects.push_back(std::move(Effect));
  }
  return Out;
}

KernelFacts kernelFacts(const FunctionView &In) { return Facts(In).run(); }

} // namespace fencepost
