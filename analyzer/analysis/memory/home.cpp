//===- home.cpp - in whose memory an access lands -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/memory/home.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/host/buffer_homes.h"
#include "analyzer/analysis/memory/rank_tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <map>
#include <set>
#include <utility>

using namespace fencepost;
using llvm::StringRef;

bool fencepost::hasExplicitScope(const Event &E) {
  if (E.IsVolatile)
    return false;
  return E.IsMmio || E.InAsm || E.Spelling.empty() ||
         StringRef(E.Spelling).contains_insensitive("sys") ||
         StringRef(E.Spelling).contains(".gpu");
}

/// The words of a name, in small letters: `peerFlag`, `peer_flag`.
static llvm::SmallVector<std::string, 8> wordsOf(StringRef Name) {
  llvm::SmallVector<std::string, 8> Words;
  bool Inside = false;
  for (size_t I = 0; I < Name.size(); ++I) {
    char C = Name[I];
    bool Starts = I > 0 && llvm::isUpper(C) && llvm::isLower(Name[I - 1]);
    if (llvm::isAlpha(C) && (!Inside || Starts))
      Words.emplace_back();
    Inside = llvm::isAlpha(C);
    if (Inside)
      Words.back() += llvm::toLower(C);
  }
  return Words;
}

/// Does the name speak of memory beyond this GPU?
static bool namesOutside(StringRef Name) {
  // Words that mean nothing else, with whatever follows: `peers`, `symmetric`.
  static constexpr const char *Stems[] = {
      "peer",  "remote",   "nvshmem", "symm",   "multicast",
      "mcast", "doorbell", "gdr",     "mapped", "proxyfifo"};
  static constexpr const char *Whole[] = {"ipc", "host", "hostptr", "pinned"};
  auto Words = wordsOf(Name);
  bool Found = llvm::any_of(Words, [](StringRef Word) {
    return llvm::any_of(Stems,
                        [&](StringRef S) { return Word.starts_with(S); }) ||
           llvm::is_contained(Whole, Word);
  });
  // For the CPU, `counts_cpu`, or of it, `cpu_counts`; one for each CPU,
  // `counts_per_cpu`, may lie anywhere, as may `order_cpu_ids`.
  bool Ends = Words.size() > 1 && Words.back() == "cpu" &&
              Words[Words.size() - 2] != "per";
  bool Begins = Words.size() > 1 && Words.front() == "cpu";
  return Found || Ends || Begins ||
         StringRef(Name).contains_insensitive("mc_ptr");
}

/// A call or a pure function among the operands of the address that yields a
/// pointer into the memory of another GPU.
static bool isPeerPointer(const FunctionView &In, ValueId Address) {
  bool Found = false;
  visitOperands(In.fn(), Address, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    StringRef Name = Node.Name;
    if (Node.Kind == ValueKind::Result)
      Name = In.event(EventId(Node.Imm)).Spelling;
    Found |= Name.contains("nvshmem_ptr") || Name.contains("nvshmemx_mc_ptr") ||
             Name.contains("ncclGetPeerPointer") ||
             Name.contains("ncclGetLsaPointer") ||
             Name.contains("ncclGetMultimemPointer");
    return !Found;
  });
  return Found;
}

namespace {
/// The outermost loops and branches of a unit's host code, by number.
struct HostLoops {
  bool Known = false;
  std::map<uint64_t, unsigned> Of; ///< Of a launch, by HostOp::Index.
  std::set<std::pair<unsigned, BufferId>> Changes; ///< Where it is given anew.
};
} // namespace

static const HostLoops &hostLoops(const UnitView &Unit) {
  HostLoops &Loops = Unit.kept().of<HostLoops>();
  if (std::exchange(Loops.Known, true))
    return Loops;
  unsigned Number = 0;
  for (const HostFunction &F : Unit.host().Functions) {
    unsigned Depth = 0;
    for (const HostOp &Op : F.Ops) {
      if (Op.Kind == HostOpKind::Loop || Op.Kind == HostOpKind::If)
        Number += Depth++ == 0;
      if (Op.Kind == HostOpKind::End && Depth > 0)
        --Depth;
      if (Depth > 0 && Op.Kind == HostOpKind::Alias)
        Loops.Changes.insert({Number, Op.Target});
      if (Depth > 0 && Op.Kind == HostOpKind::Launch)
        Loops.Of[Op.Index] = Number;
    }
  }
  return Loops;
}

