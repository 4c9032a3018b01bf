//===- line_info.cpp - source lines in a disassembly ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/line_info.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;

/// Headers of the toolkit and of the host's compiler.
static bool isSystemPath(StringRef Path) {
  return Path.contains("/cccl/") || Path.contains("/include/crt/") ||
         Path.contains("/cuda/std/") || Path.contains("/libcudacxx/") ||
         Path.contains("/cooperative_groups") ||
         Path.contains("/targets/x86_64-linux/include/") ||
         Path.contains("/targets/sbsa-linux/include/") ||
         Path.starts_with("/usr/local/cuda") || Path.starts_with("/usr/lib/") ||
         Path.starts_with("/usr/include/") || Path.contains("cuda/include/");
}

/// `"a.cu", line 7` at the start of Text.
static bool takePlace(StringRef &Text, StringRef &Path, uint32_t &Line) {
  Text = Text.ltrim();
  if (!Text.consume_front("\""))
    return false;
  size_t End = Text.find('"');
  if (End == StringRef::npos)
    return false;
  Path = Text.take_front(End);
  Text = Text.drop_front(End + 1);
  return Text.consume_front(", line ") && !Text.consumeInteger(10, Line);
}

bool LineInfo::read(StringRef Line) {
  StringRef Text = Line.ltrim();
  if (!Text.consume_front("//##"))
    return false;
  Text = Text.ltrim();
  StringRef Path;
  uint32_t Number = 0;
  if (!Text.consume_front("File") || !takePlace(Text, Path, Number))
    return true;
  if (!std::exchange(IsFresh, true))
    Levels.clear();
  constexpr size_t MaxLevels = 64;
  // What nvdisasm -gp names is the PTX inside the file, which nobody has.
  if (Path.starts_with(".nv_debug_ptx_txt") || Number == 0 ||
      Levels.size() == MaxLevels)
    return true;
  Levels.push_back({M.file(Path, isSystemPath(Path)), Number});
  return true;
}

LocationId LineInfo::inListing(uint32_t Number) {
  Location L;
  L.File = ListingFile;
  L.Line = L.EndLine = Number;
  L.Function = Function;
  return M.location(L);
}

LocationId LineInfo::at(uint32_t Number) {
  IsFresh = false;
  bool HasUsers = llvm::any_of(
      Levels, [&](const Level &L) { return !M.Files[L.File].IsSystem; });
  if (!HasUsers)
    return inListing(Number);
  LocationId Spelling = inListing(Number), Outer = Nowhere;
  bool InSystem = false;
  for (const Level &At : llvm::reverse(Levels)) {
    // What a header of the toolkit calls of its own is no reader's business.
    if (std::exchange(InSystem, M.Files[At.File].IsSystem) && InSystem)
      break;
    Location L;
    L.File = At.File;
    L.Line = L.EndLine = At.Line;
    if (Outer == Nowhere)
      L.Function = Function;
    L.InlinedAt = Outer;
    L.Spelling = Spelling;
    Outer = M.location(L);
  }
  if (First == Nowhere)
    First = Outer;
  return Outer;
}
