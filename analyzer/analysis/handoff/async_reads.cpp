//===- async_reads.cpp - what the async proxy reads -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/async_reads.h"
#include "analyzer/analysis/handoff/proxy_ways.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

bool hasBase(const Function &Fn, const LinearForm &Form) {
  return any_of(Form.Terms, [&](auto &T) {
    return T.second == 1 && Fn.Values[T.first].Kind == ValueKind::Global;
  });
}

/// The form of the address inside a matrix descriptor: masks, shifts and
/// inserted bits around the sum that holds a variable's address.
std::optional<LinearForm> formInDescriptor(const FunctionView &In,
                                           ValueId Descriptor) {
  SmallVector<ValueId, 8> Work{Descriptor};
  std::optional<LinearForm> Found;
  for (unsigned Budget = 64; !Work.empty(); --Budget) {
    if (Budget == 0)
      return std::nullopt;
    ValueId V = Work.pop_back_val();
    LinearForm Form = addressForm(In, V);
    if (hasBase(In.fn(), Form)) {
      if (Found && Found->Terms != Form.Terms)
        return std::nullopt;
      Found = std::move(Form);
      continue;
    }
    for (auto &[Term, Factor] : Form.Terms) {
      const Value &Node = In.fn().Values[Term];
      if (Node.Kind == ValueKind::Op &&
          (Node.Op == OpCode::And || Node.Op == OpCode::Or ||
           Node.Op == OpCode::Xor || Node.Op == OpCode::Shl ||
           Node.Op == OpCode::Shr || Node.Op == OpCode::Cast))
        Work.append(Node.Operands.begin(), Node.Operands.end());
    }
  }
  return Found;
}

bool isWait(const Event &E) {
  return E.Kind == EventKind::AsyncWait ||
         (E.Kind == EventKind::Mbarrier && isWait(E.Mbar));
}

} // namespace

std::vector<AsyncRead> asyncReads(const FunctionView &In) {
  std::vector<AsyncRead> Result;
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    const Event &E = In.event(Id);
    if (E.Prx != Proxy::Async)
      continue;
    if (E.Kind == EventKind::AsyncMma) {
      for (ValueId Operand : E.Extra)
        if (Operand != UnknownValue)
          Result.push_back({Id, Operand, Space::SharedCta, std::nullopt});
      continue;
    }
    if (E.Kind != EventKind::AsyncCopy || E.Extra.empty() ||
        E.Extra[0] == UnknownValue)
      continue;
    bool IsStore = E.Done == Completion::BulkGroup;
    ValueId Size = E.Extra.size() > 1 ? E.Extra[1] : UnknownValue;
    if (!IsStore && Size == UnknownValue)
      continue; // The source is a tensor map.
    const Value &Source = In.fn().value(E.Extra[0]);
    bool IsGlobal =
        Source.Op == OpCode::Cast && Source.Name == spelling(Space::Global);
    Space Spc = IsStore    ? Space::SharedCta
                : IsGlobal ? Space::Global
                           : In.provenance().objectOf(E.Extra[0]).Spc;
    if (isSharedSpace(Spc))
      Result.push_back(
          {Id, E.Extra[0], Space::SharedCta, constantOf(In.fn(), Size)});
    else if (Spc == Space::Global)
      Result.push_back(
          {Id, E.Extra[0], Space::Global, constantOf(In.fn(), Size)});
  }
  return Result;
}

bool coversProxy(const Event &E, Space Spc) {
  if (E.Kind == EventKind::OpaqueCall)
    return true;
  if (E.Kind != EventKind::ProxyFence ||
      (E.Prx != Proxy::Async && E.Prx != Proxy::Unknown))
    return false;
  return !(isSharedSpace(E.Spc) && Spc == Space::Global) &&
         !(E.Spc == Space::Global && isSharedSpace(Spc));
}

namespace {

/// The search for the writes of one read.
class WriteSearch {
public:
  WriteSearch(const FunctionView &In, const AsyncRead &Read)
      : In(In), Read(Read), ReadBlock(In.cfg().position(Read.By).Block) {
    const Event &E = In.event(Read.By);
    auto Form = E.Kind == EventKind::AsyncMma
                    ? formInDescriptor(In, Read.From)
                    : std::optional(addressForm(In, Read.From));
    if (Form)
      Source = std::move(*Form);
    if (Source.Terms.empty())
      return;
    Key = In.provenance().objectOf(Read.From).Key;
    FilledByCopy =
        any_of(In.fn().Events, [&](const Event &W) { return mayFill(W); });
  }

