//===- fingerprint.h - identities that survive edits ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fencepost/v1: SHA-1 (16 bytes, hex) of rule, function name without template
// arguments, skeleton and the primary line without white space and trailing
// comment. Neither file nor line numbers take part, so a finding keeps its
// identity when its code moves. finishFindings() appends ":n" for the n-th of
// equal ones.
//
// The other one is the line hash by which GitHub code scanning tracks alerts:
// a rolling hash, modulus 37 on 64 bits, over 100 characters from the start
// of the line, spaces and tabs skipped, plus ":n" for the n-th equal line.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_FINGERPRINT_H
#define FENCEPOST_ANALYZER_FINDING_FINGERPRINT_H

#include "analyzer/finding/finding.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

/// Without the ":n". LineText is the text of the primary line, or empty.
std::string fingerprint(const Finding &F, llvm::StringRef LineText);

/// `reduce<float>::apply<int>` gives `reduce::apply`.
std::string withoutTemplateArguments(llvm::StringRef Name);

/// GitHub's hash of every line of Text (UTF-8), first line first.
std::vector<std::string> githubLineHashes(llvm::StringRef Text);

} // namespace fencepost

#endif
