//===- container_test.cpp - device images in binaries ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/container.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::string sample(StringRef Name) {
  auto Buffer = MemoryBuffer::getFile(FENCEPOST_TESTDATA "/binaries/" + Name);
  EXPECT_TRUE(Buffer) << Name.str();
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// `ptx sm_90 zstd`, one per image.
std::vector<std::string> imagesOf(StringRef File) {
  static constexpr StringRef Kinds[] = {"ptx", "elf", "other"};
  static constexpr StringRef Codings[] = {"plain", "lz4", "zstd"};
  std::vector<std::string> Out;
  for (const ImageGroup &G : listImages(File).Groups)
    for (const Image &I : G.Images)
      Out.push_back((Kinds[static_cast<int>(I.Kind)] + " " + I.Arch + " " +
                     Codings[static_cast<int>(I.Coding)] +
                     (G.Member.empty() ? "" : " in " + G.Member))
                        .str());
  return Out;
}

std::string textOf(StringRef File, const Image &I) {
  Expected<SmallString<0>> Bytes = readImage(File, I);
  return Bytes ? std::string(*Bytes) : "error: " + toString(Bytes.takeError());
}

/// A fat binary of one image as described in FATBIN.md.
struct Made {
  uint16_t Kind = 1;
  uint32_t Arch = 90, HeaderBytes = 64, Exact = 0;
  uint64_t Flags = 0x11, Unpacked = 0;
  std::string Payload = "text";
  std::optional<uint64_t> Padded, Whole;

  std::string bytes() const {
    std::string Entry(64, '\0');
    auto Put = [&](size_t At, auto Value) {
      support::endian::write(&Entry[At], Value, endianness::little);
    };
    Put(0, Kind);
    Put(4, HeaderBytes);
    Put(8, Padded.value_or(Payload.size()));
    Put(16, Exact);
    Put(28, Arch);
    Put(40, Flags);
    Put(56, Unpacked);
    Entry += Payload;
    std::string Front("\x50\xed\x55\xba\1\0\x10\0", 8);
    Front.resize(16);
    support::endian::write(&Front[8], Whole.value_or(Entry.size()),
                           endianness::little);
    return Front + Entry;
  }
};

std::string faultsOf(StringRef File) {
  std::string Text;
  for (const std::string &F : listImages(File).Faults)
    Text += F + "\n";
  return Text;
}

TEST(Container, ImagesOfEverySortOfFile) {
  EXPECT_THAT(
      imagesOf(sample("poll.fatbin")),
      ElementsAre("ptx sm_90 zstd", "elf sm_90 zstd", "elf sm_80 zstd"));
  EXPECT_THAT(imagesOf(sample("lz4.fatbin")),
              ElementsAre("ptx sm_90 lz4", "ptx sm_75 lz4"));
  EXPECT_THAT(imagesOf(sample("plain.fatbin")), ElementsAre("ptx sm_90 plain"));
  EXPECT_THAT(imagesOf(sample("poll.o")),
              ElementsAre("ptx sm_90 zstd", "elf sm_90 zstd"));
  EXPECT_THAT(imagesOf(sample("libpoll.a")),
              ElementsAre("ptx sm_90 zstd in poll.o",
                          "elf sm_90 zstd in poll.o",
                          "elf sm_100a zstd in code_only.o"));
  EXPECT_THAT(imagesOf(sample("poll.cubin")), ElementsAre("elf sm_90 plain"));
  EXPECT_TRUE(listImages(sample("poll.cubin")).IsImage);
  EXPECT_FALSE(listImages(sample("poll.fatbin")).IsImage);
}

/// A Windows object (PE/COFF specification, 3 and 4) with one section whose
/// name stands in the string table, as `cl` writes names over eight letters.
std::string coffWith(StringRef Section, StringRef Contents) {
  constexpr size_t HeaderBytes = 20, SectionBytes = 40;
  std::string Out(HeaderBytes + SectionBytes, '\0');
  auto Put16 = [&](size_t At, uint16_t V) {
    support::endian::write(&Out[At], V, endianness::little);
  };
  auto Put32 = [&](size_t At, uint32_t V) {
    support::endian::write(&Out[At], V, endianness::little);
  };
  Put16(0, 0x8664);
  Put16(2, 1);
  Put32(8, Out.size() + Contents.size()); // No symbols; strings follow.
  bool IsLong = Section.size() > 8;
  StringRef Field = IsLong ? "/4" : Section;
  llvm::copy(Field, &Out[HeaderBytes]);
  Put32(HeaderBytes + 16, Contents.size());
  Put32(HeaderBytes + 20, Out.size());
  Put32(HeaderBytes + 36, 0x40000040); // Initialized data, readable.
  Out += Contents;
  size_t Strings = Out.size();
  Out.append(4, '\0');
  if (IsLong)
    Out += Section.str() + '\0';
  Put32(Strings, Out.size() - Strings);
  return Out;
}

