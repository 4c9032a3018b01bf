//===- lower_stmt.cpp - statements ------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow. Code that cannot be reached is not lowered unless a label or a
// case inside it can be jumped to.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_guard.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Stmt;

static bool holdsLabel(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 16> Work{S};
  while (!Work.empty()) {
    const Stmt *At = Work.pop_back_val();
    if (!At || llvm::isa<clang::LambdaExpr>(At))
      continue;
    if (llvm::isa<clang::LabelStmt, clang::SwitchCase>(At))
      return true;
    if (llvm::isa<clang::Expr>(At) && !llvm::isa<clang::StmtExpr>(At))
      continue;
    Work.append(At->child_begin(), At->child_end());
  }
  return false;
}

void FunctionLowering::stmt(const Stmt *S) {
  if (!S || (B.isTerminated() && !holdsLabel(S)))
    return;
  Deeper Level(*this);
  if (Level)
    stmtOf(S);
}

void FunctionLowering::scoped(const Stmt *S) {
  size_t Down = Cur->Cleanups.size();
  stmt(S);
  popCleanups(Down);
}

void FunctionLowering::stmtOf(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass: {
    const auto *Body = llvm::cast<clang::CompoundStmt>(S);
    size_t Down = Cur->Cleanups.size();
    bool Lost = !Unit.lostAsm(Cur->Fn).empty();
    clang::SourceLocation From = Body->getLBracLoc();
    for (const Stmt *Child : Body->body()) {
      if (Lost)
        lostAsmBetween(From, Child->getBeginLoc());
      stmt(Child);
      From = Child->getEndLoc();
    }
    if (Lost)
      lostAsmBetween(From, Body->getRBracLoc());
    return popCleanups(Down);
  }
  case Stmt::NullStmtClass:
    return;
  case Stmt::DeclStmtClass:
    return declStmt(llvm::cast<clang::DeclStmt>(S));
  case Stmt::IfStmtClass:
    return ifStmt(llvm::cast<clang::IfStmt>(S));
  case Stmt::WhileStmtClass:
    return whileStmt(llvm::cast<clang::WhileStmt>(S));
  case Stmt::DoStmtClass:
    return doStmt(llvm::cast<clang::DoStmt>(S));
  case Stmt::ForStmtClass:
    return forStmt(llvm::cast<clang::ForStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return rangeFor(llvm::cast<clang::CXXForRangeStmt>(S));
  case Stmt::SwitchStmtClass:
    return switchStmt(llvm::cast<clang::SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return caseStmt(llvm::cast<clang::SwitchCase>(S));
  case Stmt::ReturnStmtClass:
    return returnStmt(llvm::cast<clang::ReturnStmt>(S));
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass: {
    bool IsBreak = llvm::isa<clang::BreakStmt>(S);
    for (const Frame::Target &T : llvm::reverse(Cur->Targets)) {
      BlockId To = IsBreak ? T.Break : T.Continue;
      if (To == NoId)
        continue;
      emitCleanups(T.Depth);
      return B.jump(To, loc(S));
    }
    return;
  }
  case Stmt::GotoStmtClass:
    return gotoStmt(llvm::cast<clang::GotoStmt>(S)->getLabel(),
                    S->getSourceRange());
  case Stmt::LabelStmtClass:
    return label(llvm::cast<clang::LabelStmt>(S));
  case Stmt::AttributedStmtClass:
    return stmt(llvm::cast<clang::AttributedStmt>(S)->getSubStmt());
  case Stmt::GCCAsmStmtClass:
    return lowerAsm(llvm::cast<clang::GCCAsmStmt>(S));
  case Stmt::CXXTryStmtClass:
    return stmt(llvm::cast<clang::CXXTryStmt>(S)->getTryBlock());
  case Stmt::IndirectGotoStmtClass:
  case Stmt::MSAsmStmtClass:
  case Stmt::CapturedStmtClass: {
    partly("unsupported statement, line " +
           llvm::Twine(lineOf(S->getBeginLoc())));
    return;
  }
  default:
    break;
  }
  if (const auto *E = llvm::dyn_cast<clang::Expr>(S)) {
    size_t Down = Cur->Cleanups.size();
    discard(E);
    popCleanups(Down);
    return;
  }
  for (const Stmt *Child : S->children())
    stmt(Child);
}

void FunctionLowering::ifStmt(const clang::IfStmt *S) {
  size_t Down = Cur->Cleanups.size();
  stmt(S->getInit());
  if (S->isConsteval()) {
    stmt(S->isNegatedConsteval() ? S->getThen() : S->getElse());
    return popCleanups(Down);
  }
  if (const auto *Var = S->getConditionVariable())
    declare(Var);
  if (S->isConstexpr())
    if (auto V = foldedConstant(S->getCond()))
      if (auto C = B.constantOf(*V)) {
        scoped(*C ? S->getThen() : S->getElse());
        return popCleanups(Down);
      }
  BlockId Then = B.newBlock(), Join = B.newBlock();
  BlockId Else = S->getElse() ? B.newBlock() : Join;
  branchOn(S->getCond(), Then, Else);
  B.seal(Then);
  if (Else != Join)
    B.seal(Else);
  B.startBlock(Then);
  if (!isReached(Then))
    B.unreachable();
  scoped(S->getThen());
  B.jump(Join);
  if (Else != Join) {
    B.startBlock(Else);
    if (!isReached(Else))
      B.unreachable();
    scoped(S->getElse());
    B.jump(Join);
  }
  continueAt(Join);
  popCleanups(Down);
}

/// Goes on in Block, all of whose predecessors are known now.
void FunctionLowering::continueAt(BlockId Block) {
  B.seal(Block);
  B.startBlock(Block);
  if (!isReached(Block))
    B.unreachable();
}

void FunctionLowering::whileStmt(const clang::WhileStmt *S) {
  BlockId Head = B.newBlock(), Body = B.newBlock(), Exit = B.newBlock();
  B.jump(Head, loc(S->getCond()));
  B.startBlock(Head);
  size_t Down = Cur->Cleanups.size();
  if (const auto *Var = S->getConditionVariable())
    declare(Var);
  branchOn(S->getCond(), Body, Exit);
  B.seal(Body);
  Cur->Targets.push_back({Exit, Head, Down});
  B.startBlock(Body);
  if (!isReached(Body))
    B.unreachable();
  scoped(S->getBody());
  popCleanups(Down);
  Cur->Targets.pop_back();
  B.jump(Head);
  B.seal(Head);
  continueAt(Exit);
}

void FunctionLowering::doStmt(const clang::DoStmt *S) {
  BlockId Body = B.newBlock(), Cond = B.newBlock(), Exit = B.newBlock();
  B.jump(Body);
  B.startBlock(Body);
  Cur->Targets.push_back({Exit, Cond, Cur->Cleanups.size()});
  scoped(S->getBody());
  Cur->Targets.pop_back();
  B.jump(Cond);
  continueAt(Cond);
  if (isReached(Cond))
    branchOn(S->getCond(), Body, Exit);
  B.seal(Body);
  continueAt(Exit);
}

/// A loop with a step behind its body. Cleanups down to Down belong to what was
/// declared before it. One that surely enters has its test behind the step, as
/// compilers rotate it: no path leads past the body.
void FunctionLowering::steppedLoop(size_t Down, bool EntersSurely,
                                   LoopTest Test, llvm::function_ref<void()> Do,
                                   const clang::Stmt *Inc) {
  BlockId Head = EntersSurely ? NoId : B.newBlock(), Body = B.newBlock(),
          Step = B.newBlock(), Exit = B.newBlock();
  size_t Inner = Cur->Cleanups.size();
  B.jump(EntersSurely ? Body : Head);
  if (!EntersSurely) {
    B.startBlock(Head);
    Inner = Cur->Cleanups.size();
    Test(Body, Exit);
    B.seal(Body);
  }
  Cur->Targets.push_back({Exit, Step, Inner});
  B.startBlock(Body);
  if (!isReached(Body))
    B.unreachable();
  Do();
  popCleanups(Inner);
  Cur->Targets.pop_back();
  B.jump(Step);
  continueAt(Step);
  stmt(Inc);
  if (EntersSurely) {
    if (isReached(Step))
      Test(Body, Exit);
    B.seal(Body);
  } else {
    B.jump(Head);
    B.seal(Head);
  }
  continueAt(Exit);
  popCleanups(Down);
}

/// Does S name a call or an asm statement that may be a barrier?
static bool mayHoldBarrier(const clang::Stmt *S) {
  if (!S)
    return false;
  if (llvm::isa<clang::GCCAsmStmt>(S))
    return true;
  if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S))
    if (const clang::FunctionDecl *Callee = Call->getDirectCallee();
        Callee && Callee->getIdentifier() &&
        (Callee->getName().contains_insensitive("sync") ||
         Callee->getName().contains_insensitive("barrier")))
      return true;
  return llvm::any_of(S->children(), mayHoldBarrier);
}

