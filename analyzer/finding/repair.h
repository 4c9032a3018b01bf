//===- repair.h - from a repair in words to edits of a file -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places are lines and columns, and a check does not see the text there. Here
// the text is looked at, and unless it is just what the check took it for
// there is no fix: a macro, a comment within, another spelling.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_REPAIR_H
#define FENCEPOST_ANALYZER_FINDING_REPAIR_H

#include "analyzer/finding/finding.h"
#include "analyzer/finding/source_text.h"
#include <optional>

namespace fencepost {

/// The edits of one repair; nullopt if the text is not as expected.
std::optional<std::vector<Edit>> editsFor(const Repair &R, SourceText &Sources);

/// Turns F.Repairs into F.Fixes.
void makeFixes(Finding &F, SourceText &Sources);

} // namespace fencepost

#endif
