//===- annotations.cpp - what a test file says about its own lines --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "testdata/runner/annotations.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost::testdata;
using llvm::StringRef;

namespace {
struct Keyword {
  StringRef Word;
  Annotation::KindType Kind;
  bool NeedsReason;
};
constexpr Keyword Keywords[] = {{"expect", Annotation::Expect, false},
                                {"ok", Annotation::Ok, false},
                                {"miss", Annotation::Miss, true},
                                {"noise", Annotation::Noise, true}};

/// The rest of a comment behind `// WORD:`, or false.
bool consumeWord(StringRef &Comment, StringRef Word) {
  StringRef Rest = Comment.trim();
  if (!Rest.consume_front(Word) || !Rest.consume_front(":"))
    return false;
  Comment = Rest.trim();
  return true;
}

bool isRuleName(StringRef S) {
  return !S.empty() && llvm::all_of(S, [](char C) {
    return llvm::isLower(C) || llvm::isDigit(C) || C == '-';
  });
}

class LineReader {
public:
  LineReader(AnnotatedText &Out, unsigned Line) : Out(Out), Line(Line) {}

  /// What is left of the line once its annotations are gone.
  StringRef read(StringRef Text) {
    size_t From = 0, Cut = StringRef::npos;
    while ((From = Text.find("//", From)) != StringRef::npos) {
      StringRef Comment = Text.drop_front(From + 2);
      Comment = Comment.take_front(Comment.find("//"));
      if (take(Comment) && Cut == StringRef::npos)
        Cut = From;
      From += 2;
    }
    return Cut == StringRef::npos ? Text : Text.take_front(Cut).rtrim(" \t");
  }

private:
  AnnotatedText &Out;
  unsigned Line;

  void fault(const llvm::Twine &What) {
    Out.Faults.push_back((llvm::Twine(Line) + ": " + What).str());
  }

  bool take(StringRef Comment) {
    if (consumeWord(Comment, "arch")) {
      Out.Arch = Comment.str();
      return true;
    }
    if (consumeWord(Comment, "partly")) {
      Out.IsPartly = true;
      return true;
    }
    if (consumeWord(Comment, "toolkit")) {
      Out.NeedsToolkit = true;
      return true;
    }
    for (const Keyword &K : Keywords)
      if (consumeWord(Comment, K.Word)) {
        takeRules(K, Comment);
        return true;
      }
    return false;
  }

  void takeRules(const Keyword &K, StringRef Text) {
    StringRef Dash = Text.contains("—") ? "—" : " - ";
    auto [Rules, Reason] = Text.split(Dash);
    if (K.NeedsReason && Reason.trim().empty())
      fault("'" + K.Word + "' says why: `// " + K.Word + ": rule — why`");
    for (StringRef Rule : llvm::split(Rules, ',')) {
      Rule = Rule.trim();
      if (isRuleName(Rule))
        Out.Annotations.push_back({K.Kind, Line, Rule.str()});
      else
        fault("'" + Rule + "' is not the name of a rule");
    }
  }
};
} // namespace

AnnotatedText fencepost::testdata::readAnnotations(StringRef Text) {
  AnnotatedText Out;
  unsigned Line = 1;
  for (StringRef Rest = Text; !Rest.empty(); ++Line) {
    auto [First, More] = Rest.split('\n');
    Out.Stripped += LineReader(Out, Line).read(First);
    if (Rest.contains('\n'))
      Out.Stripped += '\n';
    Rest = More;
  }
  return Out;
}

std::vector<PageBlock> fencepost::testdata::readBlocks(StringRef Page) {
  std::vector<PageBlock> Blocks;
  bool InFence = false, IsTest = false;
  unsigned Line = 1;
  for (StringRef Rest = Page; !Rest.empty(); ++Line) {
    auto [First, More] = Rest.split('\n');
    Rest = More;
    StringRef Fence = First;
    if (!Fence.consume_front("```")) {
      if (InFence && IsTest)
        Blocks.back().Text += (First + "\n").str();
      continue;
    }
    if (InFence) {
      InFence = false;
      continue;
    }
    InFence = true;
    auto [Language, Mode] = Fence.trim().split(' ');
    IsTest = Mode == "expect" || Mode == "ok";
    if (IsTest)
      Blocks.push_back({Language.str(), Mode == "expect", Line, {}});
  }
  return Blocks;
}
