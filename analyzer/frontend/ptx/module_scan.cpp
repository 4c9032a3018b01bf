//===- module_scan.cpp - functions and variables of PTX text --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 4.3 (statements) and 11 (directives). Dumps of several
// modules put lines of their own between them; such lines are passed over.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_scan.h"
#include "analyzer/frontend/ptx/body_scan.h"
#include "analyzer/model/in_parallel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

namespace {

bool isWordChar(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '%' || C == '.' ||
         C == ':';
}

bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r' || C == '\f'; }

constexpr StringRef ByteOrderMark = "\xef\xbb\xbf";

/// What stands between two places outside functions.
class Scanner {
public:
  Scanner(StringRef Text, size_t Begin, size_t End)
      : Text(Text), Pos(Begin), PartEnd(End), Outside(Begin), Bodies(Text) {
    if (Begin == 0 && Text.starts_with(ByteOrderMark))
      Pos = ByteOrderMark.size();
  }

  void run(llvm::function_ref<void()> Passed) {
    constexpr size_t BetweenTells = 4u << 20;
    size_t Told = Pos;
    while (skipBlanks() && Pos < PartEnd) {
      topLevel();
      if (Passed && Pos - Told > BetweenTells) {
        Passed();
        Told = Pos;
      }
    }
    if (Passed)
      Passed();
    Out.HoldsNolint = Bodies.sawNolint() || SawNolint ||
                      holdsText(Text.slice(Outside, Pos), "NOLINT");
  }

  ScanResult Out; ///< Lines are counted from the beginning of the part.
  uint32_t lines() const { return Line - 1; }
  /// The first of Modules is what the text before it began.
  bool goesOn() const { return GoesOn; }
  /// The end is outside functions, comments and strings, and no word before it
  /// concerns what follows.
  bool endsWell() const { return Pos == PartEnd && !IsExtern; }

private:
  StringRef Text;
  size_t Pos, PartEnd;
  uint32_t Line = 1;
  bool IsExtern = false, SawNolint = false, GoesOn = false;
  size_t Outside; ///< Behind the latest body.
  BodyScan Bodies;

  char at(size_t I) const { return I < Text.size() ? Text[I] : '\0'; }
  bool atEnd() const { return Pos >= Text.size(); }

  ScannedModule &module() {
    if (Out.Modules.empty()) {
      Out.Modules.emplace_back().Line = Line;
      GoesOn = true;
    }
    return Out.Modules.back();
  }

  //===- Blanks, strings, words -------------------------------------------===//

  void skipLine() {
    Pos = std::min(Text.find('\n', Pos), Text.size()); // The break is left.
  }

  /// At a slash; false if it opens no comment.
  bool skipComment() {
    if (at(Pos + 1) == '/') {
      skipLine();
      return true;
    }
    if (at(Pos + 1) != '*')
      return false;
    size_t End = Text.find("*/", Pos + 2);
    if (End == StringRef::npos && !Out.UnterminatedLine)
      Out.UnterminatedLine = Line;
    End = End == StringRef::npos ? Text.size() : End + 2;
    Line += countLines(Text.slice(Pos, End));
    Pos = End;
    return true;
  }

  /// False at the end of the text.
  bool skipBlanks() {
    while (!atEnd()) {
      char C = Text[Pos];
      if (C == '\n') {
        ++Line;
        ++Pos;
      } else if (isBlank(C)) {
        ++Pos;
      } else if (C == '/' && skipComment()) {
        continue;
      } else if (C == '#') {
        skipLine();
      } else {
        return true;
      }
    }
    return false;
  }

  void skipString() {
    uint32_t Start = Line;
    for (++Pos; !atEnd() && Text[Pos] != '"'; ++Pos) {
      if (Text[Pos] == '\\')
        ++Pos;
      if (at(Pos) == '\n')
        ++Line;
    }
    if (atEnd() && !Out.UnterminatedLine)
      Out.UnterminatedLine = Start;
    Pos = std::min(Pos + 1, Text.size());
  }

  StringRef word() {
    size_t Start = Pos;
    while (!atEnd() && isWordChar(Text[Pos]))
      ++Pos;
    return Text.slice(Start, Pos);
  }

