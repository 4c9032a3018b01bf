//===- host_api.cpp - functions that the host side knows --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies, fills, allocations, comparisons and the entry points of test
// frameworks, by their qualified names.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

enum class Effect : uint8_t { None, Copy, Fill, Alias, Compare };

/// Positions of what is written (or compared first) and what is read.
struct KnownCall {
  const char *Name;
  Effect What;
  uint8_t To, From;
};

constexpr KnownCall Known[] = {
    {"cudaMemcpy", Effect::Copy, 0, 1},
    {"cudaMemcpyAsync", Effect::Copy, 0, 1},
    {"cudaMemcpyPeer", Effect::Copy, 0, 2},
    {"cudaMemcpyPeerAsync", Effect::Copy, 0, 2},
    {"cudaMemcpy2D", Effect::Copy, 0, 2},
    {"cudaMemcpy2DAsync", Effect::Copy, 0, 2},
    {"cudaMemcpyToSymbol", Effect::Copy, 0, 1},
    {"cudaMemcpyToSymbolAsync", Effect::Copy, 0, 1},
    {"cudaMemcpyFromSymbol", Effect::Copy, 0, 1},
    {"cudaMemcpyFromSymbolAsync", Effect::Copy, 0, 1},
    {"cuMemcpy", Effect::Copy, 0, 1},
    {"cuMemcpyAsync", Effect::Copy, 0, 1},
    {"cuMemcpyDtoH", Effect::Copy, 0, 1},
    {"cuMemcpyDtoHAsync", Effect::Copy, 0, 1},
    {"cuMemcpyHtoD", Effect::Copy, 0, 1},
    {"cuMemcpyHtoDAsync", Effect::Copy, 0, 1},
    {"cuMemcpyDtoD", Effect::Copy, 0, 1},
    {"cuMemcpyDtoDAsync", Effect::Copy, 0, 1},
    {"cublasGetVector", Effect::Copy, 4, 2},
    {"cublasSetVector", Effect::Copy, 4, 2},
    {"memcpy", Effect::Copy, 0, 1},
    {"memmove", Effect::Copy, 0, 1},
    {"__builtin_memcpy", Effect::Copy, 0, 1},
    {"__builtin_memmove", Effect::Copy, 0, 1},
    {"cudaMemset", Effect::Fill, 0, 1},
    {"cudaMemsetAsync", Effect::Fill, 0, 1},
    {"cudaMemset2D", Effect::Fill, 0, 2},
    {"cuMemsetD8", Effect::Fill, 0, 1},
    {"cuMemsetD32", Effect::Fill, 0, 1},
    {"cuMemsetD8Async", Effect::Fill, 0, 1},
    {"cuMemsetD32Async", Effect::Fill, 0, 1},
    {"memset", Effect::Fill, 0, 1},
    {"__builtin_memset", Effect::Fill, 0, 1},
    {"cudaGetSymbolAddress", Effect::Alias, 0, 1},
    {"memcmp", Effect::Compare, 0, 1},
    {"bcmp", Effect::Compare, 0, 1},
    {"__builtin_memcmp", Effect::Compare, 0, 1},
};

bool isPolicy(UnitState &Unit, const Expr *E) {
  std::string Class = className(Unit, E->getType());
  StringRef Name(Class);
  return Name.contains("polic") || Name.contains("par_t") ||
         Name.ends_with("_tag") || Name.contains("par_nosync") ||
         Name.ends_with("::tag") || Name.contains("execute_on_stream");
}

/// Does the call return only when the work before it is done?
bool waitsForDevice(StringRef Name) {
  static constexpr const char *Names[] = {
      "cudaDeviceSynchronize", "cudaStreamSynchronize",
      "cudaEventSynchronize",  "cudaThreadSynchronize",
      "cuCtxSynchronize",      "cuStreamSynchronize",
      "cuEventSynchronize",    "cudaMemcpy"};
  return llvm::is_contained(Names, Name);
}

} // namespace

