//===- changes.cpp - findings that touch a change -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/changes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <limits>

using namespace llvm;
namespace path = llvm::sys::path;

namespace fencepost {
namespace {

std::string absolute(StringRef File, StringRef Root) {
  SmallString<256> Out(File);
  path::make_absolute(Root, Out);
  path::remove_dots(Out, /*remove_dot_dot=*/true);
  SmallString<256> Real;
  if (!sys::fs::real_path(Out, Real))
    return std::string(Real);
  return std::string(Out);
}

/// `"b/na\303\244me"` as git quotes it; anything else as it is.
std::string unquoted(StringRef Name) {
  if (!Name.consume_front("\"") || !Name.consume_back("\""))
    return Name.str();
  std::string Out;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (Name[I] != '\\' || I + 1 >= Name.size()) {
      Out += Name[I];
      continue;
    }
    unsigned Byte = 0;
    if (!Name.substr(I + 1, 3).getAsInteger(8, Byte) && I + 3 < Name.size()) {
      Out += static_cast<char>(Byte);
      I += 3;
      continue;
    }
    char C = Name[++I];
    Out += C == 't' ? '\t' : C == 'n' ? '\n' : C;
  }
  return Out;
}

struct Span {
  uint64_t Begin = 0, Count = 1;
  /// `12,3` or `12`.
  bool read(StringRef Text) {
    auto [First, Rest] = Text.split(',');
    return !First.getAsInteger(10, Begin) &&
           (Rest.empty() || !Rest.getAsInteger(10, Count));
  }
};

class Reader {
public:
  Reader(StringRef Root) : Root(Root) {}
  using Range = std::pair<uint32_t, uint32_t>;
  StringMap<std::vector<Range>> Files;
  bool HasHeader = false;

  /// False: the line cannot be at this place.
  bool line(StringRef Line) {
    Line.consume_back("\r");
    if (OldLeft || NewLeft)
      return bodyLine(Line);
    if (Line.starts_with("+++ "))
      name(Line.drop_front(4));
    else if (Line.starts_with("@@ "))
      return hunk(Line);
    HasHeader |= Line.starts_with("diff --git ");
    return true;
  }
  bool isComplete() const { return !OldLeft && !NewLeft; }

private:
  std::string Root;
  std::vector<std::string> Names; ///< What the file may be called.
  uint64_t OldLeft = 0, NewLeft = 0, At = 0;

  /// The nearest folder above Root with such a file; Root if there is none.
  /// Git's paths begin at the top, wherever it was called.
  std::string folderOf(StringRef Name) const {
    for (StringRef D = Root; !D.empty(); D = path::parent_path(D))
      if (sys::fs::exists(absolute(Name, D)))
        return D.str();
    return Root;
  }

  void add(uint64_t First, uint64_t Last) {
    constexpr uint64_t Max = std::numeric_limits<uint32_t>::max();
    for (const std::string &Name : Names)
      Files[Name].push_back(
          {uint32_t(std::min(First, Max)), uint32_t(std::min(Last, Max))});
  }

  void name(StringRef Text) {
    HasHeader = true;
    Names.clear();
    std::string Name = unquoted(Text.split('\t').first);
    if (Name == "/dev/null")
      return;
    StringRef Below =
        path::is_absolute(Name) ? "" : StringRef(Name).split('/').second;
    for (StringRef Form : {StringRef(Name), Below})
      if (!Form.empty())
        Names.push_back(absolute(Form, folderOf(Form)));
    for (const std::string &N : Names)
      Files[N];
  }

  bool hunk(StringRef Line) {
    SmallVector<StringRef, 4> Words;
    Line.split(Words, ' ', 4, /*KeepEmpty=*/false);
    Span Old, New;
    if (Words.size() < 4 || !Words[1].consume_front("-") ||
        !Words[2].consume_front("+") || !Old.read(Words[1]) ||
        !New.read(Words[2]) || !HasHeader)
      return false;
    OldLeft = Old.Count;
    NewLeft = New.Count;
    At = New.Count ? New.Begin : New.Begin + 1;
    return true;
  }

  bool bodyLine(StringRef Line) {
    switch (Line.empty() ? ' ' : Line.front()) {
    case '+':
      add(At, At);
      ++At;
      return NewLeft && NewLeft--;
    case '-':
      add(At > 1 ? At - 1 : 1, At);
      return OldLeft && OldLeft--;
    case ' ':
      ++At;
      return OldLeft && NewLeft && OldLeft-- && NewLeft--;
    case '\\':
      return true;
    default:
      return false;
    }
  }
};

} // namespace

Expected<Changes> Changes::read(StringRef Diff, StringRef Root) {
  Reader R(Root);
  size_t Number = 0;
  for (StringRef Rest = Diff; !Rest.empty();) {
    auto [Line, More] = Rest.split('\n');
    Rest = More;
    ++Number;
    if (!R.line(Line))
      return createStringError(inconvertibleErrorCode(),
                               "line " + Twine(Number) +
                                   " is none of a unified diff");
  }
  if (!R.isComplete() || (!R.HasHeader && !Diff.trim().empty()))
    return createStringError(inconvertibleErrorCode(),
                             R.HasHeader ? "the diff ends in the middle"
                                         : "it is no unified diff");
  Changes Out;
  Out.Files = std::move(R.Files);
  return Out;
}

void Changes::addFile(StringRef File) {
  Files[absolute(File, "")].push_back(
      {1, std::numeric_limits<uint32_t>::max()});
}

bool Changes::hasFiles() const {
  return any_of(Files.keys(), [](StringRef F) { return sys::fs::exists(F); });
}

bool Changes::touches(const Place &P) const {
  if (P.File.empty() || !P.Line)
    return false;
  SmallString<256> File(P.File);
  (void)sys::fs::make_absolute(File);
  auto It = Files.find(absolute(File, ""));
  uint32_t Last = std::max(P.Line, P.EndLine);
  return It != Files.end() && any_of(It->second, [&](const Range &R) {
           return R.first <= Last && P.Line <= R.second;
         });
}

bool Changes::touches(const Finding &F) const {
  return touches(F.Primary) || touches(F.Spelled) ||
         any_of(F.Steps, [&](const Step &S) { return touches(S.At); });
}

void Changes::suppressOthers(std::vector<Finding> &Findings,
                             StringRef Reason) const {
  for (Finding &F : Findings)
    if (F.Suppressed == Suppression::None && !touches(F)) {
      F.Suppressed = Suppression::Outside;
      F.SuppressionReason = Reason.str();
    }
}

} // namespace fencepost
