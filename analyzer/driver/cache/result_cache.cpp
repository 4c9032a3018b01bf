//===- result_cache.cpp - outcomes of earlier runs ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/result_cache.h"

#include "analyzer/driver/cache/unit_key.h"
#include "analyzer/driver/wire.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace fencepost {

/// States of a unit's files that are remembered: some branches to switch
/// between.
static constexpr size_t MaxViews = 4;

std::string defaultCacheFolder() {
  auto Variable = [](StringRef Name) {
    std::string Value = sys::Process::GetEnv(Name).value_or("");
    return sys::path::is_absolute(Value) ? Value : std::string();
  };
  SmallString<128> Folder(Variable("XDG_CACHE_HOME"));
  if (Folder.empty()) {
    Folder = Variable("HOME");
    if (Folder.empty())
      return {};
    sys::path::append(Folder, ".cache");
  }
  sys::path::append(Folder, "fencepost");
  return std::string(Folder);
}

static Notification withoutCache(StringRef Folder,
                                 const std::error_code &Code) {
  return {NoticeClass::Environment,
          ("results are not kept for the next run: cannot write to '" + Folder +
           "': " + Code.message() +
           "; name another folder with --cache-dir=DIR, or use --no-cache")
              .str(),
          "", 0};
}

ResultCache::ResultCache(const CacheOptions &Options, SettingsOfUnit Settings,
                         std::vector<Notification> &Notes)
    : Settings(std::move(Settings)), ListsFiles(Options.ListsFiles),
      Entries(Options.Folder) {
  if (Options.Folder.empty())
    return;
  if (std::error_code Code = Entries.open())
    Notes.push_back(withoutCache(Options.Folder, Code));
  else
    Tool = toolIdentity();
}

bool ResultCache::matches(const FilesView &View, bool &IsOutdated) {
  for (const AnsweredFile &F : View.Files) {
    const FileState &Now = States.now(F.Path, F.State.Answer, &F.State);
    if (Now.Digest != F.State.Digest)
      return false;
    const FileStamp &Was = F.State.Stamp;
    IsOutdated |= Now.Stamp.IsSettled && !(Was.IsSettled && Was == Now.Stamp);
  }
  return true;
}

std::optional<UnitOutcome> ResultCache::find(const Unit &U) {
  if (!isOn())
    return std::nullopt;
  std::string Key = unitKey(U, Settings(U), Tool);
  std::optional<std::string> Text = Entries.read(Key);
  std::optional<std::vector<FilesView>> Views;
  if (Text)
    Views = readManifest(*Text);
  if (!Views)
    return std::nullopt;
  for (FilesView &View : *Views) {
    bool IsOutdated = false;
    if (!matches(View, IsOutdated))
      continue;
    std::optional<std::string> Kept = Entries.read(View.Outcome);
    if (!Kept)
      return std::nullopt;
    Expected<UnitOutcome> Out = readOutcome(*Kept);
    if (!Out) {
      consumeError(Out.takeError());
      return std::nullopt;
    }
    Out->Report.WasNamed = U.WasNamed;
    if (ListsFiles)
      for (const AnsweredFile &F : View.Files)
        if (F.State.Answer == FileAnswer::Content)
          Out->FilesRead.push_back(F.Path);
    if (IsOutdated) { // Files were touched: the next run need not read them.
      for (AnsweredFile &F : View.Files)
        F.State = States.now(F.Path, F.State.Answer);
      (void)Entries.write(Key, writeManifest(*Views));
    }
    return std::move(*Out);
  }
  return std::nullopt;
}

std::optional<FilesView> ResultCache::viewOf(const FilesAsked &Asked,
                                             StringRef Key, int64_t Since) {
  FilesView View;
  std::string Name = Key.str();
  for (const auto &[Path, Answer] : Asked.Answers) {
    if (StringRef(Path).contains('\n'))
      return std::nullopt;
    std::optional<FileState> State = States.fresh(Path, Answer, Since);
    if (!State || (Answer == FileAnswer::Absent) != State->Digest.empty())
      return std::nullopt;
    Name += '\n' + Path + '\n' + State->Digest;
    View.Files.push_back({Path, std::move(*State)});
  }
  View.Outcome = digestOf(Name);
  return View;
}

/// Would the unit give the same outcome again?
static bool isRepeatable(const Unit &U, const FilesAsked &Asked,
                         const UnitOutcome &Out) {
  if (Asked.Changed || Asked.Answers.empty())
    return false;
  // A disassembler that failed may work next time.
  if (Out.Report.State == UnitState::Skipped && U.What != Layer::Cuda)
    return false;
  return none_of(Out.Notes, [](const Notification &N) {
    return N.Class == NoticeClass::Internal;
  });
}

std::error_code ResultCache::keep(const Unit &U, const FilesAsked &Asked,
                                  const UnitOutcome &Out, int64_t Since) {
  std::string Key = unitKey(U, Settings(U), Tool);
  std::optional<FilesView> View = viewOf(Asked, Key, Since);
  if (!View)
    return {};
  if (std::error_code Code = Entries.write(View->Outcome, writeOutcome(Out)))
    return Code;
  std::vector<FilesView> Views;
  if (std::optional<std::string> Text = Entries.read(Key))
    if (auto Known = readManifest(*Text))
      Views = std::move(*Known);
  erase_if(Views, [&](const FilesView &Known) {
    return Known.Outcome == View->Outcome;
  });
  Views.insert(Views.begin(), std::move(*View));
  if (Views.size() > MaxViews)
    Views.resize(MaxViews);
  return Entries.write(Key, writeManifest(Views));
}

UnitOutcome ResultCache::analyse(const Unit &U) {
  FilesAsked Asked;
  int64_t Since = fileClock();
  UnitOutcome Out = analyseUnit(U, Settings(U), &Asked);
  if (isOn() && isRepeatable(U, Asked, Out))
    if (std::error_code Code = keep(U, Asked, Out, Since))
      Out.Notes.push_back(withoutCache(Entries.folder(), Code));
  if (ListsFiles)
    for (const auto &[Path, Answer] : Asked.Answers)
      if (Answer == FileAnswer::Content)
        Out.FilesRead.push_back(Path);
  return Out;
}

void ResultCache::prune(unsigned Megabytes) const {
  if (isOn())
    Entries.prune(Megabytes);
}

} // namespace fencepost
