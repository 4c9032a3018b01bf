//===- check_text.cpp - a run over one text in memory ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/capi/check_text.h"
#include "analyzer/driver/configured.h"
#include "analyzer/driver/guard.h"
#include "analyzer/driver/rule_globs.h"
#include "analyzer/report/report.h"
#include "analyzer/report/words.h"
#include "checks/checks.h"
#include "cli/capi/text_options.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr size_t MaxTextBytes = 1u << 30; ///< Places are counted in 32 bits.

std::vector<StringRef> namesOfRules() {
  std::vector<StringRef> Names;
  for (const Check &C : checks())
    Names.push_back(C.Rule->Name);
  return Names;
}

RunResult refused(const Twine &Why, StringRef Name) {
  RunResult R;
  R.HasUserError = true;
  R.Notes.push_back({NoticeClass::User, Why.str(), Name.str(), 0});
  return R;
}

Expected<Unit> unitOf(const TextRequest &Request, StringRef Arch) {
  auto Fault = [](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(), Why);
  };
  Unit U;
  if (Request.Layer == "ptx")
    U.What = Layer::Ptx;
  else if (Request.Layer == "sass")
    U.What = Layer::Sass;
  else if (Request.Layer == "events")
    U.What = Layer::Events;
  else if (Request.Layer == "cuda")
    return Fault("CUDA source is read by the program 'fencepost' alone");
  else
    return Fault("layer '" + Request.Layer +
                 "' is not known; there are ptx, sass and events");
  if (Request.Text.size() > MaxTextBytes)
    return Fault("the text is longer than " + Twine(MaxTextBytes >> 20) +
                 " MB");
  U.File = Request.Name.empty() ? "<" + Request.Layer.str() + ">"
                                : Request.Name.str();
  U.Arch = Arch.str();
  U.Buffer = Request.Text.str();
  return U;
}

/// What the configuration says and the options do not.
void settleOptions(const Config &C, TextOptions &Options) {
  Options.Run.Lowest =
      Options.Lowest.value_or(C.Lowest.value_or(Level::Warning));
  Options.Run.SystemHeaders = C.SystemHeaders.value_or(false);
  if (Options.FailOn || Options.FailsNever)
    return;
  Options.FailsNever = C.FailsNever;
  Options.FailOn = C.FailOn.value_or(Options.Run.Lowest);
}

UnitOutcome outcomeOf(const Unit &U, const UnitSettings &Settings) {
  UnitOutcome Out;
  if (guarded([&] { Out = analyseUnit(U, Settings); }))
    return Out;
  return failedUnit(U, "crashed");
}

RunResult run(Unit U, TextOptions &Options) {
  std::vector<StringRef> Names = namesOfRules();
  Options.Run.Input.Paths = {U.File};
  RuleSelection Rules = selectRules(
      Options.Run.Rules.empty() ? StringRef("*") : Options.Run.Rules, Names);
  PartialRun Part;
  Part.HasUserError = !Rules.Notes.empty();
  Part.Notes = std::move(Rules.Notes);
  UnitSettings Base;
  for (StringRef Name : Rules.Enabled)
    Base.Rules.push_back(Name.str());
  Base.IsAlone = true;
  Part.Rules = Base.Rules;

  Configured Configs(Options.Run, Names);
  std::vector<Unit> Units = {std::move(U)};
  bool AreGood = Configs.plan(Units, Part);
  settleOptions(Configs.of(Options.Run.Input.Paths.front()), Options);
  if (AreGood && !Units.empty()) {
    const Unit &Only = Units.front();
    Part.Streams.push_back({Only.File, *Only.Buffer});
    UnitOutcome Out = outcomeOf(Only, Configs.settings(Only, Base));
    settleFindings(Configs.of(Only.File), Out.Findings, Part.LeftOut);
    Part.Outcomes.push_back(std::move(Out));
  }
  return finishRun(std::move(Part), Options.Run);
}

void tellNotes(const RunResult &R, raw_ostream &OS) {
  for (const Notification &N : R.Notes) {
    OS << "fencepost: ";
    if (!N.File.empty() && !StringRef(N.Message).contains(N.File)) {
      OS << printable(N.File) << ':';
      if (N.Line)
        OS << N.Line << ':';
      OS << ' ';
    }
    OS << printable(N.Message) << '\n';
  }
}

TextResult render(const RunResult &R, const TextRequest &Request,
                  const TextOptions &Options) {
  SourceText Sources;
  if (!R.Units.empty())
    Sources.add(R.Units.front().File, Request.Text);
  ReportInput In{R, catalogue(), Sources, FENCEPOST_VERSION};
  SmallString<128> Here;
  if (sys::fs::current_path(Here))
    Here.clear();
  TextResult Out;
  Out.Status =
      exitCode(R, {Options.FailsNever ? std::nullopt : Options.FailOn, false});
  raw_string_ostream Json(Out.Json), Text(Out.Text);
  renderJson(In, Json);
  renderTerminal(In, {Options.Color, std::string(Here)}, Text);
  tellNotes(R, Text);
  Text << printable(coverageLine(R)) << '\n';
  return Out;
}

} // namespace

TextResult checkText(const TextRequest &Request) {
  Expected<TextOptions> Options = readTextOptions(Request.Options);
  if (!Options)
    return render(refused(toString(Options.takeError()), ""), Request, {});
  Expected<Unit> U = unitOf(Request, Options->Arch);
  if (!U)
    return render(refused(toString(U.takeError()), Request.Name), Request,
                  *Options);
  RunResult R = run(std::move(*U), *Options);
  return render(R, Request, *Options);
}

TextResult crashedResult(StringRef Name) {
  RunResult R;
  R.Notes.push_back({NoticeClass::Internal,
                     "the analysis crashed; please report it with the text "
                     "that was checked",
                     Name.str(), 0});
  return render(R, {}, {});
}

} // namespace fencepost
