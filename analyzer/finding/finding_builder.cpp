//===- finding_builder.cpp - how a check states a finding -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/finding_builder.h"
#include "analyzer/finding/place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {
namespace {

std::string phrase(EventKind K) {
  switch (K) {
  case EventKind::Load:
    return "load";
  case EventKind::Store:
    return "store";
  case EventKind::Rmw:
    return "atomic";
  case EventKind::Red:
    return "reduction";
  case EventKind::Fence:
    return "fence";
  case EventKind::ProxyFence:
    return "proxy fence";
  case EventKind::CtaBarrier:
    return "block barrier";
  case EventKind::ClusterBarrier:
    return "cluster barrier";
  case EventKind::WarpSync:
    return "warp barrier";
  case EventKind::WarpCollective:
    return "warp collective";
  case EventKind::Mbarrier:
    return "mbarrier operation";
  case EventKind::AsyncCopy:
    return "asynchronous copy";
  case EventKind::AsyncCommit:
    return "commit of asynchronous copies";
  case EventKind::AsyncWait:
    return "wait for asynchronous copies";
  case EventKind::AsyncMma:
    return "asynchronous matrix operation";
  case EventKind::GridDependency:
    return "grid dependency operation";
  case EventKind::Sleep:
    return "sleep";
  case EventKind::CacheHint:
    return "cache hint";
  case EventKind::CompilerOnly:
    return "compiler barrier";
  case EventKind::OpaqueCall:
    return "call";
  }
  llvm_unreachable("event kind outside its set");
}

/// "'wait' is called from 'kernel' here", as far as the names are known.
std::string callMessage(const Module &M, LocationId Inner, LocationId Site) {
  auto NameOf = [&](LocationId L) -> llvm::StringRef {
    if (L >= M.Locations.size())
      return {};
    return M.Locations[L].Function.str();
  };
  llvm::StringRef Callee = NameOf(Inner), Caller = NameOf(Site);
  std::string Text = Callee.empty() ? "" : quoted(Callee) + " is ";
  Text += "called from ";
  Text += Caller.empty() ? "here" : quoted(Caller) + " here";
  return Text;
}

} // namespace

std::string quoted(llvm::StringRef Text) { return ("'" + Text + "'").str(); }

std::string spelled(const Event &E) {
  if (!E.Spelling.empty())
    return quoted(E.Spelling);
  std::string Words = phrase(E.Kind);
  if (isMemoryAccess(E.Kind) && E.Ord != Order::Unknown && E.Ord != Order::None)
    Words = spelling(E.Ord).str() + " " + Words;
  bool Vowel = llvm::StringRef("aeiou").contains(Words.front());
  return (Vowel ? "an " : "a ") + Words;
}

std::string objectOf(const Event &E) {
  return E.Object.empty() ? "memory" : quoted(E.Object);
}

std::string skeletonOf(const Event &E) {
  return (spelling(E.Kind) + "." + spelling(E.Ord) + "." + spelling(E.Scp))
      .str();
}

FindingBuilder::FindingBuilder(const Module &M, const Function &Fn,
                               llvm::StringRef Rule)
    : M(M), Fn(Fn) {
  F.Rule = Rule.str();
  F.Function = Fn.Display.empty() ? Fn.Name : Fn.Display;
  F.Origin = M.Origin;
  if (!M.Arch.empty())
    F.Archs.push_back(M.Arch);
  F.InstanceCount = Fn.Instances;
  F.InstanceExample = F.Function;
}

FindingBuilder &FindingBuilder::level(Level L) {
  F.Severity = L;
  return *this;
}

FindingBuilder &FindingBuilder::kind(llvm::StringRef K) {
  F.Kind = K.str();
  return *this;
}

FindingBuilder &FindingBuilder::verdict(Verdict V) {
  F.Judgement = V;
  return *this;
}

FindingBuilder &FindingBuilder::at(LocationId L) {
  Primary = L;
  return *this;
}

FindingBuilder &FindingBuilder::message(const llvm::Twine &Text) {
  F.Message = Text.str();
  return *this;
}

