//===- annotations.h - what a test file says of its lines -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the line of the finding, in every layer:
//   // expect: rule, rule      found here
//   // ok: rule                not found here
//   // miss: rule — why        should be found here, is not: a known miss
//   // noise: rule — why       found here, should not be: a known false alarm
// For the whole file, on a line of its own:
//   // arch: sm_80             in place of sm_90
//   // partly: why             not all of it can be analysed
//   // toolkit: why            our own headers do not suffice
// The analyzer never sees these comments.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TESTDATA_RUNNER_ANNOTATIONS_H
#define FENCEPOST_TESTDATA_RUNNER_ANNOTATIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost::testdata {

struct Annotation {
  enum KindType { Expect, Ok, Miss, Noise } Kind = Expect;
  unsigned Line = 0; ///< From 1.
  std::string Rule;
};

struct AnnotatedText {
  std::string Stripped; ///< Same lines and columns, without the annotations.
  std::vector<Annotation> Annotations;
  std::string Arch = "sm_90";
  bool IsPartly = false;
  bool NeedsToolkit = false;
  std::vector<std::string> Faults; ///< `line: what`
};

AnnotatedText readAnnotations(llvm::StringRef Text);

/// A fenced block ```LANGUAGE expect or ```LANGUAGE ok of a rule page.
struct PageBlock {
  std::string Language; ///< cuda, ptx, sass, events
  bool IsExpect = false;
  unsigned Line = 0; ///< Of the opening fence in the page.
  std::string Text;
};

std::vector<PageBlock> readBlocks(llvm::StringRef Page);

} // namespace fencepost::testdata

#endif
