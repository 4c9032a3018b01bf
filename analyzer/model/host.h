//===- host.h - what the host side of a unit does ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The small model beside the event model: kernels are launched with buffers,
// buffers are allocated, copied, passed on and compared. A buffer is a name
// under which a host function reaches memory: a variable, a parameter, a
// member of one; the object, its elements and what it points to are one
// buffer. What the front end could not tell is unknown, never a default.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_HOST_H
#define FENCEPOST_ANALYZER_MODEL_HOST_H

#include "analyzer/model/source.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

struct Function;

/// Index into HostFacts::Buffers. 0 is the unknown buffer.
using BufferId = uint32_t;
inline constexpr BufferId UnknownBuffer = 0;
inline constexpr uint32_t NoHostFunction = ~0u;

enum class BufferRoot : uint8_t {
  Unknown,
  Parameter, ///< Parameter Number of Function, 0 is `this` of a method.
  Local,     ///< A variable or temporary of Function.
  Global,    ///< Key is its linker name: the same buffer in every unit.
  Result,    ///< What Function returns.
  Member,    ///< Member `Key` of the buffer Base.
};

/// Where the memory of a buffer lives, by the call that allocated it.
enum class MemoryHome : uint8_t {
  Unknown,
  Device,  ///< cudaMalloc and its kin, device containers, __device__.
  Managed, ///< cudaMallocManaged, __managed__.
  Pinned,  ///< cudaMallocHost, cudaHostAlloc: the device can map it.
  Mapped,  ///< Allocated or registered with the mapped flag.
  Host,    ///< Pageable memory of the host.
  Peer,    ///< Opened from another process or device, symmetric, multicast.
};

struct HostBuffer {
  std::string Name; ///< In the user's words: `grads`, `state.norm`.
  BufferRoot Root = BufferRoot::Unknown;
  uint32_t In = NoHostFunction; ///< Index into HostFacts::Functions.
  uint32_t Number = 0;          ///< Of a parameter or a local variable.
  std::string Key;
  BufferId Base = UnknownBuffer;
  MemoryHome Home = MemoryHome::Unknown;
  std::optional<uint64_t> Bytes; ///< Where the allocation's size is constant.
  LocationId Loc = Nowhere;      ///< Of the allocation, else the declaration.
};

/// Blocks of a grid or threads of a block. A dimension without value is not
/// known.
struct LaunchExtent {
  std::optional<uint64_t> X, Y, Z;
  std::optional<uint64_t> product() const;
  bool operator==(const LaunchExtent &) const = default;
};

struct HostLaunch {
  /// Function::Name of the kernel: of the instance that the module kept, where
  /// several print the same events. A kernel without a body here has its
  /// linker name. Empty where the kernel is not known (a function pointer).
  std::string Kernel;
  std::string Display;          ///< What a user calls the kernel.
  uint32_t In = NoHostFunction; ///< Index into HostFacts::Functions.
  LaunchExtent Grid, Block;
  bool IsCooperative = false;
  std::optional<uint64_t> SharedBytes; ///< Dynamic shared memory.
  LaunchExtent Cluster;      ///< The launch attribute; no value: none is given.
  bool IsFromDevice = false; ///< Dynamic parallelism.
  bool IsRepeated = false;   ///< Lies in a loop of the host function.
  /// How many devices the launches of this statement can go to, as far as the
  /// host function shows: 1 without cudaSetDevice or with one constant;
  /// SeveralDevices with several, or with a variable in a loop; no value where
  /// the device is a variable outside of a loop.
  std::optional<uint32_t> Devices = 1;
  static constexpr uint32_t SeveralDevices = 2;
  /// Parallel to Function::Params of the kernel: a struct by value gives one
  /// per leaf, the members of the argument.
  std::vector<BufferId> Arguments;
  /// Parallel to Arguments, or empty: those that are integer constants.
  std::vector<std::optional<uint64_t>> Constants;
  LocationId Loc = Nowhere;
};

/// How a comparison reacts to a change of the last bits.
enum class CompareKind : uint8_t {
  Bits,  ///< ==, !=, memcmp, equality of containers, hashes.
  Ulps,  ///< Within a few units in the last place (EXPECT_FLOAT_EQ).
  Bound, ///< Within HostOp::Tolerance, absolute.
};

enum class HostOpKind : uint8_t {
  Launch,  ///< Launches[Index].
  Alias,   ///< From here Target is the memory of Sources (any of them).
  Copy,    ///< The contents of Sources replace those of Target.
  Merge,   ///< The contents of Sources are added to those of Target.
  Fill,    ///< Target holds what no kernel made.
  Call,    ///< Callee with Sources as arguments; Target is the result.
  Compare, ///< Sources are tested against each other.
  Return,  ///< Sources are the result; control leaves the function.
  Leave,   ///< Control leaves the function (throw, exit) or the loop.
  If,      ///< Ops up to Else or End may be passed over.
  Else,    ///< Of the If before: either one or the other runs.
  Loop,    ///< Ops up to End may run any number of times.
  End,     ///< Of the If or Loop before.
};

