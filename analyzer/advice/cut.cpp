//===- cut.cpp - events as a litmus program -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/cut.h"
#include "analyzer/advice/surroundings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::advice;
using memory_model::Answer;

namespace {

constexpr unsigned MaxPosed = 60'000;     ///< Programs put together.
constexpr unsigned MaxCases = 10'000;     ///< Programs of one judgement.
constexpr uint64_t MaxSteps = 400'000;    ///< Of the memory model, in all.
constexpr uint64_t BudgetOfCase = 50'000; ///< Steps of the memory model.

std::string orderAndScope(Order O, Scope S) {
  if (!isStrong(O))
    return ".weak";
  return ("." + spelling(O) + "." + spelling(S)).str();
}

const char *actionOf(BarrierAction A) {
  switch (A) {
  case BarrierAction::None:
  case BarrierAction::Sync:
    return "sync";
  case BarrierAction::Arrive:
    return "arrive";
  case BarrierAction::Wait:
    return "wait";
  }
  return "sync";
}

/// Barriers whose number is not known get one of their own, by value.
std::string barrierOf(const FunctionView &In, const Event &E) {
  const Value &Id = In.fn().value(E.BarrierId);
  std::string Number = Id.Kind == ValueKind::Constant
                           ? std::to_string(Id.Imm)
                           : std::to_string(1000 + E.BarrierId);
  if (E.Kind == EventKind::WarpSync)
    return "bar.sync 99";
  if (E.Kind == EventKind::CtaBarrier)
    return std::string("bar.") + actionOf(E.Barrier) + " " + Number;
  bool IsRelaxed = E.Ord == Order::Relaxed;
  return std::string("cluster.") + actionOf(E.Barrier) +
         (IsRelaxed && E.Barrier == BarrierAction::Arrive ? ".relaxed 0"
                                                          : " 0");
}

std::string mbarrierOf(const Event &E, const std::string &Location,
                       const std::string &Register) {
  bool Waits = isWait(E.Mbar);
  Order O = isStrong(E.Ord) ? E.Ord : Waits ? Order::Acquire : Order::Release;
  Scope S = E.Scp >= Scope::Cta ? E.Scp : Scope::Cta;
  if (Waits)
    return "ld" + orderAndScope(O, S) + " " + Register + ", [" + Location + "]";
  return "red" + orderAndScope(O, S) + ".add [" + Location + "], 1";
}

std::string accessOf(const Slot &S, EventKind Kind, Order O, Scope Scp,
                     Proxy Prx) {
  std::string Where = "[" + S.Location + "]";
  std::string How = orderAndScope(O, Scp);
  if (Prx != Proxy::Generic)
    How = ("." + spelling(Prx)).str();
  if (Kind == EventKind::Load)
    return "ld" + How + " " + S.Register + ", " + Where;
  if (Kind == EventKind::Store)
    return "st" + How + " " + Where + ", " + std::to_string(S.Value);
  std::string Result = Kind == EventKind::Rmw ? S.Register + ", " : "";
  return (Kind == EventKind::Rmw ? "atom" : "red") + How + ".add " + Result +
         Where + ", 1";
}

} // namespace

unsigned Cut::size() const {
  unsigned N = 0;
  for (const CutThread &T : Threads)
    N += T.Code.size();
  return N;
}

bool advice::reads(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  return E.Kind == EventKind::Load || E.Kind == EventKind::Rmw ||
         isWait(E.Mbar);
}

bool advice::writes(const FunctionView &In, EventId Id) {
  const Event &E = In.event(Id);
  return (isMemoryAccess(E.Kind) && E.Kind != EventKind::Load) ||
         (E.Kind == EventKind::Mbarrier && !reads(In, Id));
}

