//===- merge.h - from what checks said to what users read -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One fault is one finding, however many units, architectures, layers or
// template instantiations show it. The result does not depend on the order in
// which findings arrive.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_MERGE_H
#define FENCEPOST_ANALYZER_FINDING_MERGE_H

#include "analyzer/finding/finding.h"
#include "analyzer/finding/source_text.h"

namespace fencepost {

struct MergeOptions {
  bool SystemHeaders = false;    ///< Keep findings wholly in system headers.
  Level Lowest = Level::Warning; ///< Findings below are dropped.
};

/// Drops, merges (merge_layers.h and here: rule, spelled place or else primary
/// place, skeleton), fills instances, layers and fingerprints, and sorts by
/// file, line, column, rule.
/// Sources gives the primary lines for the fingerprints.
void finishFindings(std::vector<Finding> &Findings, const MergeOptions &Options,
                    SourceText &Sources);
void finishFindings(std::vector<Finding> &Findings,
                    const MergeOptions &Options);

/// ` (3 instances, one is 'reduce<float>'; also in the PTX and the SASS)`, or
/// empty for a single one of one layer.
std::string instancesText(const Finding &F);

} // namespace fencepost

#endif
