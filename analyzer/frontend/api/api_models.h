//===- api_models.h - what library calls do to memory, as data -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read from rules/models/*.yaml (schema: rules/models/README.md), embedded at
// build time. No library is known to any code: adding one is adding YAML. The
// same schema will describe the user's own wrappers.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_API_API_MODELS_H
#define FENCEPOST_ANALYZER_FRONTEND_API_API_MODELS_H

#include "analyzer/model/event.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace fencepost {

/// Where a property of an event comes from at the call.
struct ArgumentRef {
  enum SourceKind : uint8_t {
    Absent,
    Argument,   ///< Call argument `Index`.
    This,       ///< The object of the member call: its address.
    Member,     ///< What member `Name` of the object holds (atomic_ref's pointer).
    Constant,   ///< `Value`.
    TemplateArg, ///< Template argument `Index` of the class (or function).
  } Source = Absent;
  unsigned Index = 0;
  int64_t Value = 0;
  std::string Name;
};

struct EventTemplate {
  Event Proto;           ///< All fixed fields (kind, scope, proxy, op, ...).
  ArgumentRef OrderFrom; ///< An enumerator: memory_order or __NV_ATOMIC_*.
  Order DefaultOrder = Order::Unknown; ///< Where OrderFrom is absent in the call.
  ArgumentRef FailureOrderFrom;        ///< compare_exchange: strongest of both.
  ArgumentRef ScopeFrom; ///< thread_scope, __NV_THREAD_SCOPE_*, cuda::ptx scope_t.
  /// How ScopeFrom's and OrderFrom's integers map: "libcu++", "nv_atomic",
  /// "clang_scoped", "gnu". Tag types (cuda::ptx) map by type name instead.
  std::string Encoding;
  ArgumentRef Address, Operand, Compare, SourceAddress, Size, Participants,
      BarrierId, CompletionObject;
  bool Returns = false; ///< The call's value is this event's result.
  /// The compare value is passed by pointer and rewritten on failure
  /// (compare_exchange_*, __atomic_compare_exchange).
  bool CompareByPointer = false;
  /// The event is repeated until it yields a wanted value (semaphore acquire,
  /// barrier wait, atomic wait): a poll that the library does right or wrong.
  bool Repeats = false;
};

struct ApiModel {
  enum class Effect : uint8_t {
    Events,   ///< The call is `Events`, in order.
    Pure,     ///< Value of its arguments; no memory.
    Nothing,  ///< No effect worth an event (printf, assert, prefetch).
    Returns,  ///< Value of argument `Index`, nothing else (casts, forward, move).
    Special,  ///< Special register `Register`.
    Opaque,   ///< May synchronise in ways that are not modelled.
    NoReturn, ///< Never returns (trap, abort, assertion failure).
    Invokes,  ///< Calls its callable argument `Index` (invoke, invoke_one).
  };
  std::string Name;
  Effect What = Effect::Events;
  unsigned Index = 0;
  std::string Register;
  std::vector<EventTemplate> Events;
  /// Only for a call with so many arguments; nullopt: any number.
  std::optional<unsigned> Arity;
};

class ApiModels {
public:
  /// The models that ship with the product. Never fails: the build has parsed
  /// them once already.
  static const ApiModels &builtin();
  /// Adds the models of a YAML text; errors name file, line and key.
  llvm::Error add(llvm::StringRef Yaml, llvm::StringRef Path);

  /// The model for a call. Name is fully qualified, inline namespaces and
  /// template arguments stripped: `cuda::atomic_ref::load`, `atomicAdd_system`,
  /// `cooperative_groups::grid_group::sync`. nullptr: not modelled.
  const ApiModel *find(llvm::StringRef QualifiedName, unsigned Arity) const;
  /// True if some model's name starts with Prefix + "::": cheap prefilter.
  bool knowsNamespace(llvm::StringRef Prefix) const;

private:
  llvm::StringMap<std::vector<ApiModel>> ByName;
};

} // namespace fencepost

#endif
