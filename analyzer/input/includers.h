//===- includers.h - through which unit is a header read? -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compilation database names no headers. Include lines are followed as text,
// without conditions, through the folders of each command: this finds a unit
// that includes the header under some condition, which is a guess for the order
// of trying and no proof.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_INCLUDERS_H
#define FENCEPOST_ANALYZER_INPUT_INCLUDERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost {

struct IncludingUnit {
  std::string File;                   ///< Absolute.
  std::vector<std::string> Arguments; ///< Adjusted: adjustCommand().
  std::string Directory;
};

/// Index into Units of the nearest one (by folder, then by name) that includes
/// Header; npos if none was found before the budget ended.
size_t findIncluder(llvm::ArrayRef<IncludingUnit> Units,
                    llvm::StringRef Header);

/// Index of the unit nearest to File; npos if Units is empty.
size_t findNeighbour(llvm::ArrayRef<IncludingUnit> Units, llvm::StringRef File);

inline constexpr size_t NoUnit = ~size_t(0);

} // namespace fencepost

#endif
