//===- run_text.h - one text through the driver -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TESTDATA_RUNNER_RUN_TEXT_H
#define FENCEPOST_TESTDATA_RUNNER_RUN_TEXT_H

#include "analyzer/report/run_result.h"
#include "testdata/runner/annotations.h"

namespace fencepost::testdata {

struct TextRun {
  RunResult Result;
  std::string Path; ///< Where the stripped text lay; gone by now.
};

/// Analyses Text, which came from Origin (a file whose folder its includes are
/// relative to), under the name FileName. CudaPath: "none", or a toolkit.
TextRun runText(const AnnotatedText &Text, llvm::StringRef FileName,
                llvm::StringRef Origin, llvm::StringRef CudaPath);

/// A CUDA toolkit of this machine with the headers of device code; empty: none.
std::string findToolkit();

/// What is wrong with the words of a finding: first letters in lower case, no
/// full stop. Empty: nothing.
std::vector<std::string> styleFaults(const Finding &F);

/// Functions and units that were not analysed, as lines.
std::vector<std::string> gaps(const RunResult &R);

} // namespace fencepost::testdata

#endif