  /// To the character after the next one of Ends outside comments, strings and
  /// braces; the text up to it.
  StringRef skipTo(StringRef Ends) {
    size_t Start = Pos;
    const uint32_t StartLine = Line;
    unsigned Depth = 0;
    while (skipBlanks()) {
      char C = Text[Pos];
      if (isOperandChar(C)) { // Never one of Ends.
        ++Pos;
        while (!atEnd() && isOperandChar(Text[Pos]))
          ++Pos;
        continue;
      }
      if (C == '"') {
        skipString();
        continue;
      }
      if (Depth == 0 && Ends.contains(C)) {
        StringRef Passed = Text.slice(Start, Pos);
        ++Pos;
        return Passed;
      }
      if (C == '{')
        ++Depth;
      if (C == '}' && Depth)
        --Depth;
      ++Pos;
    }
    if (!Out.CutLine)
      Out.CutLine = StartLine;
    return Text.drop_front(Start);
  }

  /// Like skipTo(), faster where no string, comment or other brace may hide
  /// the end: numbers, mostly many.
  StringRef skipPlain(char End) {
    const char Any[] = {End, '"', '/', End == ';' ? End : '{', 0};
    const size_t Start = Pos;
    const uint32_t StartLine = Line;
    for (;;) {
      Span Plain = spanBefore(Text.drop_front(Pos), Any);
      if (at(Pos + Plain.Size) == End) {
        Line += Plain.Lines;
        Pos += Plain.Size + 1;
        return Text.slice(Start, Pos - 1);
      }
      // A comment of a line hides nothing.
      if (!Text.substr(Pos + Plain.Size).starts_with("//"))
        break;
      Line += Plain.Lines;
      Pos += Plain.Size;
      skipLine();
    }
    Pos = Start;
    Line = StartLine;
    return skipTo(StringRef(&End, 1));
  }

  //===- Outside functions ------------------------------------------------===//

  void topLevel() {
    uint32_t Start = Line;
    if (Text[Pos] != '.')
      return stray();
    StringRef Directive = word();
    auto Is = [&](StringRef Word) { return Directive == Word; };
    if (Is(".version")) {
      Out.SawVersion = true;
      Out.Modules.emplace_back().Line = Start;
      skipBlanks();
      word();
    } else if (Is(".target")) {
      target();
    } else if (Is(".entry") || Is(".func")) {
      function(Is(".entry"), Start);
    } else if (Is(".global") || Is(".shared") || Is(".const") || Is(".local") ||
               Is(".tex")) {
      variable(Directive, Start);
    } else if (Is(".file")) {
      file();
    } else if (Is(".section")) {
      section();
    } else if (Is(".extern") || Is(".visible") || Is(".weak") ||
               Is(".common")) {
      IsExtern = Is(".extern");
      return; // The declaration follows.
    } else if (Is(".address_size")) {
      skipBlanks();
      word();
    } else if (Is(".alias")) {
      alias();
    } else if (Is(".loc")) {
      skipLine();
    } else {
      skipTo(";{");
    }
    IsExtern = false;
  }

  // A dump's own lines: `Fatbin ptx code:`, `arch = sm_90`, `=====`.
  void stray() {
    uint32_t At = Line;
    size_t Start = Pos;
    skipLine();
    StringRef Passed = Text.slice(Start, Pos).trim();
    bool IsKnown = Passed.starts_with("Fatbin ") || Passed.starts_with("===") ||
                   Passed.contains(" = ") || Passed == "compressed" ||
                   Passed == "uncompressed" || Passed == "}" || Passed == ";";
    if (IsKnown || Out.StrayLine)
      return;
    Out.StrayLine = At;
    constexpr size_t Longest = 40;
    for (char C : Passed.take_front(Longest))
      Out.StrayText += llvm::isPrint(C) ? C : '?';
  }

