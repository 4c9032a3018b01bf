//===- store.h - a folder of named texts ------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts appear whole or not at all and carry a hash of themselves: one that is
// damaged, foreign or cannot be read is as good as none. Several programs may
// use one folder at once, and any may be killed at any time.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CACHE_STORE_H
#define FENCEPOST_ANALYZER_DRIVER_CACHE_STORE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <system_error>

namespace fencepost {

class Store {
public:
  explicit Store(llvm::StringRef Folder) : Folder(Folder) {}

  /// Makes the folder; it must be possible to write there.
  std::error_code open() const;
  std::optional<std::string> read(llvm::StringRef Name) const;
  std::error_code write(llvm::StringRef Name, llvm::StringRef Text) const;
  /// Removes what was not used for longest once all is larger than Megabytes
  /// (0: no limit). Looks at most every 20 minutes.
  void prune(unsigned Megabytes) const;
  const std::string &folder() const { return Folder; }

private:
  std::string pathOf(llvm::StringRef Name) const;
  std::string Folder;
};

} // namespace fencepost

#endif
