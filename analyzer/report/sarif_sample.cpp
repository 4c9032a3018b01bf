//===- sarif_sample.cpp - prints the sample run for schema validation -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/sample_run.h"

using namespace fencepost;

int main() {
  RunResult R = sampleRun(FENCEPOST_TESTDATA);
  SourceText Sources;
  renderSarif({R, sampleRules(), Sources, "0.1.0"}, {FENCEPOST_TESTDATA, "", 1},
              llvm::outs());
  return 0;
}
