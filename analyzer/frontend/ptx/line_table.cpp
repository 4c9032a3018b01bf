//===- line_table.cpp - from PTX lines to source lines --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain of inlined calls is written as one `.loc` per call, the outermost
// first, each naming the position that the one before it stands at.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/line_table.h"
#include "analyzer/frontend/ptx/tokenizer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

/// Without the parts that only compilers know: the name of the translation
/// unit, versions of inline namespaces.
static std::string withoutInternals(StringRef Name) {
  std::string Out;
  size_t Kept = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (Name[I] != '_') // What is left out begins with it.
      continue;
    bool AtStart =
        I == 0 || (!llvm::isAlnum(Name[I - 1]) && Name[I - 1] != '_');
    if (!AtStart)
      continue;
    StringRef Rest = Name.substr(I);
    StringRef Part =
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    bool IsVersion = Part.size() > 2 && Part.starts_with("__") &&
                     llvm::all_of(Part.drop_front(2), llvm::isDigit);
    if (!(IsVersion || Part.starts_with("_INTERNAL_")) ||
        !Rest.substr(Part.size()).starts_with("::"))
      continue;
    Out += Name.slice(Kept, I);
    Kept = I + Part.size() + 2;
    I = Kept - 1;
  }
  return Out + Name.substr(Kept).str();
}

/// `cuda::atomic_ref::load` for `cuda::atomic_ref<unsigned, ...>::load<...>`.
static std::string withoutArguments(StringRef Name) {
  std::string Out;
  unsigned Depth = 0;
  for (char C : Name) {
    Depth -= C == '>' && Depth;
    if (Depth == 0 && C != '<' && C != '>')
      Out += C;
    Depth += C == '<';
  }
  return Out;
}

std::string ptx::demangledName(StringRef Mangled) {
  std::string Whole = Mangled.str(); // The demangler keeps pointers into it.
  llvm::ItaniumPartialDemangler D;
  if (!Mangled.starts_with("_Z") || D.partialDemangle(Whole.c_str()) ||
      !D.isFunction())
    return Whole;
  char *Text = D.getFunctionName(nullptr, nullptr);
  std::string Name = Text ? Text : Whole;
  std::free(Text);
  return withoutInternals(Name);
}

/// The toolkit's own headers, and those of the host's compiler.
static bool isSystemPath(StringRef Path) {
  return Path.contains("/cccl/") || Path.contains("/include/crt/") ||
         Path.contains("/cuda/std/") || Path.contains("/libcudacxx/") ||
         Path.contains("/targets/x86_64-linux/include/") ||
         Path.contains("/targets/sbsa-linux/include/") ||
         Path.starts_with("/usr/local/cuda") || Path.starts_with("/usr/lib/") ||
         Path.starts_with("/usr/include/");
}

LineTable::LineTable(Module &M, const ScannedModule &Scanned,
                     const DebugStrings &Strings, FileId PtxFile)
    : M(M), Scanned(Scanned), Strings(Strings), PtxFile(PtxFile) {}

void LineTable::enter(StringRef Function, LocationId CallSite) {
  Frames.emplace_back();
  Frames.back().Function = Function;
  Frames.back().CallSite = CallSite;
}

void LineTable::leave() { Frames.pop_back(); }

FileId LineTable::fileOf(uint32_t Number) {
  auto [It, New] = Files.try_emplace(Number, NoFile);
  auto Entry = Scanned.Files.find(Number);
  if (New && Entry != Scanned.Files.end())
    It->second = M.file(Entry->second, isSystemPath(Entry->second));
  return It->second;
}

/// Modules of one program name the same functions.
static SharedName displayedName(StringRef Mangled) {
  constexpr unsigned MostKept = 1u << 16;
  static thread_local llvm::StringMap<SharedName> Kept;
  if (auto It = Kept.find(Mangled); It != Kept.end())
    return It->second;
  std::string Name = demangledName(Mangled);
  if (!StringRef(Name).contains("operator"))
    Name = withoutArguments(Name);
  SharedName Shared(Name);
  if (Kept.size() < MostKept)
    Kept.try_emplace(Mangled, Shared);
  return Shared;
}