TEST(Container, WindowsObjects) {
  std::string Fatbin = sample("plain.fatbin");
  for (StringRef Section : {".nv_fatbin", ".nv_fatb", "__nv_relfatbin"}) {
    std::string File = coffWith(Section, Fatbin);
    EXPECT_TRUE(isContainer(File));
    EXPECT_THAT(imagesOf(File), ElementsAre("ptx sm_90 plain"));
    EXPECT_EQ(faultsOf(File), "");
  }
  EXPECT_THAT(imagesOf(coffWith(".rdata", Fatbin)), IsEmpty());
  std::string Whole = coffWith(".nv_fatbin", Fatbin);
  for (size_t Size = 2; Size < Whole.size(); Size += 7)
    for (const ImageGroup &G :
         listImages(StringRef(Whole).take_front(Size)).Groups)
      for (const Image &I : G.Images)
        (void)textOf(StringRef(Whole).take_front(Size), I);
}

TEST(Container, LinkTimeCode) {
  EXPECT_TRUE(isLinkTimeCode("BC\xC0\xDE rest"));
  EXPECT_TRUE(isLinkTimeCode("\xed"
                             "CN\x7f rest"));
  EXPECT_FALSE(isLinkTimeCode(sample("poll.cubin")));
}

// Names are found from where the archive lies (ar(1), "thin archives").
TEST(Container, ThinArchivesNameTheirMembers) {
  auto Header = [](std::string Name, std::string Size) {
    Name.resize(16, ' ');
    Size.resize(10, ' ');
    return Name + "0           0     0     644     " + Size + "`\n";
  };
  std::string Names = "sub/a.o/\n";
  std::string Archive = "!<thin>\n" +
                        Header("//", std::to_string(Names.size())) + Names +
                        "\n" + Header("/0", "100") + Header("b.o/", "100");
  auto Members = thinMembers(Archive, "lib/libk.a");
  ASSERT_TRUE(Members.has_value());
  EXPECT_THAT(*Members, ElementsAre("lib/sub/a.o", "lib/b.o"));
  EXPECT_FALSE(thinMembers(sample("libpoll.a"), "libpoll.a").has_value());
}

TEST(Container, ImagesAreDecompressed) {
  for (StringRef Name : {"poll.fatbin", "lz4.fatbin", "plain.fatbin", "poll.o",
                         "libpoll.a", "poll.cubin"}) {
    std::string File = sample(Name);
    for (const ImageGroup &G : listImages(File).Groups)
      for (const Image &I : G.Images) {
        std::string Text = textOf(File, I);
        if (I.Kind == ImageKind::Elf)
          EXPECT_TRUE(StringRef(Text).starts_with("\x7f"
                                                  "ELF"))
              << Name.str() << Text;
        else
          EXPECT_THAT(Text, HasSubstr(".entry _Z7consumePVKiPKfPf"));
      }
  }
  // One compilation, packed in two ways.
  std::string Fatbin = sample("poll.fatbin");
  bool IsSame = false;
  ImageGroup Group = listImages(Fatbin).Groups[0];
  for (const Image &I : Group.Images)
    IsSame |= textOf(Fatbin, I) == sample("poll.cubin");
  EXPECT_TRUE(IsSame);
}

TEST(Container, NamesAndSuffixesAreRecorded) {
  Made A;
  A.Flags = 0x100011;
  EXPECT_THAT(imagesOf(A.bytes()), ElementsAre("ptx sm_90a plain"));
  A.Flags = 0x200011;
  A.Arch = 100;
  EXPECT_THAT(imagesOf(A.bytes()), ElementsAre("ptx sm_100f plain"));
  A.Kind = 8;
  EXPECT_THAT(imagesOf(A.bytes()), ElementsAre("other sm_100f plain"));
}

TEST(Container, SeveralFatBinariesWithPaddingBetween) {
  Made A, B;
  B.Arch = 80;
  std::string Both = A.bytes();
  Both.resize((Both.size() + 7) / 8 * 8);
  EXPECT_THAT(imagesOf(Both + std::string(16, '\0') + B.bytes() +
                       std::string(24, '\0')),
              ElementsAre("ptx sm_90 plain", "ptx sm_80 plain"));
  EXPECT_EQ(listImages(Both + B.bytes()).Groups.size(), 2u);
}

TEST(Container, WhatIsWholeBeforeAFaultIsKept) {
  Made A, B;
  B.Padded = 1u << 30;
  std::string Both = A.bytes();
  Both.resize((Both.size() + 7) / 8 * 8);
  Both += B.bytes();
  EXPECT_THAT(imagesOf(Both), ElementsAre("ptx sm_90 plain"));
  EXPECT_THAT(faultsOf(Both), HasSubstr("damaged fat binary: an image of "
                                        "1073741824 bytes where 4 are left"));
  EXPECT_THAT(faultsOf(A.bytes() + "garbage!"),
              HasSubstr("no fat binary starts"));
}

