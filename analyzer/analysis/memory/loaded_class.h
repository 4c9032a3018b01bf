//===- loaded_class.h - classes of pointers that were loaded ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions show no fields: pointers loaded from a record are told apart by
// where in it they stood. An array of pointers is one class, and so is one
// member of an array of records. Private to analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_LOADED_CLASS_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_LOADED_CLASS_H

#include "analyzer/model/module.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <string>

namespace fencepost {

class LoadedClasses {
public:
  explicit LoadedClasses(const Function &Fn);
  /// What is added to the class of the memory that Load reads a pointer from:
  /// `+96`; `+24%80` in records of 80 bytes, `+24%` where their size is not
  /// known; `[64]` for an array from there on; empty for what starts the
  /// memory, or where nothing is known.
  std::string partOf(EventId Load) const;

private:
  enum class Shape : uint8_t { Unknown, Constant, Record, Array };
  /// The memory, whatever the offset: a base, behind so many loads.
  using Root = std::pair<ValueId, unsigned>;
  struct Place {
    Shape Is = Shape::Unknown;
    Root Of{UnknownValue, 0};
    int64_t First = 0;  ///< Bytes at index 0.
    int64_t Start = 0;  ///< The same; of a record, modulo Stride if known.
    int64_t Stride = 0; ///< Of a record, in bytes; 0 if not known.
  };
  Place placeOf(ValueId Address) const;
  Root rootOf(ValueId Base) const;
  static std::string textOf(const Place &Record);
  void sortArrays();
  std::optional<int64_t> arrayAt(const Place &P) const;

  const Function &Fn;
  llvm::DenseMap<EventId, Place> Places; ///< Of loads that yield addresses.
  std::map<Root, std::vector<int64_t>> Arrays; ///< Where they start, sorted.
  std::map<Root, std::vector<Place>> Records;
};

} // namespace fencepost

#endif
