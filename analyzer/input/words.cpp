//===- words.cpp - words of a command line and of response files ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/words.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace fencepost {

static constexpr uint64_t MaxResponseBytes = 16u << 20;

std::vector<std::string> splitShell(StringRef Text) {
  std::vector<std::string> Words;
  std::string Word;
  bool InWord = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (!Quote && isSpace(C)) {
      if (InWord)
        Words.push_back(std::move(Word));
      Word.clear();
      InWord = false;
      continue;
    }
    InWord = true;
    if (C == Quote) {
      Quote = 0;
    } else if (!Quote && (C == '"' || C == '\'')) {
      Quote = C;
    } else if (C == '\\' && Quote != '\'' && I + 1 < Text.size() &&
               (!Quote || StringRef("\"\\$`\n").contains(Text[I + 1]))) {
      if (Text[++I] != '\n')
        Word += Text[I];
    } else {
      Word += C;
    }
  }
  if (InWord)
    Words.push_back(std::move(Word));
  return Words;
}

std::vector<std::string> splitGnu(StringRef Text) {
  BumpPtrAllocator Alloc;
  StringSaver Saver(Alloc);
  SmallVector<const char *, 64> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return std::vector<std::string>(Words.begin(), Words.end());
}

std::vector<std::string> splitNvcc(StringRef Text) {
  std::vector<std::string> Words;
  std::string Word;
  bool InWord = false, InQuotes = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (!InQuotes && isSpace(C)) {
      if (InWord)
        Words.push_back(std::move(Word));
      Word.clear();
      InWord = false;
      continue;
    }
    InWord = true;
    if (C == '"')
      InQuotes = !InQuotes;
    else if (C == '\\' && I + 1 < Text.size())
      Word += Text[++I];
    else
      Word += C;
  }
  if (InWord)
    Words.push_back(std::move(Word));
  return Words;
}

std::vector<std::string> splitList(StringRef Value, bool DropQuotes) {
  std::vector<std::string> Parts;
  std::string Part;
  bool InQuotes = false;
  auto Finish = [&] {
    if (!Part.empty())
      Parts.push_back(std::move(Part));
    Part.clear();
  };
  for (size_t I = 0; I < Value.size(); ++I) {
    char C = Value[I];
    if (C == '\\' && I + 1 < Value.size()) {
      Part += Value[++I];
    } else if (C == '"') {
      InQuotes = !InQuotes;
      if (!DropQuotes)
        Part += C;
    } else if (C == ',' && !InQuotes) {
      Finish();
    } else {
      Part += C;
    }
  }
  Finish();
  return Parts;
}

static Error cannotRead(StringRef Path, const Twine &Why) {
  return createStringError(inconvertibleErrorCode(),
                           "cannot read response file '" + Path + "': " + Why);
}

Expected<std::string> readResponseFile(StringRef File, StringRef Directory) {
  SmallString<256> Path(File);
  if (!Directory.empty() && sys::path::is_relative(Path)) {
    Path = Directory;
    sys::path::append(Path, File);
  }
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return cannotRead(Path, EC.message());
  if (Status.type() != sys::fs::file_type::regular_file)
    return cannotRead(Path, "not a regular file");
  if (Status.getSize() > MaxResponseBytes)
    return cannotRead(Path, "larger than 16 MiB");
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return cannotRead(Path, Buffer.getError().message());
  StringRef Text = (*Buffer)->getBuffer();
  Text.consume_front("\xef\xbb\xbf");
  return Text.str();
}

} // namespace fencepost