/// Is the test of S, a comparison of the variable that S has just declared with
/// a constant, true the first time? Asked of loops alone where a way past the
/// body is a way past a barrier: large arithmetic grows by the other form.
bool FunctionLowering::entersSurely(const clang::ForStmt *S) {
  if (!mayHoldBarrier(S->getBody()))
    return false;
  const auto *Init = llvm::dyn_cast_or_null<clang::DeclStmt>(S->getInit());
  const auto *Test = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      S->getCond() ? S->getCond()->IgnoreParenImpCasts() : nullptr);
  if (!Init || !Test || !Test->isComparisonOp() || S->getConditionVariable())
    return false;
  bool NamesOwn = false;
  for (const clang::Expr *Side : {Test->getLHS(), Test->getRHS()}) {
    const auto *Name =
        llvm::dyn_cast<clang::DeclRefExpr>(Side->IgnoreParenImpCasts());
    bool IsOwn = Name && llvm::is_contained(Init->decls(), Name->getDecl());
    NamesOwn |= IsOwn;
    if (!IsOwn && !foldedConstant(Side))
      return false;
  }
  std::optional<int64_t> First =
      NamesOwn ? B.constantOf(scalar(S->getCond())) : std::nullopt;
  return First && *First != 0;
}

void FunctionLowering::forStmt(const clang::ForStmt *S) {
  size_t Down = Cur->Cleanups.size();
  stmt(S->getInit());
  auto Test = [&](BlockId Body, BlockId Exit) {
    if (const auto *Var = S->getConditionVariable())
      declare(Var);
    if (S->getCond())
      branchOn(S->getCond(), Body, Exit);
    else
      B.jump(Body);
  };
  auto Do = [&] { scoped(S->getBody()); };
  steppedLoop(Down, entersSurely(S), Test, Do, S->getInc());
}

