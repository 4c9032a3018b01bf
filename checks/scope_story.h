//===- scope_story.h - publications that reach too few ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_SCOPE_STORY_H
#define FENCEPOST_CHECKS_SCOPE_STORY_H

#include "analyzer/analysis/handoff/narrow_publications.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// narrow-scope, of the publication Id.
void tellNarrowPublish(const FunctionView &In, EventId Id,
                       const NarrowPublish &N, FindingSink &Sink);

} // namespace fencepost

#endif