/// Does the launch stand in a loop over devices, which gives all of them the
/// one allocation that B, a variable, is left with before the loop?
static bool isGivenToSeveral(const UnitView &Unit, const HostLaunch &L,
                             BufferId B) {
  const HostFacts &Host = Unit.host();
  const HostBuffer &Is = Host.buffer(B);
  if (!Host.HasPeerAccess || !L.IsRepeated || !L.Devices ||
      *L.Devices < HostLaunch::SeveralDevices || Is.Root != BufferRoot::Local ||
      Is.In != L.In || L.In >= Host.Functions.size())
    return false;
  const HostLoops &Loops = hostLoops(Unit);
  auto Of = Loops.Of.find(&L - Host.Launches.data());
  return Of != Loops.Of.end() && !Loops.Changes.contains({Of->second, B});
}

/// What the unit's host code passes for the parameter that O is.
static HomeFact passedFor(const UnitView &Unit, const FunctionView &In,
                          const Object &O) {
  HomeFact Found;
  if (O.Kind != BaseKind::Param || !In.fn().value(O.Root).Name.empty() ||
      In.fn().Kind != FunctionKind::Kernel)
    return Found;
  auto Index = uint64_t(In.fn().value(O.Root).Imm);
  for (const HostLaunch *L : Unit.launchesOf(In.fn())) {
    HomeFact Here;
    Here.By = Support::Certain;
    MemoryHome Where = Index < L->Arguments.size()
                           ? homeOfArgument(Unit, *L, L->Arguments[Index])
                           : MemoryHome::Unknown;
    switch (Where) {
    case MemoryHome::Unknown:
      return {};
    case MemoryHome::Device:
      Here.Is = Home::Device;
      Here.Why = "the host code allocates it on the device";
      if (isGivenToSeveral(Unit, *L, L->Arguments[Index])) {
        Here.Is = Home::Peer;
        Here.Why = "the host code gives one allocation to several devices";
      }
      break;
    case MemoryHome::Managed:
      Here.Is = Home::Host;
      Here.Why = "it is managed memory, which the host and other GPUs reach";
      break;
    case MemoryHome::Pinned:
    case MemoryHome::Mapped:
    case MemoryHome::Host:
      Here.Is = Home::Host;
      Here.Why = "it is memory of the host";
      break;
    case MemoryHome::Peer:
      Here.Is = Home::Peer;
      Here.Why = "the host code opens it from another GPU or process";
      break;
    }
    if (Found.By != Support::None && Found.Is != Here.Is)
      return {};
    Found = std::move(Here);
  }
  // Memory that another GPU may also have been given is no more than this
  // GPU's own.
  if (Found.Is == Home::Device &&
      (Unit.host().HasPeerAccess || Unit.host().Devices > 1))
    return {};
  return Found;
}

/// What E accesses, as a note may call it: the pointer by its name, and the
/// struct whose member is accessed.
static void namesFor(const FunctionView &In, EventId E,
                     llvm::SmallVectorImpl<std::string> &Pointers,
                     std::string &Type) {
  const Object &O = In.provenance().object(E);
  StringRef Member = O.Key;
  if (Member.consume_front("field:"))
    Type = Member.split('.').first.rsplit("::").first.str();
  const Value &Root = In.fn().value(O.Root);
  if (O.Kind == BaseKind::Param && size_t(Root.Imm) < In.fn().Params.size())
    Pointers.push_back(In.fn().Params[Root.Imm].Name +
                       (Root.Name.empty() ? "" : "." + Root.Name));
  if (O.Kind == BaseKind::Loaded && Root.Kind == ValueKind::Result) {
    StringRef From = In.provenance().object(EventId(Root.Imm)).Key;
    if (From.consume_front("field:"))
      Pointers.push_back(From.str());
    Pointers.push_back(O.Name);
  }
  if (O.Kind == BaseKind::Global)
    Pointers.push_back(O.Name);
  StringRef Spelled = StringRef(In.event(E).Object).ltrim("*&( ");
  Pointers.push_back(Spelled.take_front(Spelled.find('[')).str());
}

/// What the user's configuration says.
static HomeFact noted(const UnitView &Unit, const FunctionView &In, EventId E) {
  if (Unit.homes().empty())
    return {};
  llvm::SmallVector<std::string, 4> Pointers;
  std::string Type;
  namesFor(In, E, Pointers, Type);
  for (const HomeNote &N : Unit.homes()) {
    llvm::Expected<llvm::GlobPattern> Glob =
        llvm::GlobPattern::create(N.Pattern);
    if (!Glob) {
      llvm::consumeError(Glob.takeError());
      continue;
    }
    bool Is = N.IsType ? !Type.empty() && Glob->match(Type)
                       : llvm::any_of(Pointers, [&](const std::string &Name) {
                           return !Name.empty() && Glob->match(Name);
                         });
    if (Is)
      return {N.Is, Support::Certain, "'" + N.Where + "' says so", {}};
  }
  return {};
}

