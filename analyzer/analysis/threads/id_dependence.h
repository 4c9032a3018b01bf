//===- id_dependence.h - which threads an address tells apart -----*- C++
//-*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a value differs between the threads of a block, and between blocks,
// by how it is computed: from thread and block ids, from ids through a division
// or remainder that maps several to one, or from loaded data. "Does not differ"
// and "lossy" are claims; everything that is not understood is Any.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_THREADS_ID_DEPENDENCE_H
#define FENCEPOST_ANALYZER_ANALYSIS_THREADS_ID_DEPENDENCE_H

#include "analyzer/analysis/memory/provenance.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost {

/// How a value depends on an id; a larger one says less about collisions.
enum class Varies : uint8_t {
  Not,   ///< The same for all.
  Lossy, ///< Through one `/`, `%`, `>>` or `&` that maps several ids to one.
  Data,  ///< Through memory at an address that varies.
  Any,   ///< Perhaps different for each; or not understood.
};

struct IdDependence {
  Varies ByThread = Varies::Not; ///< Among the threads of a block.
  Varies ByBlock = Varies::Not;  ///< Among the blocks of the grid.
  /// The operation of Lossy; two different ones may tell all apart: Any.
  ValueId Through = UnknownValue;
  /// How many loads are chained in Data: 2 is an index that was found through
  /// another index, as in adjacency lists.
  uint8_t Loads = 0;
  /// Those among them from addresses that differ between the threads of a
  /// block, pointers left out: an index behind a pointer of the block's own is
  /// found through one load.
  uint8_t OwnLoads = 0;
  /// Data that was cut down to few values: a remainder, a mask, a quotient, a
  /// number made from a float, a byte.
  bool IsBinned = false;
  /// All the data in it were cut from floats to whole numbers, as a cell is
  /// found from coordinates. Sums of such numbers are Data, not Any.
  bool IsRounded = false;
  /// Computed from what a read-modify-write or a vote returned: often unique.
  bool IsClaimed = false;
  bool operator==(const IdDependence &) const = default;
};

/// The smaller or larger of two values, as an operation or a function.
bool isMinOrMax(const Value &Node);

class IdDependences {
public:
  IdDependences(const Function &Fn, const Provenance &Where,
                const Uniformity &Group);
  const IdDependence &of(ValueId V) const { return Shapes[V]; }
  /// Does any value of the function that matters use an id of a thread (block)?
  bool usesThreadIds() const { return UsesTid; }
  bool usesBlockIds() const { return UsesCtaid; }
  /// The function divides threads into warps: `tid / 32`, `tid % 32`, laneid.
  bool usesWarps() const { return UsesWarps; }

private:
  const Function &Fn;
  const Provenance &Where;
  std::vector<IdDependence> Shapes;
  /// What the counters of loops are compared with.
  llvm::DenseMap<ValueId, llvm::SmallVector<ValueId, 2>> Bounds;
  bool UsesTid = false, UsesCtaid = false, UsesWarps = false;

  IdDependence compute(ValueId V) const;
  IdDependence special(const Value &Node) const;
  IdDependence operation(ValueId V, const Value &Node) const;
  bool isConsecutive(ValueId V) const;
  IdDependence lossy(ValueId V, const Value &Node) const;
  IdDependence result(const Value &Node) const;
  bool restsOn(ValueId V, llvm::function_ref<bool(ValueId)> Is) const;
  void findUses();
  void findBounds();
};

} // namespace fencepost

#endif
