//===- module.cpp - tables of a module, structural rules ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace fencepost;
using llvm::StringRef;

FileId Module::file(StringRef Path, bool IsSystem) {
  for (auto [I, F] : llvm::enumerate(Files))
    if (F.Path == Path)
      return I;
  Files.push_back({Path.str(), IsSystem});
  return Files.size() - 1;
}

const std::string &SharedName::none() {
  static const std::string Empty;
  return Empty;
}

const std::string &SharedName::kept(StringRef Name) {
  static std::mutex Lock;
  static auto *Names = new llvm::StringMap<std::string>();
  std::lock_guard<std::mutex> Hold(Lock);
  auto [It, New] = Names->try_emplace(Name);
  if (New)
    It->second = Name.str();
  return It->second;
}

static uint64_t hashOf(const Location &L) {
  constexpr uint64_t Factor = 0x9e3779b97f4a7c15u;
  uint64_t Hash = 0;
  auto Mix = [&](uint64_t High, uint64_t Low) {
    Hash = (Hash ^ (High << 32 | Low)) * Factor;
    Hash ^= Hash >> 32;
  };
  Mix(L.File, L.Line);
  Mix(L.Column, L.EndLine);
  Mix(L.EndColumn, L.InlinedAt);
  Mix(L.Spelling, 0);
  Hash = (Hash ^ reinterpret_cast<uintptr_t>(&L.Function.str())) * Factor;
  return Hash >> 2; // Stays clear of the map's reserved keys.
}

LocationId Module::location(const Location &L) {
  if (L == Location{})
    return Nowhere;
  if (LocationIndex.empty())
    for (LocationId I = 1; I < Locations.size(); ++I)
      LocationIndex.try_emplace(hashOf(Locations[I]), I);
  uint64_t Hash = hashOf(L);
  auto [It, New] =
      LocationIndex.try_emplace(Hash, LocationId(Locations.size()));
  if (!New && Locations[It->second] == L)
    return It->second;
  Locations.push_back(L);
  return Locations.size() - 1;
}

const Global *Module::global(StringRef Name) const {
  auto It =
      llvm::find_if(Globals, [&](const Global &G) { return G.Name == Name; });
  return It == Globals.end() ? nullptr : &*It;
}

unsigned fencepost::smVersion(StringRef Arch) {
  unsigned Version = 0;
  if (!Arch.consume_front("sm_") || Arch.consumeInteger(10, Version))
    return 0;
  return Version;
}

namespace {

/// Looks for the first structural fault of a function.
class Verifier {
public:
  explicit Verifier(const Function &Fn) : Fn(Fn) {}

  std::string run() {
    if (Fn.Blocks.empty())
      return "function has no block";
    if (Fn.Entry >= Fn.Blocks.size())
      return "entry block out of range";
    if (Fn.Values.empty() || Fn.Values[0].Kind != ValueKind::Unknown)
      return "value 0 is not the unknown value";
    checkValues();
    for (BlockId B = 0; B < Fn.Blocks.size() && Fault.empty(); ++B)
      checkBlock(B);
    return Fault;
  }

private:
  const Function &Fn;
  std::string Fault;
  std::vector<bool> Placed = std::vector<bool>(Fn.Events.size());

  void fail(const llvm::Twine &Message) {
    if (Fault.empty())
      Fault = Message.str();
  }
  bool isValue(ValueId V) const { return V < Fn.Values.size(); }

  void checkValues() {
    for (auto [Id, V] : llvm::enumerate(Fn.Values)) {
      for (ValueId Operand : V.Operands)
        if (!isValue(Operand))
          fail("value " + llvm::Twine(Id) + " has an operand out of range");
      if (V.Kind == ValueKind::Phi && uint64_t(V.Imm) >= Fn.Blocks.size())
        fail("phi " + llvm::Twine(Id) + " names no block");
      if (V.Kind == ValueKind::Result && (uint64_t(V.Imm) >= Fn.Events.size() ||
                                          Fn.Events[V.Imm].Result != Id))
        fail("result " + llvm::Twine(Id) + " does not belong to its event");
    }
  }

  void checkBlock(BlockId B) {
    const Block &Blk = Fn.Blocks[B];
    for (EventId E : Blk.Events) {
      if (E >= Fn.Events.size())
        return fail("block " + llvm::Twine(B) + " has an event out of range");
      if (Placed[E])
        return fail("event " + llvm::Twine(E) + " stands twice");
      Placed[E] = true;
      checkEvent(E);
    }
    for (BlockId S : Blk.Term.Successors)
      if (S >= Fn.Blocks.size())
        return fail("block " + llvm::Twine(B) +
                    " has a successor out of range");
      else if (!llvm::is_contained(Fn.Blocks[S].Predecessors, B))
        return fail("block " + llvm::Twine(S) + " misses its predecessor " +
                    llvm::Twine(B));
    for (BlockId P : Blk.Predecessors)
      if (P >= Fn.Blocks.size() ||
          !llvm::is_contained(Fn.Blocks[P].Term.Successors, B))
        return fail("block " + llvm::Twine(B) + " has a false predecessor");
    for (ValueId V : Blk.Phis)
      if (!isValue(V) || Fn.Values[V].Kind != ValueKind::Phi ||
          Fn.Values[V].Imm != B ||
          Fn.Values[V].Operands.size() != Blk.Predecessors.size())
        return fail("block " + llvm::Twine(B) +
                    " has a phi that does not match its predecessors");
    checkTerminator(B, Blk.Term);
  }

  void checkEvent(EventId Id) {
    const Event &E = Fn.Events[Id];
    for (ValueId V : {E.Address, E.Operand, E.Result, E.BarrierId,
                      E.Participants, E.CompletionObject})
      if (!isValue(V))
        fail("event " + llvm::Twine(Id) + " refers to no value");
    for (ValueId V : E.Extra)
      if (!isValue(V))
        fail("event " + llvm::Twine(Id) + " refers to no value");
    if (isMemoryAccess(E.Kind) && E.Ord == Order::SeqCst)
      fail("event " + llvm::Twine(Id) +
           " is a seq_cst access: split it into a fence and an access");
  }

  void checkTerminator(BlockId B, const Terminator &T) {
    size_t N = T.Successors.size();
    bool Right = false;
    switch (T.Kind) {
    case TerminatorKind::Jump:
      Right = N == 1;
      break;
    case TerminatorKind::Branch:
      Right = N == 2;
      break;
    case TerminatorKind::Switch:
      Right = N >= 1 && T.CaseValues.size() + 1 == N;
      break;
    case TerminatorKind::Return:
    case TerminatorKind::Unreachable:
      Right = N == 0;
      break;
    }
    if (!Right || !isValue(T.Condition))
      fail("block " + llvm::Twine(B) + " has a malformed terminator");
  }
};

} // namespace

std::string fencepost::verify(const Function &Fn) { return Verifier(Fn).run(); }
