//===- buffer_homes.cpp - where the host's buffers lie --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/buffer_homes.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace llvm;

namespace fencepost {
namespace {

/// `To = From`, or a copy of a whole struct.
struct Naming {
  uint32_t In = NoHostFunction;
  uint32_t At = 0;     ///< Index into HostFunction::Ops.
  bool IsSure = false; ///< In no branch or loop.
  bool IsCopy = false;
  llvm::SmallVector<BufferId, 2> From; ///< Empty: not known.
};

/// What a unit's host code says of the names of its buffers.
struct BufferNames {
  bool Known = false;
  DenseMap<BufferId, std::vector<Naming>> Of; ///< By the new name.
  std::map<std::pair<BufferId, std::string>, BufferId> Members;
  std::map<uint64_t, uint32_t> Launches; ///< Where in its function; by index.
};

const BufferNames &namesOf(const UnitView &Unit) {
  BufferNames &Names = Unit.kept().of<BufferNames>();
  if (std::exchange(Names.Known, true))
    return Names;
  const HostFacts &Host = Unit.host();
  for (uint32_t F = 0; F < Host.Functions.size(); ++F) {
    unsigned Depth = 0;
    const auto &Ops = Host.Functions[F].Ops;
    for (uint32_t At = 0; At < Ops.size(); ++At) {
      const HostOp &Op = Ops[At];
      if (Op.Kind == HostOpKind::Loop || Op.Kind == HostOpKind::If)
        ++Depth;
      else if (Op.Kind == HostOpKind::End && Depth > 0)
        --Depth;
      else if (Op.Kind == HostOpKind::Launch)
        Names.Launches[Op.Index] = At;
      else if (Op.Kind == HostOpKind::Alias || Op.Kind == HostOpKind::Copy)
        Names.Of[Op.Target].push_back(
            {F, At, Depth == 0, Op.Kind == HostOpKind::Copy, Op.Sources});
    }
  }
  for (BufferId B = 1; B < Host.Buffers.size(); ++B)
    if (Host.buffer(B).Root == BufferRoot::Member)
      Names.Members[{Host.buffer(B).Base, Host.buffer(B).Key}] = B;
  return Names;
}

class Search {
public:
  Search(const UnitView &Unit, const HostLaunch &L)
      : Host(Unit.host()), Names(namesOf(Unit)), Launch(L) {}

  MemoryHome of(BufferId B, unsigned Depth) const {
    constexpr unsigned MaxDepth = 4;
    if (B == UnknownBuffer || B >= Host.Buffers.size() || Depth > MaxDepth)
      return MemoryHome::Unknown;
    const HostBuffer &Is = Host.buffer(B);
    if (Is.Home != MemoryHome::Unknown)
      return Is.Home;
    SmallVector<BufferId, 4> From;
    for (const Naming &N : namingsOf(B))
      if (!N.IsCopy)
        addSources(From, N, [](BufferId Source) { return Source; });
    if (Is.Root == BufferRoot::Member)
      for (const Naming &N : namingsOf(Is.Base))
        addSources(From, N, [&](BufferId Whole) {
          auto It = Names.Members.find({Whole, Is.Key});
          return It == Names.Members.end() ? UnknownBuffer : It->second;
        });
    return common(From, Depth);
  }

private:
  const HostFacts &Host;
  const BufferNames &Names;
  const HostLaunch &Launch;

  /// Those that may still hold when the launch is reached.
  std::vector<Naming> namingsOf(BufferId B) const {
    std::vector<Naming> All;
    auto Of = Names.Of.find(B);
    auto At = Names.Launches.find(&Launch - Host.Launches.data());
    if (Of == Names.Of.end())
      return All;
    for (const Naming &N : Of->second) {
      bool IsBefore =
          N.In == Launch.In && At != Names.Launches.end() && !Launch.IsRepeated;
      if (IsBefore && N.At > At->second)
        continue;
      if (IsBefore && N.IsSure)
        llvm::erase_if(All, [&](const Naming &Old) { return Old.In == N.In; });
      All.push_back(N);
    }
    return All;
  }

  static void addSources(SmallVectorImpl<BufferId> &To, const Naming &N,
                         function_ref<BufferId(BufferId)> Of) {
    for (BufferId Source : N.From)
      To.push_back(Of(Source));
    if (N.From.empty())
      To.push_back(UnknownBuffer);
  }

  MemoryHome common(ArrayRef<BufferId> From, unsigned Depth) const {
    constexpr size_t MaxNames = 16;
    MemoryHome All = MemoryHome::Unknown;
    if (From.size() > MaxNames)
      return All;
    for (BufferId B : From) {
      MemoryHome Here = of(B, Depth + 1);
      if (Here == MemoryHome::Unknown ||
          (All != MemoryHome::Unknown && All != Here))
        return MemoryHome::Unknown;
      All = Here;
    }
    return All;
  }
};

} // namespace

MemoryHome homeOfArgument(const UnitView &Unit, const HostLaunch &L,
                          BufferId B) {
  return Search(Unit, L).of(B, 0);
}

} // namespace fencepost
