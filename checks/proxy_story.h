//===- proxy_story.h - findings about proxy fences --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_PROXY_STORY_H
#define FENCEPOST_CHECKS_PROXY_STORY_H

#include "analyzer/analysis/unit_view.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// Tensor maps that are changed and then copied by.
void tellUnfencedMaps(const FunctionView &In, FindingSink &Sink);
/// Bulk copies into shared memory that threads have stored to.
void tellUnfencedRefills(const FunctionView &In, FindingSink &Sink);

/// An async proxy fence that orders nothing, or more kinds of memory than are
/// handed over. Of the rule redundant-fence.
void tellNeedlessProxyFence(const FunctionView &In, EventId Fence,
                            FindingSink &Sink);

} // namespace fencepost

#endif