bool HostLowering::api(StringRef Name, ArrayRef<const Expr *> Args,
                       const Expr *At, BufferId &Out) {
  Name.consume_front("std::");
  if (Name.starts_with("cu"))
    Name.consume_back("_v2");
  if (Name == "cudaSetDevice" && Args.size() == 1) {
    selectDevice(Args[0]);
    return true;
  }
  if (InLoop != 0 && waitsForDevice(Name))
    llvm::replace(LoopOfLaunch, InLoop, 0u);
  if (Name == "cudaDeviceEnablePeerAccess" || Name == "cuCtxEnablePeerAccess")
    return Host.HasPeerAccess = true;
  Host.MapsMemory |= Name == "cuMemMap" || Name.starts_with("cuMulticastBind");
  for (const KnownCall &K : Known) {
    if (Name != K.Name || Args.size() <= std::max(K.To, K.From))
      continue;
    BufferId To = eval(Args[K.To]);
    BufferId From = eval(Args[K.From]);
    switch (K.What) {
    case Effect::None:
      break;
    case Effect::Copy:
      if (From == UnknownBuffer)
        emitFill(To, At, Filling::Any);
      else
        emitCopy(To, {From}, At);
      Out = To;
      break;
    case Effect::Fill: {
      auto Value = integer(Args[K.From]);
      emitFill(To, At, Value && *Value == 0 ? Filling::Empty : Filling::Any);
      break;
    }
    case Effect::Alias:
      emitAlias(To, {From}, At);
      break;
    case Effect::Compare:
      if (To == From && areTwoElements(Args[K.To], Args[K.From]))
        From = UnknownBuffer;
      emitCompare({To, From}, At, Name);
      break;
    }
    return true;
  }
  return apiAllocation(Name, Args, At, Out) || apiTensor(Name, Args, At, Out) ||
         apiAlgorithm(Name, Args, At, Out);
}

void HostLowering::selectDevice(const Expr *Which) {
  auto Number = integer(Which);
  if (Number) {
    Selected.insert(*Number);
    Devices = 1;
    Host.Devices =
        std::max(Host.Devices, std::min<uint32_t>(Selected.size(),
                                                  HostLaunch::SeveralDevices));
    return;
  }
  if (LoopDepth) {
    SelectsInLoop = true;
    Host.Devices = HostLaunch::SeveralDevices;
    return;
  }
  Devices = std::nullopt;
  Host.Devices = std::max(Host.Devices, 1u);
}

