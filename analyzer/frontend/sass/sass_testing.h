//===- sass_testing.h - listings for the tests of the front end -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests only.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_SASS_TESTING_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_SASS_TESTING_H

#include "analyzer/frontend/sass/sass_frontend.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

namespace fencepost::test {

/// A listing with one kernel, `k`, as nvdisasm -c prints it. Lines of Code that
/// end in a colon are labels, those that start with `//##` line information.
inline std::string listingOf(llvm::StringRef Code,
                             llvm::StringRef Arch = "sm_90") {
  std::string Text = "\t.target\t" + Arch.str() +
                     "\n\t.section\t.text.k,\"ax\",@progbits\n"
                     "        .other          k,@\"STO_CUDA_ENTRY\"\n"
                     "k:\n.text.k:\n";
  unsigned Offset = 0;
  while (!Code.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Code) = Code.split('\n');
    Line = Line.trim();
    if (Line.empty())
      continue;
    if (Line.ends_with(":") || Line.starts_with("//##")) {
      Text += Line.str() + "\n";
      continue;
    }
    std::string Number = llvm::utohexstr(Offset, true, 4);
    Text += "        /*" + Number + "*/   " + Line.str() + " ;\n";
    Offset += 16;
  }
  return Text;
}

/// Every function must be well formed.
inline SassUnit readChecked(const std::string &Text) {
  SassUnit U = readSass(Text, "k.sass");
  if (U.M)
    for (const auto &Fn : U.M->Functions)
      EXPECT_EQ(verify(*Fn), "") << Fn->Name;
  return U;
}

/// The kernel of listingOf(Code): always lowered, whatever it holds.
struct LoweredKernel {
  SassUnit Unit;
  const Function *Fn = nullptr;
  explicit LoweredKernel(llvm::StringRef Code, llvm::StringRef Arch = "sm_90")
      : Unit(readChecked(listingOf(
            Code.str() + "\nBAR.SYNC.DEFER_BLOCKING 0xf\nEXIT", Arch))) {
    if (Unit.M && !Unit.M->Functions.empty())
      Fn = Unit.M->Functions[0].get();
  }
  /// All but the barrier that makes the kernel worth reading.
  std::vector<const Event *> events() const {
    std::vector<const Event *> Out;
    for (const Event &E : Fn->Events)
      if (E.Kind != EventKind::CtaBarrier || Fn->Values[E.BarrierId].Imm != 15)
        Out.push_back(&E);
    return Out;
  }
};

} // namespace fencepost::test

#endif
