//===- words.cpp - small words that several reporters share ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/words.h"
#include "analyzer/report/report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Unicode.h"
#include <map>
#include <tuple>

namespace fencepost {

llvm::StringRef word(UnitState S) {
  switch (S) {
  case UnitState::Analysed:
    return "analysed";
  case UnitState::Partly:
    return "partly";
  case UnitState::Skipped:
    return "skipped";
  }
  llvm_unreachable("state outside its set");
}

llvm::StringRef word(NoticeClass C) {
  switch (C) {
  case NoticeClass::User:
    return "user";
  case NoticeClass::Environment:
    return "environment";
  case NoticeClass::Internal:
    return "internal";
  }
  llvm_unreachable("class outside its set");
}

llvm::StringRef word(Side S) {
  switch (S) {
  case Side::Either:
    return "evidence";
  case Side::Producer:
    return "producer";
  case Side::Consumer:
    return "consumer";
  }
  llvm_unreachable("side outside its set");
}

llvm::StringRef word(Suppression S) {
  switch (S) {
  case Suppression::None:
    return "";
  case Suppression::InSource:
    return "in-source";
  case Suppression::Baseline:
    return "baseline";
  case Suppression::Outside:
    return "outside";
  }
  llvm_unreachable("suppression outside its set");
}

llvm::StringRef below(llvm::StringRef Path, llvm::StringRef Root) {
  Root = Root.rtrim('/');
  llvm::StringRef Rest = Path;
  if (!Root.empty() && Rest.consume_front(Root) && Rest.consume_front("/"))
    return Rest.ltrim('/');
  return Path;
}

std::string PathBase::path(llvm::StringRef File) const {
  if (File.empty() || File == "-")
    return File.str();
  llvm::SmallString<128> Path(File);
  if (!WorkingDirectory.empty())
    llvm::sys::path::make_absolute(WorkingDirectory, Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return below(Path, Root).str();
}

std::string printable(llvm::StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    unsigned Length = utf8Length(Text);
    llvm::StringRef One = Text.take_front(std::max(Length, 1u));
    bool IsShown = Length && llvm::sys::unicode::columnWidthUTF8(One) >= 0;
    Out += IsShown ? One : llvm::StringRef("?");
    Text = Text.drop_front(One.size());
  }
  return Out;
}

std::string printableLines(llvm::StringRef Text) {
  auto [First, Rest] = Text.split('\n');
  std::string Out = printable(First);
  while (First.size() < Text.size()) {
    Text = Rest;
    std::tie(First, Rest) = Text.split('\n');
    Out += "\n" + printable(First);
  }
  return Out;
}

namespace {

constexpr size_t MaxReasons = 3;

/// ` (why: n, other: m, and k more reasons)`, the most frequent first.
std::string reasonsText(const std::vector<NamedReason> &Reasons) {
  if (Reasons.empty())
    return "";
  std::map<llvm::StringRef, size_t> Count;
  for (const NamedReason &R : Reasons)
    ++Count[R.Reason];
  std::vector<std::pair<llvm::StringRef, size_t>> Order(Count.begin(),
                                                        Count.end());
  llvm::sort(Order, [](const auto &A, const auto &B) {
    return A.second != B.second ? A.second > B.second : A.first < B.first;
  });
  std::string Text = " (";
  for (size_t I = 0; I < Order.size() && I < MaxReasons; ++I) {
    Text += I ? "; " : "";
    Text += Order[I].first.empty() ? "no reason given" : Order[I].first;
    if (Order.size() > 1)
      Text += ": " + std::to_string(Order[I].second);
  }
  if (Order.size() > MaxReasons)
    Text +=
        "; and " + std::to_string(Order.size() - MaxReasons) + " more reasons";
  return Text + ")";
}

} // namespace

std::string percentEncoded(llvm::StringRef Path) {
  std::string Out;
  for (unsigned char C : Path) {
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/").contains(C))
      Out += C;
    else
      Out += "%" + llvm::utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  }
  return Out;
}

uint64_t adviceWithheld(const RunResult &R) {
  uint64_t Count = 0;
  for (const UnitReport &U : R.Units)
    Count += U.AdviceWithheld;
  return Count;
}

std::string coverageLine(const RunResult &R) {
  uint64_t Withheld = adviceWithheld(R);
  uint64_t All = R.FunctionsAnalysed + R.Partly.size() + R.Skipped.size();
  return std::to_string(All) + (All == 1 ? " function: " : " functions: ") +
         std::to_string(R.FunctionsAnalysed) + " analysed, " +
         std::to_string(R.Partly.size()) + " partly" + reasonsText(R.Partly) +
         ", " + std::to_string(R.Skipped.size()) + " skipped" +
         reasonsText(R.Skipped) +
         (Withheld ? "; advice to weaken withheld: " + std::to_string(Withheld)
                   : "") +
         (R.LeftOut.empty() ? ""
                            : "; files left out by configuration: " +
                                  std::to_string(R.LeftOut.size()));
}

} // namespace fencepost
