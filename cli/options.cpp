//===- options.cpp - the command line -------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/options.h"
#include "cli/bad_value.h"
#include "cli/option_table.h"
#include "cli/rule_names.h"
#include "cli/scan_options.h"
#include "rules/catalogue.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Regex.h"
#include <map>

namespace fencepost {
namespace {

namespace cl = llvm::cl;

struct CommandWord {
  llvm::StringLiteral Name, Arguments, Help;
};

constexpr CommandWord CommandWords[] = {
    {"scan", "PATH... [-- clang options]",
     "analyse files and folders (the default)"},
    {"explain", "RULE", "why a rule exists"},
    {"rules", "", "list the rules"},
    {"print-command", "PATH...", "what Clang is asked"},
    {"export-compdb", "-p BUILD [-o FILE]",
     "commands for clang-tidy and clangd"},
    {"launcher", "-- nvcc ...", "analyse what a compiler is given, run it"},
    {"litmus", "FILE...", "is an outcome allowed?"},
    {"link", "DIR...", "join --emit-summary=DIR"},
    {"merge", "PART...", "join --shard=I/N --format=part"},
    {"ninja", "-p BUILD [-o FILE]", "a Ninja file, one step per source"},
    {"verify-config", "[FILE]", "is .fencepost.yaml good?"},
    {"completion", "bash|zsh|fish", "completions for a shell"},
    {"manual", "", "the man page"},
};

std::string overview() {
  std::string Out =
      "Fencepost finds misuse of atomics and fences in GPU code\n\n";
  for (const CommandWord &C : CommandWords) {
    std::string Line = "  fencepost ";
    Line += C.Name == "scan" ? "[scan]" : C.Name.str();
    (Line += " ") += C.Arguments;
    Line.resize(std::max<size_t>(Line.size(), 47), ' ');
    Out += Line + " " + C.Help.str() + "\n";
  }
  return Out;
}

std::vector<llvm::StringRef> commandNames() {
  std::vector<llvm::StringRef> Names;
  for (const CommandWord &C : CommandWords)
    Names.push_back(C.Name);
  return Names;
}

constexpr llvm::StringLiteral Examples =
    "\nEXAMPLES:\n"
    "  fencepost kernel.cu                     one file, as for sm_90\n"
    "  fencepost -p build                      all of compile_commands.json\n"
    "  fencepost src --arch=sm_90,sm_100a      a folder, for two targets\n"
    "  fencepost kernel.cu -- -Iinc -DTILE=32  options for Clang\n"
    "  nvcc -ptx -o - k.cu | fencepost - --layer=ptx\n"
    "  fencepost libkernels.so --arch=all      device code in binaries\n"
    "  fencepost -p build --format=sarif -o fencepost.sarif\n"
    "  fencepost a.cu --rules='-*,relaxed-*'   only rules that match\n"
    "\nEXIT CODES:\n"
    "  0  nothing found      2  wrong usage, or a named input unusable\n"
    "  1  findings           3  internal error: please report it\n";

/// LLVM's libraries register many options of their own, some under names that
/// are ours. They are removed before ours exist; help and version stay.
void removeForeignOptions() {
  const char *Nothing[] = {"fencepost"};
  cl::ParseCommandLineOptions(1, Nothing, "", &llvm::nulls());
  llvm::SmallVector<cl::Option *, 0> Foreign;
  for (auto &[Name, O] : cl::getRegisteredOptions())
    if (Name != "help" && Name != "version" && Name != "h")
      Foreign.push_back(O);
  for (cl::Option *O : Foreign)
    if (O->hasArgStr())
      O->removeArgument();
}

struct Pages {
  cl::OptionCategory Category{"Pages"};
  cl::SubCommand Explain{"explain", "Print the page of a rule"};
  cl::SubCommand List{"rules", "List the rules"};
  cl::SubCommand Litmus{"litmus", "Decide small programs by the memory model"};
  cl::SubCommand Completion{"completion", "Print completions for a shell"};
  cl::SubCommand Manual{"manual", "Print the man page"};
  cl::list<std::string> Shells{cl::Positional, cl::desc("bash|zsh|fish"),
                               cl::sub(Completion), cl::cat(Category)};
  cl::list<std::string> Files{cl::Positional, cl::desc("FILE..."),
                              cl::sub(Litmus), cl::cat(Category)};
  cl::SubCommand VerifyConfig{"verify-config", "Check a .fencepost.yaml"};
  cl::opt<std::string> ConfigFile{cl::Positional, cl::desc("[FILE]"),
                                  cl::sub(VerifyConfig), cl::cat(Category)};
  cl::list<std::string> Names{cl::Positional, cl::desc("RULE..."),
                              cl::sub(Explain), cl::cat(Category)};
  cl::opt<Format> ListFormat{
      "format",
      cl::desc("text or json"),
      cl::values(clEnumValN(Format::Text, "text", "A table"),
                 clEnumValN(Format::Json, "json", "An array of objects")),
      cl::init(Format::Text),
      cl::sub(List),
      cl::sub(Litmus),
      cl::cat(Category)};
};

/// What needs no command is a scan, and takes --version as well.
cl::SubCommand &subCommand(llvm::StringRef Name) {
  for (cl::SubCommand *Sub : cl::getRegisteredSubcommands())
    if (Name != "scan" && Sub->getName() == Name)
      return *Sub;
  return cl::SubCommand::getTopLevel();
}

/// The options of a command as they are registered.
OptionTable tableOf(ScanOptions &S, Pages &P) {
  std::map<const cl::Option *, const cl::generic_parser_base *> Enums = {
      {&S.Lowest, &S.Lowest.getParser()},
      {&S.FailOn, &S.FailOn.getParser()},
      {&S.OutputFormat, &S.OutputFormat.getParser()},
      {&S.Color, &S.Color.getParser()},
      {&P.ListFormat, &P.ListFormat.getParser()}};
  OptionTable Table;
  for (const CommandWord &C : CommandWords) {
    CommandInfo Info{C.Name.str(), C.Arguments.str(), C.Help.str(), {}};
    for (auto &[Name, O] : cl::getRegisteredOptions(subCommand(C.Name))) {
      if (O->getOptionHiddenFlag() != cl::NotHidden || Name == "h")
        continue;
      OptionInfo Mine{
          std::string(Name), O->ValueStr.str(), O->HelpStr.str(), {}};
      if (auto Enum = Enums.find(O); Enum != Enums.end()) {
        Mine.Value = "VALUE";
        for (unsigned I = 0; I < Enum->second->getNumOptions(); ++I)
          Mine.Values.push_back({Enum->second->getOption(I).str(),
                                 Enum->second->getDescription(I).str()});
      }
      Info.Options.push_back(std::move(Mine));
    }
    llvm::sort(Info.Options, [](const OptionInfo &A, const OptionInfo &B) {
      return A.Name < B.Name;
    });
    Table.push_back(std::move(Info));
  }
  return Table;
}

int usageError(const llvm::Twine &Message) {
  llvm::errs() << "fencepost: error: " << Message << '\n';
  return UserError;
}

std::optional<int> checkRules(llvm::StringRef Globs) {
  for (llvm::StringRef Glob : llvm::split(Globs, ',')) {
    Glob = Glob.trim().ltrim('-').trim();
    if (Glob.empty() || Glob.contains('*') || findRule(Glob))
      continue;
    return usageError("--rules: no rule is called '" + Glob + "'" +
                      didYouMean(Glob, ruleNames()) +
                      "; 'fencepost rules' lists them");
  }
  return std::nullopt;
}

/// `fencepost explian relaxed-poll` reads as two files that do not exist.
std::optional<int> checkCommandWord(const std::vector<std::string> &Paths) {
  if (Paths.empty() ||
      llvm::StringRef(Paths[0]).find_first_of("./-") != llvm::StringRef::npos ||
      llvm::sys::fs::exists(Paths[0]))
    return std::nullopt;
  std::string Near = didYouMean(Paths[0], commandNames());
  if (Near.empty())
    return std::nullopt;
  return usageError("no file or command is called '" + Paths[0] + "'" + Near);
}

std::optional<int> checkArchs(const std::vector<std::string> &Archs) {
  llvm::Regex Name("^(all|sm_[1-9][0-9]+[af]?)$");
  for (const std::string &A : Archs)
    if (!Name.match(A))
      return usageError("--arch: '" + A +
                        "' is no target; write it as sm_90 or sm_100a");
  return std::nullopt;
}

std::optional<Level> failLevel(FailLevel F, Level Lowest) {
  switch (F) {
  case FailLevel::SameAsLevel:
    return Lowest;
  case FailLevel::Note:
    return Level::Note;
  case FailLevel::Warning:
    return Level::Warning;
  case FailLevel::Error:
    return Level::Error;
  case FailLevel::Never:
    return std::nullopt;
  }
  llvm_unreachable("fail level outside its set");
}

int withoutCompiler() {
  return usageError("launcher: write the compiler's command behind '--': "
                    "fencepost launcher -- nvcc -c a.cu");
}

std::optional<int> takeLauncher(const ScanOptions &S, CommandLine &Out) {
  Out.What = Command::Launcher;
  Out.Run.Input.Command = std::move(Out.Run.Input.ExtraArguments);
  Out.Run.Input.ExtraArguments.clear();
  if (Out.Run.Input.Command.empty() || !Out.Run.Input.Paths.empty())
    return withoutCompiler();
  // A build breaks where its own files say so, and nowhere else.
  Out.NamesFailOn = true;
  if (!S.FailOn.getNumOccurrences())
    Out.FailOn = std::nullopt;
  return checkRules(Out.Run.Rules);
}

std::optional<int> takeScan(const ScanOptions &S, CommandLine &Out) {
  Out.What = Command::Scan;
  Out.Run.Input.Paths = {S.Paths.begin(), S.Paths.end()};
  Out.Run.Input.BuildPath = S.Build;
  Out.Run.Input.Archs = {S.Archs.begin(), S.Archs.end()};
  Out.Run.CudaPath = S.CudaPath;
  Out.Run.Input.CudaPath = S.CudaPath;
  Out.Run.Input.Disassembler = S.Disassembler;
  Out.Run.Rules = S.Rules;
  Out.Run.Lowest = S.Lowest;
  Out.Run.SystemHeaders = S.SystemHeaders;
  Out.NamesLevel = S.Lowest.getNumOccurrences();
  Out.NamesFailOn = S.FailOn.getNumOccurrences();
  if (!S.Findings.take(Out))
    return UserError;
  Out.Run.Dump = S.Dump;
  Out.Run.Jobs = S.Jobs;
  Out.Output = S.OutputFormat;
  Out.OutputFile =
      S.OutputFile == "-" ? std::string() : S.OutputFile.getValue();
  Out.FailOn = failLevel(S.FailOn, S.Lowest);
  Out.Color = S.Color;
  Out.Quiet = S.Quiet;
  Out.StrictCoverage = S.StrictCoverage;
  Out.PrintCommand = bool(S.PrintCommand);
  Out.Link = bool(S.Link);
  Out.Merge = bool(S.Merge);
  Out.Run.SummaryFolder = S.EmitSummary;
  Out.OwnHeaders = S.OwnHeaders;
  Out.SarifIncludeSuppressed = S.SarifIncludeSuppressed;
  Out.SarifRoot = S.SarifRoot;
  Out.SarifCategory = S.SarifCategory;

  if (!S.Scale.take(Out))
    return UserError;
  if (S.Launcher)
    return takeLauncher(S, Out);
  if (S.Ninja) {
    Out.What = Command::Ninja;
    if (Out.Run.Input.BuildPath.empty() || !Out.Run.Input.Paths.empty())
      return usageError("ninja: name the build folder alone: -p BUILD");
  }
  if (S.ExportCompdb) {
    Out.What = Command::ExportCompdb;
    if (Out.Run.Input.BuildPath.empty())
      return usageError("export-compdb: name the build folder: -p BUILD");
  }
  if (Out.Run.Input.Paths.empty() && Out.Run.Input.BuildPath.empty())
    return usageError("nothing to read: name files, folders or '-', or a build "
                      "folder with -p; see 'fencepost --help'");
  if (auto Code = checkCommandWord(Out.Run.Input.Paths))
    return Code;
  if (S.LayerName.getNumOccurrences()) {
    Out.Run.Input.ForcedLayer = parseSpelling<Layer>(S.LayerName);
    if (!Out.Run.Input.ForcedLayer)
      return usageError(
          "--layer: '" + S.LayerName + "' is none of cuda, ptx, sass, events" +
          didYouMean(S.LayerName, {"cuda", "ptx", "sass", "events"}));
  }
  const std::vector<llvm::StringRef> Stages = {"events", "cfg", "uniformity",
                                               "order"};
  if (S.Dump.getNumOccurrences() && !llvm::is_contained(Stages, S.Dump))
    return usageError("--dump: '" + S.Dump + "' is none of " +
                      llvm::join(Stages, ", ") + didYouMean(S.Dump, Stages));
  if (auto Code = checkArchs(Out.Run.Input.Archs))
    return Code;
  return checkRules(Out.Run.Rules);
}

} // namespace

const char *const ToolVersion = FENCEPOST_VERSION;

std::optional<int> parseCommandLine(int Argc, const char *const *Argv,
                                    CommandLine &Out) {
  int Own = 1;
  while (Own < Argc && llvm::StringRef(Argv[Own]) != "--")
    ++Own;
  if (Own < Argc)
    Out.Run.Input.ExtraArguments.assign(Argv + Own + 1, Argv + Argc);

  removeForeignOptions();
  ScanOptions ScanOptions;
  Pages PageOptions;
  for (cl::SubCommand *Sub : ScanOptions.In.getSubCommands())
    cl::HideUnrelatedOptions({&ScanOptions.Input, &ScanOptions.Output,
                              &ScanOptions.Findings.Category,
                              &ScanOptions.Scale.Category},
                             *Sub);
  cl::HideUnrelatedOptions(PageOptions.Category, PageOptions.Explain);
  cl::HideUnrelatedOptions(PageOptions.Category, PageOptions.List);
  cl::HideUnrelatedOptions(PageOptions.Category, PageOptions.VerifyConfig);
  cl::HideUnrelatedOptions(PageOptions.Category, PageOptions.Litmus);
  cl::HideUnrelatedOptions(PageOptions.Category, PageOptions.Completion);
  cl::HideUnrelatedOptions(PageOptions.Category, PageOptions.Manual);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &OS) { OS << "fencepost " << ToolVersion << '\n'; });

  bool IsCommand = Own > 1 && llvm::StringRef(Argv[1]) != "scan" &&
                   llvm::is_contained(commandNames(), Argv[1]);
  std::optional<cl::extrahelp> Extra;
  if (!IsCommand)
    Extra.emplace(Examples);
  if (Own > 1 && llvm::StringRef(Argv[1]) == "launcher" && Own == Argc &&
      std::any_of(Argv + 2, Argv + Argc,
                  [](llvm::StringRef W) { return !W.starts_with("-"); }))
    return withoutCompiler(); // Its options are none of ours.
  if (std::string Fault =
          badValue({Argv, size_t(Own)}, tableOf(ScanOptions, PageOptions));
      !Fault.empty())
    return usageError(Fault);
  std::string Errors;
  llvm::raw_string_ostream ErrorStream(Errors);
  if (!cl::ParseCommandLineOptions(Own, Argv, IsCommand ? "" : overview(),
                                   &ErrorStream)) {
    llvm::errs() << Errors;
    return UserError;
  }
  if (PageOptions.Explain) {
    Out.What = Command::Explain;
    Out.RuleNames = {PageOptions.Names.begin(), PageOptions.Names.end()};
    if (Out.RuleNames.empty())
      return usageError("explain: name a rule; 'fencepost rules' lists them");
    return std::nullopt;
  }
  if (PageOptions.Litmus) {
    Out.What = Command::Litmus;
    Out.Output = PageOptions.ListFormat;
    Out.LitmusFiles = {PageOptions.Files.begin(), PageOptions.Files.end()};
    if (Out.LitmusFiles.empty())
      return usageError("litmus: name a file, or '-'");
    return std::nullopt;
  }
  if (PageOptions.Completion) {
    bool IsKnown = PageOptions.Shells.size() == 1 &&
                   printCompletion(tableOf(ScanOptions, PageOptions),
                                   PageOptions.Shells[0], llvm::outs());
    return IsKnown ? Clean
                   : usageError("completion: name a shell: bash, zsh or fish");
  }
  if (PageOptions.Manual) {
    printManual(tableOf(ScanOptions, PageOptions), ToolVersion, Examples,
                llvm::outs());
    return Clean;
  }
  if (PageOptions.VerifyConfig) {
    Out.What = Command::VerifyConfig;
    Out.ConfigToVerify = PageOptions.ConfigFile;
    return std::nullopt;
  }
  if (PageOptions.List) {
    Out.What = Command::Rules;
    Out.Output = PageOptions.ListFormat;
    return std::nullopt;
  }
  return takeScan(ScanOptions, Out);
}

} // namespace fencepost
