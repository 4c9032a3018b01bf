//===- api_models.cpp - look-up and orders of API models ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a seq_cst access, a thread-scope access and a C++ fence become events:
// what nvcc 13.0 prints for libcu++ and for the __nv_atomic builtins.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_models.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace fencepost;
using llvm::StringRef;

static const ApiModel *withArity(const std::vector<ApiModel> &Models,
                                 unsigned Arity) {
  const ApiModel *AnyArity = nullptr;
  for (const ApiModel &M : Models) {
    if (M.Arity == Arity)
      return &M;
    if (!M.Arity && !AnyArity)
      AnyArity = &M;
  }
  return AnyArity;
}

const ApiModel *ApiModels::find(StringRef Name, unsigned Arity) const {
  if (auto It = ByName.find(Name); It != ByName.end())
    if (const ApiModel *M = withArity(It->second, Arity))
      return M;
  if (ByPrefix.empty())
    return nullptr;
  for (StringRef Prefix = Name; !Prefix.empty(); Prefix = Prefix.drop_back())
    if (auto It = ByPrefix.find(Prefix); It != ByPrefix.end())
      if (const ApiModel *M = withArity(It->second, Arity))
        return M;
  return nullptr;
}

bool ApiModels::knowsNamespace(StringRef Prefix) const {
  return Namespaces.contains(Prefix);
}

std::vector<std::string> ApiModels::names() const {
  std::vector<std::string> Names;
  for (const auto &Entry : ByName)
    Names.push_back(Entry.getKey().str());
  for (const auto &Entry : ByPrefix)
    Names.push_back((Entry.getKey() + "*").str());
  std::sort(Names.begin(), Names.end());
  return Names;
}

void ApiModels::insert(ApiModel Model, StringRef Pattern) {
  for (size_t At = Pattern.find("::"); At != StringRef::npos;
       At = Pattern.find("::", At + 2))
    Namespaces.insert(Pattern.take_front(At));
  bool IsPrefix = Pattern.consume_back("*");
  std::vector<ApiModel> &Models = (IsPrefix ? ByPrefix : ByName)[Pattern];
  // What is added later (the user's own) wins.
  Models.insert(Models.begin(), std::move(Model));
}

//===----------------------------------------------------------------------===//
// Enumerators
//===----------------------------------------------------------------------===//

Order fencepost::orderOf(ApiEncoding E, int64_t Value) {
  switch (E) {
  case ApiEncoding::LibCuxx:
  case ApiEncoding::NvAtomic:
  case ApiEncoding::ClangScoped:
  case ApiEncoding::Gnu: {
    // One numbering in all of them: relaxed, consume, acquire, release...
    constexpr Order Orders[] = {Order::Relaxed, Order::Acquire, Order::Acquire,
                                Order::Release, Order::AcqRel,  Order::SeqCst};
    return Value >= 0 && Value < 6 ? Orders[Value] : Order::Unknown;
  }
  case ApiEncoding::Ptx:
    return Order::Unknown;
  }
  return Order::Unknown;
}

Scope fencepost::scopeOf(ApiEncoding E, int64_t Value) {
  switch (E) {
  case ApiEncoding::LibCuxx:
    return Value == 0    ? Scope::Sys
           : Value == 1  ? Scope::Gpu
           : Value == 2  ? Scope::Cta
           : Value == 10 ? Scope::None
                         : Scope::Unknown;
  case ApiEncoding::NvAtomic: {
    constexpr Scope Scopes[] = {Scope::None, Scope::Cta, Scope::Cluster,
                                Scope::Gpu, Scope::Sys};
    return Value >= 0 && Value < 5 ? Scopes[Value] : Scope::Unknown;
  }
  case ApiEncoding::ClangScoped: {
    // There is no warp scope: a wavefront's is at most the block's.
    constexpr Scope Scopes[] = {Scope::Sys, Scope::Gpu,  Scope::Cta,
                                Scope::Cta, Scope::None, Scope::Cluster};
    return Value >= 0 && Value < 6 ? Scopes[Value] : Scope::Unknown;
  }
  case ApiEncoding::Gnu:
  case ApiEncoding::Ptx:
    return Scope::Unknown;
  }
  return Scope::Unknown;
}

