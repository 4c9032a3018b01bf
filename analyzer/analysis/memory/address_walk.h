//===- address_walk.h - from an address to its bases ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_ADDRESS_WALK_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_ADDRESS_WALK_H

#include "analyzer/model/module.h"

namespace fencepost {

/// A value that an address starts from, and the way between.
struct AddressBase {
  ValueId Base;
  std::optional<int64_t> Offset; ///< Bytes; nullopt where it varies.
  /// (`Type::member`, offset) of the members passed, nearest to Base last.
  llvm::SmallVector<std::pair<llvm::StringRef, int64_t>, 2> Fields;
};

/// The distinct bases of Address: several behind a select or phi; the unknown
/// value where the walk was too long.
llvm::SmallVector<AddressBase, 2> addressBases(const Function &Fn,
                                               ValueId Address);

/// A function that maps a shared variable into another block of the cluster:
/// the instruction `mapa`, or a call that stands for it.
bool mapsToPeer(const Value &Node);

} // namespace fencepost

#endif
