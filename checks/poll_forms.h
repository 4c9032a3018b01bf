//===- poll_forms.h - waits that others rely on -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of relaxed-poll where the thread that waits is not the one that reads.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECKS_POLL_FORMS_H
#define FENCEPOST_CHECKS_POLL_FORMS_H

#include "analyzer/analysis/handoff/led_readers.h"
#include "analyzer/finding/finding.h"

namespace fencepost {

/// One thread waits and acquires, and others read what the flag announces.
void tellLedReaders(const FunctionView &In, const Poll &P, const LedRead &Led,
                    FindingSink &Sink);

/// One thread waits for the others' count without an acquire, and then raises a
/// flag for what they stored.
void tellRelays(const UnitView &Unit, const FunctionView &In,
                FindingSink &Sink);

/// A relaxed read of a word that others link records in by, and then a read of
/// the record.
void tellFollowers(const UnitView &Unit, const FunctionView &In,
                   FindingSink &Sink);

/// A word is read again to find out whether what was read in between is whole,
/// and nothing keeps the second look behind those reads.
void tellSecondLooks(const UnitView &Unit, const FunctionView &In,
                     FindingSink &Sink);

/// A block of a cluster waits for a flag in its shared memory, without an
/// acquire, and then reads what a peer has stored there.
void tellWaitsForPeers(const FunctionView &In, FindingSink &Sink);

/// A relaxed wait at an mbarrier, and then a read of what others store before
/// they arrive.
void tellRelaxedWaits(const FunctionView &In, FindingSink &Sink);

/// A relaxed look at a word that says that data is there, no wait, and then a
/// read of the data.
void tellFirstLooks(const UnitView &Unit, const FunctionView &In,
                    FindingSink &Sink);

} // namespace fencepost

#endif
