//===- dump.cpp - one stage of each unit as text --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/driver.h"

#include "analyzer/analysis/unit_view.h"
#include "analyzer/driver/configured.h"
#include "analyzer/driver/guard.h"
#include "analyzer/driver/unit_run.h"
#include "analyzer/model/text.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {

/// Pairs of accesses that --dump=order tells of one function.
static constexpr unsigned MaxPairs = 200;

namespace {

class FunctionDump {
public:
  FunctionDump(const FunctionView &View, raw_ostream &OS)
      : View(View), Fn(View.fn()), OS(OS) {}
  void cfg();
  void uniformity();
  void order();

private:
  void header();
  void block(BlockId B);
  void loops();
  void event(EventId E);
  std::string describe(EventId E) const;
  void between(EventId From, const OrderAnalysis::Reach &R);
  const FunctionView &View;
  const Function &Fn;
  raw_ostream &OS;
};

} // namespace

void FunctionDump::header() {
  OS << "function " << (Fn.Display.empty() ? Fn.Name : Fn.Display) << '\n';
}

std::string FunctionDump::describe(EventId E) const {
  const Event &Ev = Fn.event(E);
  std::string Text = "e" + std::to_string(E) + " " + spelling(Ev.Kind).str();
  if (Ev.Ord != Order::None)
    Text += "." + spelling(Ev.Ord).str();
  if (Ev.Scp != Scope::None)
    Text += "." + spelling(Ev.Scp).str();
  uint32_t Line = View.module().at(Ev.Loc).Line;
  if (Line)
    Text += " line " + std::to_string(Line);
  return Text;
}

void FunctionDump::block(BlockId B) {
  const Cfg &Graph = View.cfg();
  const Block &Blk = Fn.block(B);
  OS << "  b" << B;
  if (B == Fn.Entry)
    OS << " entry";
  OS << ": preds";
  for (BlockId P : Blk.Predecessors)
    OS << " b" << P;
  OS << ", succs";
  for (BlockId S : Blk.Term.Successors)
    OS << " b" << S;
  if (BlockId Dom = Graph.immediateDominator(B); Dom != NoId)
    OS << ", idom b" << Dom;
  ArrayRef<Cfg::Dependence> Deps = Graph.directControlDependences(B);
  if (!Deps.empty())
    OS << ", depends on";
  for (const Cfg::Dependence &D : Deps)
    OS << " b" << D.Branch << "/" << D.Successor;
  OS << '\n';
  for (EventId E : Blk.Events)
    OS << "    " << describe(E) << '\n';
}

void FunctionDump::loops() {
  ArrayRef<Loop> All = View.loops().all();
  for (size_t I = 0; I < All.size(); ++I) {
    OS << "  loop " << I << ": header b" << All[I].Header << ", blocks";
    for (BlockId B : All[I].Blocks)
      OS << " b" << B;
    OS << ", exits";
    for (const Loop::Exit &X : All[I].Exits)
      OS << " b" << X.From << "->b" << X.To;
    OS << '\n';
  }
}

void FunctionDump::cfg() {
  header();
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    block(B);
  loops();
}

void FunctionDump::uniformity() {
  header();
  const Uniformity &Facts = View.uniformity();
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    const Value &Val = Fn.value(V);
    OS << "  %" << V << " " << spelling(Val.Kind);
    if (Val.Kind == ValueKind::Op)
      OS << ' ' << spelling(Val.Op);
    if (!Val.Name.empty())
      OS << ' ' << Val.Name;
    OS << ": " << spelling(Facts.of(V));
    if (Facts.dependsOnLoad(V))
      OS << ", from memory";
    if (ValueId Cause = Facts.cause(V); Cause != UnknownValue)
      OS << ", because of %" << Cause;
    OS << '\n';
  }
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    OS << "  b" << B << ": executed by " << spelling(View.populations().of(B))
       << '\n';
}

void FunctionDump::event(EventId E) {
  OS << "  " << describe(E);
  const Event &Ev = Fn.event(E);
  if (isMemoryAccess(Ev.Kind)) {
    const Object &O = View.provenance().object(E);
    OS << ", object " << (O.Key.empty() ? "?" : O.Key);
    if (const Poll *P = View.polls().of(E)) {
      static constexpr StringRef Kinds[] = {"flag", "lock", "object"};
      OS << ", poll of a " << Kinds[static_cast<unsigned>(P->Kind)];
    }
  }
  OS << '\n';
}

void FunctionDump::between(EventId From, const OrderAnalysis::Reach &R) {
  const Between &W = R.Way;
  OS << "    -> " << describe(R.To) << ": acquire " << spelling(W.MayAcquire)
     << "/" << spelling(W.MustAcquire) << ", release " << spelling(W.MayRelease)
     << "/" << spelling(W.MustRelease) << ", barrier "
     << (W.MustBarrier  ? "must"
         : W.MayBarrier ? "may"
                        : "none");
  for (EventId F : W.Fences)
    OS << ", e" << F;
  if (W.Opaque)
    OS << ", not certain";
  OS << '\n';
}

void FunctionDump::order() {
  header();
  unsigned Pairs = 0;
  for (EventId E = 0; E < Fn.Events.size(); ++E) {
    event(E);
    if (!isMemoryAccess(Fn.event(E).Kind))
      continue;
    auto Want = [&](EventId To) { return isMemoryAccess(Fn.event(To).Kind); };
    for (const OrderAnalysis::Reach &R : View.order().forward(E, Want)) {
      if (++Pairs > MaxPairs)
        break;
      between(E, R);
    }
  }
  if (Pairs > MaxPairs)
    OS << "  (more than " << MaxPairs << " pairs, the rest is left out)\n";
}

static void dumpModule(const Module &M, StringRef Stage, raw_ostream &OS) {
  if (Stage == "events")
    return print(M, OS);
  OS << "unit " << M.Name << " " << M.Arch << '\n';
  UnitView View(M);
  for (const std::unique_ptr<FunctionView> &F : View.functions()) {
    FunctionDump D(*F, OS);
    if (Stage == "cfg")
      D.cfg();
    else if (Stage == "uniformity")
      D.uniformity();
    else
      D.order();
  }
}

bool dump(const RunOptions &Options, raw_ostream &OS,
          std::vector<Notification> &Notes) {
  static constexpr StringRef Stages[] = {"events", "cfg", "uniformity",
                                         "order"};
  if (!is_contained(Stages, Options.Dump)) {
    Notes.push_back({NoticeClass::User,
                     "unknown stage '" + Options.Dump +
                         "': events, cfg, uniformity and order can be shown",
                     "", 0});
    return false;
  }
  InputPlan Plan = planInputs(Options.Input);
  append_range(Notes, Plan.Notes);
  Configured Configs(Options, {});
  bool Any = false;
  for (const Unit &U : Plan.Units) {
    std::string Text, Why;
    bool Ok = guardedOnLargeStack([&] {
      ReadUnit Read =
          readUnit(U, Options.CudaPath, Configs.of(inputOf(U)).Models.get());
      append_range(Notes, Read.Notes);
      if (Read.M) {
        raw_string_ostream Out(Text);
        dumpModule(*Read.M, Options.Dump, Out);
      } else {
        Why = Read.WhySkipped;
      }
    });
    if (!Ok)
      append_range(Notes, failedUnit(U, "crashed").Notes);
    else if (Text.empty())
      Notes.push_back(
          {NoticeClass::User, "nothing to show: " + Why, U.File, 0});
    OS << Text;
    Any |= !Text.empty();
  }
  return Any;
}

} // namespace fencepost
