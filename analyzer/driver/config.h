//===- config.h - .fencepost.yaml -------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extends: ../base.yaml          # read first; what is said here wins
//   rules: "-*,relaxed-*"          # as --rules
//   levels: {fence-*: note, rmw-poll: off}
//   skip: [third_party, "*.gen.cu"]
//   homes:
//   - {pointer: peer_*, home: peer}
//   - {type: Mailbox, home: host}
//   models: [...]                  # the schema of rules/models
//   arch: [sm_90, sm_100]
//   level: note
//   fail-on: error
//   system-headers: false
//
// An input is read under the nearest file in its folder or one above; there is
// no cascade but `extends`. Paths are relative to the file that names them.
// The command line wins. Every fault has its place and a way out.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CONFIG_H
#define FENCEPOST_ANALYZER_DRIVER_CONFIG_H

#include "analyzer/analysis/memory/home_note.h"
#include "analyzer/finding/finding.h"
#include "analyzer/frontend/api/api_models.h"
#include "analyzer/model/notification.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>

namespace fencepost {

/// `levels`: the last glob that matches a rule decides.
struct RuleLevel {
  std::string Glob;
  std::optional<Level> To; ///< Nullopt: off.
};

/// `skip`: a glob over paths below Folder; what it matches, and all that lies
/// below it, is left out. `*` matches '/' as well.
struct SkippedPath {
  std::string Glob, Folder, File; ///< File: that says so.
};

struct Config {
  std::string File;                  ///< Absolute; empty: there is none.
  std::vector<std::string> Extended; ///< Files it extends, nearest first.
  std::optional<std::string> Rules;
  std::vector<RuleLevel> Levels;
  std::vector<SkippedPath> Skip;
  std::vector<HomeNote> Homes; ///< The first that matches counts.
  /// Those that ship and the user's; null: there are none of the user's.
  std::shared_ptr<const ApiModels> Models;
  std::vector<std::string> Archs;
  std::optional<Level> Lowest;
  /// `fail-on`; Never: no level makes the exit code 1.
  std::optional<Level> FailOn;
  bool FailsNever = false;
  std::optional<bool> SystemHeaders;
  std::string Key; ///< Hash of the texts read.

  /// What leaves the file at this absolute path out; null: nothing.
  const SkippedPath *skips(llvm::StringRef Path) const;
  /// The level that it sets for a rule: nullopt as the rule has it.
  const RuleLevel *levelOf(llvm::StringRef Rule) const;
};

/// Reads File and what it extends. Faults (file:line:column: message) are added
/// to Faults; what can be read in spite of them is returned.
Config readConfig(llvm::StringRef File, llvm::ArrayRef<llvm::StringRef> Rules,
                  std::vector<Notification> &Faults);

struct ConfigChoice {
  bool IsWanted = false; ///< False: no file is read at all.
  std::string File;      ///< --config; empty: the nearest.
};

/// The configurations of a run, each read once.
class ConfigSet {
public:
  /// Root: the folder of the build, whose file serves inputs that have none.
  ConfigSet(ConfigChoice Choice, llvm::StringRef Root,
            llvm::ArrayRef<llvm::StringRef> Rules);

  /// For an input: a file, or "-" for the working directory.
  const Config &of(llvm::StringRef Input);
  /// What holds for the run: of Root, else of the first of Inputs.
  const Config &ofRun(llvm::ArrayRef<std::string> Inputs);
  std::vector<Notification> takeFaults() { return std::move(Faults); }

private:
  ConfigChoice Choice;
  std::string Root;
  std::vector<llvm::StringRef> Rules;
  llvm::StringMap<std::unique_ptr<Config>> ByFile;
  llvm::StringMap<const Config *> ByFolder;
  Config None;
  std::vector<Notification> Faults;
  const Config *nearest(llvm::StringRef Folder);
  const Config &read(llvm::StringRef File);
};

/// The nearest `.fencepost.yaml` in Folder or above; empty if there is none.
std::string findConfig(llvm::StringRef Folder);

} // namespace fencepost

#endif