FindingBuilder &FindingBuilder::step(Role What, LocationId L,
                                     const llvm::Twine &Text) {
  PrimaryChoice C = choosePrimary(M, L);
  if (FirstStep == Nowhere)
    FirstStep = L;
  F.Steps.push_back({What, placeOf(M, C.Chosen), Text.str()});
  addFrames(L);
  return *this;
}

FindingBuilder &FindingBuilder::step(Role What, const Event &E,
                                     const llvm::Twine &Text) {
  skeleton((spelling(What) + ":" + skeletonOf(E)).str());
  return step(What, E.Loc, Text);
}

FindingBuilder &FindingBuilder::assume(const llvm::Twine &Text) {
  std::string S = Text.str();
  if (!llvm::is_contained(F.Assumptions, S))
    F.Assumptions.push_back(std::move(S));
  return *this;
}

FindingBuilder &FindingBuilder::alternative(llvm::StringRef Name,
                                            const llvm::Twine &Text) {
  F.Alternatives.push_back({Name.str(), Text.str()});
  return *this;
}

FindingBuilder &FindingBuilder::fix(Fix X) {
  F.Fixes.push_back(std::move(X));
  return *this;
}

FindingBuilder &FindingBuilder::witness(WitnessProgram W) {
  F.Witness = std::move(W);
  return *this;
}

FindingBuilder &FindingBuilder::repair(Repair::Kind What, bool Safe,
                                       LocationId L, llvm::StringRef Old,
                                       llvm::StringRef New) {
  if (M.Origin != Layer::Cuda || L == Nowhere || L >= M.Locations.size())
    return *this;
  const Location &Loc = M.at(L);
  bool IsUsers = Loc.File < M.Files.size() && !M.Files[Loc.File].IsSystem;
  if (IsUsers && Loc.Spelling == Nowhere)
    F.Repairs.push_back({What, Safe, placeOf(M, L), Old.str(), New.str()});
  return *this;
}

FindingBuilder &FindingBuilder::skeleton(llvm::StringRef Word) {
  if (!F.Skeleton.empty())
    F.Skeleton += ' ';
  F.Skeleton += Word;
  return *this;
}

void FindingBuilder::addStepOnce(Role What, LocationId L, std::string Text) {
  Place At = placeOf(M, L);
  if (At.File.empty() || llvm::is_contained(Told, At))
    return;
  Told.push_back(At);
  F.Steps.push_back({What, std::move(At), std::move(Text)});
}

void FindingBuilder::addFrames(LocationId L) {
  PrimaryChoice C = choosePrimary(M, L);
  for (LocationId Frame : C.Others) {
    LocationId Inner = L;
    for (LocationId G : C.Others)
      if (M.Locations[G].InlinedAt == Frame)
        Inner = G;
    if (C.Chosen != Nowhere && M.Locations[C.Chosen].InlinedAt == Frame)
      Inner = C.Chosen;
    if (Frame == L)
      addStepOnce(Role::Access, Frame, "the operation itself is here");
    else
      addStepOnce(Role::CallSite, Frame, callMessage(M, Inner, Frame));
  }
  if (C.Spelled != Nowhere)
    addStepOnce(Role::Declaration, C.Spelled,
                M.Origin == Layer::Ptx || M.Origin == Layer::Sass
                    ? "the instruction is here"
                    : "expanded from this macro");
}

Finding FindingBuilder::build() {
  LocationId L = Primary;
  for (LocationId Next : {FirstStep, Fn.Loc})
    if (choosePrimary(M, L).Chosen == Nowhere)
      L = Next;
  PrimaryChoice C = choosePrimary(M, L);
  F.Primary = placeOf(M, C.Chosen);
  if (F.Primary.File.empty())
    F.Primary.File = M.Name;
  F.InSystemHeader = C.InSystemHeader;
  F.IsInListing = (M.Origin == Layer::Ptx || M.Origin == Layer::Sass) &&
                  F.Primary.File == M.Name;
  if (M.Origin != Layer::Ptx && M.Origin != Layer::Sass)
    F.Spelled = placeOf(M, C.Spelled);
  addFrames(L);
  return std::move(F);
}

void FindingBuilder::emit(FindingSink &Sink) { Sink.add(build()); }

} // namespace fencepost
