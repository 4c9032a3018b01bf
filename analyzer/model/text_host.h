//===- text_host.h - host facts in the .events text form --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines `host`, `buffer`, `launch`, `effects` and `hostfn`. Internal to
// analyzer/model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_TEXT_HOST_H
#define FENCEPOST_ANALYZER_MODEL_TEXT_HOST_H

#include "analyzer/model/text_parser.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::text {

void printHost(const HostFacts &Host, llvm::raw_ostream &OS);

/// Does a module line of the host side start with W?
bool isHostWord(const Token &W);
/// Reads one such line, with its block where it has one.
bool parseHost(TextParser &P);
/// After the last line: every number refers to something. Empty if so.
std::string hostFault(const HostFacts &Host);

} // namespace fencepost::text

#endif
