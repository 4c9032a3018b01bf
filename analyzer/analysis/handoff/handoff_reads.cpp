//===- handoff_reads.cpp - how data is read -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/known_cases.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/handoff/proxy_ways.h"
#include "analyzer/analysis/memory/overlap.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// True for the address of a kernel parameter that nvcc reads through the
/// non-coherent path: `const T *__restrict__`, as a parameter of its own.
static bool isConstRestrict(const FunctionView &In, EventId Read) {
  const Object &O = In.provenance().object(Read);
  if (O.Kind != BaseKind::Param || In.fn().Kind != FunctionKind::Kernel)
    return false;
  const Value &Root = In.fn().value(O.Root);
  if (!Root.Name.empty() || uint64_t(Root.Imm) >= In.fn().Params.size())
    return false;
  const Parameter &P = In.fn().Params[Root.Imm];
  return P.IsPointeeConst && P.IsRestrict && !P.IsPointeeVolatile;
}

ReadPath fencepost::readPath(const FunctionView &In, EventId Read) {
  const Event &E = In.event(Read);
  if (E.Prx == Proxy::Multimem)
    return ReadPath::Multimem;
  if (E.Prx == Proxy::NonCoherent || E.Prx == Proxy::Texture)
    return ReadPath::NonCoherent;
  if (E.Kind == EventKind::AsyncCopy)
    return E.Done == Completion::CpAsyncGroup && E.Hint == CacheHint::Ca
               ? ReadPath::L1
               : ReadPath::L2;
  if (E.Kind != EventKind::Load || isStrong(E.Ord) || E.IsVolatile)
    return ReadPath::L2;
  if (E.Hint == CacheHint::Cg || E.Hint == CacheHint::Cv)
    return ReadPath::L2;
  // An explicit cache operator or inline assembly is never made .nc.
  if (E.Hint == CacheHint::None && !E.InAsm && isConstRestrict(In, Read))
    return ReadPath::NonCoherent;
  return ReadPath::L1;
}

/// An asynchronous copy out of global memory.
static bool readsGlobal(const FunctionView &In, const Event &E) {
  if (E.Extra.empty() || E.Extra[0] == UnknownValue)
    return false;
  Object O = In.provenance().objectOf(E.Extra[0]);
  return O.Spc == Space::Global &&
         (O.Kind == BaseKind::Param || O.Kind == BaseKind::Global);
}

bool fencepost::isDataRead(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  switch (E.Prx) {
  case Proxy::Constant:
  case Proxy::Tensormap:
    return false;
  case Proxy::Unknown:
  case Proxy::Generic:
  case Proxy::Async:
  case Proxy::NonCoherent:
  case Proxy::Texture:
  case Proxy::Alias:
  case Proxy::Multimem:
    break;
  }
  if (E.Kind == EventKind::AsyncCopy)
    return readsGlobal(In, E);
  return E.Kind == EventKind::Load && E.Address != UnknownValue &&
         In.provenance().isVisibleToGrid(Id);
}

std::string fencepost::keyOfRead(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  return E.Kind == EventKind::AsyncCopy
             ? In.provenance().objectOf(E.Extra[0]).Key
             : In.provenance().object(Id).Key;
}

bool fencepost::areOtherParts(const FunctionView &In, EventId Read,
                              EventId Write) {
  constexpr int64_t LeastApart = 4096;
  const Event &E = In.event(Read), &W = In.event(Write);
  bool IsCopy = E.Kind == EventKind::AsyncCopy;
  if (!IsCopy && W.Kind != EventKind::AsyncCopy &&
      !(W.Kind == EventKind::Rmw && W.ResultUsed))
    return false;
  LinearForm From = addressForm(In, IsCopy ? E.Extra[0] : E.Address);
  LinearForm To = addressForm(In, W.Address);
  int64_t Apart = wrappingSub(From.Constant, To.Constant);
  return (Apart >= LeastApart || Apart <= -LeastApart) &&
         llvm::any_of(From.Terms, [&](const auto &T) {
           return T.second == 1 && llvm::is_contained(To.Terms, T);
         });
}

