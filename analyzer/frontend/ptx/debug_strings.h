//===- debug_strings.h - what .debug_str holds ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.section .debug_str { label: .b8 95,90,0 }`: names of functions, which
// `.loc` directives refer to by label (PTX ISA 9.0, sections 11.5.4, 11.5.5).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_DEBUG_STRINGS_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_DEBUG_STRINGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>
#include <optional>
#include <string>

namespace fencepost::ptx {

/// Of one module. Several threads may ask at a time.
class DebugStrings {
public:
  /// Bodies of the sections; they must outlive the table.
  explicit DebugStrings(llvm::ArrayRef<llvm::StringRef> Sections)
      : Sections(Sections) {}
  /// Nothing if the label is not there, or what follows it is no string.
  std::optional<std::string> at(llvm::StringRef Label) const;

private:
  llvm::ArrayRef<llvm::StringRef> Sections;
  mutable std::once_flag Once;
  mutable llvm::StringMap<llvm::StringRef> Behind; ///< By label.

  void read(llvm::StringRef Section) const;
};

} // namespace fencepost::ptx

#endif
