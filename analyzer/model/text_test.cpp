//===- text_test.cpp - the .events text form ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/generate_test_module.h"
#include "analyzer/model/text.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::test;
using llvm::StringRef;

static std::string printed(const Module &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(M, OS);
  return Text;
}

static std::unique_ptr<Module> parsed(StringRef Text) {
  auto M = parseEvents(Text, "t.events");
  if (M)
    return std::move(*M);
  ADD_FAILURE() << llvm::toString(M.takeError()) << "\n" << Text.str();
  return std::make_unique<Module>();
}

/// The message for a malformed text; empty if it was accepted.
static std::string faultOf(StringRef Text) {
  auto M = parseEvents(Text, "t.events");
  return M ? "" : llvm::toString(M.takeError());
}

/// The only function of a text, which lives as long as the module.
static std::pair<std::unique_ptr<Module>, Function *> only(StringRef Text) {
  std::unique_ptr<Module> M = parsed(Text);
  if (M->Functions.size() != 1) {
    ADD_FAILURE() << "one function expected";
    M->Functions.push_back(std::make_unique<Function>());
    M->Functions[0]->Events.resize(8);
    M->Functions[0]->Blocks.resize(8);
  }
  Function *Fn = M->Functions[0].get();
  return {std::move(M), Fn};
}

/// Enough for every enumerator to occur.
static constexpr uint64_t Seeds = 300;

static constexpr const char *Poll = R"(module "a.cu" layer=cuda arch=sm_90
file 0 "/x/a.cu"
global @lock space=global size=4 managed
kernel @consume(ptr const %flag, ptr const restrict %data, i32 %n) maxthreads=256 {
entry:
  %t = special tid.x
  %c = eq %t, 0            // every block polls with its first thread
  br %c, poll, join
poll:
  %v = load.relaxed.gpu.global.b32 [%flag] obj="*flag" spelled="ld.relaxed.gpu" loc=0:12:5-12:30
  %d = ne %v, 0
  br %d, join, poll
join:
  barrier.sync 0
  %i = element %data, %t, 4
  load.weak.global.f32 [%i]  // expect: relaxed-poll
  ret
}
)";

