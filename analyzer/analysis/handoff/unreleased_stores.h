//===- unreleased_stores.h - stores that a flag does not release *- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data is stored, then a flag is raised, and no release stands between in the
// thread that raises it (PTX ISA 8.7: the release patterns).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNRELEASED_STORES_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_UNRELEASED_STORES_H

#include "analyzer/analysis/handoff/handoff.h"

namespace fencepost {

/// What Publish, a flag by Sign that is no release itself, hands over with no
/// release between, or with one that ends before the reader; nearest first. Of
/// a ticket, what the last block reads.
std::vector<Payload> unreleasedStores(const UnitView &Unit,
                                      const FunctionView &In, EventId Publish,
                                      const Flag &Sign);

/// A store that goes to another GPU, such as have been seen to arrive behind
/// the flag. What names say of a table proves no more than that it is one; a
/// flag at system scope that comes out of a table too says whose memory it is.
bool isPushed(const UnitView &Unit, const FunctionView &In, EventId Publish,
              EventId Store);

/// The other end of the ticket Rmw: a read by the last block that nothing
/// orders behind it. NoId if there is none.
EventId unacquiredLastRead(const FunctionView &In, EventId Rmw);

} // namespace fencepost

#endif
