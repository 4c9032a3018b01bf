//===- page.cpp - one rule page, read and checked -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rules/rulegen/page.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using llvm::StringRef;
using rulegen::Page;

namespace {
constexpr StringRef Headings[] = {"What it finds",      "Why it is wrong",
                                  "What to do instead", "When it is fine",
                                  "What it cannot see", "Evidence"};
constexpr StringRef Kinds[] = {
    "missing-acquire", "missing-release",  "missing-proxy-fence",
    "wrong-scope",     "contended-atomic", "float-atomic-equality",
    "heavy-fence",     "lock-barrier",     "mixed-access"};
constexpr StringRef Levels[] = {"error", "warning", "note"};
constexpr StringRef Precisions[] = {"very-high", "high", "medium", "low"};
constexpr StringRef Layers[] = {"cuda", "ptx", "sass", "events"};
constexpr StringRef Fixes[] = {"none", "unsafe", "safe"};

struct FrontMatter {
  Page *P;
  std::string Kind;
};
} // namespace

template <> struct llvm::yaml::MappingTraits<FrontMatter> {
  static void mapping(IO &IO, FrontMatter &F) {
    IO.mapRequired("title", F.P->Title);
    IO.mapRequired("kind", F.Kind);
    IO.mapRequired("level", F.P->Level);
    IO.mapRequired("precision", F.P->Precision);
    IO.mapRequired("category", F.P->Category);
    IO.mapRequired("layers", F.P->Layers);
    IO.mapRequired("since", F.P->Since);
    IO.mapRequired("cites", F.P->Cites);
    IO.mapRequired("fix", F.P->Fix);
    IO.mapRequired("tags", F.P->Tags);
  }
};

namespace {
class Reader {
public:
  Reader(StringRef Text, StringRef Path, Page &P)
      : Text(Text), Path(Path), P(P) {}

  std::string run() {
    P.Name = llvm::sys::path::stem(Path).str();
    if (!llvm::all_of(P.Name, [](char C) {
          return llvm::isLower(C) || llvm::isDigit(C) || C == '-';
        }))
      fault(1, "the name of a rule is lower case and hyphens");
    StringRef Body;
    if (splitFrontMatter(Body)) {
      checkWords();
      readSections(Body);
    }
    return Faults;
  }

private:
  StringRef Text, Path;
  Page &P;
  std::string Faults;
  StringRef Front;
  unsigned BodyLine = 0; ///< Line on which Body starts.

  void fault(unsigned Line, const llvm::Twine &Message) {
    Faults += (Path + ":" + llvm::Twine(Line) + ": " + Message + "\n").str();
  }
  /// Line of a key of the front matter.
  unsigned lineOf(StringRef Key) const {
    unsigned Line = 2;
    for (StringRef Rest = Front; !Rest.empty(); ++Line) {
      auto [First, More] = Rest.split('\n');
      if (First.starts_with((Key + ":").str()))
        return Line;
      Rest = More;
    }
    return 2;
  }

  bool splitFrontMatter(StringRef &Body) {
    StringRef Rest = Text;
    if (!Rest.consume_front("---\n")) {
      fault(1, "expected '---' and the front matter");
      return false;
    }
    size_t End = Rest.find("\n---\n");
    if (End == StringRef::npos) {
      fault(1, "the front matter has no closing '---'");
      return false;
    }
    Front = Rest.take_front(End + 1);
    Body = Rest.drop_front(End + 5);
    BodyLine = Front.count('\n') + 3;
    P.Body = Body.str();

    FrontMatter Matter{&P, {}};
    auto Report = [](const llvm::SMDiagnostic &D, void *Self) {
      static_cast<Reader *>(Self)->fault(D.getLineNo() + 1, D.getMessage());
    };
    llvm::yaml::Input In(Front, nullptr, Report, this);
    In >> Matter;
    if (In.error())
      return false;
    for (StringRef Kind : llvm::split(StringRef(Matter.Kind), ','))
      P.Kinds.push_back(Kind.trim().str());
    return true;
  }

  void checkWord(StringRef Key, StringRef Word,
                 llvm::ArrayRef<StringRef> Allowed) {
    if (!llvm::is_contained(Allowed, Word))
      fault(lineOf(Key), "unknown " + Key + " '" + Word +
                             "', expected one of " + llvm::join(Allowed, ", "));
  }

  void checkWords() {
    for (const std::string &Kind : P.Kinds)
      checkWord("kind", Kind, Kinds);
    checkWord("level", P.Level, Levels);
    checkWord("precision", P.Precision, Precisions);
    checkWord("fix", P.Fix, Fixes);
    for (const std::string &Layer : P.Layers)
      checkWord("layers", Layer, Layers);
    if (P.Layers.empty())
      fault(lineOf("layers"), "a rule holds in at least one layer");
    if (P.Cites.empty())
      fault(lineOf("cites"), "a rule cites what it rests on");
    if (P.Title.empty() || StringRef(P.Title).ends_with("."))
      fault(lineOf("title"), "a title is a sentence without a full stop");
    if (P.Category.empty())
      fault(lineOf("category"), "missing category");
    if (P.Since.empty())
      fault(lineOf("since"), "missing version");
  }

  void readSections(StringRef Body) {
    unsigned Line = BodyLine, HeadingLine = 0;
    bool InFence = false;
    std::string Text;
    auto Finish = [&] {
      if (P.Sections.empty()) {
        if (!StringRef(Text).trim().empty())
          fault(BodyLine, "text before the first heading");
      } else if (StringRef(Text).trim().empty()) {
        fault(HeadingLine, "'" + P.Sections.back().Heading + "' has no text");
      } else {
        P.Sections.back().Text = StringRef(Text).trim().str() + "\n";
      }
      Text.clear();
    };
    for (StringRef Rest = Body; !Rest.empty(); ++Line) {
      auto [First, More] = Rest.split('\n');
      Rest = More;
      if (First.starts_with("```"))
        InFence = !InFence;
      StringRef Heading = First;
      if (InFence || !Heading.consume_front("## ")) {
        Text += First;
        Text += '\n';
        continue;
      }
      Finish();
      HeadingLine = Line;
      size_t Index = P.Sections.size();
      if (Index >= std::size(Headings))
        fault(Line, "heading '" + Heading + "' is one too many");
      else if (Heading.trim() != Headings[Index])
        fault(Line, "expected heading '" + Headings[Index] + "', not '" +
                        Heading + "'");
      P.Sections.push_back({Heading.trim().str(), {}});
    }
    Finish();
    if (InFence)
      fault(Line, "a fenced block is not closed");
    if (P.Sections.size() < std::size(Headings))
      fault(Line, "missing heading '" + Headings[P.Sections.size()] + "'");
  }
};
} // namespace

std::string Page::camelName() const {
  std::string Out;
  for (StringRef Word : llvm::split(StringRef(Name), '-'))
    if (!Word.empty())
      Out += llvm::toUpper(Word[0]) + Word.drop_front().str();
  return Out;
}

llvm::Expected<Page> rulegen::readPage(StringRef Text, StringRef Path) {
  Page P;
  std::string Faults = Reader(Text, Path, P).run();
  if (Faults.empty())
    return P;
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 StringRef(Faults).rtrim());
}
