//===- kinds.h - the closed sets of the memory model ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders, scopes, proxies, state spaces and event kinds, in the words of the
// PTX ISA ("Memory Consistency Model", sections 8.3 to 8.7 of PTX ISA 9.0).
// Every set has an Unknown: a front end that cannot tell says so, it never
// guesses a default. A switch over one of these has no `default`.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_KINDS_H
#define FENCEPOST_ANALYZER_MODEL_KINDS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost {

/// The PTX `.sem` of an operation. A C++ seq_cst access is two events, a
/// fence with SeqCst and an acquire or relaxed access, so accesses never
/// carry SeqCst themselves.
enum class Order : uint8_t {
  Unknown,
  None, ///< The event has no order (barriers, waits, sleeps).
  Weak,
  Relaxed, ///< `volatile` and `.mmio` are Relaxed at Sys scope, marked apart.
  Acquire,
  Release,
  AcqRel,
  SeqCst,
};

/// The PTX `.scope`. The numeric order of Cta..Sys is inclusion.
enum class Scope : uint8_t { Unknown, None, Cta, Cluster, Gpu, Sys };

/// The path through which memory is reached (PTX ISA "Proxies").
enum class Proxy : uint8_t {
  Unknown,
  Generic,
  Async, ///< cp.async.bulk, wgmma and tcgen05 operands.
  Tensormap,
  NonCoherent, ///< ld.global.nc, __ldg: outside the model.
  Constant,
  Texture, ///< Textures and surfaces.
  Alias,   ///< Another virtual address of the same memory.
  Multimem,
};

/// State space of an address. Generic means "some space, not known which".
enum class Space : uint8_t {
  Unknown,
  Generic,
  Global,
  SharedCta,
  SharedCluster,
  Local,
  Param,
  Const,
  Tensor,
};

constexpr bool isSharedSpace(Space S) {
  return S == Space::SharedCta || S == Space::SharedCluster;
}

enum class EventKind : uint8_t {
  Load,
  Store,
  Rmw, ///< Read-modify-write whose result exists (`atom`).
  Red, ///< Read-modify-write without a result (`red`): never acquires.
  Fence,
  ProxyFence,
  CtaBarrier, ///< bar/barrier.cta and __syncthreads: see BarrierAction.
  ClusterBarrier,
  WarpSync,       ///< bar.warp.sync: orders memory among the lanes of its mask.
  WarpCollective, ///< vote, match, shfl, redux, elect: no memory order.
  Mbarrier,       ///< Operation on an mbarrier object: see MbarrierAction.
  AsyncCopy,
  AsyncCommit,
  AsyncWait,
  AsyncMma,
  GridDependency, ///< griddepcontrol.wait (Wait) or .launch_dependents
                  ///< (Arrive).
  Sleep,
  CacheHint,    ///< prefetch, discard, applypriority.
  CompilerOnly, ///< An empty asm with a "memory" clobber, atomic_signal_fence.
  OpaqueCall,   ///< Unknown, recursive or indirect call: may synchronise.
};

/// A read-modify-write, with a result or without.
constexpr bool isRmw(EventKind K) {
  return K == EventKind::Rmw || K == EventKind::Red;
}

enum class RmwOp : uint8_t {
  None,
  Add,
  Sub,
  Inc,
  Dec,
  Min,
  Max,
  And,
  Or,
  Xor,
  Exch,
  Cas,
  Other,
};

/// What a barrier event does in the thread that executes it (section 8.8).
enum class BarrierAction : uint8_t {
  None,
  Sync,   ///< Arrive and wait.
  Arrive, ///< Source of order only.
  Wait,   ///< Sink of order only.
};

enum class MbarrierAction : uint8_t {
  None,
  Init,
  Inval,
  Arrive,
  ArriveDrop,
  ArriveExpectTx,
  ExpectTx,
  CompleteTx,
  TestWait,
  TryWait,
  PendingCount,
};

/// A test whose answer may be that the phase is complete.
constexpr bool isWait(MbarrierAction A) {
  return A == MbarrierAction::TestWait || A == MbarrierAction::TryWait;
}

/// How an asynchronous operation tells that it is complete.
enum class Completion : uint8_t {
  None,
  CpAsyncGroup,
  BulkGroup,
  Mbarrier,
  WgmmaGroup,
  Tcgen05,
};

/// Cache operators: hints in the model, never an order (section "Cache
/// Operators").
enum class CacheHint : uint8_t { None, Ca, Cg, Cs, Lu, Cv, Wb, Wt };

/// Where the text of a unit came from.
enum class Layer : uint8_t { Cuda, Ptx, Sass, Events };

/// PTX spellings ("acq_rel", "gpu", "shared::cta", ...); lower case, stable:
/// the .events text form and the JSON output use them.
llvm::StringRef spelling(Order O);
llvm::StringRef spelling(Scope S);
llvm::StringRef spelling(Proxy P);
llvm::StringRef spelling(Space S);
llvm::StringRef spelling(EventKind K);
llvm::StringRef spelling(RmwOp Op);
llvm::StringRef spelling(BarrierAction A);
llvm::StringRef spelling(MbarrierAction A);
llvm::StringRef spelling(Completion C);
llvm::StringRef spelling(CacheHint H);
llvm::StringRef spelling(Layer L);

/// The inverse of spelling(): nullopt for a word that is none of the set.
/// Instantiated for every enum above.
template <typename EnumT> std::optional<EnumT> parseSpelling(llvm::StringRef S);

inline bool isMemoryAccess(EventKind K) {
  return K == EventKind::Load || K == EventKind::Store || K == EventKind::Rmw ||
         K == EventKind::Red;
}

/// Strong in the sense of PTX ISA 8.4: takes part in synchronization.
inline bool isStrong(Order O) {
  return O == Order::Relaxed || O == Order::Acquire || O == Order::Release ||
         O == Order::AcqRel || O == Order::SeqCst;
}
/// Acquire, AcqRel and SeqCst: what a fence or access of this order does for
/// later reads.
inline bool acquires(Order O) {
  return O == Order::Acquire || O == Order::AcqRel || O == Order::SeqCst;
}
inline bool releases(Order O) {
  return O == Order::Release || O == Order::AcqRel || O == Order::SeqCst;
}

} // namespace fencepost

#endif