TEST(Container, LengthsThatLie) {
  Made A;
  A.Padded = ~0ull;
  EXPECT_THAT(faultsOf(A.bytes()), HasSubstr("an image of"));
  A = Made();
  A.HeaderBytes = ~0u;
  EXPECT_THAT(faultsOf(A.bytes()), HasSubstr("a header of 4294967295 bytes"));
  A.HeaderBytes = 0;
  EXPECT_THAT(faultsOf(A.bytes()), HasSubstr("a header of 0 bytes"));
  A = Made();
  A.Whole = ~0ull;
  EXPECT_THAT(imagesOf(A.bytes()), ElementsAre("ptx sm_90 plain"));
  EXPECT_THAT(faultsOf(A.bytes()), HasSubstr("a length of"));
  A = Made();
  A.Flags = 0x8011;
  A.Exact = 5;
  EXPECT_THAT(faultsOf(A.bytes()), HasSubstr("longer than its place"));
}

// What a few bytes claim to become is neither believed nor allocated.
TEST(Container, DecompressionIsBounded) {
  for (uint64_t Flag : {0x2000, 0x8000}) {
    Made A;
    A.Flags = Flag;
    A.Exact = 4;
    A.Unpacked = ~0ull;
    std::string File = A.bytes();
    EXPECT_THAT(textOf(File, listImages(File).Groups[0].Images[0]),
                HasSubstr("more than 512 MiB"));
    A.Unpacked = 100u << 20;
    File = A.bytes();
    EXPECT_THAT(textOf(File, listImages(File).Groups[0].Images[0]),
                HasSubstr("a compressed image that"));
  }
  // More comes out than the header says: the frame is refused.
  std::string File = sample("poll.fatbin");
  Image I = listImages(File).Groups[0].Images[1];
  I.Size = 100;
  EXPECT_THAT(textOf(File, I), HasSubstr("damaged"));
  I.Offset = File.size() + 1;
  EXPECT_THAT(textOf(File, I), HasSubstr("not in the file"));
}

TEST(Container, FilesThatEndEarly) {
  for (StringRef Name :
       {"poll.fatbin", "poll.o", "libpoll.a", "poll.cubin", "lz4.fatbin"}) {
    std::string File = sample(Name);
    for (size_t Length = 0; Length < File.size(); Length += 1 + Length / 64) {
      StringRef Part = StringRef(File).take_front(Length);
      if (!isContainer(Part))
        continue;
      for (const ImageGroup &G : listImages(Part).Groups)
        for (const Image &I : G.Images)
          (void)textOf(Part, I);
    }
    // Without its last byte an object is said to be damaged, not empty.
    if (Name != "libpoll.a" && Name != "poll.cubin")
      EXPECT_THAT(listImages(StringRef(File).drop_back(1)).Faults,
                  testing::Not(IsEmpty()))
          << Name.str();
  }
}

TEST(Container, AnArchiveThatEndsInsideAMember) {
  std::string File = sample("libpoll.a");
  // The bytes behind the cut are not ours to read.
  std::unique_ptr<char[]> Part(new char[1000]);
  std::copy_n(File.begin(), 1000, Part.get());
  Container C = listImages(StringRef(Part.get(), 1000));
  EXPECT_THAT(C.Groups, IsEmpty());
  EXPECT_THAT(C.Faults, testing::Contains(HasSubstr("ends inside 'poll.o'")));
}

TEST(Container, FlippedBits) {
  for (StringRef Name : {"poll.fatbin", "poll.o", "libpoll.a"}) {
    std::string File = sample(Name);
    for (size_t At = 0; At < File.size(); ++At)
      for (unsigned Bit : {0, 7}) {
        std::string Bad = File;
        Bad[At] = static_cast<char>(Bad[At] ^ (1u << Bit));
        if (!isContainer(Bad))
          continue;
        for (const ImageGroup &G : listImages(Bad).Groups)
          for (const Image &I : G.Images)
            (void)textOf(Bad, I);
      }
  }
}

TEST(Container, HostFilesHoldNoImage) {
  std::string Self = "\x7f"
                     "ELF";
  EXPECT_THAT(faultsOf(Self), HasSubstr("cut off"));
  EXPECT_FALSE(isContainer("MZ"));
  EXPECT_FALSE(isContainer(""));
  EXPECT_THAT(listImages("!<arch>\n").Groups, IsEmpty());
  EXPECT_THAT(listImages("!<arch>\n").Faults, IsEmpty());
  EXPECT_THAT(faultsOf("!<thin>\n"), HasSubstr("name the objects"));
}

} // namespace