bool HostLowering::apiAllocation(StringRef Name, ArrayRef<const Expr *> Args,
                                 const Expr *At, BufferId &Out) {
  struct Allocation {
    const char *Name;
    MemoryHome Home;
    int Target; ///< Argument that receives the address; -1: the result.
    int Size;   ///< -1: not told.
  };
  static constexpr Allocation Allocations[] = {
      {"cudaMalloc", MemoryHome::Device, 0, 1},
      {"cudaMallocAsync", MemoryHome::Device, 0, 1},
      {"cudaMallocFromPoolAsync", MemoryHome::Device, 0, 1},
      {"cudaMallocPitch", MemoryHome::Device, 0, -1},
      {"cuMemAlloc", MemoryHome::Device, 0, 1},
      {"cuMemAllocAsync", MemoryHome::Device, 0, 1},
      {"cudaMallocManaged", MemoryHome::Managed, 0, 1},
      {"cuMemAllocManaged", MemoryHome::Managed, 0, 1},
      {"cudaMallocHost", MemoryHome::Pinned, 0, 1},
      {"cuMemAllocHost", MemoryHome::Pinned, 0, 1},
      {"cudaHostAlloc", MemoryHome::Pinned, 0, 1},
      {"cuMemHostAlloc", MemoryHome::Pinned, 0, 1},
      {"cudaHostRegister", MemoryHome::Pinned, 0, 1},
      {"cudaIpcOpenMemHandle", MemoryHome::Peer, 0, -1},
      {"cuIpcOpenMemHandle", MemoryHome::Peer, 0, -1},
      {"nvshmem_malloc", MemoryHome::Peer, -1, 0},
      {"nvshmem_calloc", MemoryHome::Peer, -1, -1},
      {"nvshmem_align", MemoryHome::Peer, -1, 1},
      {"nvshmem_ptr", MemoryHome::Peer, -1, -1},
      {"malloc", MemoryHome::Host, -1, 0},
      {"calloc", MemoryHome::Host, -1, -1},
      {"aligned_alloc", MemoryHome::Host, -1, 1},
  };
  if (Name == "cudaHostGetDevicePointer" && Args.size() >= 2) {
    BufferId To = eval(Args[0]), From = eval(Args[1]);
    setHome(To, MemoryHome::Mapped, nullptr, At);
    emitAlias(To, {From}, At);
    return true;
  }
  if (Name.starts_with("cudaFree") || Name == "free")
    return true;
  for (const Allocation &A : Allocations) {
    if (Name != A.Name || int(Args.size()) <= std::max(A.Target, A.Size))
      continue;
    MemoryHome Home = A.Home;
    if (Home == MemoryHome::Pinned && Args.size() >= 3) {
      constexpr uint64_t MappedFlag = 2; // cudaHostAllocMapped, Register too.
      if (auto Flags = integer(Args[2]); Flags && (*Flags & MappedFlag))
        Home = MemoryHome::Mapped;
    }
    if (Home == MemoryHome::Peer)
      Host.HasPeerAccess = true;
    Out = A.Target < 0 ? temporary(At) : eval(Args[A.Target]);
    bool IsNew = Name != "cudaHostRegister";
    if (Name == "cudaHostRegister" && Out != UnknownBuffer)
      Host.Buffers[Out].Home = MemoryHome::Unknown;
    setHome(Out, Home, A.Size < 0 ? nullptr : Args[A.Size], At);
    if (IsNew) {
      emitAlias(Out, {}, At);
      emitFill(Out, At, Filling::Empty);
    }
    if (A.Target >= 0)
      Out = UnknownBuffer;
    return true;
  }
  return false;
}

bool HostLowering::apiTensor(StringRef Name, ArrayRef<const Expr *> Args,
                             const Expr *At, BufferId &Out) {
  if (!Name.consume_front("torch::") && !Name.consume_front("at::"))
    return false;
  bool IsEmpty = Name.consume_front("zeros") || Name.consume_front("empty");
  bool IsMade = IsEmpty || Name.consume_front("ones") ||
                Name.consume_front("full") || Name.consume_front("rand");
  if (!IsMade)
    return false;
  for (const Expr *Arg : Args)
    eval(Arg);
  Out = temporary(At);
  setHome(Out, MemoryHome::Device, nullptr, At);
  emitAlias(Out, {}, At);
  emitFill(Out, At, IsEmpty ? Filling::Empty : Filling::Any);
  return true;
}

