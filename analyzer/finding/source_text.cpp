//===- source_text.cpp - lines of the user's files ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/source_text.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <utility>

namespace fencepost {

void SourceText::add(llvm::StringRef File, llvm::StringRef Text) {
  Entry &E = Files[File];
  E = Entry();
  E.WasRead = true;
  E.Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, File);
}

SourceText::Entry &SourceText::entry(llvm::StringRef File) {
  Entry &E = Files[File];
  llvm::sys::fs::file_status Status;
  if (!std::exchange(E.WasRead, true) && !llvm::sys::fs::status(File, Status) &&
      llvm::sys::fs::is_regular_file(Status) && Status.getSize() <= MaxBytes)
    if (auto Read = llvm::MemoryBuffer::getFile(File))
      E.Buffer = std::move(*Read);
  return E;
}

std::optional<llvm::StringRef> SourceText::text(llvm::StringRef File) {
  Entry &E = entry(File);
  if (!E.Buffer)
    return std::nullopt;
  return E.Buffer->getBuffer();
}

/// In parts whose count fits a byte: what compilers make vectors of.
static uint64_t countBreaks(llvm::StringRef Text) {
  constexpr size_t Part = 128;
  uint64_t Count = 0;
  for (; Text.size() >= Part; Text = Text.drop_front(Part)) {
    const char *Bytes = Text.data();
    uint8_t InPart = 0;
    for (size_t I = 0; I < Part; ++I)
      InPart += Bytes[I] == '\n';
    Count += InPart;
  }
  return Count + Text.count('\n');
}

std::optional<llvm::StringRef> SourceText::line(llvm::StringRef File,
                                                uint32_t Line) {
  Entry &E = entry(File);
  if (!E.Buffer || Line == 0)
    return std::nullopt;
  llvm::StringRef Text = E.Buffer->getBuffer();
  auto Mark = std::prev(E.Marks.lower_bound(std::max<uint64_t>(Line, 2)));
  uint64_t Number = Mark->first, Start = Mark->second;
  if (Line == 1)
    Start = 0;
  // Counting blocks is much faster than finding each line.
  while (Number < Line) {
    uint64_t Breaks = countBreaks(Text.substr(Start, BlockBytes));
    if (Number + Breaks >= Line)
      break;
    Number += Breaks;
    Start += BlockBytes;
    if (Start >= Text.size())
      return std::nullopt;
    E.Marks[Number] = Start;
  }
  for (; Number < Line; ++Number)
    Start = Text.find('\n', Start) + 1;
  E.Marks[Line] = Start;
  size_t End = std::min(Text.find('\n', Start), Text.size());
  return Text.slice(Start, End).rtrim('\r');
}

unsigned utf8Length(llvm::StringRef Text) {
  if (Text.empty())
    return 0;
  const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.data());
  unsigned Length = llvm::getNumBytesForUTF8(*Begin);
  bool IsLegal = Length && Length <= Text.size() &&
                 llvm::isLegalUTF8Sequence(Begin, Begin + Length);
  return IsLegal ? Length : 0;
}

uint32_t utf16Column(llvm::StringRef Line, uint32_t ByteColumn) {
  if (ByteColumn == 0)
    return 0;
  size_t Wanted = ByteColumn - 1, At = 0;
  uint32_t Column = 1;
  while (At < Wanted && At < Line.size()) {
    unsigned Length = std::max(utf8Length(Line.drop_front(At)), 1u);
    At += Length;
    Column += Length == 4 ? 2 : 1;
  }
  return Column + (Wanted > At ? Wanted - At : 0);
}

} // namespace fencepost
