//===- ptx_testing.h - modules for the tests of the front end ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests only.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_PTX_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_PTX_TESTING_H

#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

namespace fencepost::test {

inline const std::string Header =
    ".version 9.0\n.target sm_90\n.address_size 64\n";

/// Reads Text as `k.ptx`; every function must be well formed.
inline PtxUnit readChecked(const std::string &Text) {
  PtxUnit U = readPtx(Text, "k.ptx");
  if (U.M)
    for (const auto &Fn : U.M->Functions)
      EXPECT_EQ(verify(*Fn), "") << Fn->Name;
  return U;
}

inline const Function *functionIn(const PtxUnit &U, llvm::StringRef Name) {
  for (const auto &Fn : U.M->Functions)
    if (Fn->Name == Name)
      return Fn.get();
  ADD_FAILURE() << "no function " << Name.str();
  static const Function None;
  return &None;
}

inline std::vector<const Event *> eventsOf(const Function &Fn, EventKind K) {
  std::vector<const Event *> Found;
  for (const Event &E : Fn.Events)
    if (E.Kind == K)
      Found.push_back(&E);
  return Found;
}

/// The only event of its kind.
inline const Event &only(const Function &Fn, EventKind K) {
  auto Found = eventsOf(Fn, K);
  EXPECT_EQ(Found.size(), 1u) << Fn.Name;
  static const Event None;
  return Found.empty() ? None : *Found[0];
}

} // namespace fencepost::test

#endif
