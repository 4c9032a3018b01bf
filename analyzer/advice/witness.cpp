//===- witness.cpp - a finding as a small program -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/witness.h"
#include "analyzer/advice/cut.h"
#include "analyzer/advice/paths.h"
#include "analyzer/advice/surroundings.h"
#include "analyzer/advice/witness_words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::advice;
using memory_model::Answer;
using memory_model::EdgeKind;

namespace {

constexpr uint64_t Budget = 100'000; ///< Steps of the memory model.

/// `ready` of `ready[blockIdx.x]`; empty if it can be no name here.
std::string nameFrom(llvm::StringRef Text) {
  llvm::StringRef Name =
      Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  llvm::StringRef Rest = Text.drop_front(Name.size());
  bool IsName = !Name.empty() && !llvm::isDigit(Name.front()) &&
                (Rest.empty() || Rest.front() == '[');
  return IsName ? Name.str() : "";
}

/// The user's name of what E accesses, else that of the object behind it.
std::string nameIn(const HandoverSide &Side, EventId E) {
  if (!Side.In || E == NoId)
    return "";
  std::string Name = nameFrom(Side.In->event(E).Object);
  return Name.empty() ? nameFrom(Side.In->provenance().object(E).Name) : Name;
}

bool isElected(const FunctionView &In, EventId E) {
  return In.populations().isElected(In.cfg().position(E).Block);
}

/// What orders on the way between two events of one function.
class Middle {
public:
  Middle(const FunctionView &In, EventId From, EventId To, EventId Signal);
  std::vector<EventId> Events;
  bool IsKnown = true;
  /// The first and the last barrier, as indices; Events.size() if none.
  size_t firstBarrier() const {
    return llvm::find_if(Events, [&](EventId E) { return joins(E); }) -
           Events.begin();
  }
  size_t behindLastBarrier() const {
    auto It = llvm::find_if(llvm::reverse(Events),
                            [&](EventId E) { return joins(E); });
    return Events.rend() - It;
  }
  bool hasBarrier() const { return firstBarrier() < Events.size(); }

private:
  const FunctionView &In;
  bool joins(EventId E) const { return isBarrier(In.event(E)); }
};

Middle::Middle(const FunctionView &In, EventId From, EventId To, EventId Signal)
    : In(In) {
  Paths P(In);
  std::vector<EventId> Among;
  for (EventId E = 0; E < In.fn().Events.size(); ++E) {
    const Event &Ev = In.event(E);
    bool ReadsSignal =
        Signal != NoId && Ev.Kind == EventKind::Load && isStrong(Ev.Ord) &&
        In.provenance().sameLocation(E, Signal).Is == SameLocation::Same;
    if (Ev.Kind == EventKind::Fence || isBarrier(Ev) || ReadsSignal)
      Among.push_back(E);
  }
  IsKnown = P.leads(From, To);
  Events = P.between(From, To, Among, Paths::Mode::Must);
  IsKnown &= !P.isExhausted();
}

/// One thread of the program.
struct Lines {
  std::string Name, Place;
  std::vector<std::string> Code;
};

class Program {
public:
  Program(Words W, const Handover &H) : W(std::move(W)), H(H) {}

  void addSender(llvm::StringRef Place);
  void addReceiver(llvm::StringRef Place);
  WitnessResult decided(llvm::StringRef Title);

  Words W;
  const Handover &H;
  std::vector<Lines> Threads;
  std::vector<std::string> Outcome, Remarks;
  bool Fits = true;

