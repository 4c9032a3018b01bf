//===- address_shape.h - an address as a sum of products --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address as base + sum of coefficient * factors * atom, where factors are
// the same for the whole grid in every iteration (parameters, block sizes) and
// an atom is a thread or block id, a loop counter, the quotient or remainder
// of an index, or something not understood. Wrap-around is ignored. Private to
// analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_ADDRESS_SHAPE_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_ADDRESS_SHAPE_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

enum class AtomKind : uint8_t {
  Tid,     ///< tid.x, y or z: Axis.
  Ctaid,   ///< ctaid.x, y or z: Axis.
  Counter, ///< A loop counter that is the same in all threads of a block.
  Stride,  ///< A counter that starts at a thread's or block's index.
  Digit,   ///< Quotient and remainder of Root, see Divisor and Modulus.
  Opaque,
};

struct Monomial {
  AtomKind Kind = AtomKind::Opaque;
  ValueId Atom = UnknownValue;
  int64_t Coefficient = 1;
  llvm::SmallVector<ValueId, 2> Factors; ///< Sorted; constants are folded.
  unsigned Axis = 0;
  uint32_t Loop = NoId; ///< Of a counter: index into Loops::all().
  // (Root / product of Divisor) % Modulus.
  ValueId Root = UnknownValue;
  llvm::SmallVector<ValueId, 2> Divisor; ///< Sorted values.
  ValueId Modulus = UnknownValue;        ///< Unknown: a quotient alone.
};

class AddressShape {
public:
  AddressShape(const FunctionView &In, EventId E);
  const std::vector<Monomial> &terms() const { return Terms; }
  /// Ids that the address is computed from, through counters and digits.
  bool usesTid(unsigned Axis) const { return Tid[Axis]; }
  bool usesCtaid(unsigned Axis) const { return Ctaid[Axis]; }
  /// Something loaded, which is not the same for the whole grid, takes part or
  /// decides, or a hash or random number of the thread takes part.
  bool isFromData() const { return FromData; }

private:
  const FunctionView &In;
  const Function &Fn;
  BlockId At; ///< Where the event stands.
  std::vector<Monomial> Terms;
  bool Tid[3] = {false, false, false}, Ctaid[3] = {false, false, false};
  bool FromData = false;
  unsigned Budget = 64;

  void expand(ValueId V, Monomial Outer);
  void add(ValueId V, Monomial M);
  bool readDigit(ValueId V, Monomial &M) const;
  void readPhi(ValueId V, Monomial &M) const;
  void collectLeaves(ValueId Address);
  bool isScrambled(ValueId V) const;
  bool isChosenByData(ValueId V) const;
  bool isPlain(ValueId V) const;
};

/// Is what E puts in made of elements that are loaded as they are, at least one
/// from where the block id of Axis says? False for what a block or loop has
/// summed before.
bool bringsElementsAlong(const FunctionView &In, EventId E, unsigned Axis);

/// How often the loop runs, if that is a constant of the code.
std::optional<uint64_t> tripCount(const Function &Fn, const Loop &L);
/// What the counter Phi of L is compared with to stay in it.
ValueId boundOf(const Function &Fn, const Loop &L, ValueId Phi);

} // namespace fencepost

#endif
