//===- oracle_test.cpp - advice against all outcomes of whole programs ----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random units of two or three straight kernels over three words. Where the
// judge says that a change holds, the memory model must allow no outcome of
// the whole program with it that it forbids without it, whichever of the
// kernels run and wherever. FENCEPOST_ORACLE_ROUNDS and FENCEPOST_ORACLE_SEED
// ask for more of them.
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/advice.h"
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/memory_model/checker.h"
#include <cstdlib>
#include <random>

using namespace fencepost;

namespace {

class Generator {
public:
  explicit Generator(unsigned Seed) : Random(Seed) {}
  struct Operation {
    enum { Load, Store, Atom, Fence } What;
    Order Ord;
    Scope Scp;
    unsigned Word;
  };
  using Kernel = std::vector<Operation>;
  std::vector<Kernel> unit();
  unsigned below(unsigned N) { return Random() % N; }

private:
  std::mt19937 Random;
  Operation operation(bool WantFence);
};

Generator::Operation Generator::operation(bool WantFence) {
  static constexpr Order Fences[] = {Order::AcqRel, Order::SeqCst,
                                     Order::SeqCst};
  Scope S = below(5) ? Scope::Gpu : Scope::Cta;
  if (WantFence)
    return {Operation::Fence, Fences[below(3)], S, 0};
  unsigned Word = below(3);
  switch (below(5)) {
  case 0:
  case 1: {
    static constexpr Order Loads[] = {Order::Weak, Order::Relaxed,
                                      Order::Relaxed, Order::Acquire};
    return {Operation::Load, Loads[below(4)], S, Word};
  }
  case 2:
  case 3: {
    static constexpr Order Stores[] = {Order::Weak, Order::Relaxed,
                                       Order::Relaxed, Order::Release};
    return {Operation::Store, Stores[below(4)], S, Word};
  }
  default:
    static constexpr Order Atoms[] = {Order::Relaxed, Order::Acquire,
                                      Order::Release, Order::AcqRel};
    return {Operation::Atom, Atoms[below(4)], S, Word};
  }
}

std::vector<Generator::Kernel> Generator::unit() {
  std::vector<Kernel> Out(2 + below(2));
  for (Kernel &K : Out) {
    K.push_back(operation(false));
    if (below(4) == 0)
      K.push_back(operation(below(2)));
    K.push_back(operation(&K == &Out.front() || below(4) != 0));
    K.push_back(operation(false));
  }
  return Out;
}

using Operation = Generator::Operation;

std::string eventsOf(const std::vector<Generator::Kernel> &Unit) {
  std::string Text;
  for (const char *Word : {"a", "b", "c"})
    Text += "global @" + std::string(Word) + " space=global size=4\n";
  for (unsigned K = 0; K < Unit.size(); ++K) {
    Text += "kernel @k" + std::to_string(K) + "(i32 %n) {\n";
    for (const Operation &O : Unit[K]) {
      std::string How = ("." + spelling(O.Ord)).str();
      if (isStrong(O.Ord))
        How += ("." + spelling(O.Scp)).str();
      std::string At = std::string(".global [@") + char('a' + O.Word) + "]";
      switch (O.What) {
      case Operation::Load:
        Text += "load" + How + At + "\n";
        break;
      case Operation::Store:
        Text += "store" + How + At + ", 1\n";
        break;
      case Operation::Atom:
        Text += "atom" + How + ".add" + At + ", 1 used\n";
        break;
      case Operation::Fence:
        Text += "fence" + How + "\n";
        break;
      }
    }
    Text += "}\n";
  }
  return Text;
}

/// The program of some kernels, each by one thread.
struct Whole {
  std::string Threads;
  std::vector<std::string> Reads; ///< `P0:r1`
};

Whole litmusOf(const std::vector<Generator::Kernel> &Unit,
               llvm::ArrayRef<unsigned> Kernels,
               llvm::ArrayRef<unsigned> Ctas) {
  Whole W;
  for (unsigned T = 0; T < Kernels.size(); ++T) {
    std::string Name = "P" + std::to_string(T);
    W.Threads += Name + " @cta" + std::to_string(Ctas[T]) + ":\n";
    unsigned Count = 0;
    for (const Operation &O : Unit[Kernels[T]]) {
      std::string How = ("." + spelling(O.Ord)).str();
      if (isStrong(O.Ord))
        How += ("." + spelling(O.Scp)).str();
      std::string At = std::string("[") + char('a' + O.Word) + "]";
      bool Reads = O.What == Operation::Load || O.What == Operation::Atom;
      std::string Register = "r" + std::to_string(Reads ? Count++ : 0);
      switch (O.What) {
      case Operation::Load:
        W.Threads += "  ld" + How + " " + Register + ", " + At + "\n";
        break;
      case Operation::Store:
        W.Threads += "  st" + How + " " + At + ", 1\n";
        break;
      case Operation::Atom:
        W.Threads += "  atom" + How + ".add " + Register + ", " + At + ", 1\n";
        break;
      case Operation::Fence:
        W.Threads += "  fence" + How + "\n";
        break;
      }
      if (Reads)
        W.Reads.push_back(Name + ":" + Register);
    }
  }
  return W;
}

bool allows(const std::string &Text) {
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(Text);
  EXPECT_TRUE(bool(L)) << llvm::toString(L.takeError()) << Text;
  return L && memory_model::decide(*L).Is == memory_model::Answer::Allowed;
}

/// An outcome that After allows and Before forbids; empty if there is none.
std::string newOutcome(const Whole &Before, const Whole &After) {
  unsigned Count = 1;
  for (size_t I = 0; I < Before.Reads.size(); ++I)
    Count *= 3;
  for (unsigned Code = 0; Code < Count; ++Code) {
    std::string Outcome;
    unsigned Rest = Code;
    for (const std::string &Read : Before.Reads) {
      Outcome += (Outcome.empty() ? "" : " && ") + Read +
                 " == " + std::to_string(Rest % 3);
      Rest /= 3;
    }
    if (Outcome.empty())
      return "";
    Outcome = "exists (" + Outcome + ")\n";
    if (allows(After.Threads + Outcome) && !allows(Before.Threads + Outcome))
      return Before.Threads + Outcome;
  }
  return "";
}

TEST(Oracle, WhatHoldsAllowsNothingNew) {
  const char *Seed = std::getenv("FENCEPOST_ORACLE_SEED");
  Generator G(Seed ? std::atoi(Seed) : 20260101);
  const char *Asked = std::getenv("FENCEPOST_ORACLE_ROUNDS");
  const unsigned Rounds = Asked ? std::atoi(Asked) : 150;
  unsigned Held = 0, Refuted = 0, Needed = 0;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    std::vector<Generator::Kernel> Unit = G.unit();
    TestUnit U(eventsOf(Unit));
    auto Changed = Unit;
    unsigned At = 0;
    for (unsigned I = 0; I < Unit[0].size(); ++I)
      if (Unit[0][I].What == Operation::Fence)
        At = I;
    Operation &O = Changed[0][At];
    Change C = Change::drop(At);
    if (O.Ord == Order::SeqCst && G.below(2)) {
      C = Change::order(At, Order::AcqRel);
      O.Ord = Order::AcqRel;
    } else {
      Changed[0].erase(Changed[0].begin() + At);
    }
    AdviceResult R = judge(U.unit(), U.fn(), C, {Scope::Gpu});
    std::string Found;
    for (bool SameKernelTwice : {false, true}) {
      std::vector<unsigned> Kernels(Unit.size());
      for (unsigned K = 0; K < Unit.size(); ++K)
        Kernels[K] = SameKernelTwice && K == 1 ? 0 : K;
      for (bool OneCta : {false, true}) {
        std::vector<unsigned> Ctas(Unit.size());
        for (unsigned K = 0; K < Unit.size(); ++K)
          Ctas[K] = OneCta ? 0 : K;
        Whole Before = litmusOf(Unit, Kernels, Ctas),
              After = litmusOf(Changed, Kernels, Ctas);
        if (Before.Reads.size() <= 5 && Found.empty())
          Found = newOutcome(Before, After);
      }
    }
    Needed += !Found.empty();
    if (R) {
      ++Held;
      EXPECT_EQ(Found, "") << "advice: event " << At << "\n"
                           << eventsOf(Unit) << R.Reason << "\n"
                           << R.Litmus;
    } else {
      ++Refuted;
    }
  }
  EXPECT_GT(Held, 20u);
  EXPECT_GT(Refuted, 20u);
  EXPECT_GT(Needed, 4u);
}

} // namespace