TEST(EventsText, ReadsAHandWrittenKernel) {
  auto [M, Fn] = only(Poll);
  EXPECT_EQ(M->Name, "a.cu");
  EXPECT_EQ(M->Origin, Layer::Cuda);
  EXPECT_EQ(M->Arch, "sm_90");
  ASSERT_EQ(M->Globals.size(), 1u);
  EXPECT_TRUE(M->Globals[0].IsManaged);
  EXPECT_EQ(M->Globals[0].Size, 4u);
  EXPECT_EQ(Fn->Name, "consume");
  EXPECT_EQ(Fn->MaxThreads, 256u);
  ASSERT_EQ(Fn->Params.size(), 3u);
  EXPECT_TRUE(Fn->Params[1].IsRestrict);
  EXPECT_TRUE(Fn->Params[1].Type.IsPointer);
  EXPECT_EQ(Fn->Params[2].Name, "n");
  ASSERT_EQ(Fn->Blocks.size(), 3u);
  ASSERT_EQ(Fn->Events.size(), 3u);

  const Event &Load = Fn->Events[0];
  EXPECT_EQ(Load.Kind, EventKind::Load);
  EXPECT_EQ(Load.Ord, Order::Relaxed);
  EXPECT_EQ(Load.Scp, Scope::Gpu);
  EXPECT_EQ(Load.Spc, Space::Global);
  EXPECT_EQ(Load.Bits, 32);
  EXPECT_EQ(Load.Object, "*flag");
  EXPECT_EQ(Load.Spelling, "ld.relaxed.gpu");
  EXPECT_EQ(Fn->Values[Load.Address].Kind, ValueKind::Param);
  EXPECT_EQ(Fn->Values[Load.Address].Imm, 0);
  EXPECT_EQ(M->at(Load.Loc), (Location{0, 12, 5, 12, 30, 0, 0, ""}));

  const Event &Bar = Fn->Events[1];
  EXPECT_EQ(Bar.Kind, EventKind::CtaBarrier);
  EXPECT_EQ(Bar.Barrier, BarrierAction::Sync);
  EXPECT_EQ(Fn->Values[Bar.BarrierId].Kind, ValueKind::Constant);
  EXPECT_EQ(Bar.Participants, UnknownValue);

  const Event &Data = Fn->Events[2];
  EXPECT_EQ(Data.Ord, Order::Weak);
  EXPECT_TRUE(Data.IsFloat);
  const Value &Element = Fn->Values[Data.Address];
  EXPECT_EQ(Element.Op, OpCode::Element);
  EXPECT_EQ(Element.Imm, 4);
  EXPECT_EQ(Fn->Values[Element.Operands[1]].Name, "tid.x");
  // Without loc, an event stands at its own place in the text.
  EXPECT_EQ(M->Files[M->at(Data.Loc).File].Path, "t.events");
  EXPECT_EQ(M->at(Data.Loc).Line, 16u);
  EXPECT_EQ(M->at(Data.Loc).Column, 3u);
  EXPECT_EQ(M->at(Data.Loc).EndColumn, 28u);

  const Terminator &T = Fn->Blocks[1].Term;
  EXPECT_EQ(T.Kind, TerminatorKind::Branch);
  EXPECT_EQ(T.Successors, (llvm::SmallVector<BlockId, 2>{2, 1}));
  EXPECT_EQ(Fn->Values[T.Condition].Op, OpCode::Ne);
  EXPECT_EQ(Fn->Values[Fn->Values[T.Condition].Operands[0]].Kind,
            ValueKind::Result);
  EXPECT_EQ(Fn->Blocks[1].Predecessors, (llvm::SmallVector<BlockId, 2>{0, 1}));
}

TEST(EventsText, EqualPureValuesAreOneNode) {
  auto [M, Fn] = only(R"(
global @g
kernel @k(ptr %p) {
  %a = element %p, 3, 4
  %b = element %p, 3, 4
  store [%a], 1
  store [%b], 1
  store [@g], 1:u8
  store [@g], 1:u8
})");
  EXPECT_EQ(Fn->Events[0].Address, Fn->Events[1].Address);
  EXPECT_EQ(Fn->Events[0].Operand, Fn->Events[1].Operand);
  EXPECT_EQ(Fn->Events[2].Address, Fn->Events[3].Address);
  EXPECT_NE(Fn->Events[0].Operand, Fn->Events[2].Operand);
  EXPECT_EQ(Fn->Values[Fn->Events[2].Operand].Type.Bits, 8);
}

