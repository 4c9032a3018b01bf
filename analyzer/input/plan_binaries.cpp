//===- plan_binaries.cpp - units of binaries ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/disassembler.h"
#include "analyzer/input/image_choice.h"
#include "analyzer/input/planner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

namespace {

/// Names images as cuobjdump does, so that `cuobjdump -xelf NAME FILE` finds
/// one: `libx.1.sm_90.cubin`, or `source.sm_90.cubin` where the source's name
/// is recorded.
class ImageNames {
public:
  explicit ImageNames(StringRef File)
      : File(File), Stem(sys::path::stem(File)) {
    if (File == "-")
      Stem = "stdin";
  }
  std::string next(const Image &I, StringRef Member);

private:
  StringRef File, Stem;
  StringSet<> Used;
  unsigned Counts[3] = {};
};

} // namespace

std::string ImageNames::next(const Image &I, StringRef Member) {
  unsigned Number = ++Counts[static_cast<size_t>(I.Kind)];
  std::string End = I.Arch.empty() ? "" : "." + I.Arch;
  switch (I.Kind) {
  case ImageKind::Ptx:
    End += ".ptx";
    break;
  case ImageKind::Elf:
    End += ".cubin";
    break;
  case ImageKind::Other:
    End += ".other";
    break;
  }
  std::string Front = (File + ":").str();
  if (!Member.empty())
    Front += (Member + ":").str();
  std::string Numbered = "." + std::to_string(Number) + End;
  if (I.Name.empty())
    return Front + Stem.str() + Numbered;
  std::string Source = Front + sys::path::stem(I.Name).str();
  return Used.insert(Source + End).second ? Source + End : Source + Numbered;
}

void Planner::findTheDisassembler() {
  if (Disassembler || !WhyNoDisassembler.empty())
    return;
  std::vector<std::string> Folders;
  if (Request.Disassembler.empty())
    Folders = disassemblerFolders(Request.CudaPath);
  if (Expected<std::string> Found =
          findDisassembler(Request.Disassembler, Folders))
    Disassembler = std::move(*Found);
  else
    WhyNoDisassembler = toString(Found.takeError());
}

void Planner::addImage(const Image &I, std::string Name, BinaryFile &From) {
  Unit U;
  U.File = std::move(Name);
  U.What = I.Kind == ImageKind::Ptx ? Layer::Ptx : Layer::Sass;
  U.Arch = I.Arch;
  U.WasNamed = From.WasNamed;
  U.Image = UnitImage{From.Shown, From.Bytes, I, Disassembler.value_or(""),
                      WhyNoDisassembler};
  ++From.Units;
  push(std::move(U));
}

void Planner::addGroup(const ImageGroup &G, ArrayRef<std::string> Names,
                       BinaryFile &From) {
  ImageWish Wish{Archs, AllArchs, Request.ForcedLayer, true};
  if (any_of(G.Images,
             [](const Image &I) { return I.Kind == ImageKind::Elf; })) {
    findTheDisassembler();
    Wish.HasDisassembler = Disassembler.has_value();
  }
  if (From.IsImage)
    Wish.All = true;
  ImageChoice Choice = chooseImages(G, Wish);
  if (Choice.PassedMachineCode)
    PassedMachineCode.insert(From.Shown);
  for (size_t I = 0; I < G.Images.size(); ++I) {
    const Image &Each = G.Images[I];
    if (is_contained(Choice.Chosen, I)) {
      addImage(Each, From.IsImage ? From.Shown : Names[I], From);
      continue;
    }
    if (Each.Kind == ImageKind::Other)
      ++From.Others;
    From.LeftOut.insert(Each.Arch);
    bool IsChosenArch = any_of(
        Choice.Chosen, [&](size_t C) { return G.Images[C].Arch == Each.Arch; });
    if (Each.Kind != ImageKind::Other && !IsChosenArch) {
      ++LeftOutImages;
      LeftOutArchs.insert(Each.Arch);
    }
  }
}

/// A binary in File (its whole text): as many units as images are chosen.
void Planner::addBinary(StringRef File, BinaryFile From) {
  Container Found = listImages(File);
  From.IsImage = Found.IsImage;
  for (const std::string &Fault : Found.Faults)
    note(NoticeClass::User, "'" + From.Shown + "': " + Fault, From.Shown);
  ImageNames Names(From.Shown);
  size_t Images = 0;
  for (const ImageGroup &G : Found.Groups) {
    std::vector<std::string> Called;
    for (const Image &I : G.Images)
      Called.push_back(Names.next(I, G.Member));
    Images += G.Images.size();
    addGroup(G, Called, From);
  }
  if (From.Units)
    return;
  if (Images)
    return tellNothingChosen(From);
  if (!Found.Faults.empty())
    Out.HasUserError |= From.WasNamed;
  else if (From.WasNamed)
    userError("'" + From.Shown +
                  "' holds no device code: no device ELF image and no fat "
                  "binary in a section",
              From.Shown);
}

void Planner::tellNothingChosen(const BinaryFile &From) {
  std::string Has;
  for (StringRef A : From.LeftOut)
    if (!A.empty())
      Has += (Has.empty() ? "" : ", ") + A.str();
  std::string Message = "'" + From.Shown + "' ";
  bool IsForTheLinker = From.Others && !LeftOutImages;
  if (!IsForTheLinker)
    Message += "holds ";
  if (IsForTheLinker)
    Message += OnlyLinkTimeCode;
  else
    Message += "no device code of the wanted architecture or layer; it has " +
               (Has.empty() ? std::string("none that is named") : Has);
  if (From.WasNamed)
    userError(Message, From.Shown);
  else
    note(NoticeClass::User, Message, From.Shown);
}

void Planner::addBinaryFile(StringRef Path, bool WasNamed) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer) {
    std::string Message =
        ("cannot read '" + Path + "': " + Buffer.getError().message()).str();
    if (WasNamed)
      return userError(Message, Path);
    return note(NoticeClass::User, Message, Path);
  }
  if (!isContainer((*Buffer)->getBuffer()))
    return; // Of a folder: something else with this extension.
  if (auto Members = thinMembers((*Buffer)->getBuffer(), Path)) {
    for (const std::string &Each : *Members)
      addBinaryFile(Each, WasNamed);
    return;
  }
  BinaryFile From;
  From.Shown = Path.str();
  From.WasNamed = WasNamed;
  addBinary((*Buffer)->getBuffer(), std::move(From));
}

void Planner::addBinaryStream(StringRef Path, std::string Bytes) {
  BinaryFile From;
  From.Shown = Path.str();
  From.Bytes = std::make_shared<const std::string>(std::move(Bytes));
  std::shared_ptr<const std::string> Kept = From.Bytes;
  addBinary(*Kept, std::move(From));
}

/// What was left out of all binaries, told once.
void Planner::tellLeftOut() {
  if (LeftOutImages) {
    std::vector<StringRef> Names;
    for (const auto &A : LeftOutArchs)
      Names.push_back(A.getKey());
    llvm::sort(Names, [](StringRef A, StringRef B) {
      return A.compare_numeric(B) < 0;
    });
    note(NoticeClass::User,
         "images for other architectures (" + join(Names, ", ") +
             ") that were left out: " + Twine(LeftOutImages) +
             "; --arch=all reads every one");
  }
  if (!PassedMachineCode.empty())
    note(NoticeClass::Environment,
         "PTX was read in place of newer machine code in " +
             Twine(PassedMachineCode.size()) + " files: " + WhyNoDisassembler);
}

} // namespace fencepost