void FunctionLowering::rangeFor(const clang::CXXForRangeStmt *S) {
  size_t Down = Cur->Cleanups.size();
  stmt(S->getInit());
  stmt(S->getRangeStmt());
  stmt(S->getBeginStmt());
  stmt(S->getEndStmt());
  auto Test = [&](BlockId Body, BlockId Exit) {
    if (S->getCond())
      branchOn(S->getCond(), Body, Exit);
    else
      B.branch(B.havoc({1, false, false, false}), Body, Exit, loc(S));
  };
  auto Do = [&] {
    stmt(S->getLoopVarStmt());
    scoped(S->getBody());
  };
  steppedLoop(Down, /*EntersSurely=*/false, Test, Do, S->getInc());
}

void FunctionLowering::switchStmt(const clang::SwitchStmt *S) {
  size_t Down = Cur->Cleanups.size();
  stmt(S->getInit());
  if (const auto *Var = S->getConditionVariable())
    declare(Var);
  ValueId Condition = scalar(S->getCond());
  BlockId Exit = B.newBlock(), Default = NoId;
  llvm::SmallVector<std::pair<int64_t, BlockId>, 8> Cases;
  for (const auto *Case = S->getSwitchCaseList(); Case;
       Case = Case->getNextSwitchCase()) {
    BlockId Block = B.newBlock();
    Cur->Cases[Case] = Block;
    const auto *Value = llvm::dyn_cast<clang::CaseStmt>(Case);
    if (!Value) {
      Default = Block;
      continue;
    }
    auto First = foldedConstant(Value->getLHS());
    if (!First)
      continue;
    int64_t Low = *B.constantOf(*First);
    uint64_t Further = 0; // Of `case 1 ... 9`: how many values follow.
    if (Value->getRHS())
      if (auto Last = foldedConstant(Value->getRHS()))
        if (int64_t High = *B.constantOf(*Last); High > Low)
          Further = std::min(uint64_t(High) - uint64_t(Low), uint64_t(255));
    for (uint64_t I = 0; I <= Further; ++I)
      Cases.push_back({int64_t(uint64_t(Low) + I), Block});
  }
  std::reverse(Cases.begin(), Cases.end());
  B.switchTo(Condition, Cases, Default == NoId ? Exit : Default,
             loc(S->getCond()));
  Cur->Targets.push_back({Exit, NoId, Cur->Cleanups.size()});
  scoped(S->getBody());
  Cur->Targets.pop_back();
  B.jump(Exit);
  continueAt(Exit);
  popCleanups(Down);
}

