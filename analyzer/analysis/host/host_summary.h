//===- host_summary.h - what units know, joined -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel in one unit, its launch in a second, the comparison in a third. The
// summary of a unit is a module of its own: the host side, and what its
// kernels do instead of their bodies. Several are joined by linker names. The
// result depends neither on the order nor on how the code is split.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_SUMMARY_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_SUMMARY_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// Null where there is nothing that another unit could need.
std::unique_ptr<Module> hostSummary(const UnitView &Unit);

/// All of them as one unit. Functions and kernels of internal linkage stay
/// apart; of several definitions of one name the first by unit name counts.
std::unique_ptr<Module>
joinSummaries(std::vector<std::unique_ptr<Module>> Units);

} // namespace fencepost

#endif
