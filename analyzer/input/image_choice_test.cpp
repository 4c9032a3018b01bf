//===- image_choice_test.cpp - which images of a binary are read ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/image_choice.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// `ptx sm_90`, `elf sm_90a`, `other sm_90`.
ImageGroup groupOf(std::vector<std::string> Images) {
  ImageGroup G;
  for (StringRef Text : Images) {
    auto [Kind, Arch] = Text.split(' ');
    Image I;
    I.Kind = Kind == "ptx"   ? ImageKind::Ptx
             : Kind == "elf" ? ImageKind::Elf
                             : ImageKind::Other;
    I.Arch = Arch.str();
    G.Images.push_back(std::move(I));
  }
  return G;
}

std::vector<std::string> chosen(std::vector<std::string> Images,
                                const ImageWish &Wish) {
  std::vector<std::string> Out;
  for (size_t I : chooseImages(groupOf(Images), Wish).Chosen)
    Out.push_back(Images[I]);
  return Out;
}

TEST(ImageChoice, TheHighestArchitectureAndPtxOfIt) {
  EXPECT_THAT(chosen({"elf sm_80", "elf sm_90", "ptx sm_90"}, {}),
              ElementsAre("ptx sm_90"));
  EXPECT_THAT(chosen({"ptx sm_80", "elf sm_100"}, {}),
              ElementsAre("elf sm_100"));
  EXPECT_THAT(chosen({"ptx sm_90", "elf sm_90a"}, {}),
              ElementsAre("elf sm_90a"));
  EXPECT_THAT(chosen({"elf sm_100f", "elf sm_100a", "elf sm_90"}, {}),
              ElementsAre("elf sm_100a"));
  EXPECT_THAT(chosen({"elf "}, {}), ElementsAre("elf "));
  EXPECT_THAT(chosen({"other sm_90"}, {}), IsEmpty());
  EXPECT_THAT(chosen({}, {}), IsEmpty());
}

TEST(ImageChoice, NamedArchitectures) {
  ImageWish Wish;
  Wish.Archs = {"sm_80"};
  EXPECT_THAT(chosen({"elf sm_80", "elf sm_90", "ptx sm_90"}, Wish),
              ElementsAre("elf sm_80"));
  // What the driver would load there: code of the same generation, or older
  // PTX that it translates; never code of a later one.
  Wish.Archs = {"sm_86"};
  EXPECT_THAT(chosen({"elf sm_75", "elf sm_80", "ptx sm_75"}, Wish),
              ElementsAre("elf sm_80"));
  Wish.Archs = {"sm_90"};
  EXPECT_THAT(chosen({"elf sm_80", "ptx sm_75", "ptx sm_80"}, Wish),
              ElementsAre("ptx sm_80"));
  EXPECT_THAT(chosen({"elf sm_100", "ptx sm_100", "ptx sm_80a"}, Wish),
              IsEmpty());
  // sm_90 and sm_90a run on the same device.
  EXPECT_THAT(chosen({"elf sm_90a", "elf sm_80"}, Wish),
              ElementsAre("elf sm_90a"));
  Wish.Archs = {"sm_80", "sm_90"};
  EXPECT_THAT(chosen({"ptx sm_90", "elf sm_80"}, Wish),
              ElementsAre("ptx sm_90", "elf sm_80"));
}

TEST(ImageChoice, AllAndOneLayer) {
  ImageWish Wish;
  Wish.All = true;
  EXPECT_THAT(chosen({"elf sm_90", "ptx sm_90", "other sm_90"}, Wish),
              ElementsAre("elf sm_90", "ptx sm_90"));
  Wish = ImageWish();
  Wish.Only = Layer::Sass;
  EXPECT_THAT(chosen({"elf sm_90", "ptx sm_90"}, Wish),
              ElementsAre("elf sm_90"));
  Wish.Only = Layer::Cuda;
  EXPECT_THAT(chosen({"elf sm_90", "ptx sm_90"}, Wish), IsEmpty());
}

TEST(ImageChoice, PtxTakesThePlaceOfCodeThatCannotBeRead) {
  ImageWish Wish;
  Wish.HasDisassembler = false;
  ImageGroup G = groupOf({"ptx sm_80", "elf sm_100"});
  ImageChoice C = chooseImages(G, Wish);
  EXPECT_THAT(C.Chosen, ElementsAre(0u));
  EXPECT_TRUE(C.PassedMachineCode);
  // Where there is none, the code is chosen, and told as skipped.
  G = groupOf({"elf sm_80", "elf sm_100"});
  C = chooseImages(G, Wish);
  EXPECT_THAT(C.Chosen, ElementsAre(1u));
  EXPECT_FALSE(C.PassedMachineCode);
  Wish.All = true;
  EXPECT_EQ(
      chooseImages(groupOf({"ptx sm_80", "elf sm_100"}), Wish).Chosen.size(),
      2u);
}

} // namespace
