//===- unreleased_stores.cpp - stores that a flag does not release --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/unreleased_stores.h"
#include "analyzer/analysis/handoff/ordered_ways.h"
#include "analyzer/analysis/memory/home.h"
#include "analyzer/analysis/memory/rank_tables.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// A member of a record that a function fills without its callers in sight,
/// and that no wait for Publish leads to a read of: it is for the caller.
static bool isForCaller(const UnitView &Unit, const FunctionView &In,
                        EventId Publish, EventId Store) {
  return In.fn().Kind == FunctionKind::Device &&
         In.provenance().object(Store).isMemberOfType() &&
         !isReadBehindWait(Unit, In, Publish, Store);
}

/// What the last block does not read is not handed to it.
static void keepWhatIsRead(const FunctionView &In, EventId Rmw,
                           std::vector<Payload> &Stores) {
  std::optional<Ticket> T = ticketOf(In, Rmw);
  llvm::erase_if(Stores, [&](const Payload &P) {
    return !T || llvm::none_of(T->Readers, [&](const Consumer &C) {
      return In.provenance().sameObject(P.Store, C.Read);
    });
  });
}

std::vector<Payload> fencepost::unreleasedStores(const UnitView &Unit,
                                                 const FunctionView &In,
                                                 EventId Publish,
                                                 const Flag &Sign) {
  if (Sign.Sign == FlagSign::None || releases(In.event(Publish).Ord) ||
      isToldByNext(Unit, In, Publish))
    return {};
  std::vector<Payload> All = payloadFor(Unit, In, Publish);
  llvm::erase_if(All, [&](const Payload &P) {
    Scope Has = mayRelease(In, P.Store, P.Way);
    bool Narrow = Has == Scope::Cta && isAcrossBlocks(Unit, In, Publish);
    return isPolled(Unit, In, P.Store) || // A flag of its own.
           (Sign.Sign == FlagSign::Polled && isOnlyTaken(Unit, In, P.Store)) ||
           (Sign.Sign == FlagSign::Signal &&
            isProgressReport(In, Publish, P.Store)) ||
           ((Sign.Sign == FlagSign::Signal ||
             (Sign.Sign == FlagSign::Polled &&
              !isReadBehindWait(Unit, In, Publish, P.Store))) &&
            isSlotReturn(In, Publish, P.Store)) ||
           (Sign.Sign == FlagSign::Polled &&
            isForCaller(Unit, In, Publish, P.Store)) ||
           isLastMeeting(Unit, In, Publish, P.Store) ||
           isCreditReturn(Unit, In, Publish, P.Store) ||
           (Has != Scope::None && !Narrow);
  });
  if (Sign.Sign == FlagSign::Ticket)
    keepWhatIsRead(In, Publish, All);
  return All;
}

bool fencepost::isPushed(const UnitView &Unit, const FunctionView &In,
                         EventId Publish, EventId Store) {
  HomeFact Lands = homeOf(Unit, In, Store);
  if (Lands.Is != Home::Peer)
    return false;
  const Event &Flag = In.event(Publish);
  return Lands.By == Support::Certain ||
         (isFromTable(In, Store) && isFromTable(In, Publish) &&
          Flag.Scp == Scope::Sys && isStrong(Flag.Ord) &&
          hasExplicitScope(Flag));
}

EventId fencepost::unacquiredLastRead(const FunctionView &In, EventId Rmw) {
  std::optional<Ticket> T = ticketOf(In, Rmw);
  if (!T || acquires(In.event(Rmw).Ord))
    return NoId;
  auto Bare = llvm::find_if(T->Readers, [](const Consumer &C) {
    Scope Has = mayAcquire(C.Way);
    return Has == Scope::None || Has == Scope::Cta;
  });
  return Bare == T->Readers.end() ? NoId : Bare->Read;
}
