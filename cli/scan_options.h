//===- scan_options.h - what a scan reads and says --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_SCAN_OPTIONS_H
#define FENCEPOST_CLI_SCAN_OPTIONS_H

#include "cli/finding_options.h"
#include "cli/options.h"
#include "cli/scale_options.h"
#include "llvm/Support/CommandLine.h"

namespace fencepost {

enum class FailLevel { SameAsLevel, Note, Warning, Error, Never };

/// Options that hold everywhere a scan does: `fencepost`, `fencepost scan` and
/// the commands that read what a scan reads.
struct ScanOptions {
  llvm::cl::OptionCategory Input{"What to read"}, Output{"What to say"};
  llvm::cl::SubCommand Scan{"scan", "Analyse files and folders (the default)"},
      PrintCommand{"print-command", "Print what Clang is asked"},
      ExportCompdb{"export-compdb", "Write commands for clang-tidy and clangd"},
      Launcher{"launcher", "Analyse what a compiler is given, and run it"},
      Link{"link", "Join what --emit-summary=DIR wrote"},
      Merge{"merge", "Join the parts that --shard=I/N --format=part wrote"},
      Ninja{"ninja", "Write a Ninja file, one step per source"};
  llvm::cl::SubCommandGroup In{&llvm::cl::SubCommand::getTopLevel(),
                               &Scan,
                               &PrintCommand,
                               &ExportCompdb,
                               &Launcher,
                               &Link,
                               &Merge,
                               &Ninja};

  FindingOptions Findings{In};
  ScaleOptions Scale{In};
  llvm::cl::list<std::string> Paths{llvm::cl::Positional,
                                    llvm::cl::desc("PATH..."),
                                    llvm::cl::sub(In), llvm::cl::cat(Input)};
  llvm::cl::opt<std::string> Build{
      "p", llvm::cl::desc("Folder (or its compile_commands.json) of a build"),
      llvm::cl::value_desc("BUILD"), llvm::cl::sub(In), llvm::cl::cat(Input)};
  llvm::cl::opt<std::string> LayerName{
      "layer", llvm::cl::desc("Read every input as cuda, ptx, sass or events"),
      llvm::cl::value_desc("LAYER"), llvm::cl::sub(In), llvm::cl::cat(Input)};
  llvm::cl::list<std::string> Archs{
      "arch",
      llvm::cl::CommaSeparated,
      llvm::cl::desc(
          "Targets, such as sm_90; all: every one of the command (default: "
          "its highest, else sm_90)"),
      llvm::cl::value_desc("sm_N,..."),
      llvm::cl::sub(In),
      llvm::cl::cat(Input)};
  llvm::cl::opt<std::string> CudaPath{
      "cuda-path", llvm::cl::desc("Root of the CUDA toolkit"),
      llvm::cl::value_desc("DIR"), llvm::cl::sub(In), llvm::cl::cat(Input)};
  llvm::cl::opt<std::string> Disassembler{
      "nvdisasm",
      llvm::cl::desc(
          "nvdisasm or cuobjdump, for machine code (default: searched)"),
      llvm::cl::value_desc("PATH"), llvm::cl::sub(In), llvm::cl::cat(Input)};
  llvm::cl::opt<bool> SystemHeaders{
      "system-headers", llvm::cl::desc("Keep findings inside system headers"),
      llvm::cl::sub(In), llvm::cl::cat(Input)};
  llvm::cl::opt<unsigned> Jobs{
      "j",
      llvm::cl::Prefix,
      llvm::cl::desc("Units at a time (default: one per core)"),
      llvm::cl::value_desc("N"),
      llvm::cl::init(0),
      llvm::cl::sub(In),
      llvm::cl::cat(Input)};

