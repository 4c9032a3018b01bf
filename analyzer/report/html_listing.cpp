//===- html_listing.cpp - source lines with the steps below them ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/html_parts.h"
#include "analyzer/report/snippet.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace fencepost {
namespace {

namespace json = llvm::json;

constexpr uint32_t Around = 2; ///< Lines shown before and behind each step.

struct NumberedStep {
  const Step *S = nullptr; ///< Null: the primary place, without a word.
  Place At;
  size_t Number = 0;
};

/// The steps of one thread in one file.
class Listing {
public:
  Listing(llvm::ArrayRef<NumberedStep> Steps, SourceText &Sources)
      : Sources(Sources), File(Steps.front().At.File) {
    for (const NumberedStep &S : Steps)
      ByLine[S.At.Line].push_back(S);
  }

  json::Array rows() {
    addLines();
    json::Array Rows;
    uint32_t Last = 0;
    for (auto &[Line, Steps] : ByLine) {
      json::Object Row = row(Line, Steps);
      Row["isGap"] = Last != 0 && Line != Last + 1;
      Last = Line;
      Rows.push_back(std::move(Row));
    }
    return Rows;
  }

private:
  SourceText &Sources;
  llvm::StringRef File;
  std::map<uint32_t, std::vector<NumberedStep>> ByLine; ///< 0: no line known.

  bool isBlank(uint32_t Line) {
    std::optional<llvm::StringRef> Text = Sources.line(File, Line);
    return !Text || Text->trim().empty();
  }

  /// Lines around the steps; none that is blank at the outer end.
  void addLines() {
    std::vector<uint32_t> Hits;
    for (const auto &[Line, Steps] : ByLine)
      if (Line)
        Hits.push_back(Line);
    for (uint32_t Hit : Hits) {
      uint32_t First = Hit - std::min(Hit - 1, Around), Last = Hit + Around;
      while (First < Hit && isBlank(First))
        ++First;
      while (Last > Hit && isBlank(Last))
        --Last;
      for (uint32_t Line = First; Line <= Last; ++Line)
        ByLine[Line];
    }
  }

  json::Object row(uint32_t Line, llvm::ArrayRef<NumberedStep> Steps) {
    std::vector<Place> Marks;
    for (const NumberedStep &N : Steps)
      Marks.push_back(N.At);
    std::optional<std::vector<LinePiece>> Parts;
    if (Line)
      Parts = piecesOf(Sources, File, Line, Marks);
    json::Array Said, Pieces;
    for (const NumberedStep &N : Steps)
      if (N.S)
        Said.push_back(
            json::Object{{"number", shown(N.Number)},
                         {"role", spelling(N.S->What)},
                         {"stepText", shown(N.S->Message)},
                         {"at", Line && !Parts ? "line " + std::to_string(Line)
                                               : std::string()}});
    if (Parts)
      for (LinePiece &P : *Parts)
        Pieces.push_back(
            json::Object{{"text", P.Text}, {"isMarked", P.IsMarked}});
    return json::Object{{"n", shown(Line)},
                        {"isHit", !Steps.empty()},
                        {"steps", std::move(Said)},
                        {"hasCode", Parts.has_value()},
                        {"pieces", std::move(Pieces)}};
  }
};

json::Object thread(Side Who, llvm::ArrayRef<NumberedStep> Steps,
                    SourceText &Sources, const PathBase &Base) {
  llvm::MapVector<llvm::StringRef, std::vector<NumberedStep>> ByFile;
  for (const NumberedStep &S : Steps)
    ByFile[S.At.File].push_back(S);
  json::Array Listings;
  for (const auto &[File, Some] : ByFile)
    Listings.push_back(json::Object{{"listed", shown(Base.path(File))},
                                    {"rows", Listing(Some, Sources).rows()}});
  std::string Title = word(Who).str();
  return json::Object{
      {"who", word(Who)},
      {"whoTitle", Who == Side::Either ? Title : Title + " thread"},
      {"listings", std::move(Listings)}};
}

} // namespace

json::Array htmlThreads(const Finding &F, SourceText &Sources,
                        const PathBase &Base) {
  json::Array Threads;
  size_t Number = 0;
  for (const ThreadOfSteps &T : threadsOf(F)) {
    std::vector<NumberedStep> Steps;
    for (size_t I : T.Steps)
      Steps.push_back({&F.Steps[I], F.Steps[I].At, ++Number});
    Threads.push_back(thread(T.Who, Steps, Sources, Base));
  }
  if (Threads.empty() && !F.Primary.File.empty())
    Threads.push_back(thread(Side::Either, NumberedStep{nullptr, F.Primary, 0},
                             Sources, Base));
  return Threads;
}

} // namespace fencepost
