//===- wire.h - outcomes between processes ----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private formats between one program and itself: bytes for the outcome of a
// unit, JSON for parts of a run. Where they lie in a file, a version goes with
// them: between parts, and in the cache (store.cpp). In JSON, text that is not
// UTF-8 (file names) travels in hexadecimal.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_WIRE_H
#define FENCEPOST_ANALYZER_DRIVER_WIRE_H

#include "analyzer/driver/partial_run.h"
#include "llvm/Support/Error.h"

namespace fencepost {

std::string writeOutcome(const UnitOutcome &Outcome);
/// An error if Text is not all of what writeOutcome() wrote.
llvm::Expected<UnitOutcome> readOutcome(llvm::StringRef Text);

/// Tool: the program's version.
void writePart(const PartialRun &Part, llvm::StringRef Tool,
               llvm::raw_ostream &OS);
/// An error if Text is no part, or one that another version of Tool wrote.
llvm::Expected<PartialRun> readPart(llvm::StringRef Text, llvm::StringRef Tool);

} // namespace fencepost

#endif
