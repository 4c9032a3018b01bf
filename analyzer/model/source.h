//===- source.h - places in the user's sources ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place is an index into its module's table, so that events stay small and
// inlined chains are shared. Lines and columns count from 1; columns are
// bytes; end columns are exclusive. 0 means "not known".
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_SOURCE_H
#define FENCEPOST_ANALYZER_MODEL_SOURCE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace fencepost {

/// Index into Module::Files; NoFile where no file is known.
using FileId = uint32_t;
inline constexpr FileId NoFile = ~0u;

/// Index into Module::Locations; 0 is "nowhere".
using LocationId = uint32_t;
inline constexpr LocationId Nowhere = 0;

/// A name that many places share: kept once, until the process ends. Names of
/// template instances may have thousands of characters.
class SharedName {
public:
  SharedName() : Text(&none()) {}
  SharedName(llvm::StringRef Name)
      : Text(Name.empty() ? &none() : &kept(Name)) {}
  SharedName(const std::string &Name) : SharedName(llvm::StringRef(Name)) {}
  SharedName(const char *Name) : SharedName(llvm::StringRef(Name)) {}

  const std::string &str() const { return *Text; }
  operator const std::string &() const { return *Text; }
  bool empty() const { return Text->empty(); }
  bool operator==(const SharedName &) const = default;

private:
  const std::string *Text;
  static const std::string &none();
  static const std::string &kept(llvm::StringRef Name);
};

struct SourceFile {
  std::string Path; ///< As the front end opened it, made absolute if possible.
  bool IsSystem = false; ///< A system or toolkit header.
};

struct Location {
  FileId File = NoFile;
  uint32_t Line = 0, Column = 0;
  uint32_t EndLine = 0, EndColumn = 0;
  /// Where the function that holds this place was spliced (the call's place);
  /// Nowhere for a place in the function under analysis itself.
  LocationId InlinedAt = Nowhere;
  /// Spelling inside a macro definition, when the place is a macro expansion.
  LocationId Spelling = Nowhere;
  SharedName Function; ///< Name of the function whose body holds the place.

  bool operator==(const Location &) const = default;
};

} // namespace fencepost

#endif
