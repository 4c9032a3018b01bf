//===- float-atomic-exact-test.cpp - float atomics meet exact tests -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics arrive in another order on each run, and floating-point addition is
// not associative: the last bits of the sum change. A comparison that the last
// bits decide then fails now and then.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/host/host_flow.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::FloatAtomicExactTest;

static std::string typeOf(const FloatSum &S) {
  switch (S.Bits) {
  case 64:
    return "double";
  case 16:
    return "half-precision";
  default:
    return "float";
  }
}

static std::string comparisonOf(const HostOp &Op) {
  std::string Name = Op.Spelled.empty() ? "a comparison" : quoted(Op.Spelled);
  switch (Op.Test) {
  case CompareKind::Bits:
    return Name + " compares bit for bit";
  case CompareKind::Ulps:
    return Name + " allows 4 units in the last place";
  case CompareKind::Bound:
    return Name + " allows less than the distance between two numbers near 1";
  }
  return Name;
}

static bool isPython(const UnitView &Unit, const HostOp &Op) {
  const Module &M = Unit.module();
  FileId File = M.at(Op.Loc).File;
  return File < M.Files.size() &&
         llvm::StringRef(M.Files[File].Path).ends_with(".py");
}

static void tellSteps(FindingBuilder &F, const ExactTest &T) {
  constexpr size_t MaxSteps = 12;
  size_t Told = 0;
  for (const FlowStep &S : T.Steps) {
    // The comparison itself is told last, so the start and the end stay.
    if (++Told > MaxSteps)
      break;
    switch (S.What) {
    case FlowStep::Kind::Sum:
      F.step(Role::Producer, S.Loc,
             quoted(T.Sum->Spelled.empty() ? "an atomic" : T.Sum->Spelled) +
                 " adds " + typeOf(*T.Sum) + " numbers to " +
                 (T.Sum->Object.empty() ? "memory" : quoted(T.Sum->Object)) +
                 " in the order of arrival");
      break;
    case FlowStep::Kind::Launch:
      F.step(Role::CallSite, S.Loc,
             "the kernel " + quoted(S.Text) + " is launched here");
      break;
    case FlowStep::Kind::Copy:
      F.step(Role::Access, S.Loc, "the sums go to " + quoted(S.Text));
      break;
    case FlowStep::Kind::Call:
      F.step(Role::CallSite, S.Loc, "they are passed to " + quoted(S.Text));
      break;
    case FlowStep::Kind::Return:
      F.step(Role::CallSite, S.Loc, quoted(S.Text) + " leaves them behind");
      break;
    }
  }
  F.step(Role::Consumer, T.Compare->Loc, comparisonOf(*T.Compare));
}

/// How the framework of the comparison says "near".
static std::string toleranceFor(const HostOp &Op, bool IsPython) {
  llvm::StringRef Name = Op.Spelled;
  if (Name.starts_with("EXPECT_") || Name.starts_with("ASSERT_"))
    return "'EXPECT_NEAR(a, b, bound)'";
  if (!IsPython)
    return "'std::abs(a - b) <= bound'";
  if (Name.contains("array") || Name == "assert_equal" ||
      Name.starts_with("assert_allclose"))
    return "'np.testing.assert_allclose(a, b, rtol=0, atol=bound)'";
  if (Name.starts_with("assert") && !Name.starts_with("assert_"))
    return "'self.assertAlmostEqual(a, b, delta=bound)'";
  return "'torch.testing.assert_close(a, b, rtol=0, atol=bound)'";
}

void fencepost::checkFloatAtomicExactTest(const UnitView &Unit,
                                          FindingSink &Sink) {
  HostFlow Flow(Unit);
  for (const ExactTest &T : Flow.tests()) {
    // The finding belongs to the host function, which is no model function.
    Function In;
    In.Name = T.In->Name;
    In.Display = T.In->Display;
    In.Loc = T.In->Loc;
    bool IsExact = T.Compare->Test == CompareKind::Bits;
    FindingBuilder F(Unit.module(), In, Rule);
    F.level(IsExact ? Level::Warning : Level::Note)
        .verdict(Verdict::SeenOnHardware)
        .at(T.Compare->Loc)
        .message("sums of " + typeOf(*T.Sum) + " atomics in the kernel " +
                 quoted(T.Kernel->Display) + " reach a comparison where " +
                 comparisonOf(*T.Compare) +
                 ": the order of arrival, and with it the last bits, change "
                 "from run to run")
        .skeleton(spelling(T.Compare->Test))
        .skeleton(T.Kernel->Display);
    tellSteps(F, T);
    F.alternative("fitting-tolerance",
                  "compare within a bound that fits the reduction: " +
                      toleranceFor(*T.Compare, isPython(Unit, *T.Compare)) +
                      " with bound = n * " +
                      (T.Sum->Bits == 64   ? "DBL_EPSILON"
                       : T.Sum->Bits == 16 ? "2^-10"
                                           : "FLT_EPSILON") +
                      " * (sum of the absolute values), n numbers per sum")
        .alternative("two-kernels",
                     "store one partial sum per block and add them in a second "
                     "kernel, in a fixed order")
        .alternative("own-the-output",
                     "give each output to one thread or block, which reads all "
                     "that goes into it in a fixed order: no atomic is left")
        .alternative("fixed-point",
                     "scale to integers and add those with atomics: integer "
                     "addition gives the same sum in any order")
        .emit(Sink);
  }
}
