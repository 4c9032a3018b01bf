//===- merge_layers.h - one fault in source, PTX and SASS -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layers of one kernel meet where they can be told to be one:
//
// - on a source line, which PTX and SASS name where the code was compiled with
//   line information: rule, kind, file and line;
// - else, where at least one of them names no line, by kernel: rule, kind,
//   function and the file it was read from without its endings, so that `a.cu`,
//   `a.ptx` and `a.sm_90.cubin` of a folder, or the images of a binary, meet.
//   Of several findings in one kernel those with the same skeleton pair; what
//   is left pairs only if it is one on each side. A template counts as one
//   kernel where the layer near the source has one finding for it.
//
// The layer nearest to the source speaks. A listing's claim becomes a step.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_MERGE_LAYERS_H
#define FENCEPOST_ANALYZER_FINDING_MERGE_LAYERS_H

#include "analyzer/finding/finding.h"

namespace fencepost {

/// Findings that share a place and a skeleton must have been merged.
void mergeLayers(std::vector<Finding> &Findings);

void addArchs(Finding &To, const Finding &From);
void addLayers(Finding &To, const Finding &From);

/// `also in the PTX and the SASS`; empty for one layer.
std::string layersText(const Finding &F);

} // namespace fencepost

#endif
