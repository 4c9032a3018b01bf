//===- source_text.cpp - lines of the user's files ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/source_text.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"

namespace fencepost {

void SourceText::add(llvm::StringRef File, llvm::StringRef Text) {
  Entry &E = Files[File];
  E.Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, File);
  E.Starts.clear();
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

std::optional<llvm::StringRef> SourceText::line(llvm::StringRef File,
                                                uint32_t Line) {
  Entry &E = entry(File);
  if (!E.Buffer || Line == 0)
    return std::nullopt;
  llvm::StringRef Text = E.Buffer->getBuffer();
  if (E.Starts.empty()) {
    E.Starts.push_back(0);
    for (size_t At = Text.find('\n'); At != llvm::StringRef::npos;
         At = Text.find('\n', At + 1))
      E.Starts.push_back(At + 1);
  }
  if (Line > E.Starts.size())
    return std::nullopt;
  size_t End = Line < E.Starts.size() ? E.Starts[Line] - 1 : Text.size();
  return Text.slice(E.Starts[Line - 1], End).rtrim('\r');
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
