//===- html_markdown.cpp - rule pages as blocks of the HTML page ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/html_parts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace fencepost {
namespace {

namespace json = llvm::json;

/// Text with code in backquotes, as spans. A lone backquote is text.
json::Array spansOf(llvm::StringRef Text) {
  json::Array Spans;
  auto Add = [&](llvm::StringRef Part, bool IsCode) {
    if (!Part.empty())
      Spans.push_back(json::Object{{"text", shown(Part)}, {"isCode", IsCode}});
  };
  while (!Text.empty()) {
    size_t Open = Text.find('`');
    size_t Close =
        Open == llvm::StringRef::npos ? Open : Text.find('`', Open + 1);
    if (Close == llvm::StringRef::npos) {
      Add(Text, false);
      break;
    }
    Add(Text.take_front(Open), false);
    Add(Text.slice(Open + 1, Close), true);
    Text = Text.drop_front(Close + 1);
  }
  return Spans;
}

/// What a fenced block shows: `cuda expect`, `ptx ok`, `litmus allowed`.
std::string captionOf(llvm::StringRef Words) {
  auto [Language, What] = Words.trim().split(' ');
  llvm::StringRef Says = llvm::StringSwitch<llvm::StringRef>(What.trim())
                             .Case("expect", "reported")
                             .Case("ok", "not reported")
                             .Case("allowed", "the bad outcome is possible")
                             .Case("forbidden", "the bad outcome is impossible")
                             .Default("");
  return Says.empty() ? Language.str() : (Language + ": " + Says).str();
}

/// Width of `- ` or `1. `; 0 if there is none.
size_t bulletWidth(llvm::StringRef Line, bool &IsNumber) {
  size_t Digits = Line.find_first_not_of("0123456789");
  IsNumber = Digits != 0 && Digits != llvm::StringRef::npos;
  if (IsNumber)
    return Line.substr(Digits).starts_with(". ") ? Digits + 2 : 0;
  return Line.starts_with("- ") ? 2 : 0;
}

class Blocks {
public:
  void line(llvm::StringRef Line) {
    llvm::StringRef Text = Line.trim();
    if (Text.starts_with("```"))
      return fence(Text.drop_front(3));
    if (IsInCode) {
      Listing += Line.rtrim().str() + "\n";
      return;
    }
    bool IsNumber = false;
    if (Text.empty())
      return flush();
    if (Text.starts_with("#")) {
      flush();
      add(json::Object{{"heading", shown(Text.ltrim('#').trim())}});
    } else if (Text.starts_with("|")) {
      start(What::Table);
      tableRow(Text);
    } else if (size_t Width = bulletWidth(Text, IsNumber)) {
      start(IsNumber ? What::Numbers : What::Bullets);
      Items.push_back(Text.drop_front(Width).str());
    } else {
      if (Now != What::Bullets && Now != What::Numbers)
        start(What::Text);
      if (Items.empty())
        Items.push_back(Text.str());
      else
        Items.back() += " " + Text.str();
    }
  }

  json::Array finish() {
    flush();
    if (IsInCode)
      fence("");
    return std::move(Done);
  }

private:
  enum class What : uint8_t { None, Text, Bullets, Numbers, Table };
  json::Array Done, Rows;
  What Now = What::None;
  std::vector<std::string> Items;
  bool IsInCode = false;
  std::string Caption, Listing;

  void add(json::Object Block) {
    for (llvm::StringRef Kind :
         {"isText", "isListing", "isBullets", "isNumbers", "isTable"})
      Block.try_emplace(Kind.str(), false);
    Done.push_back(std::move(Block));
  }

  void fence(llvm::StringRef Words) {
    if (IsInCode)
      add(json::Object{
          {"isListing", true}, {"caption", Caption}, {"listing", Listing}});
    else
      flush();
    IsInCode = !IsInCode;
    Caption = captionOf(Words);
    Listing.clear();
  }

  void start(What W) {
    if (Now != W)
      flush();
    Now = W;
  }

  void tableRow(llvm::StringRef Text) {
    if (Text.find_first_not_of("|-: ") == llvm::StringRef::npos &&
        Text.contains('-'))
      return;
    Text.consume_front("|");
    Text.consume_back("|");
    json::Array Cells;
    for (llvm::StringRef Cell : llvm::split(Text, '|'))
      Cells.push_back(json::Object{{"spans", spansOf(Cell.trim())}});
    Rows.push_back(json::Object{{"cells", std::move(Cells)}});
  }

  void flush() {
    json::Array List;
    for (const std::string &I : Items)
      List.push_back(json::Object{{"spans", spansOf(I)}});
    switch (Now) {
    case What::None:
      break;
    case What::Text:
      add(json::Object{{"isText", true}, {"spans", spansOf(Items.front())}});
      break;
    case What::Bullets:
      add(json::Object{{"isBullets", true}, {"items", std::move(List)}});
      break;
    case What::Numbers:
      add(json::Object{{"isNumbers", true}, {"items", std::move(List)}});
      break;
    case What::Table:
      add(json::Object{{"isTable", true}, {"items", std::move(Rows)}});
      Rows = json::Array();
      break;
    }
    Items.clear();
    Now = What::None;
  }
};

} // namespace

json::Array htmlBlocks(llvm::StringRef Markdown) {
  Blocks B;
  for (llvm::StringRef Line : llvm::split(Markdown.trim(), '\n'))
    B.line(Line);
  return B.finish();
}

} // namespace fencepost
