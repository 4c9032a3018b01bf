//===- excerpt.cpp - lines of a text that is no file ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/excerpt.h"

#include <set>

using namespace llvm;

namespace fencepost {

static constexpr uint32_t LinesAround = 2;
static constexpr size_t MaxLineBytes = 1000;

std::string excerptOf(StringRef Text, StringRef File,
                      ArrayRef<Finding> Findings) {
  std::set<uint32_t> Lines;
  auto Want = [&](const Place &P) {
    if (P.File == File && P.Line)
      Lines.insert(P.Line);
  };
  for (const Finding &F : Findings) {
    Want(F.Primary);
    Want(F.Spelled);
    for (const Step &S : F.Steps)
      Want(S.At);
  }
  std::string Out;
  uint32_t Number = 0;
  for (StringRef Rest = Text; !Rest.empty() && !Lines.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    ++Number;
    if (*Lines.begin() + LinesAround < Number)
      Lines.erase(Lines.begin());
    if (!Lines.empty() && *Lines.begin() <= Number + LinesAround)
      Out += Line.take_front(MaxLineBytes);
    Out += '\n';
  }
  return Out;
}

} // namespace fencepost
