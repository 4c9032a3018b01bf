//===- unit_view.cpp - what a check sees of one unit ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each analysis is made on first use and kept; they hold references to those
// that they rest on, so they live behind stable pointers. Those of Base may be
// asked by several threads at a time: what they keep of earlier answers is
// guarded.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/unit_view.h"
#include "analyzer/analysis/made_once.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace fencepost {

struct FunctionView::Base {
  MadeOnce<Cfg> Graph;
  MadeOnce<Loops> Nest;
  MadeOnce<Uniformity> Uniform;
  MadeOnce<Provenance> Where;
  MadeOnce<Polls> Waits;
  MadeOnce<Uses> Used;
  MadeOnce<IdDependences> Ids;
};
struct FunctionView::Cache {
  MadeOnce<Populations> Threads;
  MadeOnce<OrderAnalysis> Order;
};

FunctionView::FunctionView(const Module &M, const Function &Fn,
                           std::shared_ptr<const Base> B)
    : M(M), Fn(Fn), B(std::move(B)), C(std::make_unique<Cache>()) {}
FunctionView::FunctionView(const Module &M, const Function &Fn)
    : FunctionView(M, Fn, std::make_shared<Base>()) {}
std::unique_ptr<FunctionView> FunctionView::twin() const {
  return std::unique_ptr<FunctionView>(new FunctionView(M, Fn, B));
}
FunctionView::~FunctionView() = default;

const Cfg &FunctionView::cfg() const {
  return B->Graph.get([&] { return std::make_unique<Cfg>(Fn); });
}
const Loops &FunctionView::loops() const {
  return B->Nest.get([&] { return std::make_unique<Loops>(Fn, cfg()); });
}
const Uniformity &FunctionView::uniformity() const {
  return B->Uniform.get(
      [&] { return std::make_unique<Uniformity>(M, Fn, cfg()); });
}
const Populations &FunctionView::populations() const {
  return C->Threads.get([&] {
    return std::make_unique<Populations>(M, Fn, cfg(), uniformity());
  });
}
const Provenance &FunctionView::provenance() const {
  return B->Where.get(
      [&] { return std::make_unique<Provenance>(M, Fn, uniformity()); });
}
const OrderAnalysis &FunctionView::order() const {
  return C->Order.get(
      [&] { return std::make_unique<OrderAnalysis>(Fn, cfg(), provenance()); });
}
const Polls &FunctionView::polls() const {
  return B->Waits.get([&] {
    return std::make_unique<Polls>(Fn, cfg(), loops(), provenance());
  });
}
const Uses &FunctionView::uses() const {
  return B->Used.get([&] { return std::make_unique<Uses>(Fn); });
}
const IdDependences &FunctionView::idDependences() const {
  return B->Ids.get([&] {
    return std::make_unique<IdDependences>(Fn, provenance(), uniformity());
  });
}

/// Texts of a compiler call the parameters of all kernels alike: thousands of
/// them say no more than those that stand nearest, and cost their square.
static constexpr size_t MostNamesakes = 256;

struct UnitView::Index {
  StringMap<std::vector<AccessRef>> ByKey;       ///< Unit-wide keys only.
  StringMap<std::vector<AccessRef>> ByName;      ///< Parameters of kernels.
  DenseMap<const FunctionView *, size_t> Places; ///< In the unit.
  /// Keys that mean something in one function only.
  DenseMap<const FunctionView *, StringMap<std::vector<AccessRef>>> Own;

  explicit Index(ArrayRef<std::unique_ptr<FunctionView>> Views) {
    for (auto [I, View] : enumerate(Views))
      Places[View.get()] = I;
  }
  void add(const FunctionView &View, EventId E);
  ArrayRef<AccessRef> sameKey(const FunctionView &In, EventId E) const;
  std::vector<AccessRef> namesakes(const FunctionView &In, EventId E) const;
};

namespace {

/// The same memory in whichever function it is named.
bool isUnitWide(StringRef Key) {
  return Key.starts_with("global:") || Key.starts_with("field:");
}

bool isAccess(const Event &E) {
  return isMemoryAccess(E.Kind) || E.Kind == EventKind::AsyncCopy ||
         E.Kind == EventKind::Mbarrier;
}

/// Memory that a kernel's pointer parameter names.
bool isNamedParameter(const FunctionView &View, EventId E) {
  const Event &Ev = View.event(E);
  if (View.fn().Kind != FunctionKind::Kernel || !isAccess(Ev) ||
      Ev.Address == UnknownValue)
    return false;
  const Object &O = View.provenance().object(E);
  return O.Kind == BaseKind::Param && !O.Name.empty() && !isUnitWide(O.Key);
}

/// Calls Visit with the key of each object that E touches.
void forEachKey(const FunctionView &View, EventId E,
                function_ref<void(StringRef)> Visit) {
  const Event &Ev = View.event(E);
  if (!isAccess(Ev))
    return;
  const Provenance &Where = View.provenance();
  if (Ev.Address != UnknownValue)
    Visit(Where.object(E).Key);
  if (Ev.Kind == EventKind::AsyncCopy && !Ev.Extra.empty() &&
      Ev.Extra[0] != UnknownValue) {
    std::string Source = Where.objectOf(Ev.Extra[0]).Key;
    if (Ev.Address == UnknownValue || Source != Where.object(E).Key)
      Visit(Source);
  }
}

} // namespace

