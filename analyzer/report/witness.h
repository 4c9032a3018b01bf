//===- witness.h - a finding's witness in reports ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_WITNESS_H
#define FENCEPOST_ANALYZER_REPORT_WITNESS_H

#include "analyzer/finding/finding.h"
#include "analyzer/report/json_text.h"

namespace fencepost {

/// Sets Of["witness"], if there is one.
void addWitness(Json &Of, const WitnessProgram &W);

/// Message (SARIF's flat text, with its links) and the witness as Markdown.
std::string markdownOf(llvm::StringRef Message, const WitnessProgram &W);

} // namespace fencepost

#endif
