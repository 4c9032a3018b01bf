//===- pages.cpp - explain and rules --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/pages.h"
#include "analyzer/report/json_text.h"
#include "cli/did_you_mean.h"
#include "rules/catalogue.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

namespace fencepost {
namespace {

constexpr unsigned DefaultWidth = 80, MaxWidth = 100;

unsigned pageWidth() {
  unsigned Columns = llvm::sys::Process::StandardOutColumns();
  return Columns < 40 ? DefaultWidth : std::min(Columns, MaxWidth);
}

std::string layersOf(const RuleInfo &R) {
  std::string Text;
  for (Layer L : R.Layers)
    Text += (Text.empty() ? "" : ", ") + spelling(L).str();
  return Text;
}

/// Width of `- ` or `12. ` at the start of Line (blanks excluded); 0 if none.
size_t bulletWidth(llvm::StringRef Line) {
  if (Line.starts_with("- ") || Line.starts_with("* "))
    return 2;
  size_t Digits = Line.find_first_not_of("0123456789");
  if (Digits && Digits != llvm::StringRef::npos &&
      Line.drop_front(Digits).starts_with(". "))
    return Digits + 2;
  return 0;
}

class Filler {
public:
  explicit Filler(unsigned Width) : Width(Width) {}

  void line(llvm::StringRef Line) {
    llvm::StringRef Text = Line.trim();
    bool IsFence = Text.starts_with("```");
    if (InCode || IsFence) {
      flush();
      Out += Line.rtrim().str() + "\n";
      InCode ^= IsFence;
      return;
    }
    if (Text.empty() || Text.starts_with("#") || Text.starts_with("|")) {
      flush();
      Out += Text.str() + "\n";
      return;
    }
    size_t Blanks = Line.size() - Line.ltrim().size();
    if (size_t Bullet = bulletWidth(Text)) {
      flush();
      Out.append(Blanks, ' ');
      Out += Text.take_front(Bullet);
      Indent = Blanks + Bullet;
      Column = Indent;
      Text = Text.drop_front(Bullet);
    }
    for (llvm::StringRef Word : llvm::split(Text, ' '))
      if (!Word.empty())
        word(Word);
  }

  std::string finish() {
    flush();
    return std::move(Out);
  }

private:
  unsigned Width;
  std::string Out;
  size_t Column = 0, Indent = 0;
  bool InCode = false;

  void word(llvm::StringRef W) {
    if (Column > Indent && Column + 1 + W.size() > Width) {
      Out += '\n';
      Column = 0;
    }
    if (Column == 0) {
      Out.append(Indent, ' ');
      Column = Indent;
    } else if (Column > Indent) {
      Out += ' ';
      ++Column;
    }
    Out += W;
    Column += W.size();
  }

  void flush() {
    if (Column)
      Out += '\n';
    Column = Indent = 0;
  }
};

Json jsonOf(const RuleInfo &R) {
  Json Kinds = Json::array(), Layers = Json::array(), Cites = Json::array(),
       Tags = Json::array();
  for (llvm::StringRef K : R.Kinds)
    Kinds.push_back(text(K));
  for (Layer L : R.Layers)
    Layers.push_back(text(spelling(L)));
  for (llvm::StringRef C : R.Cites)
    Cites.push_back(text(C));
  for (llvm::StringRef T : R.Tags)
    Tags.push_back(text(T));
  return {{"name", text(R.Name)},
          {"title", text(R.Title)},
          {"kind", text(R.Kind)},
          {"kinds", std::move(Kinds)},
          {"level", text(spelling(R.DefaultLevel))},
          {"precision", text(R.Precision)},
          {"category", text(R.Category)},
          {"layers", std::move(Layers)},
          {"since", text(R.Since)},
          {"fix", text(R.Fix)},
          {"cites", std::move(Cites)},
          {"tags", std::move(Tags)}};
}

} // namespace

std::string filled(llvm::StringRef Markdown, unsigned Width) {
  Filler F(Width);
  for (llvm::StringRef Line : llvm::split(Markdown, '\n'))
    F.line(Line);
  return F.finish();
}

int explain(const CommandLine &Options, llvm::raw_ostream &OS) {
  int Code = Clean;
  for (llvm::StringRef Name : Options.RuleNames) {
    const RuleInfo *R = findRule(Name);
    if (!R) {
      llvm::errs() << "fencepost: error: no rule is called '" << Name << "'"
                   << didYouMean(Name, ruleNames())
                   << "; 'fencepost rules' lists them\n";
      Code = UserError;
      continue;
    }
    OS << R->Name << ": " << R->Title << "\n"
       << spelling(R->DefaultLevel) << ", " << R->Kind << ", precision "
       << R->Precision << ", layers " << layersOf(*R) << ", fix " << R->Fix
       << "\n\n"
       << filled(R->Page.trim('\n'), pageWidth());
  }
  return Code;
}

int listRules(const CommandLine &Options, llvm::raw_ostream &OS) {
  if (Options.Output == Format::Json) {
    Json All = Json::array();
    for (const RuleInfo &R : catalogue())
      All.push_back(jsonOf(R));
    OS << dump(All, 2) << '\n';
    return Clean;
  }
  size_t Widest = 0;
  for (const RuleInfo &R : catalogue())
    Widest = std::max(Widest, R.Name.size());
  for (const RuleInfo &R : catalogue())
    OS << llvm::left_justify(R.Name, Widest) << "  "
       << llvm::left_justify(spelling(R.DefaultLevel), 7) << "  " << R.Title
       << '\n';
  return Clean;
}

} // namespace fencepost