std::vector<const HostLaunch *> UnitView::launchesOf(const Function &Fn) const {
  std::vector<const HostLaunch *> Found;
  for (uint32_t I : M.Host.launchesOf(Fn.Name))
    Found.push_back(&M.Host.Launches[I]);
  return Found;
}

static std::vector<std::unique_ptr<FunctionView>> viewsOf(const Module &M) {
  std::vector<std::unique_ptr<FunctionView>> Views;
  for (const std::unique_ptr<Function> &Fn : M.Functions)
    if (Fn->State != Coverage::Skipped && !Fn->Blocks.empty())
      Views.push_back(std::make_unique<FunctionView>(M, *Fn));
  return Views;
}

UnitView::UnitView(const Module &M, std::vector<HomeNote> Homes,
                   FunctionViews Views)
    : M(M), Homes(std::move(Homes)), Views(std::move(Views)) {}

UnitView::UnitView(const Module &M, std::vector<HomeNote> Homes)
    : UnitView(M, std::move(Homes), viewsOf(M)) {}

std::unique_ptr<UnitView> UnitView::twin() const {
  FunctionViews Twins;
  for (const std::unique_ptr<FunctionView> &View : Views)
    Twins.push_back(View->twin());
  return std::unique_ptr<UnitView>(new UnitView(M, Homes, std::move(Twins)));
}

void UnitView::Index::add(const FunctionView &View, EventId E) {
  forEachKey(View, E, [&](StringRef K) {
    (isUnitWide(K) ? ByKey[K] : Own[&View][K]).push_back({&View, E});
  });
  if (isNamedParameter(View, E))
    ByName[View.provenance().object(E).Name].push_back({&View, E});
}

ArrayRef<AccessRef> UnitView::Index::sameKey(const FunctionView &In,
                                             EventId E) const {
  if (In.event(E).Address == UnknownValue)
    return {};
  StringRef Key = In.provenance().object(E).Key;
  const StringMap<std::vector<AccessRef>> *Keys = &ByKey;
  if (!isUnitWide(Key)) {
    auto Mine = Own.find(&In);
    if (Mine == Own.end())
      return {};
    Keys = &Mine->second;
  }
  auto It = Keys->find(Key);
  if (It == Keys->end())
    return {};
  return It->second;
}

std::vector<AccessRef> UnitView::Index::namesakes(const FunctionView &In,
                                                  EventId E) const {
  std::vector<AccessRef> Result;
  if (!isNamedParameter(In, E))
    return Result;
  auto It = ByName.find(In.provenance().object(E).Name);
  if (It == ByName.end())
    return Result;
  // The lists are in the order of the unit.
  ArrayRef<AccessRef> All = It->second;
  size_t Here =
      partition_point(All,
                      [&](const AccessRef &A) {
                        return Places.lookup(A.In) < Places.lookup(&In);
                      }) -
      All.begin();
  size_t First = Here - std::min(Here, MostNamesakes / 2);
  for (const AccessRef &A : All.slice(First).take_front(MostNamesakes))
    if (A.In != &In && A.In->event(A.E).Bits == In.event(E).Bits)
      Result.push_back(A);
  return Result;
}

const UnitView::Index &UnitView::accesses() const {
  if (Accesses)
    return *Accesses;
  auto All = std::make_shared<Index>(Views);
  for (const std::unique_ptr<FunctionView> &View : Views)
    for (EventId E = 0; E < View->fn().Events.size(); ++E)
      All->add(*View, E);
  Accesses = std::move(All);
  return *Accesses;
}

const UnitView::Index &UnitView::polls() const {
  if (Polled)
    return *Polled;
  auto All = std::make_shared<Index>(Views);
  for (const std::unique_ptr<FunctionView> &View : Views)
    for (const Poll &P : View->polls().all())
      All->add(*View, P.Read);
  Polled = std::move(All);
  return *Polled;
}

std::vector<AccessRef> UnitView::accessesTo(const FunctionView &In,
                                            EventId E) const {
  return accesses().sameKey(In, E).vec();
}

std::vector<AccessRef> UnitView::namesakes(const FunctionView &In,
                                           EventId E) const {
  return accesses().namesakes(In, E);
}

std::vector<AccessRef> UnitView::pollsOf(const FunctionView &In, EventId E,
                                         bool Namesakes) const {
  std::vector<AccessRef> Result = polls().sameKey(In, E).vec();
  if (Namesakes)
    append_range(Result, polls().namesakes(In, E));
  return Result;
}

} // namespace fencepost