/// `memory_order_acquire`, `__NV_ATOMIC_ACQUIRE`, `sem_acquire_t` -> `acquire`.
static std::string bareWord(StringRef Word) {
  std::string Lower = Word.rsplit("::").second.empty()
                          ? Word.lower()
                          : Word.rsplit("::").second.lower();
  StringRef Rest = Lower;
  Rest = Rest.ltrim('_');
  for (StringRef Prefix : {"memory_order_", "nv_atomic_", "atomic_",
                           "nv_thread_scope_", "thread_scope_", "memory_scope_",
                           "sem_", "scope_", "space_", "op_", "mo_"})
    if (Rest.consume_front(Prefix))
      break;
  Rest.consume_back("_t");
  return Rest.str();
}

Order fencepost::orderOfWord(StringRef Word) {
  return llvm::StringSwitch<Order>(bareWord(Word))
      .Case("weak", Order::Weak)
      .Case("relaxed", Order::Relaxed)
      .Cases({"acquire", "consume"}, Order::Acquire)
      .Case("release", Order::Release)
      .Case("acq_rel", Order::AcqRel)
      .Cases({"seq_cst", "sc"}, Order::SeqCst)
      .Default(Order::Unknown);
}

Scope fencepost::scopeOfWord(StringRef Word) {
  return llvm::StringSwitch<Scope>(bareWord(Word))
      .Cases({"sys", "system"}, Scope::Sys)
      .Cases({"gpu", "device"}, Scope::Gpu)
      .Cases({"cluster", "clustr"}, Scope::Cluster)
      .Cases({"cta", "block", "wrkgrp", "wvfrnt"}, Scope::Cta)
      .Cases({"thread", "single"}, Scope::None)
      .Default(Scope::Unknown);
}

Space fencepost::spaceOfWord(StringRef Word) {
  return llvm::StringSwitch<Space>(bareWord(Word))
      .Case("global", Space::Global)
      .Case("shared", Space::SharedCta)
      .Case("cluster", Space::SharedCluster)
      .Default(Space::Unknown);
}

RmwOp fencepost::opOfWord(StringRef Word) {
  std::string Bare = bareWord(Word);
  StringRef Rest = Bare;
  Rest.consume_back("_op");
  return parseSpelling<RmwOp>(Rest).value_or(RmwOp::Other);
}

Order fencepost::strongest(Order Success, Order Failure) {
  if (Success == Order::Unknown || Failure == Order::Unknown)
    return Order::Unknown;
  if ((Success == Order::Release && Failure == Order::Acquire) ||
      (Success == Order::Acquire && Failure == Order::Release))
    return Order::AcqRel;
  return std::max(Success, Failure);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// The order that the compiler gives a C++ fence; None: no fence at all.
static Order fenceOrder(ApiEncoding E, Order O) {
  switch (E) {
  case ApiEncoding::LibCuxx:
    if (O == Order::Relaxed)
      return Order::None;
    return O == Order::Acquire || O == Order::Release ? Order::AcqRel : O;
  case ApiEncoding::NvAtomic:
    return O == Order::AcqRel || O == Order::Unknown ? O : Order::SeqCst;
  case ApiEncoding::ClangScoped:
  case ApiEncoding::Gnu:
    return O == Order::Relaxed ? Order::None : O;
  case ApiEncoding::Ptx:
    return O;
  }
  return O;
}

/// What is left of a seq_cst access behind its fence.
static Order afterFence(EventKind K) {
  return K == EventKind::Store ? Order::Relaxed : Order::Acquire;
}

llvm::SmallVector<Event, 2> fencepost::expand(const EventTemplate &T, Order O,
                                              Scope S) {
  llvm::SmallVector<Event, 2> Events;
  Event E = T.Proto;
  E.Ord = O;
  E.Scp = S;
  if (E.Kind == EventKind::Fence) {
    E.Ord = fenceOrder(T.Encoding, O);
    if (E.Ord != Order::None && S != Scope::None)
      Events.push_back(std::move(E));
    return Events;
  }
  if (!isMemoryAccess(E.Kind)) {
    Events.push_back(std::move(E));
    return Events;
  }
  if (S == Scope::None && O != Order::Weak)
    E.Scp = Scope::Cta;
  if (O == Order::SeqCst) {
    E.Ord = afterFence(E.Kind);
    Event Fence;
    Fence.Kind = EventKind::Fence;
    Fence.Ord = Order::SeqCst;
    Fence.Scp = E.Scp;
    Events.push_back(std::move(Fence));
  }
  Events.push_back(std::move(E));
  return Events;
}