  void target() {
    uint32_t Start = Line;
    while (skipBlanks() && Line == Start && isWordChar(Text[Pos])) {
      StringRef Name = word();
      if (Name.starts_with("sm_") && module().Arch.empty())
        module().Arch = Name.str();
      module().IsDebug |= Name == "debug";
      skipBlanks();
      if (at(Pos) == ',')
        ++Pos;
      else
        break;
    }
  }

  // `.file 1 "dir" "name"{, time, size}`, on one line.
  void file() {
    StringRef Rest =
        Text.slice(Pos, std::min(Text.find('\n', Pos), Text.size()));
    Pos += Rest.size();
    Rest = Rest.ltrim();
    uint32_t Number = 0;
    if (Rest.consumeInteger(10, Number))
      return;
    llvm::SmallVector<StringRef, 2> Strings;
    while (Strings.size() < 2) {
      Rest = Rest.ltrim();
      if (!Rest.consume_front("\""))
        break;
      Strings.push_back(Rest.take_until([](char C) { return C == '"'; }));
      Rest = Rest.drop_front(std::min(Strings.back().size() + 1, Rest.size()));
    }
    if (Strings.empty())
      return;
    llvm::SmallString<128> Path(Strings.back());
    if (Strings.size() == 2 && !llvm::sys::path::is_absolute(Strings[1])) {
      Path = Strings[0];
      llvm::sys::path::append(Path, Strings[1]);
    }
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    module().Files[Number] = std::string(Path);
  }

  void section() {
    skipBlanks();
    StringRef Name = word();
    skipTo("{");
    StringRef Body = skipPlain('}');
    if (Name == ".debug_str")
      module().DebugStrings.push_back(Body);
  }

  void alias() {
    skipBlanks();
    StringRef Name = word();
    skipTo(",");
    skipBlanks();
    module().Aliases[Name] = word();
    skipTo(";");
  }

  void variable(StringRef Space, uint32_t Start) {
    ScannedVariable V;
    V.Line = Start;
    V.IsExtern = IsExtern;
    size_t Begin = Pos - Space.size();
    skipPlain(';');
    StringRef Whole = Text.slice(Begin, Pos);
    V.Text =
        Whole.take_until([](char C) { return C == '='; }).rtrim(" ;\n\t\r");
    module().Variables.push_back(V);
  }

  //===- Functions --------------------------------------------------------===//

  void function(bool IsEntry, uint32_t Start) {
    ScannedFunction F;
    F.IsEntry = IsEntry;
    F.IsExtern = IsExtern;
    F.Line = Start;
    size_t Begin = Pos;
    size_t End = Pos;
    for (;;) {
      skipTo(";{");
      End = atEnd() && at(Pos - 1) != ';' && at(Pos - 1) != '{' ? Pos : Pos - 1;
      // `.pragma "nounroll";` may stand before the body.
      StringRef Header = Text.slice(Begin, End);
      if (!atEnd() && at(End) == ';' && Header.rtrim().ends_with("\"") &&
          Header.contains(".pragma"))
        continue;
      break;
    }
    F.Header = Text.slice(Begin, End);
    F.HasBody = at(End) == '{';
    F.IsTruncated = End >= Text.size();
    F.BodyLine = Line;
    if (F.HasBody)
      body(F);
    module().Functions.push_back(std::move(F));
  }

