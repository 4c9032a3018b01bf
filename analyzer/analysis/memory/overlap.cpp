//===- overlap.cpp - may two accesses of one object overlap? --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/overlap.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/linear.h"
#include <numeric>

using namespace llvm;

namespace fencepost {

uint64_t bytesOf(const Event &E) {
  return std::max<uint64_t>(1, uint64_t(E.Bits) * E.Elements / 8);
}

namespace {

/// Bytes that an array with an index of unknown bound is taken to have at
/// least.
constexpr uint64_t AssumedArray = 64;

/// An address as what the whole grid shares, what varies, and a constant.
struct Split {
  SmallVector<std::pair<ValueId, int64_t>, 4> Shared;
  SmallVector<std::pair<ValueId, int64_t>, 4> Varying;
  int64_t Step = 0; ///< Greatest common divisor of the varying parts; 0: none.
  int64_t Constant = 0;
  bool Descends = false;        ///< A varying part counts down.
  bool IsBehindPointer = false; ///< Starts at a pointer that was loaded.
};

/// OfRecord: the loaded pointer is left out. Pointers of one class lead to
/// records that begin alike, whichever of them a thread has.
Split splitAddress(const FunctionView &In, EventId E, bool OfRecord = false) {
  const Provenance &Where = In.provenance();
  const Object &O = Where.object(E);
  auto IsPointer = [&](ValueId Term) {
    return OfRecord && O.Kind == BaseKind::Loaded && O.Root != UnknownValue &&
           Where.canonical(O.Root) == Term;
  };
  LinearForm Form = linearForm(In.fn(), In.event(E).Address,
                               [&](ValueId V) { return Where.canonical(V); });
  Split S;
  S.Constant = Form.Constant;
  for (auto &[Term, Factor] : Form.Terms) {
    if (Factor == 1 && IsPointer(Term)) {
      S.IsBehindPointer = true;
      continue;
    }
    // A variable is the same one for all that name it, shared memory too.
    ValueKind Kind = In.fn().value(Term).Kind;
    if (Kind == ValueKind::Global ||
        (In.uniformity().of(Term) == Uniform::Grid && Kind != ValueKind::Phi)) {
      S.Shared.push_back({Term, Factor});
      continue;
    }
    S.Varying.push_back({Term, Factor});
    S.Step = std::gcd(S.Step, Factor);
    S.Descends |= Factor < 0;
  }
  return S;
}

/// Does the array that Varies indexes start behind the one place Fixed? Its
/// indices do not count down from there.
bool startsBehind(const FunctionView &In, EventId Fixed, const Split &F,
                  const Split &Varies) {
  return F.Step == 0 && Varies.Step != 0 && !Varies.Descends &&
         Varies.Constant > F.Constant &&
         uint64_t(Varies.Constant) - uint64_t(F.Constant) >=
             bytesOf(In.event(Fixed));
}

/// A block has at most 1,024 threads (CUDA C++ Programming Guide, Technical
/// Specifications per Compute Capability).
std::optional<uint64_t> largest(const Function &Fn, ValueId V) {
  const Value &Node = Fn.value(stripCasts(Fn, V));
  if (Node.Kind == ValueKind::Special &&
      StringRef(Node.Name).starts_with("tid."))
    return 1023;
  return upperBound(Fn, V);
}

/// Where the last byte may lie that E's varying index leads to, counted from
/// its start; nullopt where the index has no known bound.
std::optional<uint64_t> extentOf(const FunctionView &In, EventId E,
                                 const Split &S) {
  constexpr uint64_t Huge = uint64_t(1) << 40;
  uint64_t Bytes = bytesOf(In.event(E));
  for (auto &[Term, Factor] : S.Varying) {
    auto Most = largest(In.fn(), Term);
    if (!Most || Factor < 0 || uint64_t(Factor) > Huge / (*Most + 1))
      return std::nullopt;
    Bytes += *Most * uint64_t(Factor);
  }
  return Bytes;
}

/// Two arrays in one buffer, of elements of different size. The first ends
/// where the second begins: by the bound of its index; where that has none,
/// starts that are far apart are taken for those of two arrays, which an
/// element and its neighbour are not.
bool areOtherArrays(const FunctionView &In, EventId A, EventId B,
                    const Split &SA, const Split &SB) {
  if (SA.Constant > SB.Constant)
    return areOtherArrays(In, B, A, SB, SA);
  uint64_t Apart = uint64_t(SB.Constant) - uint64_t(SA.Constant);
  if (SA.Step == 0 || SB.Step == 0 || SA.Step == SB.Step || SB.Descends ||
      bytesOf(In.event(A)) == bytesOf(In.event(B)))
    return false;
  auto Extent = extentOf(In, A, SA);
  return Extent ? *Extent <= Apart : Apart >= AssumedArray;
}

/// May B, which starts Apart bytes behind A, give or take multiples of Step,
/// touch a byte of A?
bool mayMeet(const FunctionView &In, EventId A, EventId B, uint64_t Step,
             uint64_t Apart) {
  uint64_t Behind = int64_t(Apart) >= 0
                        ? Apart % Step
                        : (Step - (uint64_t(0) - Apart) % Step) % Step;
  return Behind < bytesOf(In.event(A)) || Step - Behind < bytesOf(In.event(B));
}

} // namespace

bool mayOverlap(const FunctionView &In, EventId A, EventId B) {
  SameLocation Is = In.provenance().sameLocation(A, B).Is;
  if (Is != SameLocation::Unknown)
    return Is == SameLocation::Same;
  if (!In.provenance().sameObject(A, B))
    return false;
  Split SA = splitAddress(In, A), SB = splitAddress(In, B);
  if (SA.Shared != SB.Shared)
    return false;
  uint64_t Step = std::gcd(SA.Step, SB.Step);
  uint64_t Apart = uint64_t(SB.Constant) - uint64_t(SA.Constant);
  if (startsBehind(In, A, SA, SB) || startsBehind(In, B, SB, SA) ||
      areOtherArrays(In, A, B, SA, SB))
    return false;
  if (Step == 0) // Both fixed, and not known to be the same or different.
    return true;
  return mayMeet(In, A, B, Step, Apart);
}

bool areOtherFields(const FunctionView &In, EventId A, EventId B) {
  if (In.event(A).Address == UnknownValue ||
      In.event(B).Address == UnknownValue || !In.provenance().sameObject(A, B))
    return false;
  Split SA = splitAddress(In, A, true), SB = splitAddress(In, B, true);
  if (SA.Shared != SB.Shared || SA.IsBehindPointer != SB.IsBehindPointer)
    return false;
  uint64_t Step = std::gcd(SA.Step, SB.Step);
  uint64_t Apart = uint64_t(SB.Constant) - uint64_t(SA.Constant);
  if (Step != 0)
    return !mayMeet(In, A, B, Step, Apart);
  return int64_t(Apart) >= 0 ? Apart >= bytesOf(In.event(A))
                             : uint64_t(0) - Apart >= bytesOf(In.event(B));
}

bool areBoundedParts(const FunctionView &In, EventId A, EventId B) {
  if (In.event(A).Address == UnknownValue ||
      In.event(B).Address == UnknownValue || !In.provenance().sameObject(A, B))
    return false;
  Split SA = splitAddress(In, A), SB = splitAddress(In, B);
  if (SA.Constant > SB.Constant) {
    std::swap(A, B);
    std::swap(SA, SB);
  }
  auto Extent = extentOf(In, A, SA);
  return SA.Shared == SB.Shared && !SB.Descends && Extent &&
         *Extent <= uint64_t(SB.Constant) - uint64_t(SA.Constant);
}

bool areOtherRegions(const FunctionView &In, EventId A, EventId B) {
  if (In.event(A).Address == UnknownValue ||
      In.event(B).Address == UnknownValue || !In.provenance().sameObject(A, B))
    return false;
  Split SA = splitAddress(In, A), SB = splitAddress(In, B);
  return SA.Shared == SB.Shared &&
         (startsBehind(In, A, SA, SB) || startsBehind(In, B, SB, SA) ||
          areOtherArrays(In, A, B, SA, SB));
}

} // namespace fencepost
