//===- fingerprint.cpp - identities that survive edits --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/fingerprint.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/SHA1.h"
#include <array>

namespace fencepost {

std::string withoutTemplateArguments(llvm::StringRef Name) {
  std::string Out;
  unsigned Depth = 0;
  for (char C : Name) {
    if (C == '<')
      ++Depth;
    else if (C == '>' && Depth)
      --Depth;
    else if (!Depth)
      Out += C;
  }
  return Out;
}

std::string fingerprint(const Finding &F, llvm::StringRef LineText) {
  std::string Text;
  for (char C : LineText.split("//").first)
    if (!llvm::isSpace(C))
      Text += C;
  llvm::SHA1 Hash;
  for (llvm::StringRef Part :
       {llvm::StringRef("fencepost/v1"), llvm::StringRef(F.Rule)}) {
    Hash.update(Part);
    Hash.update(llvm::StringRef("\0", 1));
  }
  Hash.update(withoutTemplateArguments(F.Function));
  Hash.update(llvm::StringRef("\0", 1));
  Hash.update(F.Skeleton);
  Hash.update(llvm::StringRef("\0", 1));
  Hash.update(Text);
  std::array<uint8_t, 20> Digest = Hash.final();
  return llvm::toHex(llvm::ArrayRef(Digest).take_front(16), /*LowerCase=*/true);
}

namespace {

class LineHasher {
public:
  void character(uint16_t C) {
    if (C == ' ' || C == '\t' || (AfterCR && C == '\n')) {
      AfterCR = false;
      return;
    }
    AfterCR = C == '\r';
    if (AfterCR)
      C = '\n';
    output();
    if (AtLineStart)
      LineAt[Index] = ++Lines;
    AtLineStart = C == '\n';
    roll(C);
  }

  std::vector<std::string> finish() {
    character(EndOfText);
    for (unsigned I = 0; I < Window; ++I) {
      output();
      roll(0);
    }
    return std::move(Hashes);
  }

private:
  static constexpr unsigned Window = 100;
  static constexpr uint64_t Modulus = 37;
  static constexpr uint16_t EndOfText = 0xFFFF;
  static constexpr uint64_t OldestWeight = [] {
    uint64_t W = 1;
    for (unsigned I = 0; I < Window; ++I)
      W *= Modulus;
    return W;
  }();

  std::array<uint16_t, Window> Chars{};
  std::array<uint32_t, Window> LineAt{}; ///< 0: no line starts here.
  uint64_t Hash = 0;
  unsigned Index = 0;
  uint32_t Lines = 0;
  bool AtLineStart = true, AfterCR = false;
  llvm::StringMap<unsigned> Seen;
  std::vector<std::string> Hashes;

  void output() {
    if (!LineAt[Index])
      return;
    std::string Hex = llvm::utohexstr(Hash, /*LowerCase=*/true);
    unsigned Count = ++Seen[Hex];
    if (Hashes.size() < LineAt[Index])
      Hashes.resize(LineAt[Index]);
    Hashes[LineAt[Index] - 1] = Hex + ":" + std::to_string(Count);
    LineAt[Index] = 0;
  }

  void roll(uint16_t C) {
    Hash = Modulus * Hash + C - OldestWeight * Chars[Index];
    Chars[Index] = C;
    Index = (Index + 1) % Window;
  }
};

} // namespace

std::vector<std::string> githubLineHashes(llvm::StringRef Text) {
  LineHasher H;
  llvm::SmallVector<llvm::UTF16, 0> Units;
  if (llvm::convertUTF8ToUTF16String(Text, Units)) {
    for (llvm::UTF16 Unit : Units)
      H.character(Unit);
  } else {
    for (unsigned char C : Text)
      H.character(C < 0x80 ? C : 0xFFFD);
  }
  return H.finish();
}

} // namespace fencepost