SharedName LineTable::functionName(StringRef Label) {
  auto [Known, IsNew] = FunctionNames.try_emplace(Label);
  if (!IsNew)
    return Known->second;
  std::optional<std::string> Mangled = Strings.at(Label);
  if (!Mangled)
    return {};
  return Known->second = displayedName(*Mangled);
}

uint32_t LineTable::node(Position P, SharedName Function, uint32_t Parent,
                         StringRef Label) {
  constexpr uint32_t MaxDepth = 64;
  auto [File, Line, Column] = P;
  uint32_t Depth = Parent == None ? 0 : Nodes[Parent].Depth + 1;
  if (Depth > MaxDepth) {
    Parent = None;
    Depth = 0;
  }
  Nodes.push_back({fileOf(File), Line, Column, Function, Label, Parent, Depth});
  settle(Nodes.back());
  return Frames.back().Known[P] = Nodes.size() - 1;
}

/// The entry whose path is Path or ends with it.
std::optional<uint32_t> LineTable::fileNumber(StringRef Path) const {
  std::optional<uint32_t> Best;
  for (const auto &[Number, Name] : Scanned.Files) {
    StringRef Rest = Name;
    bool Matches = Rest.consume_back(Path) &&
                   (Rest.empty() || Rest.ends_with("/") || Path.front() == '/');
    if (Matches && (!Best || Number < *Best))
      Best = Number;
  }
  return Best;
}

// `a.h:5:3 @[ b.h:7:1 @[ c.cu:9:1 ] ]`: c.cu called b.h, which called a.h.
uint32_t LineTable::callersIn(StringRef Comment) {
  constexpr unsigned MaxCallers = 16;
  llvm::SmallVector<StringRef, 4> Parts;
  Comment.split(Parts, "@[", MaxCallers);
  uint32_t Parent = None;
  for (StringRef Part : llvm::reverse(llvm::drop_begin(Parts))) {
    Part = Part.rtrim(" \t\r]").trim();
    auto [Head, ColumnText] = Part.rsplit(':');
    auto [Path, LineText] = Head.rsplit(':');
    uint32_t Line = 0, Column = 0;
    if (Path.empty() || LineText.getAsInteger(10, Line) ||
        ColumnText.getAsInteger(10, Column))
      continue;
    if (auto File = fileNumber(Path))
      Parent =
          node({*File, Line, Column},
               Parent == None ? Frames.back().Function : SharedName(), Parent);
  }
  return Parent;
}

/// The decimal number in front of Text, without it; 0 if there is none, or one
/// that is too large, which is left.
static uint32_t takeNumber(StringRef &Text) {
  constexpr size_t MostDigits = 9; // Surely no overflow.
  uint32_t Value = 0;
  size_t Size = 0;
  for (; Size < Text.size() && llvm::isDigit(Text[Size]); ++Size) {
    if (Size == MostDigits) {
      Value = 0;
      Text.consumeInteger(10, Value);
      return Value;
    }
    Value = Value * 10 + (Text[Size] - '0');
  }
  Text = Text.drop_front(Size);
  return Value;
}

// `.loc 1 29 3`, `.loc 2 5 1, function_name $label{+4}, inlined_at 1 29 3`
void LineTable::loc(StringRef Directive, StringRef Comment) {
  if (Frames.empty())
    return;
  auto TakePosition = [](StringRef &Text) {
    uint32_t Numbers[3] = {0, 0, 0};
    for (uint32_t &N : Numbers) {
      Text = Text.drop_while(llvm::isSpace);
      N = takeNumber(Text);
    }
    return Position(Numbers[0], Numbers[1], Numbers[2]);
  };
  StringRef Text = Directive;
  Text.consume_front(".loc");
  Position Here = TakePosition(Text);
  Frame &In = Frames.back();
  if (std::get<1>(Here) == 0 && std::get<2>(Here) != 0)
    return; // Line 0: the compiler's own code; the line before it goes on.
  StringRef Label;
  uint32_t Parent = None;
  Text = Text.drop_while(llvm::isSpace);
  if (Text.empty() && Comment.empty()) { // As most are.
    In.Current = node(Here, In.Function, Parent);
    return;
  }
  // As written by compilers, words follow at once.
  bool NamesFirst = Text.starts_with(", function_name ");
  size_t Name = NamesFirst ? 2 : Text.find("function_name");
  if (Name != StringRef::npos) {
    Label = Text.substr(Name + 13).ltrim().take_while([](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '$' || C == '.';
    });
    if (NamesFirst)
      Text = Text.drop_front(Label.end() - Text.begin());
  }
  size_t At = Text.starts_with(", inlined_at") ? 2 : Text.find("inlined_at");
  if (At != StringRef::npos) {
    StringRef Rest = Text.substr(At + 10);
    Position Caller = TakePosition(Rest);
    auto It = In.Known.find(Caller);
    Parent =
        It != In.Known.end() ? It->second : node(Caller, In.Function, None);
  } else if (Comment.contains("@[")) {
    Parent = callersIn(Comment);
  }
  In.Current = Parent == None ? node(Here, In.Function, Parent)
                              : node(Here, SharedName(), Parent, Label);
}