void FunctionLowering::caseStmt(const clang::SwitchCase *S) {
  auto It = Cur->Cases.find(S);
  if (It != Cur->Cases.end()) {
    BlockId Block = It->second;
    B.jump(Block);
    continueAt(Block);
  }
  stmt(S->getSubStmt());
}

void FunctionLowering::returnStmt(const clang::ReturnStmt *S) {
  if (const auto *V = S->getRetValue()) {
    if (Cur->Result == NoId || V->getType()->isVoidType()) {
      size_t Down = Cur->Cleanups.size();
      discard(V);
      popCleanups(Down);
    } else {
      initInto(placeOf(Cur->Result, Cur->Fn->getReturnType()), V);
    }
  }
  if (B.isTerminated() || S == Cur->Tail) // The body's end cleans up.
    return;
  emitCleanups(0);
  B.jump(Cur->Exit, loc(S));
}

void FunctionLowering::declStmt(const clang::DeclStmt *S) {
  for (const auto *D : S->decls())
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
      declare(Var);
}

void FunctionLowering::declare(const clang::VarDecl *Var) {
  if (Var->hasGlobalStorage())
    return;
  unsigned Object = objectOf(Var);
  LValue L = placeOf(Object, Var->getType());
  const clang::Expr *Init = hasLostValue(Var) ? nullptr : Var->getInit();
  if (!Init || Var->getType()->isRecordType())
    forget(Object);
  if (Init)
    initInto(L, Init);
  pushDestructor(B.local(Object), Var->getType(), Var->getLocation());
  if (const auto *Parts = llvm::dyn_cast<clang::DecompositionDecl>(Var))
    for (const auto *Binding : Parts->bindings())
      if (const auto *Holding = Binding->getHoldingVar())
        declare(Holding);
}

BlockId FunctionLowering::blockOf(const clang::LabelDecl *Label) {
  auto [It, New] = Cur->Labels.try_emplace(Label, 0);
  if (New)
    It->second = B.newBlock();
  return It->second;
}

void FunctionLowering::label(const clang::LabelStmt *S) {
  BlockId Block = blockOf(S->getDecl());
  B.jump(Block);
  B.startBlock(Block);
  stmt(S->getSubStmt());
}

void FunctionLowering::gotoStmt(const clang::LabelDecl *To,
                                clang::SourceRange At) {
  B.jump(blockOf(To), loc(At));
}
