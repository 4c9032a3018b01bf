//===- wire.h - outcomes as JSON, between processes -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private format between one program and itself. Where it lies in a file, a
// version goes with it: between parts of a run, and in the cache (store.cpp).
// Text that is not UTF-8 (file names) travels in hexadecimal.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_WIRE_H
#define FENCEPOST_ANALYZER_DRIVER_WIRE_H

#include "analyzer/driver/partial_run.h"
#include "llvm/Support/Error.h"

namespace fencepost {

std::string writeOutcome(const UnitOutcome &Outcome);
llvm::Expected<UnitOutcome> readOutcome(llvm::StringRef Text);

/// Tool: the program's version.
void writePart(const PartialRun &Part, llvm::StringRef Tool,
               llvm::raw_ostream &OS);
/// An error if Text is no part, or one that another version of Tool wrote.
llvm::Expected<PartialRun> readPart(llvm::StringRef Text, llvm::StringRef Tool);

} // namespace fencepost

#endif
