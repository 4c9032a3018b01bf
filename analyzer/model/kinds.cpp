//===- kinds.cpp - spellings of the closed sets ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table per enum, in the order of its enumerators: spelling() indexes it,
// parseSpelling() searches it. A static_assert ties each table's size to the
// last enumerator.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/kinds.h"
#include "analyzer/model/value.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using llvm::StringRef;

namespace {
template <typename EnumT> struct Words;
template <> struct Words<Order> {
  static constexpr Order Last = Order::SeqCst;
  static constexpr const char *Table[] = {
      "unknown", "none",    "weak",    "relaxed",
      "acquire", "release", "acq_rel", "sc",
  };
};
template <> struct Words<Scope> {
  static constexpr Scope Last = Scope::Sys;
  static constexpr const char *Table[] = {
      "unknown", "none", "cta", "cluster", "gpu", "sys",
  };
};
template <> struct Words<Proxy> {
  static constexpr Proxy Last = Proxy::Multimem;
  static constexpr const char *Table[] = {
      "unknown",  "generic", "async", "tensormap", "nc",
      "constant", "texture", "alias", "multimem",
  };
};
template <> struct Words<Space> {
  static constexpr Space Last = Space::Tensor;
  static constexpr const char *Table[] = {
      "unknown", "generic", "global", "shared::cta", "shared::cluster",
      "local",   "param",   "const",  "tensor",
  };
};
template <> struct Words<EventKind> {
  static constexpr EventKind Last = EventKind::OpaqueCall;
  static constexpr const char *Table[] = {
      "load",         "store",       "atom",      "red",
      "fence",        "fence.proxy", "barrier",   "barrier.cluster",
      "bar.warp",     "warp",        "mbarrier",  "async.copy",
      "async.commit", "async.wait",  "async.mma", "griddep",
      "sleep",        "cache",       "compiler",  "call",
  };
};
template <> struct Words<RmwOp> {
  static constexpr RmwOp Last = RmwOp::Other;
  static constexpr const char *Table[] = {
      "none", "add", "sub", "inc",  "dec", "min",   "max",
      "and",  "or",  "xor", "exch", "cas", "other",
  };
};
template <> struct Words<BarrierAction> {
  static constexpr BarrierAction Last = BarrierAction::Wait;
  static constexpr const char *Table[] = {
      "none",
      "sync",
      "arrive",
      "wait",
  };
};
template <> struct Words<MbarrierAction> {
  static constexpr MbarrierAction Last = MbarrierAction::PendingCount;
  static constexpr const char *Table[] = {
      "none",      "init",          "inval",
      "arrive",    "arrive_drop",   "arrive.expect_tx",
      "expect_tx", "complete_tx",   "test_wait",
      "try_wait",  "pending_count",
  };
};
template <> struct Words<Completion> {
  static constexpr Completion Last = Completion::Tcgen05;
  static constexpr const char *Table[] = {
      "none", "cp.async", "bulk", "mbarrier", "wgmma", "tcgen05",
  };
};
template <> struct Words<CacheHint> {
  static constexpr CacheHint Last = CacheHint::Wt;
  static constexpr const char *Table[] = {
      "none", "ca", "cg", "cs", "lu", "cv", "wb", "wt",
  };
};
template <> struct Words<Layer> {
  static constexpr Layer Last = Layer::Events;
  static constexpr const char *Table[] = {
      "cuda",
      "ptx",
      "sass",
      "events",
  };
};
template <> struct Words<ValueKind> {
  static constexpr ValueKind Last = ValueKind::Result;
  static constexpr const char *Table[] = {
      "unknown", "constant", "param", "special", "global",
      "local",   "op",       "phi",   "result",
  };
};
template <> struct Words<OpCode> {
  static constexpr OpCode Last = OpCode::Havoc;
  static constexpr const char *Table[] = {
      "none",    "add",   "sub",     "mul",       "div",       "rem",
      "shl",     "shr",   "and",     "or",        "xor",       "not",
      "neg",     "min",   "max",     "lnot",      "eq",        "ne",
      "lt",      "le",    "gt",      "ge",        "select",    "cast",
      "element", "field", "extract", "array.get", "array.set", "aggregate",
      "pure",    "havoc",
  };
};

template <typename EnumT> StringRef wordOf(EnumT E) {
  constexpr size_t Count = std::size(Words<EnumT>::Table);
  static_assert(Count == static_cast<size_t>(Words<EnumT>::Last) + 1);
  size_t I = static_cast<size_t>(E);
  return I < Count ? Words<EnumT>::Table[I] : "unknown";
}
} // namespace

template <typename EnumT>
std::optional<EnumT> fencepost::parseSpelling(StringRef S) {
  for (auto [I, Word] : llvm::enumerate(Words<EnumT>::Table))
    if (S == Word)
      return static_cast<EnumT>(I);
  return std::nullopt;
}

StringRef fencepost::spelling(Order K) { return wordOf(K); }
StringRef fencepost::spelling(Scope K) { return wordOf(K); }
StringRef fencepost::spelling(Proxy K) { return wordOf(K); }
StringRef fencepost::spelling(Space K) { return wordOf(K); }
StringRef fencepost::spelling(EventKind K) { return wordOf(K); }
StringRef fencepost::spelling(RmwOp K) { return wordOf(K); }
StringRef fencepost::spelling(BarrierAction K) { return wordOf(K); }
StringRef fencepost::spelling(MbarrierAction K) { return wordOf(K); }
StringRef fencepost::spelling(Completion K) { return wordOf(K); }
StringRef fencepost::spelling(CacheHint K) { return wordOf(K); }
StringRef fencepost::spelling(Layer K) { return wordOf(K); }
StringRef fencepost::spelling(ValueKind K) { return wordOf(K); }
StringRef fencepost::spelling(OpCode O) { return wordOf(O); }

template std::optional<Order> fencepost::parseSpelling<Order>(StringRef);
template std::optional<Scope> fencepost::parseSpelling<Scope>(StringRef);
template std::optional<Proxy> fencepost::parseSpelling<Proxy>(StringRef);
template std::optional<Space> fencepost::parseSpelling<Space>(StringRef);
template std::optional<EventKind>
    fencepost::parseSpelling<EventKind>(StringRef);
template std::optional<RmwOp> fencepost::parseSpelling<RmwOp>(StringRef);
template std::optional<BarrierAction>
    fencepost::parseSpelling<BarrierAction>(StringRef);
template std::optional<MbarrierAction>
    fencepost::parseSpelling<MbarrierAction>(StringRef);
template std::optional<Completion>
    fencepost::parseSpelling<Completion>(StringRef);
template std::optional<CacheHint>
    fencepost::parseSpelling<CacheHint>(StringRef);
template std::optional<Layer> fencepost::parseSpelling<Layer>(StringRef);
template std::optional<ValueKind>
    fencepost::parseSpelling<ValueKind>(StringRef);
template std::optional<OpCode> fencepost::parseSpelling<OpCode>(StringRef);

std::optional<OpCode> fencepost::parseOpCode(StringRef S) {
  return parseSpelling<OpCode>(S);
}
