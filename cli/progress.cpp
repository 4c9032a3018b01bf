//===- progress.cpp - one line that says how far a run is -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/progress.h"
#include "analyzer/report/words.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using std::chrono::seconds;

/// Too little is known before.
static constexpr size_t UnitsToJudgeBy = 2;
static constexpr unsigned NarrowestLine = 20;

static std::string leftText(seconds Left) {
  if (Left < seconds(60))
    return ", less than 1 min left";
  return ", about " + std::to_string((Left.count() + 59) / 60) + " min left";
}

std::string progressText(llvm::StringRef File, size_t Done, size_t Count,
                         size_t Start, seconds Elapsed, unsigned Width) {
  std::string Head =
      "[" + std::to_string(Done) + "/" + std::to_string(Count) + "] ";
  std::string Tail;
  if (Done >= Start + UnitsToJudgeBy && Elapsed >= seconds(2)) {
    double Each = double(Elapsed.count()) / double(Done - Start);
    Tail = leftText(seconds(int64_t(Each * double(Count - Done))));
  }
  std::string Name = printable(llvm::sys::path::filename(File));
  size_t Used = Head.size() + Tail.size();
  size_t Room = Width > Used + 4 ? Width - Used - 1 : 4;
  if (Name.size() > Room) {
    while (Room > 3 && (Name[Room - 3] & 0xC0) == 0x80)
      --Room; // Not within a character.
    Name = Name.substr(0, Room - 3) + "...";
  }
  return Head + Name + Tail;
}

ProgressLine::ProgressLine(bool IsWanted)
    : IsShown(IsWanted && llvm::sys::Process::StandardErrIsDisplayed()) {}

void ProgressLine::show(llvm::StringRef File, size_t Done, size_t Count) {
  if (!IsShown)
    return;
  auto Now = std::chrono::steady_clock::now();
  if (!Began) {
    Began = Now;
    Start = Done;
  }
  unsigned Columns = llvm::sys::Process::StandardErrColumns();
  llvm::errs() << "\r\x1b[K"
               << progressText(
                      File, Done, Count, Start,
                      std::chrono::duration_cast<seconds>(Now - *Began),
                      Columns ? std::max(Columns, NarrowestLine) : 80);
  llvm::errs().flush();
  IsDirty = true;
}

void ProgressLine::clear() {
  if (IsDirty) {
    llvm::errs() << "\r\x1b[K";
    llvm::errs().flush();
  }
  IsDirty = false;
}

} // namespace fencepost