/// Nodes are made after those that inlined them: what holds of a parent is
/// known.
void LineTable::settle(Node &N) {
  const Node *By = N.Parent == None ? nullptr : &Nodes[N.Parent];
  bool IsKnown = N.File != NoFile;
  bool IsSystem = IsKnown && M.Files[N.File].IsSystem;
  N.HasUsers = (IsKnown && !IsSystem) || (By && By->HasUsers);
  // What a system header calls of its own is no reader's business.
  N.IsCut = By && (By->IsCut || (By->InSystem && IsSystem));
  N.InSystem = IsKnown ? IsSystem : By && By->InSystem;
}

/// The place of N, as its callers see it or as that of Spelling.
Location LineTable::placeOf(uint32_t N, LocationId Spelling) {
  Node &At = Nodes[N];
  if (!At.Label.empty())
    At.Function = functionName(std::exchange(At.Label, StringRef()));
  Location L;
  L.File = At.File;
  L.Line = L.EndLine = At.Line;
  L.Column = L.EndColumn = At.Column;
  L.Function = At.Function;
  L.InlinedAt = At.Outer;
  L.Spelling = Spelling;
  return L;
}

/// The innermost node of N's chain that is told, with the places around it;
/// None if there is none.
uint32_t LineTable::told(uint32_t N) {
  llvm::SmallVector<uint32_t, 8> Chain; // Innermost first.
  for (; N != None; N = Nodes[N].Parent)
    if (!Nodes[N].IsCut && Nodes[N].File != NoFile) {
      Chain.push_back(N);
      if (Nodes[N].HasOuter)
        break;
    }
  if (Chain.empty())
    return None;
  Node &First = Nodes[Chain.back()];
  if (!First.HasOuter)
    First.Outer = Frames.back().CallSite;
  First.HasOuter = true;
  for (size_t I = Chain.size() - 1; I-- > 0;) {
    LocationId Around = M.location(placeOf(Chain[I + 1], Nowhere));
    Nodes[Chain[I]].Outer = Around;
    Nodes[Chain[I]].HasOuter = true;
  }
  return Chain.front();
}

LocationId LineTable::at(uint32_t PtxLine, uint32_t PtxColumn) {
  Location Own;
  Own.File = PtxFile;
  Own.Line = Own.EndLine = PtxLine;
  Own.Column = Own.EndColumn = PtxColumn;
  if (Frames.empty())
    return M.location(Own);
  const Frame &In = Frames.back();
  uint32_t Current = In.Current;
  if (Current == None || Nodes[Current].File == NoFile ||
      Nodes[Current].Line == 0) {
    // A helper without lines of its own is told where it is called.
    if (In.CallSite != Nowhere && M.at(In.CallSite).File != PtxFile) {
      Location Call = M.at(In.CallSite);
      Call.Spelling = M.location(Own);
      return M.location(Call);
    }
    Own.Function = In.Function;
    Own.InlinedAt = In.CallSite;
    return M.location(Own);
  }
  // Nobody knows whose call a place in a system header is.
  if (!Nodes[Current].HasUsers && In.CallSite == Nowhere) {
    Own.Function = In.Function;
    return M.location(Own);
  }
  LocationId Spelling = M.location(Own);
  uint32_t Told = told(Current);
  return Told == None ? In.CallSite : M.location(placeOf(Told, Spelling));
}
