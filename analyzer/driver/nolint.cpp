//===- nolint.cpp - comments that suppress, and those that do not ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/nolint.h"

#include "analyzer/driver/near_name.h"
#include "analyzer/finding/names.h"
#include "rules/catalogue.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace fencepost {
namespace {

using Line = std::pair<FileId, uint32_t>;

/// Lines of the module on which a function that was analysed in full has
/// something that a finding could point at.
class AnalysedLines {
public:
  explicit AnalysedLines(const Module &M) : M(M), Known(M.Locations.size()) {
    for (const std::unique_ptr<Function> &Fn : M.Functions) {
      if (Fn->State != Coverage::Analysed)
        continue;
      add(Fn->Loc);
      for (const Event &E : Fn->Events)
        add(E.Loc);
    }
  }
  bool any(FileId File, uint32_t First, uint32_t Last) const {
    auto It = Lines.lower_bound({File, First});
    return It != Lines.end() && It->first == File && It->second <= Last;
  }

private:
  const Module &M;
  std::vector<bool> Known;
  std::set<Line> Lines;

  void add(LocationId L) {
    // Each place is visited once, so a cycle of hostile input ends too.
    while (L != Nowhere && L < M.Locations.size() && !Known[L]) {
      Known[L] = true;
      const Location &At = M.at(L);
      Lines.insert({At.File, At.Line});
      add(At.Spelling);
      L = At.InlinedAt;
    }
  }
};

bool isAnalysed(const AnalysedLines &Lines, FileId File, const Nolint &N) {
  switch (N.What) {
  case NolintKind::Line:
    return Lines.any(File, N.Line, N.Line);
  case NolintKind::NextLine:
    return Lines.any(File, N.Line + 1, N.Line + 1);
  case NolintKind::Begin:
    return !N.IsUnmatched && Lines.any(File, N.Line, N.EndLine);
  case NolintKind::End:
    return false;
  }
  return false;
}

StringRef wordOf(NolintKind K) {
  switch (K) {
  case NolintKind::Line:
    return "NOLINT";
  case NolintKind::NextLine:
    return "NOLINTNEXTLINE";
  case NolintKind::Begin:
    return "NOLINTBEGIN";
  case NolintKind::End:
    return "NOLINTEND";
  }
  return "";
}

std::vector<std::string> checkNames() {
  std::vector<std::string> Names;
  for (const RuleInfo &R : catalogue())
    Names.push_back((CheckPrefix + R.Name).str());
  return Names;
}

/// What is wrong with a comment whatever the code beside it is.
void tellFaults(StringRef File, const Nolint &N,
                ArrayRef<std::string> CheckNames,
                std::vector<Notification> &Notes) {
  auto Tell = [&](const Twine &Message) {
    Notes.push_back({NoticeClass::User, Message.str(), File.str(), N.Line});
  };
  if (N.IsUnmatched)
    Tell("this '" + wordOf(N.What) + "' suppresses nothing: no '" +
         wordOf(N.What == NolintKind::Begin ? NolintKind::End
                                            : NolintKind::Begin) +
         "' with the same names belongs to it");
  if (N.What == NolintKind::End)
    return;
  std::vector<StringRef> Known(CheckNames.begin(), CheckNames.end());
  for (StringRef Name : N.Names)
    if (Name.starts_with(CheckPrefix) && !Name.contains('*') &&
        !is_contained(Known, Name))
      Tell("'" + wordOf(N.What) + "': no check is called '" + Name + "'" +
           didYouMean(Name, Known));
}

bool wasLookedFor(StringRef Glob, ArrayRef<Layer> Layers,
                  ArrayRef<std::string> Enabled) {
  bool Any = false;
  for (const RuleInfo &R : catalogue()) {
    if (!matchesGlob(Glob, (CheckPrefix + R.Name).str()))
      continue;
    Any = true;
    if (!is_contained(Enabled, R.Name) || none_of(Layers, [&](Layer L) {
          return L == Layer::Events || R.Layers.empty() ||
                 is_contained(R.Layers, L);
        }))
      return false;
  }
  return Any;
}

} // namespace

std::vector<NolintName> suppressInUnit(const Module &M,
                                       std::vector<Finding> &Findings,
                                       ArrayRef<std::string> EnabledRules,
                                       SourceText &Sources,
                                       std::vector<Notification> &Notes) {
  Suppressor Comments(Sources);
  for (Finding &F : Findings)
    Comments.apply(F);

  std::vector<NolintName> Names;
  std::optional<AnalysedLines> Lines;
  std::vector<std::string> Known;
  for (FileId File = 0; File < M.Files.size(); ++File) {
    const SourceFile &F = M.Files[File];
    if (F.IsSystem || (M.Origin != Layer::Cuda && F.Path != M.Name) ||
        !Comments.namesOurs(F.Path))
      continue;
    if (!Lines) {
      Lines.emplace(M);
      Known = checkNames();
    }
    for (const Nolint &N : Comments.in(F.Path)) {
      if (none_of(N.Names,
                  [](StringRef Name) { return Name.starts_with(CheckPrefix); }))
        continue;
      tellFaults(F.Path, N, Known, Notes);
      bool IsSeen = isAnalysed(*Lines, File, N);
      for (StringRef Name : N.Names)
        if (Name.starts_with(CheckPrefix) && N.What != NolintKind::End &&
            !N.IsUnmatched)
          Names.push_back({F.Path, wordOf(N.What).str(), Name.str(), N.Line,
                           M.Origin,
                           IsSeen && wasLookedFor(Name, M.Origin, EnabledRules),
                           Comments.wasUsed(F.Path, N.Line, Name)});
    }
  }
  return Names;
}

void suppressInRun(std::vector<Finding> &Findings, ArrayRef<NolintName> Names,
                   ArrayRef<std::string> EnabledRules, SourceText &Sources,
                   std::vector<Notification> &Notes) {
  Suppressor Comments(Sources);
  for (Finding &F : Findings)
    Comments.apply(F);

  struct Use {
    bool WasUsed = false;
    SmallVector<Layer, 2> Layers;
  };
  std::map<std::tuple<StringRef, uint32_t, StringRef, StringRef>, Use> Uses;
  for (const NolintName &N : Names) {
    Use &U = Uses[{N.File, N.Line, N.Word, N.Name}];
    U.WasUsed |= N.WasUsed || Comments.wasUsed(N.File, N.Line, N.Name);
    if (N.IsAnalysed)
      U.Layers.push_back(N.What);
  }
  for (const auto &[Key, U] : Uses) {
    const auto &[File, Line, Word, Name] = Key;
    if (!U.WasUsed && wasLookedFor(Name, U.Layers, EnabledRules))
      Notes.push_back(
          {NoticeClass::User,
           ("'" + Word + "(" + Name + ")' here suppresses nothing").str(),
           File.str(), Line});
  }
}

} // namespace fencepost