  llvm::cl::opt<std::string> Rules{
      "rules",
      llvm::cl::desc("Globs of rules; '-' in front takes away: -*,relaxed-*"),
      llvm::cl::value_desc("GLOBS"), llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<Level> Lowest{
      "level",
      llvm::cl::desc("Lowest level to show (default: warning)"),
      llvm::cl::values(clEnumValN(Level::Error, "error", "Seen to fail"),
                       clEnumValN(Level::Warning, "warning",
                                  "Violates the model, or costs much"),
                       clEnumValN(Level::Note, "note", "Advice as well")),
      llvm::cl::init(Level::Warning),
      llvm::cl::sub(In),
      llvm::cl::cat(Output)};
  llvm::cl::opt<FailLevel> FailOn{
      "fail-on",
      llvm::cl::desc(
          "Lowest level that makes the exit code 1 (default: as --level)"),
      llvm::cl::values(clEnumValN(FailLevel::Error, "error", ""),
                       clEnumValN(FailLevel::Warning, "warning", ""),
                       clEnumValN(FailLevel::Note, "note", ""),
                       clEnumValN(FailLevel::Never, "never", "")),
      llvm::cl::init(FailLevel::SameAsLevel),
      llvm::cl::sub(In),
      llvm::cl::cat(Output)};
  llvm::cl::opt<Format> OutputFormat{
      "format",
      llvm::cl::desc("Form of the results (default: text)"),
      llvm::cl::values(
          clEnumValN(Format::Text, "text", "For a terminal"),
          clEnumValN(Format::Json, "json", "For scripts"),
          clEnumValN(Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
          clEnumValN(Format::Html, "html", "One page"),
          clEnumValN(Format::Github, "github", "Workflow commands"),
          clEnumValN(Format::Part, "part", "For 'fencepost merge'")),
      llvm::cl::init(Format::Text),
      llvm::cl::sub(In),
      llvm::cl::cat(Output)};
  llvm::cl::opt<std::string> OutputFile{
      "o", llvm::cl::desc("Write the results to FILE"),
      llvm::cl::value_desc("FILE"), llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<ColorWhen> Color{
      "color",
      llvm::cl::desc("Colours (default: auto; NO_COLOR and FORCE_COLOR count)"),
      llvm::cl::values(clEnumValN(ColorWhen::Auto, "auto", "On a terminal"),
                       clEnumValN(ColorWhen::Always, "always", ""),
                       clEnumValN(ColorWhen::Never, "never", "")),
      llvm::cl::init(ColorWhen::Auto),
      llvm::cl::sub(In),
      llvm::cl::cat(Output)};
  llvm::cl::opt<bool> Quiet{"quiet",
                            llvm::cl::desc("No progress and no summary"),
                            llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<bool> StrictCoverage{
      "strict-coverage",
      llvm::cl::desc("Exit code 2 unless every function was analysed"),
      llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<std::string> Dump{
      "dump",
      llvm::cl::desc("Print a stage instead: events, cfg, uniformity, order"),
      llvm::cl::value_desc("STAGE"), llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<std::string> SarifRoot{
      "sarif-root",
      llvm::cl::desc(
          "Folder that SARIF paths are relative to (default: the repository)"),
      llvm::cl::value_desc("DIR"), llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<std::string> SarifCategory{
      "sarif-category", llvm::cl::desc("SARIF automationDetails.id"),
      llvm::cl::value_desc("ID"), llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<bool> SarifIncludeSuppressed{
      "sarif-include-suppressed",
      llvm::cl::desc("Suppressed findings in SARIF too, marked"),
      llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<std::string> EmitSummary{
      "emit-summary",
      llvm::cl::desc("Write what 'fencepost link' needs of each unit to DIR"),
      llvm::cl::value_desc("DIR"), llvm::cl::sub(In), llvm::cl::cat(Output)};
  llvm::cl::opt<std::string> OwnHeaders{
      "own-headers",
      llvm::cl::Hidden,
      llvm::cl::desc("print-command, export-compdb: write our headers to DIR"),
      llvm::cl::value_desc("DIR"),
      llvm::cl::sub(In),
      llvm::cl::cat(Output)};
};

} // namespace fencepost

#endif