  void add(Lines &To, std::string Line) {
    Fits &= !Line.empty();
    To.Code.push_back(std::move(Line));
  }
  void addMiddle(Lines &To, const HandoverSide &Side,
                 llvm::ArrayRef<EventId> Events, bool WithElected = true);
  std::string text(llvm::StringRef Title) const;
  bool isForward(const memory_model::Edge &E) const;
  std::string lackOf(const memory_model::Witness &Shown) const;
  void tellMadeUp(llvm::StringRef What, llvm::StringRef Does);
};

void Program::addMiddle(Lines &To, const HandoverSide &Side,
                        llvm::ArrayRef<EventId> Events, bool WithElected) {
  for (EventId E : Events) {
    const Event &Ev = Side.In->event(E);
    if (!WithElected && !isBarrier(Ev) && isElected(*Side.In, E))
      continue;
    if (Ev.Kind == EventKind::Load) {
      add(To, W.see(*Side.In, E, "again" + std::to_string(To.Code.size())));
      continue;
    }
    Fits &= Ev.Kind != EventKind::Fence ||
            (isStrong(Ev.Ord) && Ev.Scp >= Scope::Cta && Ev.Scp <= Scope::Sys);
    Slot S;
    S.In = Side.In;
    S.E = E;
    add(To, instructionOf(S, {}, nullptr));
  }
}

void Program::tellMadeUp(llvm::StringRef What, llvm::StringRef Does) {
  Remarks.push_back(("the " + What + " is made up, not cut from the code: it " +
                     Does + " at scope '" + spelling(H.Apart) +
                     "', as it should")
                        .str());
}

void Program::addSender(llvm::StringRef Place) {
  const HandoverSide &Side = H.Sender;
  Lines Sender{"Sender", Place.str(), {}};
  if (!Side.In) {
    add(Sender, W.madeUpStore());
    add(Sender, W.madeUpRaise(H.Apart));
    tellMadeUp("sender", "releases");
    Threads.push_back(std::move(Sender));
    return;
  }
  Middle M(*Side.In, Side.Data, Side.Signal, NoId);
  Fits &= M.IsKnown;
  llvm::ArrayRef<EventId> Events = M.Events;
  bool IsSplit = H.IsUnjoined || (isElected(*Side.In, Side.Signal) &&
                                  !isElected(*Side.In, Side.Data));
  Lines &First = Threads.emplace_back(
      Lines{IsSplit ? "Writer" : "Sender", Place.str(), {}});
  add(First, W.store(*Side.In, Side.Data));
  if (!IsSplit) {
    addMiddle(First, Side, Events);
    add(First, W.raise(*Side.In, Side.Signal));
    return;
  }
  bool IsJoined = M.hasBarrier() && !H.IsUnjoined;
  if (IsJoined)
    addMiddle(First, Side, Events.take_front(M.behindLastBarrier()), false);
  addMiddle(Sender, Side, Events.drop_front(IsJoined ? M.firstBarrier() : 0));
  add(Sender, W.raise(*Side.In, Side.Signal));
  Threads.push_back(std::move(Sender));
}

void Program::addReceiver(llvm::StringRef Place) {
  const HandoverSide &Side = H.Receiver;
  Lines Receiver{"Receiver", Place.str(), {}};
  std::string Seen = std::string("seen == ") + W.raised();
  Outcome.push_back("Receiver:" + Seen);
  if (!Side.In) {
    add(Receiver, W.madeUpSee(H.Apart));
    add(Receiver, W.madeUpRead());
    tellMadeUp("receiver", "acquires");
    Threads.push_back(std::move(Receiver));
    Outcome.push_back("Receiver:got == 0");
    return;
  }
  Middle M(*Side.In, Side.Signal, Side.Data, Side.Signal);
  Fits &= M.IsKnown;
  llvm::ArrayRef<EventId> Events = M.Events;
  bool IsSplit = isElected(*Side.In, Side.Signal) &&
                 !isElected(*Side.In, Side.Data) && M.hasBarrier();
  add(Receiver, W.see(*Side.In, Side.Signal, "seen"));
  if (!IsSplit) {
    addMiddle(Receiver, Side, Events);
    add(Receiver, W.read(*Side.In, Side.Data, H.ReadThrough));
    Threads.push_back(std::move(Receiver));
    Outcome.push_back("Receiver:got == 0");
    return;
  }
  addMiddle(Receiver, Side, Events.take_front(M.behindLastBarrier()));
  Threads.push_back(std::move(Receiver));
  Lines Reader{"Reader", Place.str(), {}};
  addMiddle(Reader, Side, Events.drop_front(M.firstBarrier()), false);
  add(Reader, W.read(*Side.In, Side.Data, H.ReadThrough));
  Threads.push_back(std::move(Reader));
  Outcome.push_back("Reader:got == 0");
}

std::string Program::text(llvm::StringRef Title) const {
  std::string Text = ("PTX " + Title + "\n").str() + W.start();
  for (const Lines &T : Threads) {
    Text += T.Name + " @" + T.Place + ":\n";
    for (const std::string &Line : T.Code)
      Text += "  " + Line + ";\n";
  }
  return Text + "allowed (" + llvm::join(Outcome, " && ") + ")\n";
}

/// The way that the data goes: what arrives the other way is of no interest.
bool Program::isForward(const memory_model::Edge &E) const {
  auto IndexOf = [&](llvm::StringRef Event) {
    return llvm::find_if(Threads,
                         [&](const Lines &T) {
                           return Event.starts_with(T.Name + "'s ");
                         }) -
           Threads.begin();
  };
  return IndexOf(E.From) < IndexOf(E.To);
}

/// What the execution would need.
std::string Program::lackOf(const memory_model::Witness &Shown) const {
  std::string Data =
      Threads.front().Name + "'s '" + Threads.front().Code.front() + "'";
  std::string Read =
      Threads.back().Name + "'s '" + Threads.back().Code.back() + "'";
  auto Is = [](const memory_model::Edge &E) {
    return E.Kind == EdgeKind::Synchronizes;
  };
  llvm::StringRef Last = Threads.back().Code.back();
  if (Last.starts_with("ld.async ") || Last.starts_with("ld.nc "))
    return Data + " does not precede " + Read +
           " in causality order: what orders the threads counts for the "
           "generic proxy alone" +
           (Last.starts_with("ld.async ")
                ? ", and no proxy fence stands on the way"
                : "");
  if (llvm::none_of(Shown.Edges, Is))
    return "missing: a synchronizes-with edge from " +
           std::string(Threads.front().Name == "Writer"
                           ? "Sender"
                           : Threads.front().Name) +
           " to Receiver; without it nothing orders " + Data + " before " +
           Read;
  return "the synchronizes-with edge does not order " + Data + " before " +
         Read + ": nothing orders it before what is released";
}

WitnessResult Program::decided(llvm::StringRef Title) {
  WitnessResult Out;
  if (!Fits)
    return Out;
  std::string Text = text(Title);
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(Text);
  if (!L) {
    llvm::consumeError(L.takeError());
    return Out;
  }
  memory_model::Decision D = memory_model::decide(*L, Budget);
  switch (D.Is) {
  case Answer::OutOfBudget:
    return Out;
  case Answer::Forbidden:
    Out.Is = WitnessResult::State::Refuted;
    Out.Litmus = std::move(Text);
    return Out;
  case Answer::Allowed:
    break;
  }
  Out.Is = WitnessResult::State::Shown;
  Out.Litmus = std::move(Text);
  for (const memory_model::Edge &E : D.Shown.Edges)
    if (E.Kind != EdgeKind::Barrier || isForward(E))
      Out.Execution.push_back(E.text());
  Out.Execution.push_back(lackOf(D.Shown));
  Out.Remarks = std::move(Remarks);
  return Out;
}

bool usesClusters(const HandoverSide &Side) {
  return Side.In && llvm::any_of(Side.In->fn().Events, [](const Event &E) {
           return E.Scp == Scope::Cluster ||
                  E.Kind == EventKind::ClusterBarrier;
         });
}

/// Beside one at `cta0`. What meets within a cluster is no barrier between
/// blocks that are only on one GPU.
const char *placeBeside(const Handover &H) {
  if (H.Apart == Scope::Sys)
    return "gpu1";
  if (H.Apart == Scope::Cluster)
    return "cta1";
  return usesClusters(H.Sender) || usesClusters(H.Receiver) ? "cluster1"
                                                            : "cta1";
}

} // namespace

