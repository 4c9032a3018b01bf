//===- source_text.cpp - lines of the user's files ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/source_text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

namespace fencepost {

void SourceText::add(llvm::StringRef File, llvm::StringRef Text) {
  Entry &E = Files[File];
  E.Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, File);
  E.Breaks.clear();
}

SourceText::Entry &SourceText::entry(llvm::StringRef File) {
  auto [It, IsNew] = Files.try_emplace(File);
  llvm::sys::fs::file_status Status;
  if (IsNew && !llvm::sys::fs::status(File, Status) &&
      llvm::sys::fs::is_regular_file(Status) && Status.getSize() <= MaxBytes)
    if (auto Read = llvm::MemoryBuffer::getFile(File))
      It->second.Buffer = std::move(*Read);
  return It->second;
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
  // Counting blocks is much faster than finding each line.
  uint64_t Before = Line - 1;
  auto Counted = [&](size_t Block) {
    return std::min((Block + 1) * BlockBytes, Text.size());
  };
  if (E.Breaks.empty())
    E.Breaks.push_back(0);
  while (E.Breaks.back() < Before) {
    size_t From = (E.Breaks.size() - 1) * BlockBytes;
    if (From >= Text.size())
      return std::nullopt;
    E.Breaks.push_back(
        E.Breaks.back() +
        countBreaks(Text.slice(From, Counted(E.Breaks.size() - 1))));
  }
  // The last block before which there are fewer breaks.
  size_t Block = llvm::lower_bound(E.Breaks, Before) - E.Breaks.begin();
  size_t Start = 0;
  if (Block > 0) {
    Start = (Block - 1) * BlockBytes;
    for (uint64_t Break = E.Breaks[Block - 1]; Break < Before; ++Break)
      Start = Text.find('\n', Start) + 1;
  }
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
