//===- image_text.cpp - the text of a device image ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/image_text.h"

#include "analyzer/input/disassembler.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace fencepost {

static constexpr unsigned DisassemblerSeconds = 120;
static constexpr size_t MaxFunctions = 1u << 20;

/// A function of machine code is a section `.text.NAME`.
template <class ELFT>
static Expected<std::vector<std::string>> functionsIn(StringRef Elf) {
  std::vector<std::string> Names;
  auto File = object::ELFFile<ELFT>::create(Elf);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &S : *Sections) {
    Expected<StringRef> Name = File->getSectionName(S);
    if (!Name)
      return Name.takeError();
    if (Name->consume_front(".text.") && Names.size() < MaxFunctions)
      Names.push_back(Name->str());
  }
  return Names;
}

static Expected<std::vector<std::string>> functionsOf(StringRef Elf) {
  bool Is32 =
      Elf.size() > ELF::EI_CLASS && Elf[ELF::EI_CLASS] == ELF::ELFCLASS32;
  return Is32 ? functionsIn<object::ELF32LE>(Elf)
              : functionsIn<object::ELF64LE>(Elf);
}

static ImageText textOfElf(const Unit &U, StringRef Elf) {
  ImageText Out;
  Expected<std::vector<std::string>> Functions = functionsOf(Elf);
  if (!Functions) {
    Out.WhyEmpty =
        "a damaged device ELF image: " + toString(Functions.takeError());
    return Out;
  }
  Out.HasNoCode = Functions->empty();
  if (Out.HasNoCode)
    return Out;
  if (U.Image->Disassembler.empty()) {
    Out.WhyEmpty = U.Image->WhyNoDisassembler;
    Out.IsEnvironment = true;
  } else if (Expected<std::string> Text =
                 disassemble(U.Image->Disassembler, Elf, DisassemblerSeconds)) {
    Out.Text = std::move(*Text);
  } else {
    Out.WhyEmpty = toString(Text.takeError());
  }
  if (Out.Text.empty())
    Out.Functions = std::move(*Functions);
  return Out;
}

static ImageText textOf(const Unit &U, StringRef File) {
  ImageText Out;
  Expected<SmallString<0>> Bytes = readImage(File, U.Image->What);
  if (!Bytes)
    Out.WhyEmpty = toString(Bytes.takeError());
  else if (U.Image->What.Kind == ImageKind::Elf)
    return textOfElf(U, *Bytes);
  else if (StringRef Text = StringRef(*Bytes).rtrim('\0'); !Text.empty())
    Out.Text = Text.str(); // fatbinary pads text with NUL bytes.
  else
    Out.WhyEmpty = "an image without bytes";
  return Out;
}

ImageText readImageText(const Unit &U) {
  if (U.Image->Bytes)
    return textOf(U, *U.Image->Bytes);
  auto Buffer = MemoryBuffer::getFile(U.Image->Container, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (Buffer)
    return textOf(U, (*Buffer)->getBuffer());
  ImageText Out;
  Out.WhyEmpty = "cannot read '" + U.Image->Container +
                 "': " + Buffer.getError().message();
  return Out;
}

} // namespace fencepost