TEST(EventsText, ShortFormsOfEvents) {
  auto [M, Fn] = only(R"(kernel @k(ptr %p, i32 %n) {
  store [%p], 7
  %old = atom.add [%p], 1
  atom.cas.acquire.cta.shared::cta.b64 [%p], 0, 1
  red.or.release.sys [%p], 1
  fence.sc.gpu
  load.volatile [%p]
  mbarrier.try_wait.acquire.cta [%p], 0
  async.wait.bulk 0 read
  bar.warp.sync ?
  call %p, %n spelled="f"
})");
  EXPECT_EQ(Fn->Events[0].Ord, Order::Weak);
  EXPECT_EQ(Fn->Events[0].Spc, Space::Generic);
  EXPECT_EQ(Fn->Events[1].Ord, Order::Relaxed);
  EXPECT_EQ(Fn->Events[1].Scp, Scope::Gpu);
  EXPECT_EQ(Fn->Events[1].Rmw, RmwOp::Add);
  EXPECT_TRUE(Fn->Events[1].ResultUsed);
  EXPECT_EQ(Fn->Values[Fn->Events[1].Result].Imm, 1);
  EXPECT_EQ(Fn->Events[2].Ord, Order::Acquire);
  EXPECT_EQ(Fn->Events[2].Spc, Space::SharedCta);
  EXPECT_EQ(Fn->Events[2].Bits, 64);
  EXPECT_EQ(Fn->Events[2].Extra.size(), 1u);
  EXPECT_FALSE(Fn->Events[2].ResultUsed);
  EXPECT_EQ(Fn->Events[3].Kind, EventKind::Red);
  EXPECT_EQ(Fn->Events[3].Scp, Scope::Sys);
  EXPECT_EQ(Fn->Events[4].Ord, Order::SeqCst);
  EXPECT_TRUE(Fn->Events[5].IsVolatile);
  EXPECT_EQ(Fn->Events[5].Ord, Order::Relaxed);
  EXPECT_EQ(Fn->Events[5].Scp, Scope::Sys);
  EXPECT_EQ(Fn->Events[6].Mbar, MbarrierAction::TryWait);
  EXPECT_EQ(Fn->Events[7].Done, Completion::BulkGroup);
  EXPECT_TRUE(Fn->Events[7].ReadOnlyWait);
  EXPECT_EQ(Fn->Events[8].Kind, EventKind::WarpSync);
  EXPECT_EQ(Fn->Events[8].Participants, UnknownValue);
  EXPECT_EQ(Fn->Events[9].Extra.size(), 2u);
  EXPECT_EQ(Fn->Blocks[0].Term.Kind, TerminatorKind::Return);
}

TEST(EventsText, PhisFollowThePredecessorsAndMayReferForward) {
  auto [M, Fn] = only(R"(kernel @k(i32 %n) {
entry:
loop:
  %i = phi [%next, body], [0, entry]
  %c = lt %i, %n
  br %c, body, done
body:
  %next = add %i, 1
  jump loop
done:
  switch %i [1: loop2, -2: loop2], end
loop2:
end:
})");
  const Block &Loop = Fn->Blocks[1];
  ASSERT_EQ(Loop.Phis.size(), 1u);
  EXPECT_EQ(Loop.Predecessors, (llvm::SmallVector<BlockId, 2>{0, 2}));
  const Value &Phi = Fn->Values[Loop.Phis[0]];
  EXPECT_EQ(Fn->Values[Phi.Operands[0]].Kind, ValueKind::Constant);
  EXPECT_EQ(Fn->Values[Phi.Operands[1]].Op, OpCode::Add);
  EXPECT_EQ(Fn->Blocks[0].Term.Kind, TerminatorKind::Jump);
  const Terminator &T = Fn->Blocks[3].Term;
  EXPECT_EQ(T.CaseValues, (llvm::SmallVector<int64_t, 0>{1, -2}));
  EXPECT_EQ(T.Successors, (llvm::SmallVector<BlockId, 2>{4, 4, 5}));
  EXPECT_EQ(Fn->Blocks[4].Predecessors, (llvm::SmallVector<BlockId, 2>{3}));
}

TEST(EventsText, PrintsWhatAPersonWouldWrite) {
  EXPECT_EQ(printed(*parsed(Poll)),
            R"(module "a.cu" layer=cuda arch=sm_90 places=explicit
file 0 "/x/a.cu"
file 1 "t.events"
loc #1 = 1:3:1-3:41
loc #2 = 1:4:1-4:82
loc #3 = 1:8:3-8:20
loc #4 = 0:12:5-12:30
loc #5 = 1:12:3-12:20
loc #6 = 1:14:3-14:17
loc #7 = 1:16:3-16:28
loc #8 = 1:17:3-17:6
global @lock space=global size=4 managed loc=#1

kernel @consume(ptr const %flag, ptr const restrict %data, i32 %n) maxthreads=256 loc=1:4:1-4:82 {
b0:
  %1 = special tid.x : u32
  %2 = const 0 : i32
  %3 = eq %1, %2
  br %3, b1, b2 loc=1:8:3-8:20
b1:
  %4 = param 0 : ptr
  %5 = load.relaxed.gpu.global.b32 [%4] obj="*flag" spelled="ld.relaxed.gpu" loc=0:12:5-12:30
  %6 = ne %5, %2
  br %6, b2, b1 loc=1:12:3-12:20
b2:
  barrier.sync %2 loc=1:14:3-14:17
  %7 = param 1 : ptr
  %8 = element %7, %1, 4
  load.weak.global.f32 [%8] loc=1:16:3-16:28
  ret loc=1:17:3-17:6
}
)");
}

