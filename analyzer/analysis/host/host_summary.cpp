//===- host_summary.cpp - what units know, joined -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/host_summary.h"
#include "analyzer/analysis/host/float_sums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace fencepost {

namespace {

/// Copies places of one module into another.
class PlaceMover {
public:
  PlaceMover(const Module &From, Module &To, StringMap<FileId> &Files)
      : From(From), To(To), Files(Files), Moved(From.Locations.size(), NoId) {}

  LocationId operator()(LocationId L) {
    // Frames refer to earlier places, so this ends.
    if (L == Nowhere || L >= From.Locations.size())
      return Nowhere;
    if (Moved[L] != NoId)
      return Moved[L];
    Location Copy = From.at(L);
    LocationId Inlined = Copy.InlinedAt, Spelling = Copy.Spelling;
    Copy.InlinedAt = Inlined < L ? (*this)(Inlined) : Nowhere;
    Copy.Spelling = Spelling < L ? (*this)(Spelling) : Nowhere;
    Copy.File = file(Copy.File);
    return Moved[L] = To.location(Copy);
  }

private:
  const Module &From;
  Module &To;
  StringMap<FileId> &Files;
  std::vector<LocationId> Moved;

  FileId file(FileId F) {
    if (F >= From.Files.size())
      return NoFile;
    const SourceFile &Of = From.Files[F];
    auto [It, New] = Files.try_emplace(Of.Path, To.Files.size());
    if (New)
      To.Files.push_back(Of);
    return It->second;
  }
};

void moveKernel(KernelFacts &K, PlaceMover &Place) {
  K.Loc = Place(K.Loc);
  for (ParamEffect &E : K.Effects)
    for (FloatSum &S : E.Sums)
      S.Loc = Place(S.Loc);
}

void moveHost(HostFacts &Host, PlaceMover &Place) {
  for (HostBuffer &B : Host.Buffers)
    B.Loc = Place(B.Loc);
  for (HostLaunch &L : Host.Launches)
    L.Loc = Place(L.Loc);
  for (HostFunction &Fn : Host.Functions) {
    Fn.Loc = Place(Fn.Loc);
    for (HostOp &Op : Fn.Ops)
      Op.Loc = Place(Op.Loc);
  }
  for (KernelFacts &K : Host.Kernels)
    moveKernel(K, Place);
}

bool mayAddFloats(const Function &Fn) {
  return llvm::any_of(Fn.Events, [](const Event &E) {
    return (E.IsFloat && (E.Rmw == RmwOp::Add || E.Rmw == RmwOp::Sub)) ||
           E.Rmw == RmwOp::Cas;
  });
}

class Joiner {
public:
  explicit Joiner(Module &Out) : Out(Out) {}
  void countKernels(const Module &M) {
    for (const KernelFacts &K : M.Host.Kernels)
      ++Definitions[K.Name];
  }
  void add(Module &M);

private:
  Module &Out;
  StringMap<FileId> Files;
  StringMap<BufferId> Globals;
  StringMap<unsigned> Definitions;
  StringSet<> Functions, Kernels;
};

} // namespace

void Joiner::add(Module &M) {
  PlaceMover Place(M, Out, Files);
  HostFacts &From = M.Host, &To = Out.Host;
  moveHost(From, Place);
  // Names that mean something else in every unit get the unit's name.
  StringMap<std::string> Renamed;
  auto Rename = [&](std::string &Name) {
    if (auto It = Renamed.find(Name); It != Renamed.end())
      Name = It->second;
  };
  for (const HostFunction &Fn : From.Functions)
    if (Fn.IsLocal)
      Renamed[Fn.Name] = Fn.Name + "\n" + M.Name;
  for (const KernelFacts &K : From.Kernels)
    if (Definitions[K.Name] > 1)
      Renamed[K.Name] = K.Name + "\n" + M.Name;

  uint32_t FirstFunction = To.Functions.size();
  uint32_t FirstLaunch = To.Launches.size();
  std::vector<BufferId> Buffers(From.Buffers.size(), UnknownBuffer);
  for (BufferId B = 1; B < From.Buffers.size(); ++B) {
    HostBuffer Copy = std::move(From.Buffers[B]);
    if (Copy.Root == BufferRoot::Global) {
      auto [It, New] = Globals.try_emplace(Copy.Key, To.Buffers.size());
      if (!New) {
        Buffers[B] = It->second;
        continue;
      }
    }
    if (Copy.In != NoHostFunction)
      Copy.In += FirstFunction;
    if (Copy.Base)
      Copy.Base = Buffers[Copy.Base];
    Buffers[B] = To.Buffers.size();
    To.Buffers.push_back(std::move(Copy));
  }
  for (HostLaunch &L : From.Launches) {
    if (L.In != NoHostFunction)
      L.In += FirstFunction;
    for (BufferId &B : L.Arguments)
      B = Buffers[B];
    Rename(L.Kernel);
    To.Launches.push_back(std::move(L));
  }
  for (HostFunction &Fn : From.Functions) {
    Rename(Fn.Name);
    for (HostOp &Op : Fn.Ops) {
      Op.Target = Buffers[Op.Target];
      for (BufferId &B : Op.Sources)
        B = Buffers[B];
      if (Op.Kind == HostOpKind::Launch)
        Op.Index += FirstLaunch;
      Rename(Op.Callee);
    }
    // A second definition of an inline function: its number stays taken.
    if (!Functions.insert(Fn.Name).second)
      Fn.Ops.clear();
    To.Functions.push_back(std::move(Fn));
  }
  for (KernelFacts &K : From.Kernels) {
    Rename(K.Name);
    if (Kernels.insert(K.Name).second)
      To.Kernels.push_back(std::move(K));
  }
  To.IsRead |= From.IsRead;
  To.HasPeerAccess |= From.HasPeerAccess;
  To.MapsMemory |= From.MapsMemory;
  To.Devices = std::max(To.Devices, From.Devices);
}

std::unique_ptr<Module> hostSummary(const UnitView &Unit) {
  const Module &M = Unit.module();
  auto Out = std::make_unique<Module>();
  Out->Name = M.Name;
  Out->Origin = M.Origin;
  Out->Arch = M.Arch;
  Out->Host = M.Host;
  StringSet<> Launched;
  for (const HostLaunch &L : M.Host.Launches)
    Launched.insert(L.Kernel);
  for (const auto &In : Unit.functions())
    if (In->fn().Kind == FunctionKind::Kernel &&
        (Launched.contains(In->fn().Name) || mayAddFloats(In->fn())))
      Out->Host.Kernels.push_back(kernelFacts(*In));
  if (Out->Host.Kernels.empty() && Out->Host.Functions.empty())
    return nullptr;
  StringMap<FileId> Files;
  PlaceMover Place(M, *Out, Files);
  moveHost(Out->Host, Place);
  return Out;
}

std::unique_ptr<Module>
joinSummaries(std::vector<std::unique_ptr<Module>> Units) {
  llvm::stable_sort(Units, [](const auto &A, const auto &B) {
    return std::tie(A->Name, A->Arch) < std::tie(B->Name, B->Arch);
  });
  auto Out = std::make_unique<Module>();
  Out->Name = "the units";
  Out->Origin = Layer::Cuda;
  Joiner Join(*Out);
  for (const auto &M : Units)
    Join.countKernels(*M);
  for (const auto &M : Units)
    Join.add(*M);
  return Out;
}

} // namespace fencepost
