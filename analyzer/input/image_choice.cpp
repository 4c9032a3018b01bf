//===- image_choice.cpp - which images of a binary to read ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/image_choice.h"

#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace fencepost {

namespace {

struct ArchName {
  unsigned Number = 0;
  char Suffix = 0; ///< 'a', 'f' or 0.
};

/// Higher is better; the first member 0: of no use.
using Score = std::tuple<unsigned, unsigned, unsigned>;

} // namespace

static ArchName parse(StringRef Name) {
  ArchName A;
  Name.consume_front("sm_");
  if (Name.ends_with("a") || Name.ends_with("f")) {
    A.Suffix = Name.back();
    Name = Name.drop_back();
  }
  if (Name.getAsInteger(10, A.Number))
    A.Number = 0;
  return A;
}

/// Features of one architecture only come before those of its family.
static unsigned rankOf(char Suffix) {
  return Suffix == 'a' ? 2 : Suffix == 'f' ? 1 : 0;
}

/// How well an image serves a wish for Wanted: its own code first, whichever
/// the suffix; then code that the driver would load or translate there.
static Score serves(const Image &I, ArchName Wanted) {
  ArchName Has = parse(I.Arch);
  bool IsPtx = I.Kind == ImageKind::Ptx;
  if (Has.Number == Wanted.Number)
    return {Has.Suffix == Wanted.Suffix ? 4u : 3u, 2 - rankOf(Has.Suffix),
            IsPtx};
  if (Has.Suffix || Has.Number > Wanted.Number)
    return {0, 0, 0};
  if (IsPtx)
    return {1, Has.Number, 0};
  return Has.Number / 10 == Wanted.Number / 10 ? Score(2, Has.Number, 0)
                                               : Score(0, 0, 0);
}

static Score highest(const Image &I) {
  ArchName Has = parse(I.Arch);
  return {Has.Number + 1, rankOf(Has.Suffix), I.Kind == ImageKind::Ptx};
}

template <typename F>
static void addBest(const ImageGroup &Group, ArrayRef<size_t> From, F ScoreOf,
                    std::vector<size_t> &Chosen) {
  Score Best{0, 0, 0};
  for (size_t I : From)
    Best = std::max(Best, ScoreOf(Group.Images[I]));
  if (!std::get<0>(Best))
    return;
  for (size_t I : From)
    if (ScoreOf(Group.Images[I]) == Best && !is_contained(Chosen, I))
      Chosen.push_back(I);
}

static std::vector<size_t> chooseFrom(const ImageGroup &Group,
                                      std::vector<size_t> From,
                                      const ImageWish &Wish) {
  if (Wish.All)
    return From;
  std::vector<size_t> Chosen;
  if (Wish.Archs.empty())
    addBest(Group, From, highest, Chosen);
  for (const std::string &A : Wish.Archs)
    addBest(
        Group, From, [&](const Image &I) { return serves(I, parse(A)); },
        Chosen);
  llvm::sort(Chosen);
  return Chosen;
}

ImageChoice chooseImages(const ImageGroup &Group, const ImageWish &Wish) {
  std::vector<size_t> Usable, Ptx;
  for (size_t I = 0; I < Group.Images.size(); ++I) {
    ImageKind K = Group.Images[I].Kind;
    if (K == ImageKind::Other ||
        (Wish.Only &&
         Wish.Only != (K == ImageKind::Ptx ? Layer::Ptx : Layer::Sass)))
      continue;
    Usable.push_back(I);
    if (K == ImageKind::Ptx)
      Ptx.push_back(I);
  }
  ImageChoice Out;
  Out.Chosen = chooseFrom(Group, Usable, Wish);
  auto IsElf = [&](size_t I) { return Group.Images[I].Kind == ImageKind::Elf; };
  if (Wish.HasDisassembler || Wish.All || none_of(Out.Chosen, IsElf))
    return Out;
  std::vector<size_t> Instead = chooseFrom(Group, Ptx, Wish);
  if (Instead.empty())
    return Out;
  Out.Chosen = std::move(Instead);
  Out.PassedMachineCode = true;
  return Out;
}

} // namespace fencepost