TEST(EventsText, RoundTripsRandomModules) {
  for (uint64_t Seed = 0; Seed < Seeds; ++Seed) {
    SCOPED_TRACE(Seed);
    std::unique_ptr<Module> M = generateModule(Seed);
    for (const auto &Fn : M->Functions)
      ASSERT_EQ(verify(*Fn), "");
    std::string Text = printed(*M);
    auto Back = parseEvents(Text, "t.events");
    if (!Back)
      FAIL() << llvm::toString(Back.takeError()) << "\n" << Text;
    ASSERT_EQ(firstDifference(*M, **Back), "") << Text;
    ASSERT_EQ(printed(**Back), Text);
  }
}

TEST(EventsText, RandomModulesUseEveryEnumerator) {
  std::map<std::string, llvm::DenseSet<unsigned>> Seen;
  auto See = [&](const char *Set, auto E) {
    Seen[Set].insert(static_cast<unsigned>(E));
  };
  for (uint64_t Seed = 0; Seed < Seeds; ++Seed) {
    std::unique_ptr<Module> M = generateModule(Seed);
    See("layer", M->Origin);
    for (const auto &Fn : M->Functions) {
      See("state", Fn->State);
      See("function", Fn->Kind);
      for (const Block &B : Fn->Blocks)
        See("terminator", B.Term.Kind);
      for (const Value &V : Fn->Values) {
        See("value", V.Kind);
        if (V.Kind == ValueKind::Op)
          See("op", V.Op);
      }
      for (const Event &E : Fn->Events) {
        See("kind", E.Kind);
        See("order", E.Ord);
        See("scope", E.Scp);
        See("proxy", E.Prx);
        See("space", E.Spc);
        See("rmw", E.Rmw);
        See("barrier", E.Barrier);
        See("mbar", E.Mbar);
        See("done", E.Done);
        See("hint", E.Hint);
      }
    }
  }
  auto All = [&](const char *Set, auto Last) {
    EXPECT_EQ(Seen[Set].size(), static_cast<unsigned>(Last) + 1) << Set;
  };
  All("layer", Layer::Events);
  All("state", Coverage::Skipped);
  All("function", FunctionKind::Device);
  All("terminator", TerminatorKind::Unreachable);
  All("value", ValueKind::Result);
  All("op", OpCode::Havoc);
  All("kind", EventKind::OpaqueCall);
  All("order", Order::SeqCst);
  All("scope", Scope::Sys);
  All("proxy", Proxy::Multimem);
  All("space", Space::Tensor);
  All("rmw", RmwOp::Other);
  All("barrier", BarrierAction::Wait);
  All("mbar", MbarrierAction::PendingCount);
  All("done", Completion::Tcgen05);
  All("hint", CacheHint::Wt);
}

