//===- text.h - the .events text form ---------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every Module prints to .events and parses back to the same Module. The text
// is the seam of tests, the dump that --dump=events shows and what a bug
// report carries. Grammar: analyzer/model/EVENTS.md.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_TEXT_H
#define FENCEPOST_ANALYZER_MODEL_TEXT_H

#include "analyzer/model/module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

void print(const Module &M, llvm::raw_ostream &OS);
void print(const Module &M, const Function &Fn, llvm::raw_ostream &OS);

/// Parses a whole .events text. Errors name file, line and column and say
/// what was expected. `Path` becomes the file of events without a `loc`: such
/// an event is placed at its own line of the .events text.
llvm::Expected<std::unique_ptr<Module>> parseEvents(llvm::StringRef Text,
                                                    llvm::StringRef Path);

} // namespace fencepost

#endif
