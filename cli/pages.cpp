//===- pages.cpp - explain and rules --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/pages.h"
#include "analyzer/report/json_text.h"
#include "cli/rule_names.h"
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

/// Takes a word off Text; code in backquotes is never parted.
llvm::StringRef nextWord(llvm::StringRef &Text) {
  size_t End = 0;
  for (bool InCode = false; End < Text.size(); ++End) {
    if (Text[End] == '`')
      InCode = !InCode && Text.drop_front(End + 1).contains('`');
    if (Text[End] == ' ' && !InCode)
      break;
  }
  llvm::StringRef Word = Text.take_front(End);
  Text = Text.drop_front(End).ltrim();
  return Word;
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
    if (size_t Bullet = bulletWidth(Text)) {
      flush();
      Indent = Line.size() - Line.ltrim().size();
      Lead = Text.take_front(Bullet).str();
      Text = Text.drop_front(Bullet).ltrim();
    }
    Paragraph += Paragraph.empty() ? "" : " ";
    Paragraph += Text;
  }

  std::string finish() {
    flush();
    return std::move(Out);
  }

private:
  unsigned Width;
  std::string Out, Paragraph, Lead;
  size_t Indent = 0;
  bool InCode = false;

  void flush() {
    if (!Paragraph.empty() || !Lead.empty())
      fill();
    Paragraph.clear();
    Lead.clear();
    Indent = 0;
  }

  void fill() {
    Out.append(Indent, ' ');
    Out += Lead;
    size_t Margin = Indent + Lead.size(), Column = Margin;
    for (llvm::StringRef Rest = Paragraph; !Rest.empty();) {
      llvm::StringRef Word = nextWord(Rest);
      if (Column > Margin && Column + 1 + Word.size() > Width) {
        Out += '\n';
        Out.append(Margin, ' ');
        Column = Margin;
      } else if (Column > Margin) {
        Out += ' ';
        ++Column;
      }
      Out += Word;
      Column += Word.size();
    }
    Out += '\n';
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
