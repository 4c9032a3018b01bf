//===- result_cache.h - outcomes of earlier runs ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two levels. The manifest of a unit (named by unit_key.h) lists, for some
// states of its files, every question that reading it asked of the file system
// with the answer, and the name of the outcome. Whatever fails costs time,
// never a finding.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CACHE_RESULT_CACHE_H
#define FENCEPOST_ANALYZER_DRIVER_CACHE_RESULT_CACHE_H

#include "analyzer/driver/cache/manifest.h"
#include "analyzer/driver/cache/store.h"
#include "analyzer/driver/unit_run.h"

namespace fencepost {

/// Where the outcomes lie unless the user says: $XDG_CACHE_HOME/fencepost, else
/// $HOME/.cache/fencepost; empty without both.
std::string defaultCacheFolder();

struct CacheOptions {
  std::string Folder;      ///< Empty: nothing is kept or found.
  bool ListsFiles = false; ///< UnitOutcome::FilesRead is filled.
};

class ResultCache {
public:
  /// The folder is made if need be; if that fails the cache is off, and a note
  /// says so.
  ResultCache(const CacheOptions &Options, SettingsOfUnit Settings,
              std::vector<Notification> &Notes);

  bool isOn() const { return !Tool.empty(); }

  std::optional<UnitOutcome> find(const Unit &U);

  /// analyseUnit(). The outcome is kept if it depends on nothing but what
  /// find() compares; that it cannot be written is added to its notes.
  UnitOutcome analyse(const Unit &U);

  void prune(unsigned Megabytes) const;

private:
  bool matches(const FilesView &View, bool &IsOutdated);
  std::optional<FilesView> viewOf(const FilesAsked &Asked, llvm::StringRef Key,
                                  int64_t Since);
  std::error_code keep(const Unit &U, const FilesAsked &Asked,
                       const UnitOutcome &Out, int64_t Since);

  SettingsOfUnit Settings;
  bool ListsFiles;
  Store Entries;
  std::string Tool; ///< Empty: off.
  FileStates States;
};

} // namespace fencepost

#endif
