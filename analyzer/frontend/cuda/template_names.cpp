//===- template_names.cpp - `x.f<T>()` without `template` -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/template_names.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace fencepost;
namespace tok = clang::tok;

TokenWatcher fencepost::addMissingWords(clang::Preprocessor &PP,
                                        const MissingWords &Words) {
  llvm::DenseSet<unsigned> Offsets;
  for (const NamePlaces *Places : {&Words.Template, &Words.This})
    for (const auto &[File, Offset] : *Places)
      Offsets.insert(Offset);
  return [&PP, &Words, Offsets = std::move(Offsets)](const clang::Token &T) {
    if (!T.isOneOf(tok::identifier, tok::kw_operator) ||
        !T.getLocation().isFileID())
      return;
    const clang::SourceManager &SM = PP.getSourceManager();
    auto [File, Offset] = SM.getDecomposedLoc(T.getLocation());
    if (!Offsets.contains(Offset))
      return;
    auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return;
    std::pair<std::string, unsigned> Place(Entry->getName().str(), Offset);
    llvm::SmallVector<clang::Token, 3> Missing;
    if (Words.This.count(Place)) {
      Missing.push_back(tokenAt(T, tok::kw_this, PP.getIdentifierInfo("this")));
      Missing.push_back(tokenAt(T, tok::arrow));
    }
    if (Words.Template.count(Place))
      Missing.push_back(
          tokenAt(T, tok::kw_template, PP.getIdentifierInfo("template")));
    insertBefore(PP, T, Missing);
  };
}

void fencepost::addPlace(const clang::Diagnostic &Info, NamePlaces &Places) {
  if (!Info.hasSourceManager() || !Info.getLocation().isFileID())
    return;
  const clang::SourceManager &SM = Info.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(Info.getLocation());
  if (auto Entry = SM.getFileEntryRefForID(File))
    Places.insert({Entry->getName().str(), Offset});
}

namespace {

/// The tokens of one file as they stand, and the calls among them.
class CallsInText {
public:
  CallsInText(const clang::SourceManager &SM, clang::FileID File,
              const clang::LangOptions &Options) {
    clang::Lexer Raw(File, SM.getBufferOrFake(File), SM, Options);
    do
      Raw.LexFromRawLexer(Tokens.emplace_back());
    while (Tokens.back().isNot(tok::eof));
  }

  llvm::SmallVector<clang::SourceLocation, 16> names() const {
    llvm::SmallVector<clang::SourceLocation, 16> Found;
    for (size_t I = 0; I + 2 < Tokens.size(); ++I)
      if (Tokens[I].isOneOf(tok::period, tok::arrow) &&
          isCallWithArguments(behindName(I + 1)))
        Found.push_back(Tokens[I + 1].getLocation());
    return Found;
  }

private:
  std::vector<clang::Token> Tokens; ///< The last is the end.

  tok::TokenKind kindAt(size_t I) const {
    return I < Tokens.size() ? Tokens[I].getKind() : tok::eof;
  }

  /// The first token behind the name at I: a word, or `operator()`.
  size_t behindName(size_t I) const {
    if (kindAt(I) != tok::raw_identifier)
      return Tokens.size();
    if (Tokens[I].getRawIdentifier() != "operator")
      return I + 1;
    return kindAt(I + 1) == tok::l_paren ? I + 3 : I + 2;
  }

  /// `<`, what it encloses, `>` and `(`.
  bool isCallWithArguments(size_t I) const {
    constexpr size_t Longest = 200;
    if (kindAt(I) != tok::less)
      return false;
    unsigned Angles = 0, Others = 0;
    for (size_t End = I + Longest; I < End; ++I) {
      tok::TokenKind Kind = kindAt(I);
      if (llvm::is_contained({tok::l_paren, tok::l_square}, Kind)) {
        ++Others;
      } else if (llvm::is_contained({tok::r_paren, tok::r_square}, Kind)) {
        if (!Others--)
          return false;
      } else if (llvm::is_contained({tok::eof, tok::semi, tok::l_brace,
                                     tok::r_brace, tok::ampamp, tok::pipepipe},
                                    Kind)) {
        return false;
      } else if (!Others) {
        Angles += Kind == tok::less;
        unsigned Closed = Kind == tok::greater          ? 1
                          : Kind == tok::greatergreater ? 2
                                                        : 0;
        if (Closed > Angles)
          return false;
        Angles -= Closed;
        if (!Angles)
          return kindAt(I + 1) == tok::l_paren;
      }
    }
    return false;
  }
};

} // namespace

void fencepost::addMemberTemplates(const clang::SourceManager &SM,
                                   const clang::LangOptions &Options,
                                   NamePlaces &Places) {
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        clang::SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    clang::FileID File = SM.getFileID(
        clang::SourceLocation::getFromRawEncoding(Entry.getOffset()));
    auto Of = SM.getFileEntryRefForID(File);
    if (!Of)
      continue;
    for (clang::SourceLocation Name : CallsInText(SM, File, Options).names())
      Places.insert({Of->getName().str(), SM.getFileOffset(Name)});
  }
}
