//===- loaded_class_test.cpp ----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"

using namespace fencepost;

namespace {

std::string keyOf(const TestUnit &U, const char *Mark) {
  return U.fn().provenance().object(U[Mark]).Key;
}

/// Stores through a pointer that is loaded from each of the addresses.
TestUnit storesBehind(llvm::StringRef Addresses,
                      llvm::ArrayRef<llvm::StringRef> Names) {
  std::string Text = "global @s space=shared::cta size=4096\n"
                     "kernel @k(u32 %i, u32 %j, u32 %size) {\n" +
                     Addresses.str();
  for (llvm::StringRef Name : Names) {
    std::string N = Name.str();
    Text += "  %p" + N + " = load.b64 [%" + N + "] : ptr\n  store [%p" + N +
            "], 0 obj=\"" + N + "\"\n";
  }
  return TestUnit(Text + "}\n");
}

TEST(LoadedClass, MembersOfOneRecord) {
  TestUnit U = storesBehind("  %a = add @s, 96:u64 : ptr\n"
                            "  %b = add @s, 112:u64 : ptr\n"
                            "  %c = add @s, 96:u64 : ptr\n",
                            {"a", "b", "c"});
  EXPECT_NE(keyOf(U, "a"), keyOf(U, "b"));
  EXPECT_EQ(keyOf(U, "a"), keyOf(U, "c"));
}

// record[i] and record[j], 80 bytes each, from byte 1000 on.
TEST(LoadedClass, MembersOfAnArrayOfRecords) {
  TestUnit U = storesBehind("  %ri = element @s, %i, 80\n"
                            "  %rj = element @s, %j, 80\n"
                            "  %a = add %ri, 1024:u64 : ptr\n"
                            "  %b = add %rj, 1024:u64 : ptr\n"
                            "  %c = add %rj, 1056:u64 : ptr\n"
                            "  %first = add @s, 1024:u64 : ptr\n"
                            "  %other = add @s, 96:u64 : ptr\n",
                            {"a", "b", "c", "first", "other"});
  EXPECT_EQ(keyOf(U, "a"), keyOf(U, "b"));
  EXPECT_NE(keyOf(U, "a"), keyOf(U, "c"));
  EXPECT_EQ(keyOf(U, "a"), keyOf(U, "first")) << "record[0]";
  EXPECT_NE(keyOf(U, "a"), keyOf(U, "other"));
}

// Records whose size the host chooses.
TEST(LoadedClass, RecordsOfUnknownSize) {
  TestUnit U = storesBehind("  %o = mul %i, %size\n"
                            "  %r = add @s, %o : ptr\n"
                            "  %a = add %r, 1024:u64 : ptr\n"
                            "  %b = add %r, 1056:u64 : ptr\n",
                            {"a", "b"});
  EXPECT_NE(keyOf(U, "a"), keyOf(U, "b"));
}

// table[i], table[i + 1], table[3]: any of them may be one pointer.
TEST(LoadedClass, ArrayOfPointers) {
  TestUnit U = storesBehind("  %t = add @s, 64:u64 : ptr\n"
                            "  %a = element %t, %i, 8\n"
                            "  %b = add %a, 8:u64 : ptr\n"
                            "  %c = add @s, 88:u64 : ptr\n"
                            "  %before = add @s, 16:u64 : ptr\n",
                            {"a", "b", "c", "before"});
  EXPECT_EQ(keyOf(U, "a"), keyOf(U, "b"));
  EXPECT_EQ(keyOf(U, "a"), keyOf(U, "c"));
  EXPECT_NE(keyOf(U, "a"), keyOf(U, "before"));
}

} // namespace
