//===- proxy_story.cpp - findings of missing proxy fences -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "checks/proxy_story.h"
#include "analyzer/analysis/handoff/async_reads.h"
#include "analyzer/analysis/handoff/refills.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::MissingProxyFence;

static void reportMap(const FunctionView &In, const UnfencedMap &M,
                      FindingSink &Sink) {
  const Event &Write = In.event(M.Write), &Copy = In.event(M.Copy);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(placeOf(In, M.Copy, M.Write))
      .message(spelled(Copy) + " copies by the tensor map " +
               nameOf(In, M.Write) +
               ", which is changed before with no tensormap proxy fence "
               "between: the old map may be used")
      .step(Role::Producer, Write, "the map is changed here")
      .step(Role::Consumer, Copy, "and read through the tensormap proxy here")
      .alternative("tensormap-fence",
                   "'fence.proxy.tensormap::generic.release.gpu' behind the "
                   "change, and "
                   "'fence.proxy.tensormap::generic.acquire.gpu [map], 128' in "
                   "the thread that copies")
      .emit(Sink);
}

void fencepost::tellUnfencedMaps(const FunctionView &In, FindingSink &Sink) {
  for (const UnfencedMap &M : unfencedMaps(In))
    reportMap(In, M, Sink);
}

void fencepost::tellUnfencedRefills(const FunctionView &In, FindingSink &Sink) {
  for (const UnfencedRefill &R : unfencedRefills(In)) {
    const Event &Copy = In.event(R.Copy), &By = In.event(R.HandBack);
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.level(Level::Warning)
        .at(placeOf(In, R.Copy, R.Store))
        .message(spelled(Copy) + " fills " + nameOf(In, R.Copy) +
                 " through the async proxy, and no async proxy fence stands "
                 "between it and the store to " +
                 nameOf(In, R.Store) +
                 ": the old store may land over what was copied")
        .step(Role::Producer, In.event(R.Store),
              nameOf(In, R.Store) + " is written through the generic proxy")
        .step(Role::Barrier, By,
              spelled(By) + " hands the memory back, and does not order the "
                            "two proxies")
        .step(Role::Consumer, Copy, "filled again through the async proxy")
        .alternative("fence-of-the-writers",
                     "every writing thread executes "
                     "'fence.proxy.async.shared::cta' behind its last store "
                     "and before " +
                         spelled(By))
        .alternative("own-buffer",
                     "keep what is computed in registers or in a buffer of its "
                     "own: memory that was only read needs no proxy fence "
                     "before it is filled again")
        .emit(Sink);
  }
}