TEST(EventsText, FaultsNameTheirPlaceAndWhatWasExpected) {
  struct {
    const char *Text, *Message;
  } Cases[] = {
      {"kernle @k() {}",
       "1:1: expected one of 'module', 'file', 'loc', 'global', 'kernel', "
       "'device', 'host', found 'kernle'"},
      {"kernel k() {}", "1:8: expected @name, found 'k'"},
      {"kernel @k() {", "1:14: expected '}' at the end of the function, found "
                        "the end of the text"},
      {"kernel @k() {\n} x", "2:3: expected the end of the line, found 'x'"},
      {"kernel @k(int %n) {}",
       "1:11: expected a type such as i32, f32 or ptr, found 'int'"},
      {"kernel @k(ptr constant %n) {}",
       "1:15: expected const, restrict, volatile, gridconst, space= or %name, "
       "found 'constant'"},
      {"kernel @k() {\n  laod [%p]\n}", "2:3: expected an event, found 'laod'"},
      {"kernel @k(ptr %p) {\n  load.relax.gpu [%p]\n}",
       "2:3: expected a qualifier of 'load', found 'relax'"},
      {"kernel @k(ptr %p) {\n  load.relaxed.weak [%p]\n}",
       "2:3: expected one qualifier of its sort, found a second: 'weak'"},
      {"kernel @k(ptr %p) {\n  load.acquire [%p]\n}",
       "2:3: expected a scope such as .gpu: 'load.acquire' is strong"},
      {"kernel @k() {\n  fence.gpu\n}",
       "2:3: expected an order such as .acq_rel after 'fence'"},
      {"kernel @k() {\n  fence.sc\n}",
       "2:3: expected a scope such as .gpu: 'fence.sc' is strong"},
      {"kernel @k() {\n  load [%p]\n}", "2:9: expected a value named '%p'"},
      {"kernel @k() {\n  load [@g]\n}",
       "2:9: expected a global of the module, found '@g'"},
      {"kernel @k(ptr %p) {\n  load [%p\n}",
       "2:11: expected ']', found the end of the line"},
      {"kernel @k(ptr %p) {\n  load [%p] volatle\n}",
       "2:13: expected an attribute of the event, found 'volatle'"},
      {"kernel @k() {\n  jump away\n}",
       "2:8: expected a block labelled 'away'"},
      {"kernel @k() {\na:\na:\n}",
       "3:1: expected a new label: 'a' is defined twice"},
      {"kernel @k() {\n  ret\n  fence.sc.gpu\n}",
       "3:3: expected a label: the block before has ended"},
      {"kernel @k() {\n  %a = add 1, 2\n  %a = add 1, 3\n}",
       "3:3: expected a new name: '%a' is defined twice"},
      {"kernel @k(i32 %a) {\n  %a = add 1, 2\n}",
       "2:3: expected a new name: '%a' is a parameter"},
      {"kernel @k() {\n  %a = frob 1\n}",
       "2:8: expected an operation or an event, found 'frob'"},
      {"kernel @k() {\n  %a = add %b, 1\n  %b = add %a, 1\n}",
       "2:3: expected no cycle of pure values"},
      {"kernel @k() {\n  %4000000000 = const 1\n}",
       "2:3: expected a number below 2: there are no more values"},
      {"kernel @k() {\n  %99999999999999999999 = const 1\n}",
       "2:3: expected a value's number below 2^32 - 1"},
      {"kernel @k() {\na:\n  %x = phi [1, a]\n}",
       "3:3: expected 0 entries, one per predecessor, found 1"},
      {"kernel @k() {\na:\nb:\n  %x = phi [1, b]\n}",
       "4:3: expected an entry for each predecessor of the block"},
      {"kernel @k() {\n  fence.sc.gpu loc=0:1:1\n}",
       "2:20: expected the number of a 'file' line, found 0"},
      {"kernel @k() {\n  fence.sc.gpu loc=#3\n}",
       "2:21: expected the number of a 'loc' line, found '3'"},
      {"kernel @k() {\n  fence.sc.gpu loc=?:1\n}",
       "2:20: expected file:line:column or file:line:column-line:column, "
       "found '?:1'"},
      {"loc #1 = ?:1:1 at #1", "1:20: expected the number of an earlier 'loc' "
                               "line, found '1'"},
      {"file 1 \"a\"",
       "1:1: expected file 0: files are numbered from 0 in order"},
      {"global @g\nglobal @g",
       "2:8: expected a new name: 'g' is defined twice"},
      {"kernel @k() {}\nkernel @k() {}",
       "2:8: expected a new name: 'k' is defined twice"},
      {"global @g\nfile 0 \"a\"",
       "2:1: expected 'file' and 'loc' lines before globals and functions"},
      {"module \"a", "1:8: expected '\"' at the end of a string"},
      {"module \"a\\q\"",
       "1:8: expected one of \\\\ \\\" \\n \\t \\xHH in a string"},
      {"kernel @k() {\n  sleep 99999999999999999999\n}",
       "2:9: expected a number of at most 64 bits, found "
       "'99999999999999999999'"},
      {"kernel @k(ptr %p) {\n  load [%p] ; old comment\n}",
       "2:13: expected a statement, found ';'"},
      {"kernel @k(ptr %p) {\na: preds(a)\n ret\n}",
       "1:1: expected a well-formed function, but block 0 has a false "
       "predecessor"},
      {"kernel @k() {\ndetached:\n  ret\n}",
       "3:3: expected events only in 'detached'"},
  };
  for (const auto &C : Cases)
    EXPECT_EQ(faultOf(C.Text), std::string("t.events:") + C.Message) << C.Text;
}

