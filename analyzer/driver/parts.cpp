//===- parts.cpp - one run made in parts ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/parts.h"

#include "analyzer/driver/wire.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace llvm;

namespace fencepost {

static void userError(PartialRun &Out, const Twine &Message,
                      StringRef File = "") {
  Out.Notes.push_back({NoticeClass::User, Message.str(), File.str(), 0});
  Out.HasUserError = true;
}

/// Tells of shards that are not there, or twice.
static void checkShards(ArrayRef<PartialRun> Parts, PartialRun &Out) {
  uint32_t Shards = Parts.front().Shards, Units = Parts.front().PlannedUnits;
  std::set<uint32_t> There;
  for (const PartialRun &P : Parts) {
    if (P.Shards == Shards && P.PlannedUnits == Units &&
        P.PlanKey != Parts.front().PlanKey)
      return userError(Out, "the parts are shards of different runs: their "
                            "units or targets are not the same");
    if (P.Shards != Shards || P.PlannedUnits != Units)
      return userError(
          Out, "the parts are shards of different runs: " + Twine(Units) +
                   " units in " + Twine(Shards) + ", " + Twine(P.PlannedUnits) +
                   " in " + Twine(P.Shards));
    if (!There.insert(P.Shard).second)
      userError(Out, "shard " + Twine(P.Shard) + "/" + Twine(Shards) +
                         " is there twice: it counts once");
  }
  constexpr size_t MaxNamed = 8;
  SmallVector<std::string, MaxNamed> Missing;
  for (uint32_t I = 1; I <= Shards && Missing.size() < MaxNamed; ++I)
    if (!There.count(I))
      Missing.push_back(std::to_string(I) + "/" + std::to_string(Shards));
  size_t Left = Shards - There.size() - Missing.size();
  if (!Missing.empty())
    userError(Out, "shards are missing, their units are not in the result: " +
                       join(Missing, ", ") +
                       (Left ? " and " + std::to_string(Left) + " more" : ""));
}

/// Outcomes by their place in the plan, each place once.
static void sortOutcomes(PartialRun &Out) {
  std::vector<std::pair<uint32_t, UnitOutcome *>> Order;
  for (auto [At, O] : zip(Out.Positions, Out.Outcomes))
    Order.emplace_back(At, &O);
  stable_sort(Order, less_first());
  std::vector<UnitOutcome> Sorted;
  std::vector<uint32_t> Positions;
  for (auto [At, O] : Order) {
    if (!Positions.empty() && Positions.back() == At)
      continue;
    Positions.push_back(At);
    Sorted.push_back(std::move(*O));
  }
  Out.Outcomes = std::move(Sorted);
  Out.Positions = std::move(Positions);
}

template <typename T>
static void append(std::vector<T> &To, std::vector<T> &From) {
  To.insert(To.end(), std::make_move_iterator(From.begin()),
            std::make_move_iterator(From.end()));
}

PartialRun joinParts(std::vector<PartialRun> Parts) {
  PartialRun Out;
  if (Parts.empty())
    return Out;
  stable_sort(Parts, [](const PartialRun &A, const PartialRun &B) {
    return A.Shard < B.Shard;
  });
  bool AreShards =
      any_of(Parts, [](const PartialRun &P) { return P.Shards != 1; });
  if (AreShards)
    checkShards(Parts, Out);
  Out.Rules = Parts.front().Rules;
  uint32_t Before = 0;
  for (PartialRun &P : Parts) {
    if (P.Rules != Out.Rules)
      userError(Out, "the parts were made with different --rules");
    for (uint32_t At : P.Positions)
      Out.Positions.push_back(AreShards ? At : Before + At);
    Before += P.PlannedUnits;
    Out.HasUserError |= P.HasUserError;
    append(Out.Notes, P.Notes);
    append(Out.Outcomes, P.Outcomes);
    append(Out.Streams, P.Streams);
    for (NamedReason &R : P.LeftOut)
      if (none_of(Out.LeftOut,
                  [&](const NamedReason &Q) { return Q.File == R.File; }))
        Out.LeftOut.push_back(std::move(R));
    append(Out.PythonNotes, P.PythonNotes);
    if (Out.PythonSummary.empty())
      Out.PythonSummary = std::move(P.PythonSummary);
  }
  Out.PlannedUnits = AreShards ? Parts.front().PlannedUnits : Before;
  sortOutcomes(Out);
  return Out;
}

PartialRun readParts(ArrayRef<std::string> Files, StringRef Tool) {
  std::vector<PartialRun> Parts;
  PartialRun Faults;
  for (const std::string &File : Files) {
    sys::fs::file_status Status;
    if (File != "-" && !sys::fs::status(File, Status) &&
        Status.type() == sys::fs::file_type::character_file) {
      userError(Faults, "'" + File + "' is a device", File);
      continue;
    }
    auto Text = MemoryBuffer::getFileOrSTDIN(File);
    if (!Text) {
      userError(Faults,
                "cannot read '" + File + "': " + Text.getError().message(),
                File);
      continue;
    }
    if (Expected<PartialRun> Part = readPart((*Text)->getBuffer(), Tool))
      Parts.push_back(std::move(*Part));
    else
      userError(Faults, toString(Part.takeError()), File);
  }
  PartialRun Out = joinParts(std::move(Parts));
  Out.HasUserError |= Faults.HasUserError;
  Out.Notes.insert(Out.Notes.begin(), Faults.Notes.begin(), Faults.Notes.end());
  return Out;
}

/// As make and ninja read a name.
static std::string makeName(StringRef Path) {
  std::string Out;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Out += '\\';
    else if (C == '$')
      Out += '$';
    Out += C;
  }
  return Out;
}

std::string depfileOf(StringRef Target, const PartialRun &Part) {
  std::set<std::string> Files;
  for (const UnitOutcome &O : Part.Outcomes)
    Files.insert(O.FilesRead.begin(), O.FilesRead.end());
  std::string Out = makeName(Target) + ":";
  for (const std::string &File : Files)
    Out += " \\\n  " + makeName(File);
  return Out + "\n";
}

} // namespace fencepost
