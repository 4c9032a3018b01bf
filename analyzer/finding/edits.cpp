//===- edits.cpp - fixes of many findings as new texts --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/edits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace llvm;

namespace fencepost {
namespace {

bool isEqual(const Edit &A, const Edit &B) {
  return std::tie(A.File, A.Offset, A.Length, A.Text) ==
         std::tie(B.File, B.Offset, B.Length, B.Text);
}

/// Insertions at one place touch each other: which comes first would be a
/// guess.
bool touches(const Edit &A, const Edit &B) {
  uint64_t EndA = uint64_t(A.Offset) + A.Length;
  uint64_t EndB = uint64_t(B.Offset) + B.Length;
  if (A.Offset == B.Offset)
    return true;
  return A.Offset < B.Offset ? B.Offset < EndA : A.Offset < EndB;
}

bool startsBefore(const Edit &A, const Edit &B) { return A.Offset < B.Offset; }

enum class Fit : uint8_t { New, Known, Conflict };

Fit fitOf(const Edit &E, const FixPlan &Plan) {
  auto It = Plan.Files.find(E.File);
  if (It == Plan.Files.end())
    return Fit::New;
  for (const Edit &Other : It->second) {
    if (isEqual(E, Other))
      return Fit::Known;
    if (touches(E, Other) || E.FileHash != Other.FileHash)
      return Fit::Conflict;
  }
  return Fit::New;
}

bool isWhole(const Fix &F) {
  for (size_t I = 0; I < F.Edits.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      if (F.Edits[I].File == F.Edits[J].File && touches(F.Edits[I], F.Edits[J]))
        return false;
  return !F.Edits.empty();
}

bool take(const Fix &F, FixPlan &Plan) {
  if (!isWhole(F) || any_of(F.Edits, [&](const Edit &E) {
        return fitOf(E, Plan) == Fit::Conflict;
      }))
    return false;
  for (const Edit &E : F.Edits)
    if (fitOf(E, Plan) == Fit::New)
      Plan.Files[E.File].push_back(E);
  return true;
}

} // namespace

FixPlan planFixes(ArrayRef<Finding> Findings, bool WithUnsafe) {
  FixPlan Plan;
  for (const Finding &F : Findings) {
    size_t &Taken = Plan.TakenOf.emplace_back(FixPlan::None);
    if (F.Fixes.empty() || F.IsInListing || F.InSystemHeader)
      continue;
    bool MayAny = false;
    for (size_t I = 0; I < F.Fixes.size() && Taken == FixPlan::None; ++I) {
      bool May = F.Fixes[I].Safe || WithUnsafe;
      MayAny |= May;
      if (May && take(F.Fixes[I], Plan))
        Taken = I;
    }
    ++(Taken != FixPlan::None ? Plan.Taken
       : MayAny               ? Plan.Conflicts
                              : Plan.Unsafe);
  }
  for (auto &[File, Edits] : Plan.Files)
    llvm::sort(Edits, startsBefore);
  return Plan;
}

std::string applyEdits(StringRef Text, ArrayRef<Edit> Edits) {
  std::string Out;
  size_t At = 0;
  for (const Edit &E : Edits) {
    Out += Text.slice(At, E.Offset);
    Out += E.Text;
    At = size_t(E.Offset) + E.Length;
  }
  Out += Text.substr(At);
  return Out;
}

namespace {

constexpr size_t Context = 3;

/// Lines [Begin, End) of the old text, all of whose edits are [First, Last).
struct Hunk {
  size_t Begin, End, First, Last;
};

class Differ {
public:
  Differ(StringRef Old, ArrayRef<Edit> Edits) : Old(Old), Edits(Edits) {
    Starts.push_back(0);
    for (size_t At = Old.find('\n'); At != StringRef::npos;
         At = Old.find('\n', At + 1))
      if (At + 1 < Old.size())
        Starts.push_back(At + 1);
  }

  void print(raw_ostream &OS) {
    int64_t Grown = 0;
    for (const Hunk &H : hunks()) {
      size_t From = H.Begin > Context ? H.Begin - Context : 0;
      size_t To = std::min(H.End + Context, Starts.size());
      std::string New = newText(H);
      int64_t NewLines =
          StringRef(New).count('\n') + (!New.empty() && New.back() != '\n');
      int64_t OldCount = To - From;
      int64_t NewCount = OldCount - int64_t(H.End - H.Begin) + NewLines;
      OS << "@@ -" << From + 1 << ',' << OldCount << " +"
         << int64_t(From) + 1 + Grown << ',' << NewCount << " @@\n";
      print(OS, ' ', slice(From, H.Begin));
      print(OS, '-', slice(H.Begin, H.End));
      print(OS, '+', New);
      print(OS, ' ', slice(H.End, To));
      Grown += NewCount - OldCount;
    }
  }

private:
  StringRef Old;
  ArrayRef<Edit> Edits;
  std::vector<size_t> Starts;

  size_t lineOf(size_t Offset) const {
    return llvm::upper_bound(Starts, Offset) - Starts.begin() - 1;
  }
  size_t startOf(size_t Line) const {
    return Line < Starts.size() ? Starts[Line] : Old.size();
  }
  StringRef slice(size_t From, size_t To) const {
    return Old.slice(startOf(From), startOf(To));
  }

  std::vector<Hunk> hunks() const {
    std::vector<Hunk> Out;
    for (size_t I = 0; I < Edits.size(); ++I) {
      const Edit &E = Edits[I];
      size_t Begin = lineOf(E.Offset);
      size_t End = lineOf(E.Offset + (E.Length ? E.Length - 1 : 0)) + 1;
      if (!Out.empty() && Begin <= Out.back().End + 2 * Context) {
        Out.back().End = std::max(End, Out.back().End);
        Out.back().Last = I + 1;
      } else {
        Out.push_back({Begin, End, I, I + 1});
      }
    }
    return Out;
  }

  std::string newText(const Hunk &H) const {
    size_t From = startOf(H.Begin);
    std::vector<Edit> Own(Edits.begin() + H.First, Edits.begin() + H.Last);
    for (Edit &E : Own)
      E.Offset -= From;
    return applyEdits(slice(H.Begin, H.End), Own);
  }

  static void print(raw_ostream &OS, char Mark, StringRef Text) {
    while (!Text.empty()) {
      auto [Line, Rest] = Text.split('\n');
      OS << Mark << Line << '\n';
      if (Rest.empty() && !Text.ends_with("\n"))
        OS << "\\ No newline at end of file\n";
      Text = Rest;
    }
  }
};

} // namespace

std::string unifiedDiff(StringRef Name, StringRef Old, ArrayRef<Edit> Edits) {
  if (Edits.empty())
    return {};
  std::string Out;
  raw_string_ostream OS(Out);
  OS << "--- " << Name << "\n+++ " << Name << '\n';
  Differ(Old, Edits).print(OS);
  return Out;
}

} // namespace fencepost
