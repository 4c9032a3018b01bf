//===- unreleased_forms.h - publications that are no store ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of unreleased-publish of their own: arrivals at barriers, and counters
// that are raised before the slot is filled: what is said of them.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_UNRELEASED_FORMS_H
#define FENCEPOST_CHECKS_UNRELEASED_FORMS_H

#include "analyzer/analysis/unit_view.h"
#include "analyzer/finding/finding_builder.h"

namespace fencepost {

/// A relaxed arrival, at the cluster's barrier or at an mbarrier, behind
/// ordinary stores to shared memory that are read behind the barrier.
void tellArrival(const FunctionView &In, EventId Arrive, FindingSink &Sink);

/// An atomic that claims a slot by the very counter that others wait for,
/// while the slot is filled only after it.
void tellEarlyCount(const UnitView &Unit, const FunctionView &In, EventId Rmw,
                    FindingSink &Sink);

/// A record is filled and linked in, with no release between, while others
/// follow the link.
void tellLinks(const UnitView &Unit, const FunctionView &In, FindingSink &Sink);

/// A key is put into a record by which others find it, before the record is
/// filled.
void tellEarlyKey(const FunctionView &In, EventId Rmw, FindingSink &Sink);

/// A flag in the shared memory of a peer, raised behind data stored there, with
/// no release between.
void tellPeerFlags(const FunctionView &In, FindingSink &Sink);

/// A value put into a word with no release behind data, while other threads
/// look for that value, acquire, and read the data.
void tellAnswers(const UnitView &Unit, const FunctionView &In,
                 FindingSink &Sink);

} // namespace fencepost

#endif
