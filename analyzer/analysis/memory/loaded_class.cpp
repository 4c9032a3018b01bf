//===- loaded_class.cpp - classes of pointers that were loaded ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The address of the load as base + constant + strides. Strides of 16 bytes or
// more lead from record to record, smaller ones along an array of pointers. A
// constant offset may name an element of such an array, or a member of one of
// the records.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/loaded_class.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace fencepost {

static constexpr int64_t MinRecord = 16;
/// How far an array of pointers is taken to reach, in bytes.
static constexpr int64_t ArrayReach = 256;
/// Accesses `p[i]` and `p[i + 1]`, or a loop that was unrolled.
static constexpr int64_t UnrolledGap = 32;

LoadedClasses::LoadedClasses(const Function &Fn) : Fn(Fn) {
  DenseMap<ValueId, bool> Done;
  for (const Event &E : Fn.Events) {
    if (E.Address == UnknownValue || !Done.try_emplace(E.Address, true).second)
      continue;
    for (const AddressBase &B : addressBases(Fn, E.Address)) {
      const Value &Node = Fn.Values[B.Base];
      if (Node.Kind != ValueKind::Result)
        continue;
      EventId Load = EventId(Node.Imm);
      if (Fn.Events[Load].Kind != EventKind::Load ||
          Fn.Events[Load].Address == UnknownValue ||
          !Places.try_emplace(Load).second)
        continue;
      Place P = placeOf(Fn.Events[Load].Address);
      if (P.Is == Shape::Array)
        Arrays[P.Of].push_back(P.Start);
      if (P.Is == Shape::Record)
        Records[P.Of].push_back(P);
      Places[Load] = P;
    }
  }
  sortArrays();
}

/// Arrays that start close to each other are one.
void LoadedClasses::sortArrays() {
  for (auto &[Of, Starts] : Arrays) {
    llvm::sort(Starts);
    std::vector<int64_t> Kept;
    int64_t Last = 0;
    for (int64_t Start : Starts) {
      if (Kept.empty() || wrappingSub(Start, Last) > UnrolledGap)
        Kept.push_back(Start);
      Last = Start;
    }
    Starts = std::move(Kept);
  }
}

LoadedClasses::Root LoadedClasses::rootOf(ValueId Base) const {
  unsigned Loads = 0;
  for (; Loads < 8 && Fn.Values[Base].Kind == ValueKind::Result; ++Loads) {
    const Event &E = Fn.Events[Fn.Values[Base].Imm];
    if (E.Kind != EventKind::Load || E.Address == UnknownValue)
      break;
    SmallVector<AddressBase, 2> Found = addressBases(Fn, E.Address);
    if (Found.size() != 1)
      break;
    Base = Found[0].Base;
  }
  return {Base, Loads};
}

LoadedClasses::Place LoadedClasses::placeOf(ValueId Address) const {
  Place P;
  SmallVector<AddressBase, 2> Found = addressBases(Fn, Address);
  if (Found.size() != 1 || Found[0].Base == UnknownValue ||
      !Found[0].Fields.empty())
    return P;
  P.Of = rootOf(Found[0].Base);
  LinearForm Form = linearForm(Fn, Address);
  P.Start = Form.Constant;
  bool HasBase = false, HasMember = false, IsSized = true;
  for (auto [Term, Factor] : Form.Terms) {
    if (Factor == 1 && !HasBase) {
      SmallVector<AddressBase, 2> Of = addressBases(Fn, Term);
      if (Of.size() == 1 && Of[0].Base == Found[0].Base && Of[0].Offset) {
        P.Start = wrappingAdd(P.Start, *Of[0].Offset);
        HasBase = true;
        continue;
      }
    }
    const Value &Node = Fn.Values[Term];
    bool IsProduct = Node.Kind == ValueKind::Op && Node.Op == OpCode::Mul;
    if (Factor == 1 && IsProduct) {
      IsSized = false;
      continue;
    }
    int64_t Size = Factor < 0 ? wrappingSub(0, Factor) : Factor;
    HasMember |= Size < MinRecord;
    P.Stride = std::gcd(P.Stride, Size);
  }
  if (!HasBase)
    return P;
  if (HasMember)
    P.Is = Shape::Array;
  else if (P.Stride == 0 && IsSized)
    P.Is = Shape::Constant;
  else
    P.Is = Shape::Record;
  if (!IsSized || P.Stride < MinRecord)
    P.Stride = 0;
  P.First = P.Start;
  if (P.Is == Shape::Record && P.Stride)
    P.Start = (P.Start % P.Stride + P.Stride) % P.Stride;
  return P;
}

/// The start of the array that P lies in.
std::optional<int64_t> LoadedClasses::arrayAt(const Place &P) const {
  auto It = Arrays.find(P.Of);
  if (It == Arrays.end())
    return std::nullopt;
  auto After = llvm::upper_bound(It->second, P.Start);
  if (After == It->second.begin())
    return std::nullopt;
  int64_t Start = *std::prev(After), Apart = wrappingSub(P.Start, Start);
  if (P.Is != Shape::Array && (Apart >= ArrayReach || Apart % 8 != 0))
    return std::nullopt;
  return Start;
}

std::string LoadedClasses::textOf(const Place &Record) {
  return "+" + std::to_string(Record.Start) + "%" +
         (Record.Stride ? std::to_string(Record.Stride) : "");
}

std::string LoadedClasses::partOf(EventId Load) const {
  auto It = Places.find(Load);
  if (It == Places.end() || It->second.Is == Shape::Unknown)
    return "";
  Place P = It->second;
  if (P.Is != Shape::Record)
    if (std::optional<int64_t> Start = arrayAt(P))
      return *Start == 0 ? "" : "[" + std::to_string(*Start) + "]";
  if (P.Is == Shape::Constant)
    if (auto Of = Records.find(P.Of); Of != Records.end())
      for (const Place &R : Of->second)
        if (R.Stride ? P.First >= R.First && (P.First - R.First) % R.Stride == 0
                     : P.First == R.First)
          return textOf(R);
  if (P.Is == Shape::Record)
    return textOf(P);
  return P.Start == 0 ? "" : "+" + std::to_string(P.Start);
}

} // namespace fencepost
