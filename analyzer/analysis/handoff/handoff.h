//===- handoff.h - data handed from one thread to another -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Message passing as the rules see it: which reads a wait guards, which stores
// a flag publishes, and what makes a word a flag at all. PTX ISA 8.7; the
// decision tables that tests quote are those of the rule pages.
//
// All answers lean to silence: a read counts as guarded only if another
// thread's store of it is in the unit, or if nothing reads it before the wait.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_H
#define FENCEPOST_ANALYZER_ANALYSIS_HANDOFF_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// How a read reaches memory: decides whether a stale value is seen.
enum class ReadPath : uint8_t {
  L1,          ///< Weak loads, cp.async.ca: may hit an old line of the L1.
  L2,          ///< Strong and .cg/.cv loads, RMW, cp.async.cg, bulk copies.
  NonCoherent, ///< ld.global.nc, __ldg, loads through const __restrict__.
  Multimem,
};

/// A read of data that the wait guards.
struct Consumer {
  EventId Read = NoId;
  Between Way; ///< From the wait to the read.
  ReadPath Path = ReadPath::L1;
  AccessRef Writer; ///< A store of the same object in the unit; In is null
                    ///< where none is: then guarded is an assumption.
  bool IsAnnounced = false; ///< The unit stores it, then raises the flag.
};

/// Reads of grid-visible data after Wait, those with a writer first; the flag's
/// own object is no data. Those without a visible writer are left out where
/// Wait may only free a buffer for writing (a publication follows it).
const std::vector<Consumer> &consumersOf(const UnitView &Unit,
                                         const FunctionView &In, EventId Wait);

/// Where no writer is in sight: can the wait be for nothing but what C reads?
/// One thread polls a word passed in from outside and hands on to all by a
/// barrier; what they read then was passed in too, and the function reads no
/// other memory of the grid before.
bool isWhatWaitIsFor(const FunctionView &In, EventId Wait, const Consumer &C);

ReadPath readPath(const FunctionView &In, EventId Read);

/// Why a store or RMW is taken for a signal to other threads.
enum class FlagSign : uint8_t {
  None,
  Polled, ///< Some loop of the unit waits for this object.
  Ticket, ///< Its result decides who reads data that was stored before.
  Signal, ///< An elected thread's strong store, or a system-scope reduction.
  Fenced, ///< A fence stands right before or right behind it.
};

struct Flag {
  FlagSign Sign = FlagSign::None;
  AccessRef Poll;       ///< For Polled.
  EventId Fence = NoId; ///< For Fenced.
};

/// What makes E a flag; a store that could not end the wait is none.
Flag flagOf(const UnitView &Unit, const FunctionView &In, EventId E);
/// Does some loop wait for what E, a strong store, writes?
bool isPolled(const UnitView &Unit, const FunctionView &In, EventId E);

/// Is the word of Store asked for by nothing but waits of threads that put
/// something into it, for its being taken out by somebody outside of the unit?
/// It is for whoever takes it.
bool isOnlyTaken(const UnitView &Unit, const FunctionView &In, EventId Store);

/// Does each thread choose the pointer behind Address from a table of peers?
bool isOfOwnPeer(const FunctionView &In, ValueId Address);
/// Is E done by a few threads of the block, each of which tells one peer?
bool tellsPeers(const FunctionView &In, EventId E);

/// A store of data that Publish may hand over.
struct Payload {
  EventId Store = NoId;
  Between Way; ///< From the store to the publication.
};

/// Grid-visible stores (async stores too) of other objects that come before
/// Publish without going around a loop, nearest first.
const std::vector<Payload> &payloadOf(const FunctionView &In, EventId Publish);
/// The stores alone, in block order: how they are ordered costs a search each.
const std::vector<EventId> &payloadStores(const FunctionView &In,
                                          EventId Publish);

/// Of what Publish may hand over, what the loops that wait for it lead to,
/// where the unit shows such reads; all of it otherwise.
std::vector<Payload> payloadFor(const UnitView &Unit, const FunctionView &In,
                                EventId Publish);

/// Does a loop that waits for Publish lead to a read of what Store writes?
bool isReadBehindWait(const UnitView &Unit, const FunctionView &In,
                      EventId Publish, EventId Store);

/// Are the two sides of the flag E, waiting and raising, in different blocks or
/// kernels, by what the unit shows? An acquire or release at CTA scope is then
/// none. A wait for what no code of the unit raises is for another kernel.
bool isAcrossBlocks(const UnitView &Unit, const FunctionView &In, EventId E);

/// Is Publish set each time round a loop that waits for nothing, while Store
/// writes the same place every time: a heartbeat, no hand-over?
bool isProgressReport(const FunctionView &In, EventId Publish, EventId Store);

/// Does Publish give back the slot of a ring that was read after a wait, while
/// Store writes what has no slots? It then hands over room, not that data.
bool isSlotReturn(const FunctionView &In, EventId Publish, EventId Store);

/// Does every wait of the unit for Publish only make room: to write slots that
/// this function read before? Store, outside those slots, is then handed to
/// nobody.
bool isCreditReturn(const UnitView &Unit, const FunctionView &In,
                    EventId Publish, EventId Store);
/// The same, asked of the wait: does all that ends it only give room?
bool waitsForRoom(const UnitView &Unit, const FunctionView &In, EventId Wait);

/// Do peers that run the same code wait for Publish and then read nothing more,
/// while Store stays in memory of this GPU? The kernel's end publishes it.
bool isLastMeeting(const UnitView &Unit, const FunctionView &In,
                   EventId Publish, EventId Store);

/// Is Publish an arrival at a meeting with other devices, behind which the
/// kernel reads nothing more, while Store stays in memory of this GPU and no
/// loop of the unit leads to a read of it? Then at most a reader that the unit
/// does not show is handed the data.
bool isLastArrival(const UnitView &Unit, const FunctionView &In,
                   EventId Publish, EventId Store);

/// Does Publish change bits of a word that no loop of the unit waits for, and
/// the same thread, with no wait between, then releases others that one does
/// wait for? Those tell.
bool isToldByNext(const UnitView &Unit, const FunctionView &In,
                  EventId Publish);

/// A word that one thread counts in for itself, from launch to launch: `n += 1`
/// at an address of its own, which no other access of the function touches.
bool isOwnCounter(const FunctionView &In, EventId E);

/// A strong read of a word whose value only goes back into it, as a turn that
/// is given on: no other word hangs on it.
bool isOnlyGivenOn(const FunctionView &In, EventId Read);

/// A "last block" ticket: an RMW whose result, compared for equality, decides
/// whether data is read that was stored before it.
struct Ticket {
  EventId Rmw = NoId;
  BlockId Branch = NoId;         ///< Ends in the branch on the ticket.
  std::vector<Consumer> Readers; ///< Reads in the region that it decides.
};
std::vector<Ticket> ticketsOf(const FunctionView &In);
std::optional<Ticket> ticketOf(const FunctionView &In, EventId Rmw);

/// Does Store set back the word of the ticket Rmw when every block of the grid
/// has drawn its one ticket? Then no draw of that launch reads what it writes.
bool isResetOfTicket(const FunctionView &In, EventId Store, EventId Rmw);

/// A word that is taken and given back in one function.
struct LockPair {
  EventId Take = NoId, Give = NoId;
};
/// Those in memory that the grid shares; with Shared, those of a block too.
/// One pair per place where it is taken, unless EveryGive.
const std::vector<LockPair> &
locksOf(const FunctionView &In, bool Shared = false, bool EveryGive = false);

} // namespace fencepost

#endif