bool HostLowering::apiAlgorithm(StringRef Name, ArrayRef<const Expr *> Args,
                                const Expr *At, BufferId &Out) {
  Name.consume_front("thrust::");
  Name.consume_front("ranges::");
  if (!Args.empty() && isPolicy(Unit, Args[0]))
    Args = Args.drop_front();
  auto Is = [&](std::initializer_list<StringRef> Names, size_t AtLeast) {
    return llvm::is_contained(Names, Name) && Args.size() >= AtLeast;
  };
  if (Is({"copy", "copy_n", "uninitialized_copy"}, 3)) {
    Out = eval(Args[2]);
    emitCopy(Out, {eval(Args[0])}, At);
    return true;
  }
  if (Is({"transform"}, 4)) {
    bool IsBinary = Args.size() >= 5;
    llvm::SmallVector<BufferId, 2> From{eval(Args[0])};
    if (IsBinary)
      From.push_back(eval(Args[2]));
    Out = eval(Args[IsBinary ? 3 : 2]);
    eval(Args.back());
    emitCopy(Out, From, At);
    return true;
  }
  if (Is({"fill", "fill_n", "sequence", "iota"}, 2)) {
    Filling With = Filling::Any;
    if (Name == "sequence" || Name == "iota")
      With = Filling::Whole;
    else if (Args.size() >= 3)
      With = fillingOf(Args[2]);
    emitFill(eval(Args[0]), At, With);
    return true;
  }
  if (Is({"generate", "generate_n"}, 3)) {
    eval(Args.back());
    emitFill(eval(Args[0]), At, Filling::Any);
    return true;
  }
  if (Is({"swap"}, 2)) {
    BufferId A = eval(Args[0]), B = eval(Args[1]);
    emitCopy(A, {B}, At, true);
    emitCopy(B, {A}, At, true);
    return true;
  }
  if (Is({"equal", "mismatch"}, 3)) {
    BufferId A = eval(Args[0]), B = eval(Args[2]);
    const Expr *Last = Args.back();
    const auto *Class = Last->getType()->getAsCXXRecordDecl();
    bool IsPredicate =
        Args.size() >= 4 && ((Class && Class->isLambda()) || Args.size() == 5 ||
                             Last->getType()->isFunctionPointerType());
    if (Args.size() == 4 && Class && !IsPredicate)
      IsPredicate = Last->getType().getCanonicalType().getUnqualifiedType() !=
                    Args[2]->getType().getCanonicalType().getUnqualifiedType();
    if (IsPredicate &&
        !StringRef(className(Unit, Last->getType())).contains("equal_to"))
      predicateCall(Last, {A, B}, At);
    else
      emitCompare(
          {A, A == B && areTwoElements(Args[0], Args[2]) ? UnknownBuffer : B},
          At, Name == "equal" ? "equal" : "mismatch");
    return true;
  }
  if (Is({"count_if", "any_of", "all_of", "none_of", "find_if", "find_if_not"},
         3)) {
    BufferId Of = eval(Args[0]);
    predicateCall(Args.back(), {Of}, At);
    if (Name.starts_with("find"))
      Out = Of;
    return true;
  }
  if (Is({"move", "forward", "as_const", "ref", "cref", "addressof"}, 1) ||
      Is({"raw_pointer_cast", "begin", "end", "data", "bit_cast"}, 1)) {
    Out = eval(Args[0]);
    return true;
  }
  return false;
}

bool HostLowering::apiTest(StringRef Name, ArrayRef<const Expr *> Args,
                           const Expr *At) {
  if (!Name.consume_front("testing::internal::"))
    return false;
  auto Sides = [&](size_t First) {
    return llvm::SmallVector<BufferId, 2>{evalCompared(Args[First]),
                                          evalCompared(Args[First + 1])};
  };
  if ((Name == "EqHelper::Compare" || Name == "CmpHelperEQ" ||
       Name == "CmpHelperNE") &&
      Args.size() >= 4) {
    auto Zero = [&](const Expr *E) {
      auto Value = number(E);
      return Value && *Value == 0;
    };
    auto Both = Sides(2);
    if (Both[0] == Both[1] && areTwoElements(Args[2], Args[3]))
      Both.pop_back();
    emitCompare(Both, At, Name == "CmpHelperNE" ? "EXPECT_NE" : "EXPECT_EQ",
                CompareKind::Bits, 0, Zero(Args[2]) || Zero(Args[3]));
    return true;
  }
  if (Name == "CmpHelperFloatingPointEQ" && Args.size() >= 4) {
    emitCompare(Sides(2), At, "EXPECT_FLOAT_EQ", CompareKind::Ulps);
    return true;
  }
  if (Name == "DoubleNearPredFormat" && Args.size() >= 6) {
    if (auto Bound = number(Args[5]))
      emitCompare(Sides(3), At, "EXPECT_NEAR",
                  *Bound == 0 ? CompareKind::Bits : CompareKind::Bound, *Bound);
    return true;
  }
  return false;
}
