//===- snippet.cpp - a source line with its marks -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/snippet.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Unicode.h"

namespace fencepost {
namespace {

constexpr unsigned TabStop = 4;

/// One character of the line: its text on the terminal, its width there and
/// the byte (from 1) where it starts.
struct Cell {
  std::string Text;
  unsigned Width;
  uint32_t Byte;
};

std::vector<Cell> cellsOf(llvm::StringRef Line, size_t From = 0) {
  std::vector<Cell> Cells;
  unsigned Column = 0;
  for (size_t At = From; At < Line.size();) {
    Cell C{"", 1, static_cast<uint32_t>(At + 1)};
    size_t Length = 1;
    if (Line[At] == '\t') {
      C.Width = TabStop - Column % TabStop;
      C.Text.assign(C.Width, ' ');
    } else {
      Length = std::max(utf8Length(Line.drop_front(At)), 1u);
      C.Text = printable(Line.substr(At, Length));
      C.Width = std::max(0, llvm::sys::unicode::columnWidthUTF8(C.Text));
    }
    Column += C.Width;
    Cells.push_back(std::move(C));
    At += Length;
  }
  return Cells;
}

// Beyond this nobody reads; it bounds the work on one-line files.
constexpr size_t MaxBytes = 1 << 16;
// On each side of the column, for one snippet: more than is ever shown.
constexpr size_t NearBytes = 16 * MaxSnippetColumns;

/// Where in Line the text begins that can be shown next to Column (from 1).
size_t nearStart(llvm::StringRef Line, size_t Column) {
  size_t From = std::min(Column, Line.size());
  From = From > NearBytes ? From - NearBytes : 0;
  // A character is at most four bytes long.
  for (size_t Left = std::min<size_t>(From, 3);
       Left > 0 && From < Line.size() && (Line[From] & 0xC0) == 0x80; --Left)
    --From;
  return From;
}

/// The cells [Begin, End) to show, so that Focus is among them.
std::pair<size_t, size_t> window(const std::vector<Cell> &Cells, size_t Focus) {
  size_t Begin = 0, End = 0;
  unsigned Width = 0;
  auto Grow = [&](size_t Limit) {
    while (End < Cells.size() && Width + Cells[End].Width <= Limit)
      Width += Cells[End++].Width;
  };
  Grow(MaxSnippetColumns);
  if (Focus < End)
    return {Begin, End};
  Begin = End = Focus;
  Width = 0;
  while (Begin > 0 && Width + Cells[Begin - 1].Width <= MaxSnippetColumns / 3)
    Width += Cells[--Begin].Width;
  Grow(MaxSnippetColumns);
  return {Begin, End};
}

} // namespace

std::optional<Snippet> snippetOf(SourceText &Sources, const Place &At) {
  std::optional<llvm::StringRef> Whole = Sources.line(At.File, At.Line);
  if (!Whole)
    return std::nullopt;
  size_t From = nearStart(*Whole, At.Column);
  llvm::StringRef Shown = Whole->take_front(From + 2 * NearBytes);
  std::vector<Cell> Cells = cellsOf(Shown, From);
  size_t Focus = 0;
  while (At.Column && Focus + 1 < Cells.size() &&
         Cells[Focus + 1].Byte <= At.Column)
    ++Focus;
  auto [Begin, End] = window(Cells, Focus);

  bool SameLine = At.EndLine == 0 || At.EndLine == At.Line;
  uint32_t EndByte = SameLine ? At.EndColumn : Whole->rtrim().size() + 1;
  Snippet S;
  if (From + Begin > 0) {
    S.Line = "...";
    S.Marks = "   ";
  }
  for (size_t I = Begin; I < End; ++I) {
    S.Line += Cells[I].Text;
    bool IsMarked = I >= Focus && (I == Focus || Cells[I].Byte < EndByte);
    if (!IsMarked)
      S.Marks.append(Cells[I].Width, ' ');
    else if (Cells[I].Width)
      S.Marks +=
          (I == Focus ? '^' : '~') + std::string(Cells[I].Width - 1, '~');
  }
  if (End < Cells.size() || Shown.size() < Whole->size())
    S.Line += "...";
  S.Line.resize(llvm::StringRef(S.Line).rtrim().size());
  S.Marks.resize(llvm::StringRef(S.Marks).rtrim().size());
  if (!At.Column || At.Column > Whole->size() + 1)
    S.Marks.clear();
  return S;
}

std::optional<std::vector<LinePiece>> piecesOf(SourceText &Sources,
                                               llvm::StringRef File,
                                               uint32_t Line,
                                               llvm::ArrayRef<Place> Marks) {
  std::optional<llvm::StringRef> Whole = Sources.line(File, Line);
  if (!Whole)
    return std::nullopt;
  auto Covers = [&](const Place &P, const Cell &C) {
    bool SameLine = P.EndLine == 0 || P.EndLine == P.Line;
    uint32_t End = Whole->rtrim().size() + 1;
    if (SameLine && P.EndColumn > P.Column)
      End = P.EndColumn;
    else if (SameLine && P.Column) // No end known: its word.
      End = std::min<size_t>(
          std::min<size_t>(Whole->find_first_of(" \t", P.Column),
                           Whole->size()) +
              1,
          End);
    return P.Column && C.Byte >= P.Column && C.Byte < End;
  };
  std::vector<LinePiece> Pieces;
  unsigned Width = 0;
  for (const Cell &C : cellsOf(Whole->rtrim().take_front(MaxBytes))) {
    Width += C.Width;
    bool IsCut = Width > MaxPieceColumns;
    bool IsMarked = !IsCut && llvm::any_of(Marks, [&](const Place &P) {
      return Covers(P, C);
    });
    if (Pieces.empty() || Pieces.back().IsMarked != IsMarked)
      Pieces.push_back({"", IsMarked});
    Pieces.back().Text += IsCut ? "..." : C.Text;
    if (IsCut)
      break;
  }
  return Pieces;
}

} // namespace fencepost