struct HostOp {
  HostOpKind Kind = HostOpKind::Copy;
  BufferId Target = UnknownBuffer;
  llvm::SmallVector<BufferId, 2> Sources;
  uint32_t Index = 0;  ///< Of a launch.
  std::string Callee;  ///< Linker name.
  std::string Spelled; ///< Operation in the user's words: `memcmp`, `==`.
  CompareKind Test = CompareKind::Bits;
  double Tolerance = 0;
  /// Copy, Merge: a difference of two sources. Compare: one is the constant
  /// zero, so only a difference makes it a test of equality.
  bool IsDifference = false;
  /// Fill; Merge without sources: every element is a small whole number.
  bool IsWhole = false;
  /// Fill: with zeros, or with nothing yet. Whole, but no data to add up.
  bool IsEmpty = false;
  /// Call: if the callee cannot be read, the result is made of the arguments
  /// (a norm, a hash).
  bool MayCarry = false;
  /// Call: bit I is set where the callee can write to what Sources[I] is.
  uint64_t Writable = 0;
  LocationId Loc = Nowhere;
};

struct HostFunction {
  std::string Name;     ///< Linker name.
  std::string Display;  ///< What a user calls it.
  uint32_t Params = 0;  ///< `this` included.
  bool IsLocal = false; ///< Other units cannot call it.
  /// Asks how many blocks fit on the device (`cudaOccupancy...`), or how many
  /// multiprocessors it has.
  bool AsksForRoom = false;
  std::vector<HostOp> Ops; ///< In the order of the source.
  LocationId Loc = Nowhere;
};

/// A float atomic of a kernel whose result depends on the order of arrival.
struct FloatSum {
  LocationId Loc = Nowhere;
  uint16_t Bits = 0;   ///< Of the type added.
  std::string Spelled; ///< `atomicAdd`.
  std::string Object;  ///< `dq[row[i]]`.
  /// What is added is whole, and so is the sum, if these parameters hold whole
  /// numbers only.
  std::vector<uint32_t> WholeIf;
  bool IsWholeIf = false; ///< False: WholeIf says nothing.
};

/// What a kernel does to the memory behind one of its parameters.
struct ParamEffect {
  uint32_t Param = 0; ///< Index into Function::Params; NoParam: see Global.
  static constexpr uint32_t NoParam = ~0u - 1;
  std::string Global;         ///< HostBuffer::Key of a variable of the device.
  bool IsStored = false;      ///< Plain stores, no matter of what.
  bool IsWhole = false;       ///< ...of whole numbers only.
  std::vector<uint32_t> From; ///< Parameters whose contents flow there.
  std::vector<FloatSum> Sums;
};

struct KernelFacts {
  std::string Name; ///< Function::Name.
  std::string Display;
  bool IsPartly = false;            ///< Not all of it could be read.
  std::vector<ParamEffect> Effects; ///< Ascending by Param.
  LocationId Loc = Nowhere;
};

struct HostFacts {
  /// True where the front end read host code at all. Without it, the absence
  /// of a launch says nothing.
  bool IsRead = false;
  std::vector<HostBuffer> Buffers{HostBuffer{}}; ///< [0] is unknown.
  std::vector<HostLaunch> Launches;
  std::vector<HostFunction> Functions;
  /// Of summaries only: a unit that holds the kernels' bodies has none.
  std::vector<KernelFacts> Kernels;
  /// Distinct devices that the unit selects: 0 where cudaSetDevice is never
  /// called, HostLaunch::SeveralDevices for more than one.
  uint32_t Devices = 0;
  bool HasPeerAccess = false; ///< cudaDeviceEnablePeerAccess, IPC, symmetric.
  /// cuMemMap, cuMulticastBind: one allocation may have several addresses.
  bool MapsMemory = false;
  std::vector<std::string> Limits; ///< What could not be read; user's words.

  /// Indices into Launches of those that name Kernel, in source order.
  std::vector<uint32_t> launchesOf(llvm::StringRef Kernel) const;
  const HostBuffer &buffer(BufferId B) const { return Buffers[B]; }
};

llvm::StringRef spelling(BufferRoot R);
llvm::StringRef spelling(MemoryHome H);
llvm::StringRef spelling(CompareKind K);
llvm::StringRef spelling(HostOpKind K);

} // namespace fencepost

#endif