static HomeFact declared(const UnitView &Unit, const FunctionView &In,
                         EventId E) {
  const Event &Ev = In.event(E);
  const Object &O = In.provenance().object(E);
  if (Ev.Prx == Proxy::Multimem)
    return {Home::Peer, Support::Certain, "its address is a multicast one", {}};
  if (Ev.IsMmio)
    return {Home::Host, Support::Certain, "it is a register of a device", {}};
  if (Ev.Spc == Space::SharedCluster || O.Spc == Space::SharedCluster)
    return {Home::Cluster,
            Support::Certain,
            "it is shared memory of the cluster",
            {}};
  if (In.provenance().isShared(E))
    return {Home::Block, Support::Certain, "it is shared memory", {}};
  if (HomeFact Said = noted(Unit, In, E); Said.By != Support::None)
    return Said;
  if (O.Kind == BaseKind::Global)
    if (const Global *G = Unit.module().global(In.fn().value(O.Root).Name)) {
      if (G->IsManaged)
        return {Home::Host,
                Support::Certain,
                "it is managed memory, which the host and other GPUs reach",
                {}};
      if (G->Spc == Space::Global)
        return {
            Home::Device, Support::Certain, "it is a variable of this GPU", {}};
    }
  if (isPeerPointer(In, Ev.Address))
    return {
        Home::Peer, Support::Certain, "its address is that of another GPU", {}};
  return passedFor(Unit, In, O);
}

/// A flag in a table of rows that each rank has one of.
static HomeFact exchanged(const FunctionView &In, EventId E) {
  EventId OtherEnd = otherRow(In, E);
  if (OtherEnd == NoId)
    return {};
  return {Home::Peer,
          Support::Usage,
          "each rank waits in its own row of a table of pointers, and "
          "raises its flag in the rows of the others",
          {&In, OtherEnd}};
}

/// What the scopes of the unit's accesses to the object say.
static HomeFact used(const UnitView &Unit, const FunctionView &In, EventId E) {
  HomeFact Wide, Narrow;
  for (const AccessRef &A : accessesByName(Unit, In, E)) {
    const Event &Ev = A.In->event(A.E);
    if (Ev.Kind == EventKind::Mbarrier || !isStrong(Ev.Ord) || Ev.IsVolatile)
      continue;
    bool Self = A.In == &In && A.E == E;
    if (Ev.Scp == Scope::Sys && !Self && Wide.By == Support::None)
      Wide = {Home::Outside,
              hasExplicitScope(Ev) ? Support::Usage : Support::Name,
              "the unit also accesses it at system scope", A};
    if (Ev.Scp == Scope::Gpu || Ev.Scp == Scope::Cluster)
      Narrow = {Home::Device, Support::Usage,
                "the unit accesses it at the scope of this GPU", A};
  }
  bool SelfIsWide = In.event(E).Scp == Scope::Sys &&
                    isStrong(In.event(E).Ord) && hasExplicitScope(In.event(E));
  if (isFromTable(In, E) && (Wide.By == Support::Usage || SelfIsWide))
    return {Home::Peer, Support::Usage,
            "its pointer comes out of a table, and it is accessed at system "
            "scope",
            Wide.Witness.In ? Wide.Witness : AccessRef{&In, E}};
  if (Wide.By != Support::None && Narrow.By != Support::None)
    return {};
  return Wide.By != Support::None ? Wide : Narrow;
}

bool fencepost::isNamedOutside(const FunctionView &In, EventId E) {
  return namesOutside(In.provenance().object(E).Name) ||
         namesOutside(In.event(E).Object);
}

HomeFact fencepost::homeOf(const UnitView &Unit, const FunctionView &In,
                           EventId E) {
  if (In.event(E).Address == UnknownValue)
    return {};
  if (HomeFact F = declared(Unit, In, E); F.By != Support::None)
    return F;
  if (HomeFact F = exchanged(In, E); F.By != Support::None)
    return F;
  HomeFact F = used(Unit, In, E);
  if (!isNamedOutside(In, E))
    return F;
  if (F.Is == Home::Device)
    return {};
  if (F.By >= Support::Usage)
    return F;
  if (isFromTable(In, E))
    return {Home::Peer,
            Support::Usage,
            "its pointer comes out of a table of peers, by its name",
            {}};
  return {Home::Outside, Support::Name, "its name says so", {}};
}
