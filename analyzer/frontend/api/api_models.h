//===- api_models.h - what library calls do to memory, as data --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read from rules/models/*.yaml (schema: rules/models/README.md), embedded at
// build time. No library is known to any code: adding one is adding YAML. The
// same schema describes the user's own wrappers, in `.fencepost.yaml`.
//
// How a front end interprets a model:
//   Names   A member call is looked up under the static class of its object,
//           then under each base class (`cuda::atomic::load`, although the
//           header declares it in a base). Template arguments are those of the
//           class whose name matched. Constructors are `C::C`, conversions
//           `C::operator T`, operators `C::operator++`.
//   Orders  orderOf() and scopeOf() resolve a template's order and scope from
//           what the front end could evaluate; expand() turns the resolved
//           template into one or two events (a seq_cst access is a SeqCst
//           fence followed by an acquire or relaxed access: semantics of
//           libcu++ and of the PTX atomics ABI). The last event is the access:
//           address, operands and result are its own.
//   Tags    cuda::ptx passes orders, scopes and spaces as empty tag types:
//           integral_constant<dot_sem, dot_sem::acquire>. The enumerator's
//           name is the word for orderOfWord(), scopeOfWord(), ...
//   Calls   Arguments never include the object, not for operators either; a
//           default argument counts as given where the AST has it. An argument
//           bound to a reference is the address of what it is bound to, and
//           `Deref` (in YAML: `at arg0`) is the value there. Copy and move
//           constructors are not looked up: they copy what the object holds.
//   Fences  expand() drops fences that order nothing (relaxed, thread scope).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_API_API_MODELS_H
#define FENCEPOST_ANALYZER_FRONTEND_API_API_MODELS_H

#include "analyzer/model/builder.h"
#include "analyzer/model/event.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace fencepost {

/// Where a property of an event comes from at the call.
struct ArgumentRef {
  enum SourceKind : uint8_t {
    Absent,
    Argument,     ///< Call argument `Index`.
    This,         ///< The object of the member call: its address.
    Member,       ///< What the object holds: the address that its constructor
                  ///< bound (Effect::Binds), as member `Name`.
    Constant,     ///< `Value`.
    TemplateArg,  ///< Template argument `Index` of the class (or function).
    Plain,        ///< `Index`-th argument that is not a cuda::ptx tag.
    Tag,          ///< The tag argument of kind `Name`: sem, scope, space, op.
    Hidden,       ///< Address of the library's own object `Name`, one per grid.
    AllArguments, ///< Only in Extra: every call argument, in order.
  } Source = Absent;
  unsigned Index = 0;
  int64_t Value = 0;
  std::string Name;
  /// What the pointer (or reference) designates is meant, not the pointer.
  bool Deref = false;

  explicit operator bool() const { return Source != Absent; }
};

/// How the integers of orders and scopes are numbered.
enum class ApiEncoding : uint8_t {
  LibCuxx,  ///< memory_order, thread_scope {system 0, device 1, block 2, thread
            ///< 10}
  NvAtomic, ///< __NV_ATOMIC_*, __NV_THREAD_SCOPE_* {thread 0 ... system 4}
  ClangScoped, ///< __ATOMIC_*, __MEMORY_SCOPE_*
  Gnu,         ///< __ATOMIC_*, no scopes
  Ptx,         ///< Words only: cuda::ptx tags
};

struct EventTemplate {
  Event Proto;           ///< All fixed fields (kind, scope, proxy, op, ...).
  ArgumentRef OrderFrom; ///< An enumerator: memory_order or __NV_ATOMIC_*.
  Order DefaultOrder =
      Order::Unknown;           ///< Where OrderFrom is absent in the call.
  ArgumentRef FailureOrderFrom; ///< compare_exchange: strongest of both.
  ArgumentRef
      ScopeFrom; ///< thread_scope, __NV_THREAD_SCOPE_*, cuda::ptx scope_t.
  ArgumentRef SpaceFrom, OpFrom; ///< cuda::ptx tags; absent: Proto's.
  ApiEncoding Encoding = ApiEncoding::LibCuxx;
  /// Proto.Scp is the scope where ScopeFrom is absent in the call.
  ArgumentRef Address, Operand, Compare, SourceAddress, Size, Participants,
      BarrierId, CompletionObject;
  /// Further entries of Event::Extra, after Compare, SourceAddress and Size.
  std::vector<ArgumentRef> Extra;
  /// Where the result is written instead of returned (`__atomic_load(p, r)`).
  ArgumentRef ResultTo;
  bool Returns = false; ///< The call's value is this event's result.
  /// With Returns: the call's value is the new value, result `Rmw` operand
  /// (++x, x += v, add_fetch).
  bool ReturnsNew = false;
  /// With Returns: the call's value is "result == compare value".
  bool ReturnsSuccess = false;
  /// The compare value is passed by pointer and rewritten on failure
  /// (compare_exchange_*, __atomic_compare_exchange).
  bool CompareByPointer = false;
  /// The event is repeated until it yields a wanted value (semaphore acquire,
  /// barrier wait, atomic wait): a poll that the library does right or wrong.
  bool Repeats = false;
  /// Executed by thread 0 of the block (linear index) alone.
  bool Elected = false;
};

