//===- suppress.cpp - NOLINT comments -------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/suppress.h"

#include "analyzer/finding/names.h"
#include "analyzer/model/holds_text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace fencepost {

static constexpr StringLiteral Word = "NOLINT";

static std::optional<NolintKind> kindOf(StringRef Text) {
  return StringSwitch<std::optional<NolintKind>>(Text)
      .Case("NOLINT", NolintKind::Line)
      .Case("NOLINTNEXTLINE", NolintKind::NextLine)
      .Case("NOLINTBEGIN", NolintKind::Begin)
      .Case("NOLINTEND", NolintKind::End)
      .Default(std::nullopt);
}

/// Up to the end of the line, of the comment or the next word of ours.
static std::string reasonIn(StringRef Rest) {
  constexpr size_t MaxReason = 4096; // One line may hold very many words.
  Rest = Rest.take_front(MaxReason);
  Rest = Rest.take_until([](char C) { return C == '\n'; });
  Rest = Rest.take_front(std::min(Rest.find("*/"), Rest.find(Word)));
  Rest = Rest.trim().rtrim('/').trim();
  if (!Rest.consume_front(":") && !Rest.consume_front("--"))
    (void)Rest.consume_front("-");
  return Rest.trim().str();
}

static void pairBlocks(std::vector<Nolint> &All) {
  std::vector<size_t> Open;
  for (size_t I = 0; I < All.size(); ++I) {
    Nolint &N = All[I];
    if (N.What == NolintKind::Begin)
      Open.push_back(I);
    if (N.What != NolintKind::End)
      continue;
    if (Open.empty() || All[Open.back()].NamesAll != N.NamesAll ||
        All[Open.back()].Names != N.Names) {
      N.IsUnmatched = true;
      continue;
    }
    All[Open.back()].EndOffset = N.Offset;
    All[Open.back()].EndLine = N.Line;
    Open.pop_back();
  }
  for (size_t I : Open)
    All[I].IsUnmatched = true;
}

std::vector<Nolint> nolintsOf(StringRef Text) {
  std::vector<Nolint> All;
  uint32_t Line = 1;
  size_t Counted = 0;
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At)) {
    Nolint N;
    N.Offset = At;
    At += Word.size();
    while (At < Text.size() && isAlpha(Text[At]))
      ++At;
    std::optional<NolintKind> Kind = kindOf(Text.slice(N.Offset, At));
    if (!Kind)
      continue;
    N.What = *Kind;
    Line += Text.slice(Counted, N.Offset).count('\n');
    Counted = N.Offset;
    N.Line = Line;
    N.NamesAll = true;
    if (At < Text.size() && Text[At] == '(') {
      size_t End = Text.find_first_of("\n)", ++At);
      if (End != StringRef::npos && Text[End] == ')') {
        N.NamesAll = false;
        for (StringRef Name : split(Text.slice(At, End), ','))
          N.Names.push_back(Name.trim().str());
        At = End + 1;
      }
    }
    N.Reason = reasonIn(Text.drop_front(At));
    All.push_back(std::move(N));
  }
  pairBlocks(All);
  return All;
}

SmallVector<StringRef, 2> Nolint::namesOf(StringRef Check) const {
  SmallVector<StringRef, 2> Covering;
  if (NamesAll)
    Covering.push_back("*");
  for (StringRef Name : Names)
    if (matchesGlob(Name, Check)) // A negative glob matches no name.
      Covering.push_back(Name);
  return Covering;
}

const Suppressor::Comments &Suppressor::comments(StringRef File) {
  auto [It, IsNew] = Files.try_emplace(File);
  if (!IsNew || !Sources.mayHoldNolint(File))
    return It->second;
  std::optional<StringRef> Text = Sources.text(File);
  if (Text && holdsText(*Text, Word)) {
    It->second.All = nolintsOf(*Text);
    It->second.NamesOurs = any_of(It->second.All, [](const Nolint &N) {
      return any_of(N.Names, [](StringRef Name) {
        return Name.starts_with(CheckPrefix);
      });
    });
  }
  return It->second;
}

bool Suppressor::namesOurs(StringRef File) { return comments(File).NamesOurs; }

ArrayRef<Nolint> Suppressor::in(StringRef File) { return comments(File).All; }

const Nolint *Suppressor::at(const Place &P, StringRef Check) {
  const Comments &C = comments(P.File);
  if (C.All.empty() || P.Line == 0)
    return nullptr;
  std::optional<StringRef> Line = Sources.line(P.File, P.Line);
  if (!Line)
    return nullptr;
  size_t Offset = Line->data() - Sources.text(P.File)->data();
  Offset += P.Column ? P.Column - 1 : 0;
  const Nolint *Found = nullptr;
  auto Covers = [&](const Nolint &N) {
    switch (N.What) {
    case NolintKind::Line:
      return N.Line == P.Line;
    case NolintKind::NextLine:
      return N.Line + 1 == P.Line;
    case NolintKind::Begin:
      return N.EndOffset && N.Offset < Offset && Offset < N.EndOffset;
    case NolintKind::End:
      return false;
    }
    return false;
  };
  for (const Nolint &N : C.All)
    if (Covers(N))
      // Each of several is of use: none may be called needless.
      for (StringRef Name : N.namesOf(Check)) {
        Used.insert({P.File, N.Line, Name.str()});
        Found = Found ? Found : &N;
      }
  return Found;
}

void Suppressor::apply(Finding &F) {
  if (F.Suppressed != Suppression::None)
    return;
  std::string Check = (CheckPrefix + F.Rule).str();
  const Nolint *N = at(F.Primary, Check);
  if (!N && F.Spelled.Line)
    N = at(F.Spelled, Check);
  if (!N)
    return;
  F.Suppressed = Suppression::InSource;
  F.SuppressionReason = N->Reason;
}

bool Suppressor::wasUsed(StringRef File, uint32_t Line, StringRef Name) const {
  return Used.contains({File.str(), Line, Name.str()});
}

} // namespace fencepost
