//===- ptx_frontend.cpp - PTX text to a module of events ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "analyzer/frontend/ptx/text_lowering.h"
#include "analyzer/model/in_parallel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/thread.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

namespace {

class UnitReader {
public:
  UnitReader(StringRef Text, StringRef Path, const PtxReading &How,
             PtxUnit &Unit)
      : Text(Text), Path(Path), How(How), Unit(Unit) {}

  void run() {
    ScanResult Scan = scanModules(Text, How.Passed, How.Threads);
    Unit.HoldsNolint = Scan.HoldsNolint;
    if (!isPtx(Scan))
      return;
    tellScan(Scan);
    for (const ScannedModule &Scanned : Scan.Modules)
      for (const ScannedFunction &F : Scanned.Functions)
        if (F.HasBody)
          Unit.Bodies.push_back(
              {F.BodyLine, uint64_t(F.Body.data() - Text.data())});
    Unit.M = std::make_unique<Module>();
    Unit.M->Name = Path.str();
    Unit.M->Origin = Layer::Ptx;
    Unit.M->Arch = lowestArch(Scan);
    LoweredText Lowered{*Unit.M, Unit.M->file(Path), {}};
    lowerModules(Scan.Modules, How.Read, How.Threads, Lowered);
    if (Lowered.IgnoredQualifiers)
      note(0, std::to_string(Lowered.IgnoredQualifiers) +
                  " qualifiers are newer than PTX ISA 9.0 and were passed "
                  "over; findings beside them may lack their effect");
  }

private:
  StringRef Text, Path;
  const PtxReading &How;
  PtxUnit &Unit;

  void note(uint32_t Line, std::string Message) {
    Unit.Notes.push_back(
        {NoticeClass::User, std::move(Message), Path.str(), Line});
  }

  bool isPtx(const ScanResult &Scan) {
    bool HasAny = Scan.SawVersion;
    for (const ScannedModule &Scanned : Scan.Modules)
      HasAny |= !Scanned.Functions.empty();
    if (HasAny)
      return true;
    if (Text.trim().empty())
      note(1, "the file is empty: PTX begins with '.version'");
    else if (llvm::hasUTF16ByteOrderMark({Text.data(), Text.size()}))
      note(1, "the file is UTF-16: save it as UTF-8");
    else if (Scan.StrayLine)
      note(Scan.StrayLine, "this is no PTX: found '" + Scan.StrayText +
                               "' where '.version' is expected");
    else
      note(1, "this is no PTX: it has neither '.version' nor a function");
    return false;
  }

  void tellScan(const ScanResult &Scan) {
    if (Scan.StrayLine)
      note(Scan.StrayLine,
           "'" + Scan.StrayText + "' is no PTX: the line is passed over");
    if (Scan.UnterminatedLine)
      note(Scan.UnterminatedLine,
           "a comment or string that begins here never ends");
    bool EndsInFunction = false;
    for (const ScannedModule &Scanned : Scan.Modules)
      for (const ScannedFunction &F : Scanned.Functions)
        if (F.IsTruncated) {
          EndsInFunction = true;
          note(F.Line, "the text ends inside the function that begins here: "
                       "the file is truncated");
        }
    if (Scan.CutLine && !EndsInFunction)
      note(Scan.CutLine, "the text ends inside what begins here: the file is "
                         "truncated");
  }

  // What holds on the oldest target holds on all of them.
  static std::string lowestArch(const ScanResult &Scan) {
    std::string Lowest;
    for (const ScannedModule &Scanned : Scan.Modules)
      if (!Scanned.Arch.empty() &&
          (Lowest.empty() || smVersion(Scanned.Arch) < smVersion(Lowest)))
        Lowest = Scanned.Arch;
    return Lowest;
  }
};

} // namespace

PtxUnit fencepost::readPtx(StringRef Text, StringRef Path,
                           const PtxReading &How) {
  PtxUnit Unit;
  auto Read = [&] { UnitReader(Text, Path, How, Unit).run(); };
  if (How.HasLargeStack) {
    Read();
    return Unit;
  }
  // Construction recurses with the blocks of a function.
  llvm::thread Reader(std::optional<unsigned>(LargeStackBytes), Read);
  Reader.join();
  return Unit;
}