bool fencepost::areFieldsOfOne(const FunctionView &In, EventId A, EventId B) {
  ValueId OfA = In.event(A).Address, OfB = In.event(B).Address;
  if (OfA == UnknownValue || OfB == UnknownValue)
    return false;
  auto Canon = [&](ValueId V) { return In.provenance().canonical(V); };
  LinearForm FormA = linearForm(In.fn(), OfA, Canon);
  LinearForm FormB = linearForm(In.fn(), OfB, Canon);
  if (FormA.Terms != FormB.Terms)
    return false;
  int64_t Apart = wrappingSub(FormB.Constant, FormA.Constant);
  if (Apart < int64_t(bytesOf(In.event(A))) &&
      Apart > -int64_t(bytesOf(In.event(B))))
    return false;
  // As far apart as one index is from the next, they are words of an array. A
  // pointer counts in bytes, as an index of bytes does.
  auto Size = [](int64_t N) { return N < 0 ? 0 - uint64_t(N) : uint64_t(N); };
  unsigned Unscaled = 0;
  return llvm::all_of(FormA.Terms, [&](const auto &T) {
    return Size(T.second) == 1 ? ++Unscaled == 1 : Size(Apart) < Size(T.second);
  });
}

AccessRef fencepost::writerBesideFlag(const UnitView &Unit,
                                      const FunctionView &In, EventId Wait,
                                      EventId Read) {
  if (!areOtherFields(In, Read, Wait))
    return {};
  for (const AccessRef &A : accessesByName(Unit, In, Read))
    if (A.In != &In && A.In->event(A.E).Kind == EventKind::Store &&
        A.In->event(A.E).Ord == Order::Weak)
      return A;
  return {};
}

bool fencepost::isWhatWaitIsFor(const FunctionView &In, EventId Wait,
                                const Consumer &C) {
  const Provenance &Where = In.provenance();
  const Poll *P = In.polls().of(Wait);
  BlockId Waits = In.cfg().position(Wait).Block;
  BlockId Reads = In.cfg().position(C.Read).Block;
  if (!P || !P->IsPure || In.event(Wait).Kind != EventKind::Load ||
      !C.Way.MustWarpSync || In.fn().Kind != FunctionKind::Kernel ||
      Where.object(Wait).Kind != BaseKind::Param ||
      Where.object(C.Read).Kind != BaseKind::Param ||
      !In.populations().isElected(Waits) || In.populations().isElected(Reads))
    return false;
  const auto &Events = In.fn().Events;
  for (EventId E = 0; E < Events.size(); ++E)
    if (isDataRead(In, E) && isBefore(In, E, Wait) && !In.polls().of(E))
      return false;
  return true;
}

llvm::BitVector fencepost::behindFlag(const FunctionView &In, EventId Wait) {
  const size_t Blocks = In.fn().Blocks.size();
  const Poll *P = In.polls().of(Wait);
  if (!P || !P->IsPure || P->Exits.empty())
    return llvm::BitVector(Blocks, true);
  const Loop &L = In.loops().all()[P->Loop];
  llvm::BitVector Seen(Blocks);
  llvm::SmallVector<BlockId, 16> Work;
  auto Enter = [&](BlockId B) {
    if (L.contains(B) || Seen.test(B))
      return;
    Seen.set(B);
    Work.push_back(B);
  };
  for (const Loop::Exit &X : P->Exits)
    if (L.contains(X.To)) // Waits at one place, works at another.
      return llvm::BitVector(Blocks, true);
    else
      Enter(X.To);
  while (!Work.empty())
    for (BlockId To : In.fn().block(Work.pop_back_val()).Term.Successors)
      Enter(To);
  return Seen;
}

Between fencepost::wayToRead(const FunctionView &In, EventId Wait,
                             EventId Read) {
  Between Way = firstWay(In, Wait, Read);
  if (Way.Opaque || Way.MayAcquire <= Way.MustAcquire)
    return Way;
  llvm::BitVector Known = knownWays(In, In.cfg().position(Wait).Block,
                                    In.cfg().position(Read).Block);
  Between Sure = In.order().firstWay(Wait, Read, &Known);
  return Sure.Reached ? Sure : Way;
}

bool fencepost::isOfAwaitedSlot(const FunctionView &In, EventId Wait,
                                EventId Read) {
  const Value &Flag =
      In.fn().value(stripCasts(In.fn(), In.event(Wait).Address));
  if (Flag.Op != OpCode::Field || !hasSlots(In, Wait, Wait))
    return false;
  ValueId At = In.event(Read).Address;
  constexpr unsigned MaxSteps = 16;
  for (unsigned I = 0; I < MaxSteps && At != UnknownValue; ++I) {
    const Value &Node = In.fn().value(At);
    if (Node.Op == OpCode::Field && Node.Operands[0] == Flag.Operands[0])
      return Node.Imm != Flag.Imm;
    if (Node.Op != OpCode::Field && Node.Op != OpCode::Element &&
        Node.Op != OpCode::Cast)
      return false;
    At = Node.Operands[0];
  }
  return false;
}
