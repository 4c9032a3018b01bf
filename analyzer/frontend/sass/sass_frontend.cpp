//===- sass_frontend.cpp - disassembly to a module of events --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/sass_frontend.h"
#include "analyzer/frontend/sass/module_lowering.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/thread.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;

namespace {

class UnitReader {
public:
  UnitReader(StringRef Text, StringRef Path, const SassOptions &Options,
             SassUnit &Unit)
      : Text(Text), Path(Path), Options(Options), Unit(Unit) {}

  void run() {
    Listing Scanned = scanListing(Text, Options.Arch);
    if (!isSass(Scanned))
      return;
    tellScan(Scanned);
    Unit.M = std::make_unique<Module>();
    Unit.M->Name = Path.str();
    Unit.M->Origin = Layer::Sass;
    Unit.M->Arch = lowestArch(Scanned);
    ModuleLowering(*Unit.M, Scanned, Unit.M->file(Path)).run();
  }

private:
  StringRef Text, Path;
  const SassOptions &Options;
  SassUnit &Unit;

  void note(uint32_t Line, std::string Message) {
    Unit.Notes.push_back(
        {NoticeClass::User, std::move(Message), Path.str(), Line});
  }

  bool isSass(const Listing &Scanned) {
    if (!Scanned.Functions.empty())
      return true;
    if (Text.trim().empty())
      note(1, "the file is empty: give the output of 'nvdisasm -c' or "
              "'cuobjdump -sass'");
    else if (llvm::hasUTF16ByteOrderMark({Text.data(), Text.size()}))
      note(1, "the file is UTF-16: save it as UTF-8");
    else if (Scanned.StrayInstructions)
      note(Scanned.FirstStray,
           "these are instructions without the line that names their function: "
           "give the whole output of 'nvdisasm -c' or 'cuobjdump -sass'");
    else if (Scanned.SawHeader)
      note(1, "the listing holds no function");
    else
      note(1, "this is no SASS: neither '.section .text.' nor 'Function :' is "
              "found");
    return false;
  }

  void tellScan(const Listing &Scanned) {
    constexpr unsigned MaxNotes = 8;
    unsigned Told = 0;
    for (const ListedFunction &F : Scanned.Functions)
      if (F.IsTruncated && Told++ < MaxNotes)
        note(F.Line, "the text ends inside the function that begins here: it "
                     "is truncated");
    bool IsUnknown = llvm::any_of(Scanned.Functions, [](const auto &F) {
      return smVersion(F.Arch) == 0;
    });
    if (IsUnknown)
      note(1, "the listing does not say which architecture it is for: "
              "parameters are taken for those of sm_70 to sm_89");
  }

  // What holds on the oldest target holds on all of them.
  static std::string lowestArch(const Listing &Scanned) {
    std::string Lowest;
    for (const ListedFunction &F : Scanned.Functions)
      if (!F.Arch.empty() &&
          (Lowest.empty() || smVersion(F.Arch) < smVersion(Lowest)))
        Lowest = F.Arch;
    return Lowest;
  }
};

} // namespace

SassUnit fencepost::readSass(StringRef Text, StringRef Path,
                             const SassOptions &Options) {
  SassUnit Unit;
  // Construction recurses with the blocks of a function: a stack of our own.
  constexpr unsigned StackBytes = 256u << 20;
  llvm::thread Worker(std::optional<unsigned>(StackBytes),
                      [&] { UnitReader(Text, Path, Options, Unit).run(); });
  Worker.join();
  return Unit;
}
