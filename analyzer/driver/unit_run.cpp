//===- unit_run.cpp - one unit: read, checked, told -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/unit_run.h"

#include "analyzer/driver/excerpt.h"
#include "analyzer/driver/guard.h"
#include "analyzer/driver/link.h"
#include "analyzer/driver/unit_checks.h"
#include "analyzer/driver/workers.h"
#include "analyzer/finding/repair.h"
#include "analyzer/frontend/ptx/line_table.h"
#include "analyzer/frontend/ptx/ptx_frontend.h"
#ifdef FENCEPOST_HAS_SASS
#include "analyzer/frontend/sass/sass_frontend.h"
#endif
#include "analyzer/input/image_text.h"
#include "analyzer/input/source_paths.h"
#include "analyzer/model/text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#ifdef FENCEPOST_HAS_CUDA
#include "analyzer/driver/cuda_input.h"
#endif

using namespace llvm;

namespace fencepost {

/// Fills Out with why there is no text of the image, or with the text.
static Expected<std::unique_ptr<MemoryBuffer>> textOfImage(const Unit &U,
                                                           ReadUnit &Out) {
  ImageText Image = readImageText(U);
  if (Image.HasNoCode) {
    Out.M = std::make_unique<Module>();
    Out.M->Name = U.File;
    Out.M->Origin = U.What;
  }
  if (Image.WhyEmpty.empty()) {
    Out.Text = std::move(Image.Text);
    return MemoryBuffer::getMemBuffer(Out.Text, U.File);
  }
  // What the machine lacks is told once, not once per image.
  Out.Notes.push_back(
      {Image.IsEnvironment ? NoticeClass::Environment : NoticeClass::User,
       Image.WhyEmpty, Image.IsEnvironment ? "" : U.File, 0});
  Out.Functions = std::move(Image.Functions);
  return createStringError(inconvertibleErrorCode(), Image.WhyEmpty);
}

static Expected<std::unique_ptr<MemoryBuffer>> textOf(const Unit &U,
                                                      ReadUnit &Out) {
  if (U.Image)
    return textOfImage(U, Out);
  if (U.Buffer)
    return MemoryBuffer::getMemBuffer(*U.Buffer, U.File);
  auto Buffer = MemoryBuffer::getFile(U.File);
  if (Buffer)
    return std::move(*Buffer);
  std::string Why =
      "cannot read '" + U.File + "': " + Buffer.getError().message();
  Out.Notes.push_back({NoticeClass::User, Why, U.File, 0});
  return createStringError(Buffer.getError(), Why);
}

static ReadUnit readEvents(const Unit &U) {
  ReadUnit Out;
  Expected<std::unique_ptr<MemoryBuffer>> Text = textOf(U, Out);
  if (!Text) {
    Out.WhySkipped = toString(Text.takeError());
    return Out;
  }
  Expected<std::unique_ptr<Module>> M =
      parseEvents((*Text)->getBuffer(), U.File);
  if (M) {
    Out.M = std::move(*M);
    return Out;
  }
  Out.WhySkipped = toString(M.takeError());
  Out.Notes.push_back({NoticeClass::User, Out.WhySkipped, U.File, 0});
  return Out;
}

/// Read is what a front end of texts returned.
template <typename Read>
static void take(Read From, StringRef Nothing, ReadUnit &Out) {
  if constexpr (requires { From.HoldsNolint; })
    Out.HoldsNolint = From.HoldsNolint;
  if constexpr (requires { From.Bodies; })
    for (const auto &Body : From.Bodies)
      Out.LineMarks.push_back({Body.Line, Body.Offset});
  Out.M = std::move(From.M);
  Out.Notes = std::move(From.Notes);
  if (!Out.M)
    Out.WhySkipped =
        Out.Notes.empty() ? Nothing.str() : Out.Notes.front().Message;
}

/// Adds what reading a unit without a compiler asks of the file system.
static void addFiles(const Unit &U, FilesAsked &Asked) {
  auto Add = [&](StringRef File) {
    SmallString<256> Path(File);
    (void)sys::fs::make_absolute(Path);
    Asked.add(std::string(Path), FileAnswer::Content);
  };
  if (U.Image && !U.Image->Disassembler.empty())
    Add(U.Image->Disassembler);
  if (U.Image && !U.Image->Bytes)
    Add(U.Image->Container);
  else if (!U.Image && !U.Buffer)
    Add(U.File);
}

/// Sources that the unit names: comments in them suppress, and they are what
/// fixes are made of.
static void addSources(const Module &M, FilesAsked &Asked) {
  for (const SourceFile &F : M.Files) {
    SmallString<256> Path(F.Path);
    (void)sys::fs::make_absolute(Path);
    Asked.add(std::string(Path),
              sys::fs::exists(Path) ? FileAnswer::Content : FileAnswer::Absent);
  }
}

static ReadUnit readPtxUnit(const Unit &U) {
  ReadUnit Out;
  expectThreads(coresOfUnit());
  if (Expected<std::unique_ptr<MemoryBuffer>> Text = textOf(U, Out))
    take(readPtx((*Text)->getBuffer(), U.File,
                 {.Passed = [&] { (*Text)->dontNeedIfMmap(); },
                  .Threads = coresOfUnit(),
                  .HasLargeStack = true}),
         "no PTX was found in it", Out);
  else
    Out.WhySkipped = toString(Text.takeError());
  return Out;
}

static ReadUnit readSassUnit(const Unit &U) {
  ReadUnit Out;
  Expected<std::unique_ptr<MemoryBuffer>> Text = textOf(U, Out);
  if (!Text) {
    Out.WhySkipped = toString(Text.takeError());
    return Out;
  }
  if (Out.M) // Data alone.
    return Out;
#ifdef FENCEPOST_HAS_SASS
  SassOptions Options;
  Options.Arch = U.Arch;
  take(readSass((*Text)->getBuffer(), U.File, Options),
       "no SASS was found in it", Out);
#else
  Out.WhySkipped = "SASS files are not read yet";
#endif
  return Out;
}

static ReadUnit withSources(ReadUnit Read, const Unit &U) {
  if (Read.M)
    findSources(*Read.M, U.Image ? U.Image->Container : U.File, Read.Asked);
  return Read;
}

#ifdef FENCEPOST_HAS_CUDA
static std::string whyPartly(const Module &M, bool HasErrorsElsewhere) {
  bool AreWhole = all_of(M.Functions, [](const auto &Fn) {
    return Fn->State != Coverage::Partly;
  });
  return HasErrorsElsewhere || !AreWhole
             ? "the source has errors: what parsed was analysed"
             : "host functions have errors: what they leave to be made of "
               "device code was read whole";
}

static ReadUnit readCudaUnit(const Unit &U, StringRef CudaPath,
                             const ApiModels *Models) {
  CudaInput In = cudaInputOf(U, CudaPath);
  In.Models = Models;
  CudaUnit Read = readCuda(In);
  ReadUnit Out;
  Out.Notes = std::move(Read.Notes);
  Out.Asked = std::move(Read.Asked);
  Out.M = std::move(Read.M);
  if (!Out.M)
    Out.WhySkipped = Out.Notes.empty() ? "nothing could be parsed"
                                       : Out.Notes.front().Message;
  else if (Read.MayMissFunctions && Out.M->Functions.empty()) {
    Out.M.reset();
    Out.WhySkipped = "the source has errors, and no device function could be "
                     "read";
  } else if (Read.HadErrors) {
    Out.WhyPartly = whyPartly(*Out.M, Read.MayMissFunctions);
  }
  return Out;
}
#endif

[[maybe_unused]] static ReadUnit skipped(StringRef Why) {
  ReadUnit Out;
  Out.WhySkipped = Why.str();
  return Out;
}

ReadUnit readUnit(const Unit &U, StringRef CudaPath, const ApiModels *Models) {
  switch (U.What) {
  case Layer::Cuda:
#ifdef FENCEPOST_HAS_CUDA
    return readCudaUnit(U, CudaPath, Models);
#else
    return skipped("this build has no CUDA front end (FENCEPOST_CLANG=OFF)");
#endif
  case Layer::Ptx:
    return withSources(readPtxUnit(U), U);
  case Layer::Sass:
    return withSources(readSassUnit(U), U);
  case Layer::Events:
    return readEvents(U);
  }
  return skipped("unknown layer");
}

UnitReport reportOf(const Unit &U) {
  UnitReport R;
  R.File = U.File;
  R.Arch = U.Arch;
  R.What = U.What;
  R.WasNamed = U.WasNamed;
  if (U.Image)
    R.Input = U.Image->Container;
  else if (!U.Only.empty())
    R.Input = U.Only;
  return R;
}

/// How the reason begins why a function is analysed in part that calls what
/// this unit does not hold, calls through a pointer, or calls itself.
static constexpr StringRef CallsUnseen = "calls code that is not seen: ";

/// The calls of a function that may do anything; empty if there is none.
static std::string unseenCalls(const Function &Fn) {
  SetVector<StringRef> Names;
  for (const Event &E : Fn.Events)
    if (E.Kind == EventKind::OpaqueCall)
      Names.insert(E.Spelling.empty() ? "a call" : StringRef(E.Spelling));
  constexpr size_t Told = 3;
  std::string Text = join(Names.getArrayRef().take_front(Told), ", ");
  if (Names.size() > Told)
    Text += " and " + std::to_string(Names.size() - Told) + " more";
  return Text;
}

static FunctionCoverage coverageOf(const Module &M, const Function &Fn,
                                   const Unit &U) {
  FunctionCoverage C;
  std::string File = U.File;
  uint32_t Line = 0;
  if (Fn.Loc < M.Locations.size()) {
    const Location &L = M.at(Fn.Loc);
    Line = L.Line;
    if (L.File < M.Files.size())
      File = M.Files[L.File].Path;
  }
  C.Key = Fn.Name + "\n" + File + "\n" + std::to_string(Line) + "\n" +
          spelling(M.Origin).str();
  C.State = Fn.State;
  C.Reason = join(Fn.Reasons, "; ");
  if (C.State == Coverage::Analysed) {
    std::string Calls = unseenCalls(Fn);
    if (Calls.empty())
      return C;
    C.State = Coverage::Partly;
    C.Reason = CallsUnseen.str() + Calls;
  }
  C.Name = Fn.Display.empty() ? Fn.Name : Fn.Display;
  C.File = std::move(File);
  return C;
}

static FunctionCoverage skippedFunction(const std::string &Mangled,
                                        const Unit &U, StringRef Why) {
  FunctionCoverage C;
  C.Name = ptx::demangledName(Mangled);
  C.File = U.File;
  C.Key = Mangled + "\n" + C.File + "\n0\n" + spelling(U.What).str();
  C.State = Coverage::Skipped;
  C.Reason = Why.str();
  return C;
}

/// As the CUDA front end says it of a template, and of an instance.
static constexpr StringRef NotInstantiated = "not instantiated here",
                           NeverLaunched = "its launches never run";

static void settleState(UnitOutcome &Out, StringRef WhyPartly) {
  if (Out.Report.State != UnitState::Analysed)
    return;
  // A template without an instance has no code in this unit that could be read,
  // one whose launches never run has none that runs, and code that is called
  // but not here is none of this unit's; they are counted among the functions.
  size_t Short = count_if(Out.Functions, [](const FunctionCoverage &C) {
    return C.State != Coverage::Analysed && C.Reason != NotInstantiated &&
           C.Reason != NeverLaunched &&
           !StringRef(C.Reason).starts_with(CallsUnseen);
  });
  if (Short != 0 && all_of(Out.Functions, [](const FunctionCoverage &C) {
        return C.State == Coverage::Skipped;
      })) {
    Out.Report.State = UnitState::Skipped;
    Out.Report.Reason = Out.Functions.front().Reason;
    return;
  }
  if (!WhyPartly.empty())
    Out.Report.Reason = WhyPartly.str();
  else if (Short)
    Out.Report.Reason = std::to_string(Short) + " of " +
                        std::to_string(Out.Functions.size()) +
                        " functions not analysed in full";
  else
    return;
  Out.Report.State = UnitState::Partly;
}

/// Leaves the findings that concern the file that the user asked about. What is
/// counted stays: its code is read as part of the unit's functions.
static void keepOnly(const Unit &U, UnitOutcome &Out) {
  StringMap<bool> Known;
  auto IsOther = [&](const std::string &File) {
    auto [It, IsNew] = Known.try_emplace(File);
    if (IsNew)
      It->second = !sys::fs::equivalent(File, U.Only);
    return It->second;
  };
  erase_if(Out.Findings, [&](const Finding &F) {
    return IsOther(F.Primary.File) &&
           all_of(F.Steps, [&](const Step &S) { return IsOther(S.At.File); });
  });
  erase_if(Out.Nolints, [&](const NolintName &N) { return IsOther(N.File); });
}

static void suppress(const Unit &U, const Module &M,
                     const UnitSettings &Settings, bool IsPartly,
                     bool HoldsNolint, UnitOutcome &Out) {
  SourceText Sources;
  if (U.Buffer)
    Sources.add(U.File, *U.Buffer);
  if (!HoldsNolint)
    Sources.withoutNolint(U.File);
  Out.Nolints =
      suppressInUnit(M, Out.Findings, Settings.Rules, Sources, Out.Notes);
  if (IsPartly || Out.Report.State != UnitState::Analysed)
    for (NolintName &N : Out.Nolints)
      N.IsAnalysed = false; // A finding may have been lost.
}

UnitOutcome analyseUnit(const Unit &U, const UnitSettings &Settings,
                        FilesAsked *Asked) {
  UnitOutcome Out;
  Out.Report = reportOf(U);
  ReadUnit Read = readUnit(U, Settings.CudaPath, Settings.Models);
  Out.Notes = std::move(Read.Notes);
  if (Asked)
    *Asked = std::move(Read.Asked);
  if (Asked && U.What != Layer::Cuda)
    addFiles(U, *Asked);
  if (!Read.M) {
    Out.Report.State = UnitState::Skipped;
    Out.Report.Reason = Read.WhySkipped;
    for (const std::string &Name : Read.Functions)
      Out.Functions.push_back(skippedFunction(Name, U, Read.WhySkipped));
    return Out;
  }
  const Module &M = *Read.M;
  Out.HoldsNolint = Read.HoldsNolint;
  if (Asked)
    addSources(M, *Asked);
  if (Out.Report.Arch.empty())
    Out.Report.Arch = M.Arch;
  for (const std::unique_ptr<Function> &Fn : M.Functions)
    Out.Functions.push_back(coverageOf(M, *Fn, U));
  runChecks(U, M, Settings, Out);
  SourceText Texts;
  if (U.Buffer)
    Texts.add(U.File, *U.Buffer);
  for (Finding &F : Out.Findings)
    makeFixes(F, Texts);
  if (!Settings.IsAlone && M.Origin != Layer::Sass)
    (void)guarded([&] { Out.Summary = summaryText(M); });
  suppress(U, M, Settings, /*IsPartly=*/!Read.WhyPartly.empty(),
           Read.HoldsNolint, Out);
  if (!U.Only.empty())
    keepOnly(U, Out);
  settleState(Out, Read.WhyPartly);
  if (!U.Image && !U.Buffer && !Out.Findings.empty())
    Out.LineMarks = std::move(Read.LineMarks);
  if (U.Image && !Out.Findings.empty())
    Out.Excerpts.push_back(
        {U.File, excerptOf(Read.Text, U.File, Out.Findings)});
  if (endsWithUnit())
    (void)Read.M.release();
  return Out;
}

UnitOutcome failedUnit(const Unit &U, StringRef What) {
  UnitOutcome Out;
  Out.Report = reportOf(U);
  Out.Report.State = UnitState::Skipped;
  Out.Report.Reason = ("the analysis " + What).str();
  std::string Name = U.File == "-" ? "standard input" : "'" + U.File + "'";
  std::string Command = "fencepost --dump=events " + U.File;
  if (!U.Arch.empty())
    Command += " --arch=" + U.Arch;
  Out.Notes.push_back({NoticeClass::Internal,
                       ("the analysis of " + Name + " " + What +
                        ", the unit is skipped; please report it with the "
                        "output of '" +
                        Command + "'")
                           .str(),
                       U.File, 0});
  return Out;
}

} // namespace fencepost
