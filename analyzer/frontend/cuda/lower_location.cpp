//===- lower_location.cpp - places in the user's sources --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primary place of a macro expansion is where the macro is used; the place
// inside its definition is kept as the spelling.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::SourceLocation;
using clang::SourceRange;

unsigned FunctionLowering::lineOf(SourceLocation Loc) const {
  return Loc.isValid() ? Ctx.getSourceManager().getExpansionLineNumber(Loc) : 0;
}

LocationId FunctionLowering::loc(SourceRange Range) {
  if (Range.isInvalid())
    return Cur ? Cur->InlinedAt : Nowhere;
  LocationId InlinedAt = Cur ? Cur->InlinedAt : Nowhere;
  uint64_t Key = (uint64_t(Range.getBegin().getRawEncoding()) << 32) |
                 Range.getEnd().getRawEncoding();
  auto [It, New] = Places.try_emplace({Key, InlinedAt});
  if (!New)
    return It->second;
  const auto &SM = Ctx.getSourceManager();
  auto Expansion = SM.getExpansionRange(Range);
  auto fill = [&](Location &Out, SourceLocation Begin, SourceLocation End,
                  bool IsTokenRange) {
    Out.File = Unit.fileOf(SM.getFileID(Begin));
    Out.Line = SM.getSpellingLineNumber(Begin);
    Out.Column = SM.getSpellingColumnNumber(Begin);
    if (End.isInvalid() || SM.getFileID(End) != SM.getFileID(Begin))
      return;
    if (IsTokenRange)
      End = clang::Lexer::getLocForEndOfToken(End, 0, SM, Ctx.getLangOpts());
    if (End.isInvalid())
      return;
    Out.EndLine = SM.getSpellingLineNumber(End);
    Out.EndColumn = SM.getSpellingColumnNumber(End);
  };
  Location L;
  fill(L, Expansion.getBegin(), Expansion.getEnd(), Expansion.isTokenRange());
  L.InlinedAt = InlinedAt;
  L.Function = Cur ? Cur->Name : std::string();
  if (Range.getBegin().isMacroID() &&
      !SM.isWrittenInScratchSpace(SM.getSpellingLoc(Range.getBegin()))) {
    Location Spelling;
    fill(Spelling, SM.getSpellingLoc(Range.getBegin()), {}, false);
    L.Spelling = Unit.M.location(Spelling);
  }
  LocationId Id = Unit.M.location(L);
  return Places[{Key, InlinedAt}] = Id;
}

std::string FunctionLowering::text(const clang::Expr *E, unsigned Limit) const {
  if (!E)
    return {};
  E = E->IgnoreParenImpCasts();
  const auto &SM = Ctx.getSourceManager();
  SourceRange Range = E->getSourceRange();
  if (Range.isInvalid())
    return {};
  auto Chars = clang::CharSourceRange::getTokenRange(Range);
  auto InFile = clang::Lexer::makeFileCharRange(Chars, SM, Ctx.getLangOpts());
  llvm::StringRef Text;
  if (InFile.isValid())
    Text = clang::Lexer::getSourceText(InFile, SM, Ctx.getLangOpts());
  if (Text.empty())
    Text = clang::Lexer::getSourceText(SM.getExpansionRange(Range), SM,
                                       Ctx.getLangOpts());
  std::string Out;
  bool Space = false;
  for (char C : Text) {
    if (isspace(static_cast<unsigned char>(C))) {
      Space = !Out.empty();
      continue;
    }
    if (Space)
      Out += ' ';
    Space = false;
    Out += C;
    if (Out.size() > Limit)
      return Out.substr(0, Limit - 3) + "...";
  }
  return Out;
}