WitnessResult fencepost::witnessOf(const Handover &H, llvm::StringRef Title) {
  const HandoverSide &Named = H.Receiver.In ? H.Receiver : H.Sender;
  std::string Data = nameIn(Named, Named.Data),
              Signal = nameIn(Named, Named.Signal);
  if (Data.empty() || Signal.empty() || Data == Signal) {
    Data = "data";
    Signal = H.IsLock ? "lock" : "flag";
  }
  Program P(Words(Data, Signal, H.IsLock), H);
  P.addSender("cta0");
  P.addReceiver(placeBeside(H));
  return P.decided(Title);
}

WitnessResult fencepost::witnessOfProxies(const FunctionView &In, EventId Store,
                                          EventId Read, Proxy Through,
                                          llvm::StringRef Title) {
  HandoverSide Side{&In, Store, NoId};
  std::string Data = nameIn(Side, Store);
  Handover Unused;
  Program P(Words(Data.empty() ? "data" : Data, "flag", false), Unused);
  Middle M(In, Store, Read, NoId);
  P.Fits &= M.IsKnown;
  llvm::ArrayRef<EventId> Events = M.Events;
  bool IsSplit = isElected(In, Read) && !isElected(In, Store) && M.hasBarrier();
  Lines &Writer = P.Threads.emplace_back(Lines{"Writer", "cta0", {}});
  P.add(Writer, P.W.store(In, Store));
  std::string Last = P.W.read(In, Read, Through);
  if (IsSplit) {
    P.addMiddle(Writer, Side, Events.take_front(M.behindLastBarrier()), false);
    Lines Reader{"Reader", "cta0", {}};
    P.addMiddle(Reader, Side, Events.drop_front(M.firstBarrier()));
    P.Threads.push_back(std::move(Reader));
  } else {
    P.addMiddle(Writer, Side, Events);
  }
  P.add(P.Threads.back(), Last);
  P.Outcome.push_back(P.Threads.back().Name + ":got == 0");
  return P.decided(Title);
}