TEST(EventsText, HostileTextEndsWithAFault) {
  // Cut a valid text anywhere, and change each byte: never a crash.
  static constexpr char Bytes[] = {'\0', '"', '%', '{', '9', '\n', '-', ':'};
  std::string Text = printed(*generateModule(7)) + Poll;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (I % 7 == 0)
      (void)faultOf(StringRef(Text).take_front(I));
    std::string Broken = Text;
    Broken[I] = Bytes[I % std::size(Bytes)];
    (void)faultOf(Broken);
  }
  // Long chains of values are walked without recursion.
  std::string Chain = "kernel @k() {\n  %v0 = const 1\n";
  for (unsigned I = 1; I < 50000; ++I)
    Chain += "  %v" + std::to_string(I) + " = add %v" + std::to_string(I - 1) +
             ", %v0\n";
  std::unique_ptr<Module> M = parsed(Chain + "  sleep %v49999\n}");
  EXPECT_EQ(M->Functions[0]->Values.size(), 50001u);
  EXPECT_EQ(firstDifference(*M, *parsed(printed(*M))), "");
}

TEST(Text, AHostFunctionThatAsksForRoom) {
  auto M = parsed("module \"a.cu\" layer=cuda arch=sm_90\nhost read\n"
                  "hostfn @sized local room {\n}\nhostfn @other {\n}\n");
  ASSERT_TRUE(M);
  ASSERT_EQ(M->Host.Functions.size(), 2u);
  EXPECT_TRUE(M->Host.Functions[0].AsksForRoom);
  EXPECT_TRUE(M->Host.Functions[0].IsLocal);
  EXPECT_FALSE(M->Host.Functions[1].AsksForRoom);
  std::string Text = printed(*M);
  EXPECT_NE(Text.find(" local room loc="), std::string::npos) << Text;
  EXPECT_EQ(printed(*parsed(Text)), Text);
}

TEST(Text, ConstantsOfALaunch) {
  const char *Given = "module \"a.cu\" layer=cuda\nhost read\n"
                      "launch @k (0, 0, 0) constants=(?, 7, 0) loc=none\n"
                      "launch @k (0, 0, 0) loc=none\n";
  auto M = parseEvents(Given, "a.events");
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  auto Again = parseEvents(printed(**M), "a.events");
  ASSERT_TRUE(bool(Again)) << llvm::toString(Again.takeError());
  using All = std::vector<std::optional<uint64_t>>;
  for (const Module *Of : {M->get(), Again->get()}) {
    ASSERT_EQ(Of->Host.Launches.size(), 2u);
    EXPECT_EQ(Of->Host.Launches[0].Constants, (All{std::nullopt, 7, 0}));
    EXPECT_EQ(Of->Host.Launches[1].Constants, All{});
  }
  auto Short = parseEvents("host read\nlaunch @k (0, 0) constants=(1)\n", "b");
  EXPECT_FALSE(bool(Short));
  llvm::consumeError(Short.takeError());
}