/// Arithmetic over special registers, arguments and constants, as a model
/// writes it: `tid.x + ntid.x * (tid.y + ntid.y * tid.z)`. Post-order, the
/// last node is the value. Pure functions are calls: `popc(arg0)`.
struct ApiExpression {
  struct Node {
    OpCode Op = OpCode::None;            ///< None: a leaf.
    ValueKind Leaf = ValueKind::Unknown; ///< Constant, Special, Param.
    bool IsTemplate =
        false;        ///< Param: a template argument, not one of the call.
    int64_t Imm = 0;  ///< Constant, or the argument's index.
    std::string Name; ///< Register, or function of Op::Pure.
    llvm::SmallVector<unsigned, 3> Operands;
  };
  std::vector<Node> Nodes;

  static llvm::Expected<ApiExpression> parse(llvm::StringRef Text);
  /// Arguments beyond the given ones are the unknown value. `laneid % n` is
  /// laneid for n = 32 and unknown for n > 32: a tile wider than a warp.
  ValueId build(FunctionBuilder &B, llvm::ArrayRef<ValueId> Arguments,
                llvm::ArrayRef<std::optional<int64_t>> Template = {}) const;
};

struct ApiModel {
  enum class Effect : uint8_t {
    Events,   ///< The call is `Events`, in order.
    Pure,     ///< Value of its arguments; no memory.
    Nothing,  ///< No effect worth an event (printf, assert, prefetch).
    Returns,  ///< Value of argument `Index`, nothing else (casts, forward,
              ///< move).
    Special,  ///< Special register `Register`.
    Opaque,   ///< May synchronise in ways that are not modelled.
    NoReturn, ///< Never returns (trap, abort, assertion failure).
    Invokes,  ///< Calls its callable argument `Index` (invoke, invoke_one).
    Computes, ///< Value of `Expression`.
    Binds,    ///< Constructor: the object's member `Register` is the address of
           ///< argument `Index` (atomic_ref). Reading it: ArgumentRef::Member.
  };
  std::string Name;
  Effect What = Effect::Events;
  unsigned Index = 0;
  std::string Register;
  ApiExpression Expression;
  std::vector<EventTemplate> Events;
  /// Only for a call with so many arguments; nullopt: any number.
  std::optional<unsigned> Arity;
};

class ApiModels {
public:
  /// The models that ship with the product. Never fails: the build has parsed
  /// them once already.
  static const ApiModels &builtin();
  /// Adds the models of a YAML text; errors name file, line and key. IsConfig:
  /// the user's configuration, of which only `models` and `encoding` are read.
  llvm::Error add(llvm::StringRef Yaml, llvm::StringRef Path,
                  bool IsConfig = false);

  /// The model for a call. Name is fully qualified, inline namespaces and
  /// template arguments stripped: `cuda::atomic_ref::load`, `atomicAdd_system`,
  /// `cooperative_groups::grid_group::sync`. nullptr: not modelled.
  const ApiModel *find(llvm::StringRef QualifiedName, unsigned Arity) const;
  /// True if some model's name starts with Prefix + "::": cheap prefilter.
  bool knowsNamespace(llvm::StringRef Prefix) const;
  /// Every modelled name, patterns that end in `*` as written; sorted.
  std::vector<std::string> names() const;

private:
  llvm::StringMap<std::vector<ApiModel>> ByName;
  /// `tcgen05_ld_*`: the longest matching prefix wins, an exact name before it.
  llvm::StringMap<std::vector<ApiModel>> ByPrefix;
  llvm::StringSet<> Namespaces;
  void insert(ApiModel Model, llvm::StringRef Pattern);
};

/// Order of an enumerator's value; Unknown if it is none. Consume is Acquire.
Order orderOf(ApiEncoding E, int64_t Value);
/// Scope of an enumerator's value; Scope::None is the thread itself.
Scope scopeOf(ApiEncoding E, int64_t Value);
/// By word, whatever surrounds it: `acquire`, `memory_order_acquire`,
/// `__NV_ATOMIC_ACQUIRE`, `sem_acquire_t`; `gpu`, `device`,
/// `thread_scope_device`, `scope_gpu_t`. Unknown if it is none.
Order orderOfWord(llvm::StringRef Word);
Scope scopeOfWord(llvm::StringRef Word);
/// cuda::ptx `global`, `shared` (cta), `cluster`; `add`, `and_op`, ...
Space spaceOfWord(llvm::StringRef Word);
RmwOp opOfWord(llvm::StringRef Word);
/// compare_exchange: the strongest of both.
Order strongest(Order Success, Order Failure);

/// The events of a template whose order and scope are known (or Unknown): none
/// for a fence that orders nothing, else the access or fence last, before it
/// the SeqCst fence of a seq_cst access. Addresses and values are not filled.
llvm::SmallVector<Event, 2> expand(const EventTemplate &T, Order O, Scope S);

} // namespace fencepost

#endif