  std::optional<UnfencedWrite> judge(EventId Store) const {
    const Event &E = In.event(Store);
    if (Source.Terms.empty() || !isGenericWrite(E) || isElsewhere(Store) ||
        !touches(In, In.cfg().position(Store).Block, addressForm(In, E.Address),
                 Source, Read.Bytes))
      return std::nullopt;
    BlockId At = In.cfg().position(Store).Block;
    if (!In.cfg().reaches(Store, Read.By) ||
        excludeEachOther(In, At, ReadBlock))
      return std::nullopt;
    BitVector Closed = headersToStay(In, Source, At, ReadBlock);
    Ways Way(In, Store, Read.By, Closed);
    if (!Way.isReached())
      return std::nullopt;
    UnfencedWrite Result{Store};
    SmallVector<EventId, 2> Covering;
    for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
      if (!Way.passes(Id))
        continue;
      const Event &B = In.event(Id);
      if (isOfOneThread(Store, Id)) {
        Result.Early = Id;
        continue;
      }
      if (mayFill(B) || (FilledByCopy && isWait(B)))
        return std::nullopt;
      if (coversProxy(B, Read.Spc)) {
        Covering.push_back(Id);
        continue;
      }
      if (B.Kind == EventKind::ProxyFence && B.Prx == Proxy::Async)
        Result.Narrow = Id;
      if (B.Kind == EventKind::CtaBarrier ||
          B.Kind == EventKind::ClusterBarrier || B.Kind == EventKind::WarpSync)
        Result.Barrier = Id;
    }
    if (Covering.empty())
      return Result;
    for (EventId F : Covering)
      Closed.set(In.cfg().position(F).Block);
    if (Closed.test(At) || Closed.test(ReadBlock) || isChosen(At) ||
        isChosen(ReadBlock) ||
        !all_of(Covering, [&](EventId F) { return isOptional(F); }) ||
        !Ways(In, Store, Read.By, Closed).isReached())
      return std::nullopt;
    Result.Skipped = Covering.front();
    return Result;
  }

private:
  /// A store to the other kind of memory, global or shared, by its own word or
  /// because a kernel's parameter leads there.
  bool isElsewhere(EventId Store) const {
    Space To = In.provenance().object(Store).Spc;
    return (To == Space::Global && isSharedSpace(Read.Spc)) ||
           (isSharedSpace(To) && Read.Spc == Space::Global);
  }

  /// Is Fence a proxy fence of a thread that was elected, with no barrier
  /// and no acquire between it and what all threads store before? It covers
  /// that thread's own stores alone.
  bool isOfOneThread(EventId Store, EventId Fence) const {
    if (In.event(Fence).Kind != EventKind::ProxyFence ||
        In.populations().upToBounds(In.cfg().position(Store).Block) <
            Population::FewWarps ||
        !In.populations().isElected(In.cfg().position(Fence).Block))
      return false;
    Between Way = In.order().between(Store, Fence);
    // An acquire may have met the stores of the others, by a count of arrivals.
    return Way.Reached && !Way.Opaque && !Way.MayBarrier && !Way.MayWarpSync &&
           Way.MayAcquire == Scope::None &&
           Way.MayAcquireElsewhere == Scope::None;
  }

  /// Does a condition of the whole block, other than to stay in a loop, decide
  /// whether B is executed?
  bool isChosen(BlockId B, Uniform Least = Uniform::Block) const {
    return any_of(
        In.cfg().controlDependences(B), [&](const Cfg::Dependence &D) {
          return !isLoopTest(D.Branch) &&
                 In.uniformity().of(In.fn().block(D.Branch).Term.Condition) >=
                     Least;
        });
  }

  bool isLoopTest(BlockId Branch) const {
    return any_of(In.loops().all(), [&](const Loop &L) {
      return any_of(L.Exits,
                    [&](const Loop::Exit &X) { return X.From == Branch; });
    });
  }

  /// Is the fence executed by all threads or none, as arguments of the kernel
  /// alone say?
  bool isOptional(EventId Fence) const {
    BlockId B = In.cfg().position(Fence).Block;
    return In.event(Fence).Kind == EventKind::ProxyFence &&
           isChosen(B, Uniform::Grid) &&
           all_of(In.cfg().controlDependences(B),
                  [&](const Cfg::Dependence &D) {
                    ValueId Test = In.fn().block(D.Branch).Term.Condition;
                    return !isLoopTest(D.Branch) &&
                           In.uniformity().of(Test) >= Uniform::Grid &&
                           !In.uniformity().dependsOnLoad(Test);
                  });
  }

  /// The async proxy writes, perhaps to the memory that is read.
  bool mayFill(const Event &W) const {
    if (W.Kind != EventKind::AsyncCopy || W.Prx == Proxy::Generic ||
        &W == &In.event(Read.By))
      return false;
    Object To = In.provenance().objectOf(W.Address);
    bool SpaceKnown = isSharedSpace(To.Spc) || To.Spc == Space::Global;
    if (isSharedSpace(Read.Spc) && W.Done == Completion::BulkGroup)
      return false; // Into global memory.
    if (SpaceKnown && isSharedSpace(To.Spc) != isSharedSpace(Read.Spc))
      return false;
    return To.Kind == BaseKind::Unknown || To.Kind == BaseKind::Computed ||
           To.Key == Key || In.event(Read.By).Kind == EventKind::AsyncMma;
  }

  const FunctionView &In;
  const AsyncRead &Read;
  BlockId ReadBlock;
  LinearForm Source;
  std::string Key;
  bool FilledByCopy = false;
};

} // namespace

std::vector<UnfencedWrite> unfencedWrites(const FunctionView &In,
                                          const AsyncRead &Read, unsigned Max) {
  std::vector<UnfencedWrite> Found;
  WriteSearch Search(In, Read);
  for (EventId Store = 0; Store < In.fn().Events.size() && Found.size() < Max;
       ++Store)
    if (auto W = Search.judge(Store))
      Found.push_back(*W);
  return Found;
}

} // namespace fencepost