std::string advice::instructionOf(const Slot &S, llvm::ArrayRef<Change> Changes,
                                  const FunctionView *Changed) {
  if (S.E == NoId)
    return S.Text;
  const Event &E = S.In->event(S.E);
  Order O = E.Ord;
  Scope Scp = E.Scp;
  for (const Change &C : Changes)
    if (S.In == Changed && C.Of == S.E) {
      if (C.IsDrop)
        return "";
      O = C.NewOrder == Order::Unknown ? O : C.NewOrder;
      Scp = C.NewScope == Scope::Unknown ? Scp : C.NewScope;
    }
  switch (E.Kind) {
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
    return accessOf(S, E.Kind, O, Scp, E.Prx);
  case EventKind::Fence:
    return "fence" + orderAndScope(O, Scp);
  case EventKind::ProxyFence:
    // What matters to generic accesses is the tensormap form alone, and it
    // synchronizes with its like: none is in a program of accesses.
    return "";
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
  case EventKind::WarpSync:
    return barrierOf(*S.In, E);
  case EventKind::Mbarrier:
    return mbarrierOf(E, S.Location, S.Register);
  case EventKind::WarpCollective:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
  case EventKind::OpaqueCall:
    return "";
  }
  return "";
}

std::string advice::render(const Cut &C, llvm::ArrayRef<Change> Changes,
                           const FunctionView *Changed,
                           llvm::StringRef Clause) {
  std::string Text;
  for (const CutThread &T : C.Threads) {
    Text += T.Name + " @" + T.Place + ":\n";
    unsigned Unused = 0;
    for (Slot S : T.Code) {
      if (S.Register.empty())
        S.Register = "r" + std::to_string(Unused++);
      std::string Line = instructionOf(S, Changes, Changed);
      if (!Line.empty())
        Text += "  " + Line + ";\n";
    }
  }
  return Text + Clause.str() + " (" + llvm::join(C.Outcome, " && ") + ")\n";
}

//===----------------------------------------------------------------------===//
// Court
//===----------------------------------------------------------------------===//

void Court::withhold(const llvm::Twine &Reason, std::string Program) {
  if (!Result)
    Result =
        AdviceResult{Advice::Withheld, Reason.str(), std::move(Program), {}};
}

std::optional<Answer> Court::ask(const std::string &Text) {
  auto [It, IsNew] = Heard.try_emplace(Text, Answer::OutOfBudget);
  if (!IsNew)
    return It->second;
  if (++Cases > MaxCases) {
    withhold("the code around has too many orders of accesses");
    return std::nullopt;
  }
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(Text);
  if (!L) {
    llvm::consumeError(L.takeError());
    withhold("the code around does not fit a program of the memory model",
             Text);
    return std::nullopt;
  }
  memory_model::Decision D = memory_model::decide(*L, BudgetOfCase);
  It->second = D.Is;
  Steps += D.Steps;
  if (Steps > MaxSteps) {
    withhold("the memory model could not decide within its budget", Text);
    return std::nullopt;
  }
  if (It->second == Answer::OutOfBudget)
    withhold("the memory model could not decide within its budget", Text);
  return It->second;
}

bool Court::hear(const Cut &C) {
  if (++Posed > MaxPosed)
    withhold("the code around has too many orders of accesses");
  if (!isOpen())
    return false;
  std::string Before = render(C, {}, &Changed, "forbidden");
  std::string After = render(C, Changes, &Changed, "forbidden");
  if (Before == After)
    return true;
  std::optional<Answer> Was = ask(Before);
  if (!Was || !isOpen() || *Was == Answer::Allowed)
    return isOpen();
  std::optional<Answer> Is = ask(After);
  if (!Is || !isOpen())
    return false;
  if (*Is == Answer::Forbidden) {
    if (Supporting.empty())
      Supporting = After;
    return true;
  }
  withhold("the change would allow an outcome that is forbidden now",
           render(C, Changes, &Changed, "allowed"));
  return false;
}

AdviceResult Court::result() const {
  if (Result)
    return *Result;
  return {Advice::Holds,
          Supporting.empty()
              ? "no order of the accesses around rests on it"
              : "what was forbidden stays forbidden in all " +
                    std::to_string(Cases) + " programs cut from the code",
          Supporting,
          {}};
}
