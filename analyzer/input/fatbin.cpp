//===- fatbin.cpp - the images of a fat binary ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/fatbin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#ifdef FENCEPOST_HAS_LZ4
#include <lz4.h>
#endif

using namespace llvm;

namespace fencepost {

namespace {

constexpr StringLiteral Magic("\x50\xed\x55\xba");
constexpr uint64_t HeaderBytes = 16, EntryBytes = 64, Alignment = 8;
/// An entry's header with all its strings.
constexpr uint64_t MaxEntryHeader = 1u << 20;

enum Flag : uint64_t {
  Lz4Flag = 0x2000,
  ZstdFlag = 0x8000,
  ArchSpecific = 0x100000,   ///< sm_90a
  FamilySpecific = 0x200000, ///< sm_100f
};

uint16_t read16(StringRef Bytes, size_t At) {
  return support::endian::read16le(Bytes.data() + At);
}
uint32_t read32(StringRef Bytes, size_t At) {
  return support::endian::read32le(Bytes.data() + At);
}
uint64_t read64(StringRef Bytes, size_t At) {
  return support::endian::read64le(Bytes.data() + At);
}

Error fault(uint64_t At, const Twine &What) {
  return createStringError(inconvertibleErrorCode(),
                           "damaged fat binary: " + What + ", at byte " +
                               Twine(At));
}

ImageKind kindOf(uint16_t Code) {
  switch (Code) {
  case 1:
    return ImageKind::Ptx;
  case 2:
    return ImageKind::Elf;
  }
  return ImageKind::Other;
}

std::string archOf(uint32_t Number, uint64_t Flags) {
  if (!Number || Number > 9999)
    return "";
  std::string Arch = "sm_" + std::to_string(Number);
  if (Flags & ArchSpecific)
    Arch += 'a';
  else if (Flags & FamilySpecific)
    Arch += 'f';
  return Arch;
}

/// The name in an entry's header; empty if it lies outside or is no text.
std::string nameOf(StringRef Header) {
  uint64_t At = read32(Header, 32), Length = read32(Header, 36);
  if (At < EntryBytes || At >= Header.size() || Length > Header.size() - At)
    return "";
  StringRef Name = Header.substr(At, Length).split('\0').first;
  for (char C : Name)
    if (static_cast<unsigned char>(C) < ' ' || C == 0x7f)
      return "";
  return Name.str();
}

/// Reads the entry at the start of Rest, which is At bytes into the file;
/// returns its length.
Expected<uint64_t> readEntry(StringRef Rest, uint64_t At, Image &I) {
  if (Rest.size() < EntryBytes)
    return fault(At, "the header of an image is cut off");
  uint64_t Header = read32(Rest, 4), Padded = read64(Rest, 8);
  if (Header < EntryBytes || Header > MaxEntryHeader || Header > Rest.size())
    return fault(At, "a header of " + Twine(Header) + " bytes");
  if (Padded > Rest.size() - Header)
    return fault(At, "an image of " + Twine(Padded) + " bytes where " +
                         Twine(Rest.size() - Header) + " are left");
  uint64_t Flags = read64(Rest, 40);
  I.Kind = kindOf(read16(Rest, 0));
  I.Arch = archOf(read32(Rest, 28), Flags);
  I.Name = nameOf(Rest.take_front(Header));
  I.Offset = At + Header;
  I.Stored = I.Size = Padded;
  if (uint64_t Exact = read32(Rest, 16); Flags & (Lz4Flag | ZstdFlag)) {
    I.Coding = Flags & ZstdFlag ? ImageCoding::Zstd : ImageCoding::Lz4;
    I.Size = read64(Rest, 56);
    if (Exact > Padded)
      return fault(At, "a compressed image longer than its place");
    if (Exact)
      I.Stored = Exact;
  }
  return Header + Padded;
}

Error listOne(StringRef Body, uint64_t At, std::vector<ImageGroup> &Groups,
              size_t &Count) {
  ImageGroup G;
  auto Keep = [&] {
    if (!G.Images.empty())
      Groups.push_back(std::move(G));
  };
  while (!Body.empty()) {
    Image I;
    Expected<uint64_t> Length = readEntry(Body, At, I);
    if (!Length) {
      Keep();
      return Length.takeError();
    }
    if (++Count > MaxImages) {
      Keep();
      return fault(At, "more than " + Twine(MaxImages) + " images");
    }
    G.Images.push_back(std::move(I));
    Body = Body.drop_front(*Length);
    At += *Length;
  }
  Keep();
  return Error::success();
}

} // namespace

bool isFatbin(StringRef Bytes) { return Bytes.starts_with(Magic); }

Error listFatbins(StringRef Bytes, uint64_t Base,
                  std::vector<ImageGroup> &Groups) {
  size_t Count = 0;
  for (uint64_t At = 0; At < Bytes.size();) {
    StringRef Rest = Bytes.drop_front(At);
    if (!isFatbin(Rest)) {
      size_t Zeros = Rest.find_first_not_of('\0');
      if (Zeros == StringRef::npos)
        break;
      // Linkers align what they join.
      uint64_t Next = (At + Zeros) / Alignment * Alignment;
      if (Next <= At)
        return fault(Base + At, "no fat binary starts");
      At = Next;
      continue;
    }
    if (Rest.size() < HeaderBytes)
      return fault(Base + At, "its header is cut off");
    uint64_t Header = read16(Rest, 6), Size = read64(Rest, 8);
    if (Header < HeaderBytes || Header > Rest.size())
      return fault(Base + At, "a header of " + Twine(Header) + " bytes");
    uint64_t Left = Rest.size() - Header;
    uint64_t Whole = std::min(Size, Left);
    if (Error E = listOne(Rest.substr(Header, Whole), Base + At + Header,
                          Groups, Count))
      return E;
    if (Size > Left)
      return fault(Base + At, "a length of " + Twine(Size) + " bytes where " +
                                  Twine(Left) + " are left");
    At += Header + Size;
  }
  return Error::success();
}

static Error badImage(const Twine &What) {
  return createStringError(inconvertibleErrorCode(), What);
}

static Error decompressLz4(StringRef In, SmallString<0> &Out, uint64_t Size) {
#ifdef FENCEPOST_HAS_LZ4
  // No block of LZ4 grows by more.
  if (Size / 256 > In.size())
    return badImage("a compressed image that cannot be " + Twine(Size) +
                    " bytes long");
  Out.resize_for_overwrite(Size);
  int Got =
      LZ4_decompress_safe(In.data(), Out.data(), static_cast<int>(In.size()),
                          static_cast<int>(Size));
  if (Got < 0)
    return badImage("a compressed image that is damaged (LZ4)");
  Out.truncate(Got);
  return Error::success();
#else
  return badImage("an image compressed with LZ4, and this program was compiled "
                  "without LZ4; build it with liblz4-dev");
#endif
}

static Error decompressZstd(StringRef In, SmallString<0> &Out, uint64_t Size) {
  if (!compression::zstd::isAvailable())
    return badImage("an image compressed with zstd, and this program's LLVM "
                    "was compiled without zstd");
  Out.resize_for_overwrite(Size);
  size_t Got = Size;
  if (Error E = compression::zstd::decompress(
          arrayRefFromStringRef(In), reinterpret_cast<uint8_t *>(Out.data()),
          Got)) {
    std::string Why = toString(std::move(E));
    return badImage("a compressed image that is damaged (zstd: " + Twine(Why) +
                    ")");
  }
  Out.truncate(Got);
  return Error::success();
}

Expected<SmallString<0>> readImage(StringRef File, const Image &I) {
  if (I.Offset > File.size() || I.Stored > File.size() - I.Offset)
    return badImage("an image that is not in the file any more");
  if (I.Size > MaxImageBytes || I.Stored > MaxImageBytes)
    return badImage("an image of more than " + Twine(MaxImageBytes >> 20) +
                    " MiB");
  StringRef In = File.substr(I.Offset, I.Stored);
  SmallString<0> Out;
  Error E = Error::success();
  switch (I.Coding) {
  case ImageCoding::Plain:
    Out = In;
    break;
  case ImageCoding::Lz4:
    E = decompressLz4(In, Out, I.Size);
    break;
  case ImageCoding::Zstd:
    E = decompressZstd(In, Out, I.Size);
    break;
  }
  if (E)
    return std::move(E);
  return std::move(Out);
}

} // namespace fencepost
