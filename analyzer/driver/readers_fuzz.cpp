//===- readers_fuzz.cpp - libFuzzer target of all read besides code -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte, a letter, says which reader gets the rest: see Readers. Each
// refuses or accepts any text. What is accepted is used once, and a part or an
// outcome is written and read again.
//
//===----------------------------------------------------------------------===//

#include "analyzer/driver/config.h"
#include "analyzer/driver/wire.h"
#include "analyzer/finding/baseline.h"
#include "analyzer/finding/changes.h"
#include "analyzer/finding/suppress.h"
#include "analyzer/input/compile_database.h"
#include "analyzer/input/compiler_call.h"
#include "analyzer/memory_model/litmus.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace fencepost;
using llvm::StringRef;

namespace {

constexpr StringRef Tool = "0";
constexpr StringRef Nowhere = "/nonexistent";
constexpr size_t MaxFindings = 64;

Finding someFinding() {
  Finding F;
  F.Rule = "relaxed-poll";
  F.Primary = {"/nonexistent/a.cu", 3, 1, 3, 9};
  F.Fingerprint = "0:1";
  return F;
}

/// A file that holds Text, for readers that take a name.
std::string fileOf(StringRef Text) {
  static const int File = memfd_create("text", 0);
  if (File < 0 || ftruncate(File, 0) != 0 ||
      pwrite(File, Text.data(), Text.size(), 0) != ssize_t(Text.size()))
    llvm::report_fatal_error("no file in memory");
  return "/proc/self/fd/" + std::to_string(File);
}

void readConfiguration(StringRef Text) {
  std::vector<Notification> Faults;
  Config C = readConfig(fileOf(Text), {"relaxed-poll", "mixed-access"}, Faults);
  (void)C.skips("/nonexistent/a.cu");
  (void)C.levelOf("relaxed-poll");
}

void readKnown(StringRef Text) {
  llvm::Expected<Baseline> B = Baseline::read(Text);
  if (!B)
    return llvm::consumeError(B.takeError());
  std::vector<Finding> All{someFinding()};
  (void)B->suppress(All, "");
}

void readDiff(StringRef Text) {
  llvm::Expected<Changes> C = Changes::read(Text, Nowhere);
  if (!C)
    return llvm::consumeError(C.takeError());
  (void)C->touches(someFinding());
}

void readComments(StringRef Text) {
  size_t End = Text.size();
  for (const Nolint &N : nolintsOf(Text))
    if (N.Offset >= End || N.EndOffset >= End)
      llvm::report_fatal_error("a comment outside the text");
  SourceText Sources;
  Sources.add("a.cu", Text);
  Suppressor S(Sources);
  Finding F = someFinding();
  F.Primary.File = "a.cu";
  for (F.Primary.Line = 1; F.Primary.Line < MaxFindings; ++F.Primary.Line)
    S.apply(F);
}

std::string written(const PartialRun &Part) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePart(Part, Tool, OS);
  return Text;
}

void readPartOfRun(StringRef Text) {
  llvm::Expected<PartialRun> Part = readPart(Text, Tool);
  if (!Part)
    return llvm::consumeError(Part.takeError());
  std::string Once = written(*Part);
  llvm::Expected<PartialRun> Again = readPart(Once, Tool);
  if (!Again)
    llvm::report_fatal_error(Again.takeError());
  if (written(*Again) != Once)
    llvm::report_fatal_error("a part that changes when it is read");
}

void readOutcomeOfUnit(StringRef Text) {
  llvm::Expected<UnitOutcome> Outcome = readOutcome(Text);
  if (!Outcome)
    return llvm::consumeError(Outcome.takeError());
  std::string Once = writeOutcome(*Outcome);
  llvm::Expected<UnitOutcome> Again = readOutcome(Once);
  if (!Again)
    llvm::report_fatal_error(Again.takeError());
  if (writeOutcome(*Again) != Once)
    llvm::report_fatal_error("an outcome that changes when it is read");
}

void readCommands(StringRef Text) {
  for (const CompileEntry &E : readCompileDatabase(fileOf(Text)).Entries)
    (void)compilerKind(compilerCall(E.Argv).Words);
}

void readProgram(StringRef Text) {
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(Text);
  if (!L)
    llvm::consumeError(L.takeError());
}

void readModels(StringRef Text) {
  ApiModels Models;
  llvm::consumeError(Models.add(Text, "models.yaml"));
  (void)Models.find("cuda::atomic_ref::load", 1);
}

struct Reader {
  char Letter;
  void (*Read)(StringRef);
};
constexpr Reader Readers[] = {
    {'b', readKnown},    {'c', readConfiguration}, {'d', readDiff},
    {'j', readCommands}, {'l', readProgram},       {'m', readModels},
    {'n', readComments}, {'o', readOutcomeOfUnit}, {'p', readPartOfRun}};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (!Size)
    return 0;
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  for (const Reader &R : Readers)
    if (R.Letter == Text.front())
      R.Read(Text.drop_front());
  return 0;
}
