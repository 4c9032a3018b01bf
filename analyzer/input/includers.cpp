//===- includers.cpp - through which unit is a header read? ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/includers.h"

#include "analyzer/input/compile_database.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <numeric>

using namespace llvm;

namespace fencepost {

static constexpr size_t MaxFiles = 20000, MaxLookups = 400000;
static constexpr uint64_t MaxFileBytes = 8u << 20;

namespace {

struct Include {
  std::string Name;
  bool IsQuoted;
};

class Search {
public:
  explicit Search(StringRef Header) : Header(absolutePath(Header)) {
    SmallString<256> Real;
    if (!sys::fs::real_path(Header, Real))
      RealHeader = std::string(Real);
  }

  bool reaches(const IncludingUnit &Unit);

private:
  const std::vector<Include> &includesOf(const std::string &File);
  std::string resolve(const Include &I, StringRef File);
  bool exists(const std::string &Path);
  bool isHeader(StringRef Path) const {
    return Path == Header ||
           (sys::path::filename(Path) == sys::path::filename(Header) &&
            !RealHeader.empty() && sys::fs::equivalent(Path, RealHeader));
  }

  std::string Header, RealHeader;
  StringMap<std::vector<Include>> Known;
  StringMap<bool> Existing;
  std::vector<std::string> Quoted, Folders; ///< Of the unit at hand.
  size_t Lookups = 0;
};

} // namespace

static std::vector<Include> parseIncludes(StringRef Text) {
  std::vector<Include> Out;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include_next") && !Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    bool IsQuoted = Line.starts_with("\"");
    if (!IsQuoted && !Line.starts_with("<"))
      continue;
    size_t End = Line.find(IsQuoted ? '"' : '>', 1);
    if (End != StringRef::npos && End > 1)
      Out.push_back({Line.slice(1, End).str(), IsQuoted});
  }
  return Out;
}

const std::vector<Include> &Search::includesOf(const std::string &File) {
  auto [It, IsNew] = Known.try_emplace(File);
  if (!IsNew || Known.size() > MaxFiles)
    return It->second;
  sys::fs::file_status Status;
  if (sys::fs::status(File, Status) ||
      Status.type() != sys::fs::file_type::regular_file ||
      Status.getSize() > MaxFileBytes)
    return It->second;
  if (auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false))
    It->second = parseIncludes((*Buffer)->getBuffer());
  return It->second;
}

bool Search::exists(const std::string &Path) {
  auto [It, IsNew] = Existing.try_emplace(Path, false);
  if (IsNew && ++Lookups <= MaxLookups)
    It->second = sys::fs::is_regular_file(Path);
  return It->second;
}

std::string Search::resolve(const Include &I, StringRef File) {
  if (sys::path::is_absolute(I.Name))
    return absolutePath(I.Name);
  auto In = [&](StringRef Folder) {
    std::string Path = absolutePath(I.Name, Folder);
    return exists(Path) ? Path : std::string();
  };
  if (I.IsQuoted) {
    if (std::string Path = In(sys::path::parent_path(File)); !Path.empty())
      return Path;
    for (const std::string &Folder : Quoted)
      if (std::string Path = In(Folder); !Path.empty())
        return Path;
  }
  for (const std::string &Folder : Folders)
    if (std::string Path = In(Folder); !Path.empty())
      return Path;
  return {};
}

bool Search::reaches(const IncludingUnit &Unit) {
  Quoted.clear();
  Folders.clear();
  std::vector<std::string> Todo = {Unit.File};
  const std::vector<std::string> &Args = Unit.Arguments;
  for (size_t I = 0; I < Args.size(); ++I) {
    for (StringRef Option : {"-I", "-isystem", "-iquote", "-include"}) {
      StringRef Value = Args[I];
      if (!Value.consume_front(Option))
        continue;
      if (Value.empty() && I + 1 < Args.size())
        Value = Args[++I];
      std::string Path = absolutePath(Value, Unit.Directory);
      // Nothing of the system includes a header of the user.
      if (Option == "-include")
        Todo.push_back(Path);
      else if (!StringRef(Path).starts_with("/usr/"))
        (Option == "-iquote" ? Quoted : Folders).push_back(Path);
      break;
    }
  }
  StringSet<> Seen;
  while (!Todo.empty() && Seen.size() < MaxFiles) {
    std::string File = std::move(Todo.back());
    Todo.pop_back();
    if (!Seen.insert(File).second)
      continue;
    for (const Include &I : includesOf(File)) {
      std::string Path = resolve(I, File);
      if (Path.empty())
        continue;
      if (isHeader(Path))
        return true;
      Todo.push_back(std::move(Path));
    }
  }
  return false;
}

/// Folders that both paths lie in.
static size_t commonFolders(StringRef A, StringRef B) {
  size_t Count = 0;
  for (size_t I = 0; I < std::min(A.size(), B.size()) && A[I] == B[I]; ++I)
    Count += A[I] == '/';
  return Count;
}

/// The nearest first.
static std::vector<size_t> byNearness(ArrayRef<IncludingUnit> Units,
                                      StringRef File) {
  std::string Path = absolutePath(File);
  std::vector<size_t> Order(Units.size());
  std::iota(Order.begin(), Order.end(), 0);
  auto Key = [&](size_t I) {
    StringRef Other = Units[I].File;
    return std::tuple(sys::path::stem(Other) == sys::path::stem(Path) ? 0 : 1,
                      -static_cast<int64_t>(commonFolders(Other, Path)),
                      Other.count('/'));
  };
  llvm::stable_sort(Order, [&](size_t A, size_t B) { return Key(A) < Key(B); });
  return Order;
}

size_t findIncluder(ArrayRef<IncludingUnit> Units, StringRef Header) {
  Search S(Header);
  for (size_t I : byNearness(Units, Header))
    if (S.reaches(Units[I]))
      return I;
  return NoUnit;
}

size_t findNeighbour(ArrayRef<IncludingUnit> Units, StringRef File) {
  return Units.empty() ? NoUnit : byNearness(Units, File).front();
}

} // namespace fencepost