  void body(ScannedFunction &F) {
    size_t Begin = Pos;
    SawNolint = SawNolint || holdsText(Text.slice(Outside, Begin), "NOLINT");
    Pos = Outside = Bodies.scan(Begin, F, module().IsDebug);
    if (Bodies.unterminated() < Pos && !Out.UnterminatedLine)
      Out.UnterminatedLine =
          Line + countLines(Text.slice(Begin, Bodies.unterminated()));
    Line += countLines(Text.slice(Begin, Pos));
  }
};

//===- Parts --------------------------------------------------------------===//

/// Where a part may begin: at a line that names what stands outside functions.
/// Whether it does is known when the part before it was read.
size_t partFrom(StringRef Text, size_t From) {
  constexpr StringRef Break = "\n.";
  for (size_t At = findWord(Text, Break, From); At != StringRef::npos;
       At = findWord(Text, Break, At + 1)) {
    StringRef Line = Text.substr(At + 1);
    if (llvm::any_of(std::initializer_list<StringRef>{".version ", ".visible ",
                                                      ".weak ", ".entry ",
                                                      ".func "},
                     [&](StringRef Word) { return Line.starts_with(Word); }))
      return At + 1;
  }
  return Text.size();
}

/// Adds a part behind others. False if it cannot stand there: it was read as
/// optimized code, and is not.
bool append(Scanner &Part, ScanResult &To, uint32_t Lines) {
  ScanResult &From = Part.Out;
  for (ScannedModule &M : From.Modules) {
    M.Line += Lines;
    for (ScannedFunction &F : M.Functions) {
      F.Line += Lines;
      F.BodyLine += Lines;
    }
    for (ScannedVariable &V : M.Variables)
      V.Line += Lines;
    if (&M != &From.Modules.front() || !Part.goesOn() || To.Modules.empty()) {
      To.Modules.push_back(std::move(M));
      continue;
    }
    ScannedModule &Before = To.Modules.back();
    if (Before.IsDebug)
      return false;
    if (Before.Arch.empty())
      Before.Arch = std::move(M.Arch);
    Before.IsDebug |= M.IsDebug;
    Before.Functions.insert(Before.Functions.end(),
                            std::make_move_iterator(M.Functions.begin()),
                            std::make_move_iterator(M.Functions.end()));
    llvm::append_range(Before.Variables, M.Variables);
    llvm::append_range(Before.DebugStrings, M.DebugStrings);
    for (auto &Alias : M.Aliases)
      Before.Aliases[Alias.first()] = Alias.second;
    for (auto &[Number, Path] : M.Files)
      Before.Files[Number] = std::move(Path);
  }
  To.SawVersion |= From.SawVersion;
  To.HoldsNolint |= From.HoldsNolint;
  auto First = [&](uint32_t &Known, uint32_t Line) {
    if (!Known && Line)
      Known = Line + Lines;
  };
  if (!To.StrayLine)
    To.StrayText = std::move(From.StrayText);
  First(To.StrayLine, From.StrayLine);
  First(To.UnterminatedLine, From.UnterminatedLine);
  First(To.CutLine, From.CutLine);
  return true;
}

/// Nothing if a part turned out to begin where none may.
std::optional<ScanResult>
scanParts(StringRef Text, llvm::function_ref<void()> Passed, unsigned Threads) {
  std::vector<Scanner> Parts;
  // More than threads: what costs little and what costs much lie together.
  constexpr size_t PartsOfThread = 4, LeastPart = 128u << 10;
  size_t Count =
      std::clamp<size_t>(Text.size() / LeastPart, 1, PartsOfThread * Threads);
  Parts.reserve(Count);
  for (size_t I = 0, Begin = 0; I < Count && Begin < Text.size(); ++I) {
    size_t Nominal = Text.size() / Count * (I + 1);
    size_t End =
        I + 1 < Count ? partFrom(Text, std::max(Begin, Nominal)) : Text.size();
    Parts.emplace_back(Text, Begin, End);
    Begin = End;
  }
  inParallel(Parts.size(), Threads, [&](size_t I) { Parts[I].run(Passed); });
  ScanResult Out;
  uint32_t Lines = 0;
  for (Scanner &Part : Parts) {
    bool IsLast = &Part == &Parts.back();
    if (!append(Part, Out, Lines) || (!IsLast && !Part.endsWell()))
      return std::nullopt;
    Lines += Part.lines();
  }
  return Out;
}

} // namespace

ScanResult ptx::scanModules(StringRef Text, llvm::function_ref<void()> Passed,
                            unsigned Threads) {
  constexpr size_t LeastText = 256u << 10, Head = 4096;
  // A part tells too late that it is of a module for debuggers.
  bool IsDebug = Text.take_front(Head).contains("debug");
  if (Threads > 1 && Text.size() >= LeastText && !IsDebug)
    if (std::optional<ScanResult> Out = scanParts(Text, Passed, Threads))
      return std::move(*Out);
  Scanner Whole(Text, 0, Text.size());
  Whole.run(Passed);
  return std::move(Whole.Out);
}
