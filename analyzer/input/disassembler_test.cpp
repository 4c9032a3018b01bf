//===- disassembler_test.cpp - finding and running a disassembler ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/disassembler.h"
#include "analyzer/input/image_text.h"
#include "analyzer/input/temp_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <sys/stat.h>

using namespace fencepost;
using namespace llvm;
using testing::Contains;
using testing::HasSubstr;

namespace {

std::string program(const TempFolder &T, StringRef Name, StringRef Body) {
  std::string File = T.write(Name, ("#!/bin/sh\n" + Body + "\n").str());
  chmod(File.c_str(), 0755);
  return File;
}

std::string whatItSays(StringRef Program, StringRef Elf = "image",
                       unsigned Seconds = 20) {
  Expected<std::string> Text = disassemble(Program, Elf, Seconds);
  return Text ? *Text : "error: " + toString(Text.takeError());
}

TEST(Disassembler, NvdisasmOfAnyFolderBeforeCuobjdump) {
  TempFolder T;
  std::string Dump = program(T, "a/cuobjdump", "");
  EXPECT_EQ(cantFail(findDisassembler("", {T.path("a"), T.path("b")})), Dump);
  std::string Better = program(T, "b/nvdisasm", "");
  EXPECT_EQ(cantFail(findDisassembler("", {T.path("a"), T.path("b")})), Better);
  // Named: a program of any name, or a folder.
  EXPECT_EQ(cantFail(findDisassembler(Dump, {T.path("b")})), Dump);
  EXPECT_EQ(cantFail(findDisassembler(T.path("b"), {})), Better);
}

TEST(Disassembler, WhatIsMissingIsNamed) {
  EXPECT_THAT(toString(findDisassembler("", {}).takeError()),
              HasSubstr("pip install nvidia-cuda-nvdisasm"));
  EXPECT_THAT(toString(findDisassembler("/no/such", {}).takeError()),
              HasSubstr("--nvdisasm: '/no/such'"));
  TempFolder T;
  T.write("nvdisasm", "not executable");
  EXPECT_THAT(toString(findDisassembler("", {T.root()}).takeError()),
              HasSubstr("--nvdisasm=PATH"));
}

TEST(Disassembler, ToolkitsAndWheels) {
  TempFolder T;
  std::string Wheel =
      program(T, "lib/python3.11/site-packages/nvidia/cu13/bin/nvdisasm", "");
  std::string Old = getenv("PATH") ? getenv("PATH") : "";
  setenv("PATH", (T.path("bin") + ":" + Old).c_str(), 1);
  EXPECT_THAT(
      disassemblerFolders("/toolkit"),
      testing::AllOf(Contains(T.path("bin")), Contains("/toolkit/bin"),
                     Contains(std::string(sys::path::parent_path(Wheel)))));
  setenv("PATH", Old.c_str(), 1);
}

TEST(Disassembler, ReadsTheImageAndGivesTheText) {
  TempFolder T;
  EXPECT_EQ(whatItSays(program(T, "nvdisasm", "shift 2; cat $1"), "bytes"),
            "bytes");
  EXPECT_EQ(whatItSays(program(T, "cuobjdump", "echo $1")), "-sass\n");
}

TEST(Disassembler, ThatFailsOrHangs) {
  TempFolder T;
  EXPECT_THAT(whatItSays(program(T, "a", "echo 'no such sm' >&2; exit 3")),
              HasSubstr("could not read the image: no such sm"));
  EXPECT_THAT(whatItSays(program(T, "b", "true")),
              HasSubstr("could not read the image"));
  EXPECT_THAT(whatItSays(program(T, "c", "kill -9 $$")),
              HasSubstr("could not read the image"));
  EXPECT_THAT(whatItSays(program(T, "d", "exec sleep 60"), "x", 1),
              HasSubstr("could not read the image"));
  EXPECT_THAT(whatItSays(T.path("none")), HasSubstr("could not read"));
}

Unit unitOf(StringRef Name, ImageKind Kind) {
  Unit U;
  UnitImage I;
  I.Container = (StringRef(FENCEPOST_TESTDATA "/binaries/") + Name).str();
  uint64_t Size = 0;
  (void)sys::fs::file_size(I.Container, Size);
  I.What.Kind = Kind;
  I.What.Stored = I.What.Size = Size;
  I.WhyNoDisassembler = "there is none";
  U.Image = std::move(I);
  return U;
}

// What is not read is counted with its functions, which need no disassembler.
TEST(ImageText, MachineCodeThatCannotBeReadHasFunctions) {
  Unit U = unitOf("poll.cubin", ImageKind::Elf);
  ImageText Text = readImageText(U);
  EXPECT_EQ(Text.WhyEmpty, "there is none");
  EXPECT_TRUE(Text.IsEnvironment);
  EXPECT_THAT(Text.Functions, testing::ElementsAre("_Z7consumePVKiPKfPf"));
  TempFolder T;
  U.Image->Disassembler = program(T, "nvdisasm", "exit 1");
  Text = readImageText(U);
  EXPECT_THAT(Text.WhyEmpty, HasSubstr("could not read the image"));
  EXPECT_FALSE(Text.IsEnvironment);
  EXPECT_EQ(Text.Functions.size(), 1u);
  U.Image->Disassembler = program(T, "nvdisasm", "echo 'a listing'");
  EXPECT_EQ(readImageText(U).Text, "a listing\n");
}

TEST(ImageText, DamagedMachineCodeIsToldAndNotRun) {
  Unit U = unitOf("poll.cubin", ImageKind::Elf);
  U.Image->What.Stored = U.Image->What.Size = 100;
  EXPECT_THAT(readImageText(U).WhyEmpty, HasSubstr("damaged device ELF image"));
  EXPECT_TRUE(readImageText(unitOf("data.cubin", ImageKind::Elf)).HasNoCode);
}

TEST(ImageText, PaddingIsNoText) {
  Unit U;
  UnitImage I;
  I.Bytes = std::make_shared<const std::string>("text\0\0\0\0", 8);
  I.What.Kind = ImageKind::Ptx;
  I.What.Stored = I.What.Size = 8;
  U.Image = I;
  EXPECT_EQ(readImageText(U).Text, "text");
  U.Image->What.Offset = 4;
  U.Image->What.Stored = U.Image->What.Size = 4;
  EXPECT_EQ(readImageText(U).WhyEmpty, "an image without bytes");
}

} // namespace
