//===- handoff_detail.h - shared by the hand-off files ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_DETAIL_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_DETAIL_H

#include "analyzer/analysis/handoff/handoff.h"
#include "llvm/ADT/BitVector.h"

namespace fencepost {

/// Blocks are numbered in reverse post order, so a smaller position cannot be
/// reached from a larger one without going around a loop.
bool isBefore(const FunctionView &In, EventId A, EventId B);

/// B, and the blocks from which a way leads there that goes around no loop that
/// holds B.
llvm::BitVector leadingTo(const FunctionView &In, BlockId B);

/// The blocks of the loop that waits, and those to which a way leads from there
/// that goes around no loop that holds it.
llvm::BitVector aheadOfWait(const FunctionView &In, EventId Wait);

/// Paths from From to where they first meet To. Those that go around a loop
/// through To may have met a fence that comes too late for the first time.
Between firstWay(const FunctionView &In, EventId From, EventId To);

/// Is E at an index that wraps around with the rounds of Anchor: a slot of a
/// ring?
bool hasSlots(const FunctionView &In, EventId E, EventId Anchor);

/// Does E, whose result is dropped, count for the system in memory of a peer,
/// to which data has gone before: both behind pointers out of tables?
bool countsAtPeer(const FunctionView &In, EventId E);

/// Is Read elsewhere in the record, a slot of a ring, whose field Wait polls?
bool isOfAwaitedSlot(const FunctionView &In, EventId Wait, EventId Read);

/// From the wait to where the read is first met, by what the block knows of
/// choices that it makes again.
Between wayToRead(const FunctionView &In, EventId Wait, EventId Read);

/// An access that puts something into memory: store, RMW, bulk copy.
bool writesMemory(const Event &E);

/// Loads and asynchronous copies of memory of the grid that may be data.
bool isDataRead(const FunctionView &In, EventId Id);
/// The class of what a load or an asynchronous copy reads.
std::string keyOfRead(const FunctionView &In, EventId Id);

/// The blocks behind the exits of a pure wait that its read decides. What only
/// a time-out leads to, as the text of a complaint, is not what it waits for.
llvm::BitVector behindFlag(const FunctionView &In, EventId Wait);

/// The stores that the unit's writes to the flag publish: what the wait is
/// for.
std::vector<AccessRef> announcedBy(const UnitView &Unit, const FunctionView &In,
                                   EventId Wait);

/// Does the number that E draws lead to a place, in this thread or in the lanes
/// that are told it? A place drawn from a pool announces nothing: whoever finds
/// it learns of it by another word.
bool drawsPlace(const FunctionView &In, EventId E);

/// Is what the wait at A reads there used for more than to end the wait, or
/// read again behind it? Then the word may be all that is handed over.
bool isTakenAsData(const AccessRef &A);

/// Does a thread raise E's word because of what it found in data that the
/// function works on: something has changed, another round is needed? Whoever
/// starts the next round asks, and waits for nothing.
bool tellsOfFinding(const FunctionView &In, EventId E);

/// Does E count a fixed number into a word of a class from whose words the
/// thread then takes the same number away: arrivals that are awaited, before
/// its own arrival at others? The second of the two is what they wait for.
bool isCountedBack(const FunctionView &In, EventId E);

/// Does E put back what the thread's own compare-and-swap has taken out of the
/// word, with nothing stored between? The word is as it was and tells nothing.
bool isUndone(const FunctionView &In, EventId E);

/// Does a plain store write back what the function read there and counted on?
bool keepsCount(const FunctionView &In, EventId Store);

/// Is E an access to a count that a template of sharing modes keeps in two
/// ways: here read, changed and written back by one thread that has it alone,
/// elsewhere, in the same function of the source, by atomics? What one owner
/// keeps is handed to nobody.
bool isKeptTwoWays(const UnitView &Unit, const FunctionView &In, EventId E);

/// Is Wait in one instance of a function of the source, which also raises the
/// word in a way that others see at once, and E, a plain store without a wait,
/// in another one, between which the kernel that waits chooses by a mode? Then
/// a parameter of the function says how the word is shared, and nobody waits
/// for what its one owner stores.
bool isOfOtherInstance(const UnitView &Unit, const FunctionView &In, EventId E,
                       const AccessRef &Wait);

/// A count of rounds that all who write it step by a constant, this function
/// too, and that it reads before the wait as well: each keeps in step by
/// itself, and nobody hands the count over.
bool isSteppedByAll(const UnitView &Unit, const FunctionView &In, EventId Wait,
                    EventId Read);

/// Does the one thread of the grid that waits for a word at Wait set it itself,
/// afterwards? It answers somebody outside of the unit: its own wait is not
/// ended by that.
bool isAnswer(const FunctionView &In, EventId Wait, EventId Store);

/// Does the thread count its rounds in the word that Store writes, and raise
/// the flag with that very count? The reader of the flag needs no second copy,
/// and nobody else touches the word.
bool keepsRound(const FunctionView &In, EventId Store, EventId Publish);

/// The function of the source that E stands in, whatever it was spliced into;
/// without the arguments of a template. Empty where that is not known.
llvm::StringRef writtenIn(const FunctionView &In, EventId E);

/// Does the function tell blocks apart?
bool asksForBlock(const FunctionView &In);

/// Accesses to the object of E in the unit, and to the parameter of the same
/// name in other kernels.
std::vector<AccessRef> accessesByName(const UnitView &Unit,
                                      const FunctionView &In, EventId E);

/// Do both touch the same class of objects, by name where they are parameters
/// of different kernels?
bool isSameClass(const FunctionView &In, EventId E, const AccessRef &Other);

/// Is the word of E written plainly in one case of a choice and by strong
/// accesses in another? Whoever may write it plainly has it alone.
bool isKeptByMode(const FunctionView &In, EventId E);

/// Does Publish only note that this thread has itself waited for the word, in a
/// loop that also asks for another one: an index that is brought up to what
/// somebody else has done? What was stored before the wait is not told on.
bool notesOwnWait(const FunctionView &In, EventId Publish, EventId Store);

/// Does a doorbell between Store and Publish tell a device of what Store
/// writes, which nobody here reads?
bool isForDevice(const FunctionView &In, EventId Publish, EventId Store);

/// Does Publish call a device: a register of it, the word that stands for the
/// register where another takes the call, or the record right before it? What
/// the device reads lies elsewhere; where the device stands tells nothing of
/// that.
bool callsDevice(const UnitView &Unit, const FunctionView &In, EventId Publish);

/// Do both store alike to one scalar member, perhaps of two records? Then each
/// record has such a flag, and neither of them tells of the other.
bool isFlagOfSameKind(const FunctionView &In, EventId Publish, EventId Store);

/// Does a thread that waits put something into the word before, until somebody
/// outside of the unit sets it to a constant that nobody here stores? What
/// others put in does not end such a wait.
bool waitsForTaking(const UnitView &Unit, const AccessRef &Wait);

/// Does Store keep, in one word, what a wait or an acquire has just read? A
/// copy of a flag, by which a thread need not ask again, is handed to nobody.
bool isCopyOfFlag(const FunctionView &In, EventId Store);
/// Is all that the unit writes to the object of Read a copy of a flag?
bool isOnlyCopyOfFlag(const UnitView &Unit, const FunctionView &In,
                      EventId Read);

/// Does Store note, in a loop that waits, that the loop is to end without what
/// it waits for: a constant by which the loop itself leaves?
bool givesUpWait(const FunctionView &In, EventId Store);

/// Does the thread wait for the word of Publish between Store and Publish,
/// which then only clears it? What came before that wait was told by something
/// else.
bool isToldBeforeWait(const FunctionView &In, EventId Publish, EventId Store);

/// A count that the thread reads, steps and writes back, and that nothing reads
/// behind a wait of the function: its next launch goes on from there.
bool isKeptForNextLaunch(const FunctionView &In, EventId Store);

/// Does Store, or RMW, write a time, or what has passed since?
bool writesTime(const FunctionView &In, EventId Store);
/// Does Store write down a time or what is written beside it, for a profile?
bool isTimeStamp(const FunctionView &In, EventId Store);

/// Do peers meet at Wait that raise each other's flags, words of the same
/// object, by such waits, with nothing to hand over?
bool isStartBySwap(const FunctionView &In, EventId Wait);

/// A flag of its own raised before the wait, with nothing to hand over: peers
/// that run the same code announce that they have started, no data.
bool isStartBarrier(const FunctionView &In, EventId Wait);

/// Does a kernel that waits for nothing only fill memory: each thread the same
/// values, at places of its own? It sets the scene for a later kernel.
bool onlyFills(const FunctionView &In);

/// Does a condition keep the read at A from the word of E: `t != rank`, where E
/// is at `rank` and A at `t`?
/// Only where t's bound is one number for all that may meet there: a rank
/// differs on each GPU.
bool isExcluded(const UnitView &Unit, const FunctionView &In, EventId E,
                EventId Read);

/// Does a loop that waits for another word ask for what Read reads before it
/// leaves? `if (first < 0 && second < 0) break;`
bool isAskedAlong(const FunctionView &In, EventId Read);

/// Does the thread that writes the word at A wait for it first?
bool isOwnAnswer(const AccessRef &A);

/// Does a compare-and-swap, although it waits itself, put in what ends the wait
/// at Wait: `CAS(flag, 0, 1)` for one that waits for 1?
bool raisesBySwap(const AccessRef &Swap, const AccessRef &Wait);

/// Two words of one record: `box->sequence` and `box->command`; not two of an
/// array at one index and at the next.
bool areFieldsOfOne(const FunctionView &In, EventId A, EventId B);

/// Do a read and a write, one of them a bulk copy or the write a count that is
/// drawn, start pages apart in one buffer? They are of different parts of a
/// workspace.
bool areOtherParts(const FunctionView &In, EventId Read, EventId Write);

/// Of what Read reads, other words of the array that Wait asks for: a store in
/// another function; null where there is none.
AccessRef writerBesideFlag(const UnitView &Unit, const FunctionView &In,
                           EventId Wait, EventId Read);

/// Could the stored value end the wait? A constant that keeps the loop going
/// is a reset. What cannot be evaluated counts as yes, but for the constant
/// zero, with which flags are cleared.
bool mayEndWait(const FunctionView &In, EventId Store,
                const AccessRef &PollRead);

/// Two words in the segments of different blocks: they are a multiple of a
/// segment apart, in one array that the block's number itself indexes alike, or
/// one is indexed by it and the other by a neighbour's: `(block + 1) % blocks`.
/// Unknown: the other is indexed by a number that may be the block's own, as
/// one that is drawn.
Ternary isOfOtherBlock(const FunctionView &In, ValueId A, ValueId B);

/// Is the address one that no other block has: does it differ in every block
/// coordinate that the function asks for?
bool isOwnedByBlock(const FunctionView &In, ValueId Address);

} // namespace fencepost

#endif
