//===- lower_lost_asm.cpp - asm statements that Clang dropped ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc takes asm operands without a comma between them; Clang reports an error
// and keeps nothing of the statement. Where a unit has errors, the tokens of a
// body are searched for asm keywords outside every asm statement of the tree;
// such a statement is read from its text, and its operands are bound where
// they are plain names. The function is then partly analysed.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"
#include "analyzer/frontend/ptx/inline_asm.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/LiteralSupport.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::SourceLocation;
using clang::Token;

namespace tok = clang::tok;

static bool isAsm(const Token &T) {
  if (T.isNot(tok::raw_identifier))
    return false;
  llvm::StringRef Name = T.getRawIdentifier();
  return Name == "asm" || Name == "__asm__" || Name == "__asm";
}

static std::vector<Token> tokensOf(clang::SourceRange Range,
                                   const clang::ASTContext &Ctx) {
  std::vector<Token> Out;
  const auto &SM = Ctx.getSourceManager();
  if (Range.isInvalid() || Range.getBegin().isMacroID() ||
      Range.getEnd().isMacroID())
    return Out;
  auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Range.getEnd());
  auto Buffer = SM.getBufferDataOrNone(File);
  if (!Buffer || File != EndFile || End < Begin)
    return Out;
  clang::Lexer Lex(SM.getLocForStartOfFile(File), Ctx.getLangOpts(),
                   Buffer->begin(), Buffer->begin() + Begin, Buffer->end());
  Token T;
  while (!Lex.LexFromRawLexer(T) && T.isNot(tok::eof) &&
         SM.getFileOffset(T.getLocation()) <= End && Out.size() < 100000)
    Out.push_back(T);
  return Out;
}

const std::vector<SourceLocation> &
UnitState::lostAsm(const clang::FunctionDecl *Fn) {
  auto [It, New] = LostAsm.try_emplace(Fn);
  if (!New || !Ctx.getDiagnostics().hasErrorOccurred() ||
      isSystem(Fn->getLocation()))
    return It->second;
  const auto &SM = Ctx.getSourceManager();
  std::vector<clang::SourceRange> Kept;
  llvm::SmallVector<const clang::Stmt *, 32> Work{Fn->getBody()};
  while (!Work.empty()) {
    const clang::Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (llvm::isa<clang::AsmStmt>(S))
      Kept.push_back(S->getSourceRange());
    Work.append(S->child_begin(), S->child_end());
    // `if constexpr` leaves out what is not chosen; that is not lost.
    if (const auto *If = llvm::dyn_cast<clang::IfStmt>(S);
        If && If->isConstexpr())
      Kept.push_back(S->getSourceRange());
  }
  std::vector<SourceLocation> Found;
  unsigned Conditional = 0; // What #if leaves out is not lost.
  bool IsDirective = false;
  for (const Token &T : tokensOf(Fn->getBody()->getSourceRange(), Ctx)) {
    if (IsDirective && T.is(tok::raw_identifier)) {
      Conditional += T.getRawIdentifier().starts_with("if");
      Conditional -= Conditional && T.getRawIdentifier() == "endif";
    }
    IsDirective = T.is(tok::hash) && T.isAtStartOfLine();
    if (Conditional || !isAsm(T))
      continue;
    bool IsKept = llvm::any_of(Kept, [&](clang::SourceRange R) {
      auto Begin = SM.getExpansionLoc(R.getBegin()),
           End = SM.getExpansionLoc(R.getEnd());
      return !SM.isBeforeInTranslationUnit(T.getLocation(), Begin) &&
             !SM.isBeforeInTranslationUnit(End, T.getLocation());
    });
    if (!IsKept)
      Found.push_back(T.getLocation());
  }
  return LostAsm[Fn] = std::move(Found);
}

/// Emits the lost statements between two neighbours in a block.
void FunctionLowering::lostAsmBetween(SourceLocation From, SourceLocation To) {
  const auto &SM = Ctx.getSourceManager();
  From = SM.getExpansionLoc(From);
  To = SM.getExpansionLoc(To);
  for (SourceLocation At : Unit.lostAsm(Cur->Fn))
    if (SM.isBeforeInTranslationUnit(From, At) &&
        SM.isBeforeInTranslationUnit(At, To))
      lowerLostAsm(At, To);
}

ValueId FunctionLowering::valueOfName(llvm::StringRef Name) {
  for (const auto *D : Cur->Fn->decls())
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D);
        Var && Var->getDeclName().isIdentifier() && Var->getName() == Name &&
        !Var->hasGlobalStorage() && Cur->Objects.contains(Var) &&
        !Var->getType()->isReferenceType()) {
      RValue V =
          readPlace(placeOf(objectOf(Var), Var->getType()).At, Var->getType());
      return V.size() == 1 ? V[0] : UnknownValue;
    }
  return UnknownValue;
}

void FunctionLowering::lowerLostAsm(SourceLocation At, SourceLocation End) {
  const auto &SM = Ctx.getSourceManager();
  partly("asm statement with errors, line " + llvm::Twine(lineOf(At)));
  ptx::AsmStatement Asm;
  Asm.Loc = loc(clang::SourceRange(At));
  unsigned Section = 0, Nesting = 0; // 0 text, 1 outputs, 2 inputs, 3 clobbers
  std::vector<Token> Tokens = tokensOf({At, End}, Ctx);
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const Token &T = Tokens[I];
    if (T.is(tok::semi))
      break;
    if (T.is(tok::l_paren))
      ++Nesting;
    else if (T.is(tok::r_paren) && Nesting)
      --Nesting;
    else if (T.is(tok::raw_identifier) &&
             T.getRawIdentifier().contains("volatile"))
      Asm.IsVolatile = true;
    if (Nesting != 1)
      continue;
    if (T.is(tok::colon) || T.is(tok::coloncolon)) {
      Section += T.is(tok::coloncolon) ? 2 : 1;
      continue;
    }
    if (!tok::isStringLiteral(T.getKind()))
      continue;
    clang::StringLiteralParser Literal({T}, SM, Ctx.getLangOpts(),
                                       Ctx.getTargetInfo());
    std::string Text = Literal.hadError ? "" : Literal.GetString().str();
    if (Section == 0) {
      Asm.Text += Text;
    } else if (Section >= 3) {
      Asm.ClobbersMemory |= Text == "memory";
    } else if (I + 1 < Tokens.size() && Tokens[I + 1].is(tok::l_paren)) {
      ptx::AsmOperand Operand;
      Operand.Constraint = Text;
      Operand.IsOutput = Section == 1;
      Operand.IsInput = Section == 2 || llvm::StringRef(Text).contains('+');
      size_t Close = I + 2;
      for (unsigned Open = 1; Close < Tokens.size(); ++Close) {
        Open += Tokens[Close].is(tok::l_paren);
        if (Tokens[Close].is(tok::r_paren) && --Open == 0)
          break;
      }
      for (size_t K = I + 2; K < Close && K < Tokens.size(); ++K)
        Operand.Text +=
            clang::Lexer::getSpelling(Tokens[K], SM, Ctx.getLangOpts());
      if (Operand.IsInput) {
        Operand.Input = valueOfName(Operand.Text);
        if (Operand.Input == UnknownValue)
          Operand.Input = B.havoc({});
      }
      Asm.Operands.push_back(std::move(Operand));
    }
  }
  ptx::lowerInlineAsm(B, Asm);
}
