//===- options.h - the command line -----------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Others rely on these names: options may be added, never changed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_OPTIONS_H
#define FENCEPOST_CLI_OPTIONS_H

#include "analyzer/driver/driver.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// Exit codes; the highest that applies wins.
enum ExitCode : int {
  Clean = 0,
  HasFindings = 1,
  UserError = 2, ///< Wrong usage, or a named input that could not be used.
  InternalError = 3,
};

enum class Command : uint8_t {
  Scan,
  Explain,
  Rules,
  Litmus,
  ExportCompdb,
  Launcher,
  VerifyConfig,
  Ninja
};
enum class Format : uint8_t { Text, Json, Sarif, Html, Github, Part };
enum class ColorWhen : uint8_t { Auto, Always, Never };

/// What is done with the fixes of the findings.
struct FixChoice {
  bool Apply = false, Print = false;
  bool Unsafe = false; ///< Those too that need a look.
};

struct CommandLine {
  Command What = Command::Scan;
  RunOptions Run;
  Format Output = Format::Text;
  std::string OutputFile;      ///< Empty or "-": standard output.
  std::optional<Level> FailOn; ///< Nullopt: never.
  ColorWhen Color = ColorWhen::Auto;
  bool Quiet = false, StrictCoverage = false, PrintCommand = false;
  bool Link = false;      ///< Paths are summaries.
  bool Merge = false;     ///< Paths are parts of a run.
  std::string DepFile;    ///< Empty: none is written.
  std::string OwnHeaders; ///< print-command: folder to write our headers to.
  bool SarifIncludeSuppressed = false;
  std::string SarifRoot, SarifCategory;
  bool NamesLevel = false, NamesFailOn = false; ///< Said, not the default.
  std::string Baseline, WriteBaseline;
  std::optional<std::string> Diff; ///< Empty: of HEAD.
  FixChoice Fixes;
  std::string ExplainFinding;           ///< Which one; empty: all are told.
  std::string ConfigToVerify;           ///< Empty: the nearest.
  std::vector<std::string> RuleNames;   ///< explain RULE...
  std::vector<std::string> LitmusFiles; ///< litmus FILE...
};

/// Parses, or answers with the exit code with which to leave at once: help
/// and version are printed then, or an error on standard error.
std::optional<int> parseCommandLine(int Argc, const char *const *Argv,
                                    CommandLine &Out);

/// Version of the tool, as `--version` prints it.
extern const char *const ToolVersion;

} // namespace fencepost

#endif
