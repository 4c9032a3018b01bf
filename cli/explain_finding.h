//===- explain_finding.h - one finding, with its witness --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_EXPLAIN_FINDING_H
#define FENCEPOST_CLI_EXPLAIN_FINDING_H

#include "analyzer/report/run_result.h"
#include "llvm/Support/Error.h"

namespace fencepost {

/// Leaves the one finding that Which names in R.Findings, be it suppressed or
/// not: by the start of its fingerprint, or as FILE:LINE. An error, which names
/// the candidates, where none or several are meant.
llvm::Error keepFinding(RunResult &R, llvm::StringRef Which);

/// The program in which the memory model allows what F warns of, an execution,
/// and what the repair of the rule's page changes.
void printWitness(const Finding &F, llvm::raw_ostream &OS);

} // namespace fencepost

#endif
