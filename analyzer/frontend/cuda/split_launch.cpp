//===- split_launch.cpp - `kernel << <...>> >()` --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/split_launch.h"
#include "clang/Lex/Preprocessor.h"

using namespace fencepost;
namespace tok = clang::tok;

namespace {

constexpr unsigned MaxConfigTokens = 4096;

/// What is spelled behind a token, without macros. Behind one of the text of a
/// macro, it ends with that text.
class TextBehind {
public:
  TextBehind(const clang::Preprocessor &PP, const clang::Token &T)
      : TextBehind(PP, T,
                   PP.getSourceManager().getDecomposedLoc(
                       PP.getSourceManager().getSpellingLoc(T.getLocation()))) {
  }

  tok::TokenKind next() {
    clang::Token Next;
    AtEnd = AtEnd || Text.LexFromRawLexer(Next) || Next.is(tok::eof) ||
            (InMacro && Next.isAtStartOfLine());
    return AtEnd ? tok::eof : Next.getKind();
  }

  /// The arguments of a launch may be no part of the macro.
  bool startsCall() {
    tok::TokenKind Next = next();
    return Next == tok::l_paren || (InMacro && Next == tok::eof);
  }

private:
  TextBehind(const clang::Preprocessor &PP, const clang::Token &T,
             std::pair<clang::FileID, unsigned> At)
      : TextBehind(PP, T, At.second,
                   PP.getSourceManager().getBufferData(At.first)) {}
  TextBehind(const clang::Preprocessor &PP, const clang::Token &T,
             unsigned Offset, llvm::StringRef Buffer)
      : InMacro(T.getLocation().isMacroID()),
        Text(clang::SourceLocation(), PP.getLangOpts(), Buffer.begin(),
             Buffer.begin() + Offset, Buffer.end()) {
    clang::Token Itself;
    AtEnd = Text.LexFromRawLexer(Itself);
  }

  bool InMacro, AtEnd = false;
  clang::Lexer Text;
};

/// Between the brackets of a launch, those of expressions balance.
class ConfigDepth {
public:
  /// False where the configuration cannot go on.
  bool advance(tok::TokenKind K) {
    if (K == tok::l_paren || K == tok::l_brace || K == tok::l_square)
      ++Depth;
    else if (K == tok::r_paren || K == tok::r_brace || K == tok::r_square)
      return Depth-- != 0;
    return Depth != 0 || (K != tok::semi && K != tok::eof);
  }
  bool isOutside() const { return Depth == 0; }

private:
  unsigned Depth = 0;
};

} // namespace

/// Is T, a `<<`, followed by `<` and later by the other end of a launch?
/// `operator<< <T>` is not.
static bool opensLaunch(const clang::Preprocessor &PP, const clang::Token &T) {
  TextBehind Text(PP, T);
  if (Text.next() != tok::less)
    return false;
  ConfigDepth Depth;
  tok::TokenKind K = Text.next();
  for (unsigned N = 0; N < MaxConfigTokens && Depth.advance(K); ++N) {
    tok::TokenKind Last = K;
    if (K == tok::eof)
      return false;
    K = Text.next();
    if (!Depth.isOutside())
      continue;
    if (Last == tok::greatergreatergreater)
      return K == tok::l_paren || K == tok::eof;
    if (Last == tok::greatergreater && K == tok::greater && Text.startsCall())
      return true;
  }
  return false;
}

static bool closesLaunch(const clang::Preprocessor &PP, const clang::Token &T) {
  TextBehind Text(PP, T);
  return Text.next() == tok::greater && Text.startsCall();
}

/// Makes T, which the parser is given, and the Part behind it one token, also
/// where they are kept because the parser may go back.
static void join(clang::Preprocessor &PP, const clang::Token &T,
                 tok::TokenKind Part, tok::TokenKind Whole) {
  auto IsKept = [&](const clang::Token &X) {
    return PP.isBacktrackEnabled() && PP.IsPreviousCachedToken(X) &&
           PP.getLastCachedTokenLocation() == X.getLocation();
  };
  bool IsKeptFirst = IsKept(T);
  clang::Token Next;
  PP.Lex(Next);
  if (Next.isNot(Part)) {
    PP.EnterTokenStream(Next, /*DisableMacroExpansion=*/true,
                        /*IsReinject=*/true);
    return;
  }
  auto &Given = const_cast<clang::Token &>(T);
  Given.setKind(Whole);
  if (IsKeptFirst && IsKept(Next)) {
    PP.ReplacePreviousCachedToken({});
    PP.ReplacePreviousCachedToken(T);
  }
}

TokenWatcher fencepost::splitLaunches(clang::Preprocessor &PP) {
  return [&PP, InConfig = false, Depth = ConfigDepth(),
          Before = tok::unknown](const clang::Token &T) mutable {
    tok::TokenKind Last = Before, K = T.getKind();
    Before = K;
    switch (K) {
    case tok::lessless:
      if (Last == tok::kw_operator || !opensLaunch(PP, T))
        return;
      join(PP, T, tok::less, tok::lesslessless);
      [[fallthrough]];
    case tok::lesslessless:
      InConfig = true;
      Depth = ConfigDepth();
      return;
    case tok::greatergreater:
      // `A<B<C<T>> >(x)` is a cast elsewhere.
      if (InConfig && Depth.isOutside() && closesLaunch(PP, T)) {
        join(PP, T, tok::greater, tok::greatergreatergreater);
        InConfig = false;
      }
      return;
    case tok::greatergreatergreater:
      InConfig = InConfig && !Depth.isOutside();
      return;
    default:
      InConfig = InConfig && Depth.advance(K);
      return;
    }
  };
}
