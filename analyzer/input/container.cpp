//===- container.cpp - binaries that hold device code ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/container.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/COFF.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;

namespace fencepost {

namespace {

constexpr size_t MaxFaults = 20;

/// What a host compiler's output keeps fat binaries in. `.nvFatBinSegment`
/// only points into these. Linked Windows programs keep eight letters.
bool holdsFatbins(StringRef Section) {
  return Section == ".nv_fatbin" || Section == "__nv_relfatbin" ||
         Section == ".nv_fatb" || Section == "__nv_rel";
}

bool isCoff(StringRef Bytes) {
  switch (identify_magic(Bytes)) {
  case file_magic::coff_object:
  case file_magic::pecoff_executable:
    return true;
  default: // Some forty others.
    return false;
  }
}

class Finder {
public:
  Finder(StringRef File, Container &Out) : File(File), Out(Out) {}
  void file();

private:
  void archive(StringRef Bytes);
  void member(StringRef Bytes, StringRef Name);
  void elf(StringRef Bytes);
  void coff(StringRef Bytes);
  template <class ELFT> void elfOf(StringRef Bytes);
  void fatbins(StringRef Bytes);
  void deviceElf(StringRef Bytes, uint64_t Flags, uint8_t OsAbi);
  void fault(Error E);
  uint64_t offset(StringRef Bytes) const { return Bytes.data() - File.data(); }

