//===- shares.cpp - which units one worker analyses -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/shares.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cassert>

using namespace fencepost;
using namespace llvm;

std::vector<UnitShare> fencepost::sharesOf(ArrayRef<Unit> Units, size_t Jobs) {
  assert(Jobs != 0 && "nobody to share among");
  std::vector<UnitShare> Shares;
  std::vector<std::pair<uint64_t, size_t>> Texts; // Size, place.
  uint64_t Left = 0;
  for (size_t I = 0; I < Units.size(); ++I) {
    const Unit &U = Units[I];
    uint64_t Size = 0;
    if (U.What != Layer::Ptx || U.Image || U.Buffer ||
        sys::fs::file_size(U.File, Size)) {
      Shares.push_back({I});
      continue;
    }
    Texts.push_back({Size, I});
    Left += Size;
  }
  llvm::sort(Texts, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  constexpr uint64_t FewBytes = 1u << 20, MostBytes = 4u << 20;
  constexpr size_t MostUnits = 64;
  uint64_t Most = 0, InShare = 0;
  for (auto [Size, I] : Texts) {
    bool GoesOn =
        InShare && InShare + Size <= Most && Shares.back().size() < MostUnits;
    if (!GoesOn) {
      Shares.emplace_back();
      InShare = 0;
      Most = std::clamp(Left / (2 * Jobs), FewBytes, MostBytes);
    }
    Shares.back().push_back(I);
    InShare += Size;
    Left -= Size;
  }
  return Shares;
}
