//===- relation.h - binary relations over a few events ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MEMORY_MODEL_RELATION_H
#define FENCEPOST_ANALYZER_MEMORY_MODEL_RELATION_H

#include <array>
#include <cstdint>

namespace fencepost::memory_model {

/// A relation over event numbers below 32, one bit set per row.
class Relation {
public:
  static constexpr unsigned Size = 32;

  void add(unsigned From, unsigned To) { Rows[From] |= 1u << To; }
  bool has(unsigned From, unsigned To) const { return Rows[From] >> To & 1; }
  Relation &operator|=(const Relation &Other) {
    for (unsigned I = 0; I < Size; ++I)
      Rows[I] |= Other.Rows[I];
    return *this;
  }
  /// Makes the relation transitive.
  void close() {
    for (unsigned Via = 0; Via < Size; ++Via)
      for (unsigned From = 0; From < Size; ++From)
        if (has(From, Via))
          Rows[From] |= Rows[Via];
  }

private:
  std::array<uint32_t, Size> Rows{};
};

} // namespace fencepost::memory_model

#endif