  StringRef File, Member;
  Container &Out;
};

} // namespace

void Finder::fault(Error E) {
  std::string Text = toString(std::move(E));
  if (Out.Faults.size() < MaxFaults)
    Out.Faults.push_back(
        Member.empty() ? Text : ("member '" + Member + "': ").str() + Text);
}

void Finder::fatbins(StringRef Bytes) {
  size_t Before = Out.Groups.size();
  if (Error E = listFatbins(Bytes, offset(Bytes), Out.Groups))
    fault(std::move(E));
  for (ImageGroup &G : MutableArrayRef(Out.Groups).drop_front(Before))
    G.Member = Member.str();
}

/// The number of the architecture moved within the flags with the newer ABI
/// (0x41, which LLVM 22 writes down as 41).
static unsigned archNumber(uint64_t Flags, uint8_t OsAbi) {
  return OsAbi == ELF::ELFOSABI_CUDA
             ? Flags & ELF::EF_CUDA_SM
             : (Flags & ELF::EF_CUDA_SM_MASK) >> ELF::EF_CUDA_SM_OFFSET;
}

void Finder::deviceElf(StringRef Bytes, uint64_t Flags, uint8_t OsAbi) {
  Image I;
  I.Kind = ImageKind::Elf;
  if (unsigned Number = archNumber(Flags, OsAbi))
    I.Arch = "sm_" + std::to_string(Number);
  I.Offset = offset(Bytes);
  I.Stored = I.Size = Bytes.size();
  Out.Groups.push_back({{std::move(I)}, Member.str()});
  Out.IsImage = Bytes.size() == File.size();
}

template <class ELFT> void Finder::elfOf(StringRef Bytes) {
  Expected<ELFFile<ELFT>> Elf = ELFFile<ELFT>::create(Bytes);
  if (!Elf)
    return fault(Elf.takeError());
  const auto &Header = Elf->getHeader();
  if (Header.e_machine == ELF::EM_CUDA)
    return deviceElf(Bytes, Header.e_flags, Header.e_ident[ELF::EI_OSABI]);
  auto Sections = Elf->sections();
  if (!Sections)
    return fault(Sections.takeError());
  for (const auto &S : *Sections) {
    Expected<StringRef> Name = Elf->getSectionName(S);
    if (!Name) {
      // Its table is damaged; every other name would fail as this one did.
      fault(Name.takeError());
      return;
    }
    if (!holdsFatbins(*Name) || S.sh_type == ELF::SHT_NOBITS)
      continue;
    Expected<ArrayRef<uint8_t>> Contents = Elf->getSectionContents(S);
    if (!Contents)
      fault(Contents.takeError());
    else
      fatbins(toStringRef(*Contents));
  }
}

void Finder::elf(StringRef Bytes) {
  if (Bytes.size() < ELF::EI_NIDENT)
    return fault(createStringError(inconvertibleErrorCode(),
                                   "an ELF file that is cut off"));
  bool Is64 = Bytes[ELF::EI_CLASS] == ELF::ELFCLASS64;
  bool IsLittle = Bytes[ELF::EI_DATA] == ELF::ELFDATA2LSB;
  // Of damaged ones the reader says what is wrong.
  if (IsLittle)
    return Is64 ? elfOf<ELF64LE>(Bytes) : elfOf<ELF32LE>(Bytes);
  return Is64 ? elfOf<ELF64BE>(Bytes) : elfOf<ELF32BE>(Bytes);
}

void Finder::coff(StringRef Bytes) {
  Expected<std::unique_ptr<COFFObjectFile>> File =
      COFFObjectFile::create(MemoryBufferRef(Bytes, "object"));
  if (!File)
    return fault(File.takeError());
  for (const SectionRef &S : (*File)->sections()) {
    Expected<StringRef> Name = S.getName();
    if (!Name)
      return fault(Name.takeError());
    if (!holdsFatbins(*Name) || S.isVirtual())
      continue;
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      fault(Contents.takeError());
    else
      fatbins(*Contents);
  }
}

void Finder::member(StringRef Bytes, StringRef Name) {
  Member = Name;
  if (identify_magic(Bytes) == file_magic::archive)
    fault(createStringError(inconvertibleErrorCode(),
                            "an archive in an archive is not read"));
  else if (isFatbin(Bytes))
    fatbins(Bytes);
  else if (Bytes.starts_with("\x7f"
                             "ELF"))
    elf(Bytes);
  else if (isCoff(Bytes))
    coff(Bytes);
}

void Finder::archive(StringRef Bytes) {
  Expected<std::unique_ptr<Archive>> A =
      Archive::create(MemoryBufferRef(Bytes, "archive"));
  if (!A)
    return fault(A.takeError());
  if ((*A)->isThin())
    return fault(createStringError(
        inconvertibleErrorCode(),
        "a thin archive holds no objects: name it by its path, or name the "
        "objects instead"));
  Error E = Error::success();
  for (const Archive::Child &C : (*A)->children(E)) {
    Expected<StringRef> Name = C.getName();
    Member = "";
    if (!Name) {
      fault(Name.takeError());
      continue;
    }
    Expected<StringRef> Contents = C.getBuffer();
    if (!Contents)
      fault(Contents.takeError());
    else if (Contents->end() > Bytes.end()) // LLVM looks only at the next one.
      fault(createStringError(inconvertibleErrorCode(),
                              "the archive ends inside '" + *Name + "'"));
    else
      member(*Contents, *Name);
  }
  Member = "";
  if (E)
    fault(std::move(E));
}

void Finder::file() {
  if (isFatbin(File))
    return fatbins(File);
  if (identify_magic(File) == file_magic::archive)
    return archive(File);
  if (isCoff(File))
    return coff(File);
  elf(File);
}

bool isContainer(StringRef Head) {
  return isFatbin(Head) || Head.starts_with("!<arch>\n") ||
         Head.starts_with("!<thin>\n") ||
         Head.starts_with("\x7f"
                          "ELF") ||
         isCoff(Head);
}

bool isLinkTimeCode(StringRef Head) {
  return Head.starts_with("\xed"
                          "CN\x7f") ||
         identify_magic(Head) == file_magic::bitcode;
}

std::optional<std::vector<std::string>> thinMembers(StringRef File,
                                                    StringRef Path) {
  if (!File.starts_with("!<thin>\n"))
    return std::nullopt;
  std::vector<std::string> Names;
  Expected<std::unique_ptr<Archive>> A =
      Archive::create(MemoryBufferRef(File, Path));
  if (!A) {
    consumeError(A.takeError()); // listImages() says what is wrong.
    return std::nullopt;
  }
  Error E = Error::success();
  for (const Archive::Child &C : (*A)->children(E))
    if (Expected<std::string> Name = C.getFullName())
      Names.push_back(std::move(*Name));
    else
      consumeError(Name.takeError());
  consumeError(std::move(E));
  return Names;
}

Container listImages(StringRef File) {
  Container Out;
  Finder(File, Out).file();
  return Out;
}

} // namespace fencepost
