//===- report_sample.cpp - hand-made runs for tests of whole reports ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// report_sample sarif|html|summary plain|hostile|many|empty
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/sample_run.h"

using namespace fencepost;

int main(int Argc, char **Argv) {
  llvm::StringRef Format = Argc > 1 ? Argv[1] : "sarif",
                  What = Argc > 2 ? Argv[2] : "plain";
  RunResult R = What == "hostile" ? hostileRun(FENCEPOST_TESTDATA)
                : What == "many"  ? manyFindings(FENCEPOST_TESTDATA, 5000)
                : What == "empty" ? RunResult()
                                  : sampleRun(FENCEPOST_TESTDATA);
  SourceText Sources;
  ReportInput In{R, sampleRules(), Sources, "0.1.0"};
  if (Format == "html")
    renderHtml(In, {FENCEPOST_TESTDATA, ""}, llvm::outs());
  else if (Format == "summary")
    renderGithubSummary(In, {{FENCEPOST_TESTDATA, ""}, "https://h/o/r/blob/1/"},
                        llvm::outs());
  else
    renderSarif(In, {{FENCEPOST_TESTDATA, ""}, "", 1}, llvm::outs());
  return 0;
}
