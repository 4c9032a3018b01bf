//===- scale_options.cpp - limits, cache, parts of a run ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/scale_options.h"

#include "analyzer/driver/cache/result_cache.h"

namespace fencepost {

static bool refuse(const llvm::Twine &Message) {
  llvm::errs() << "fencepost: error: " << Message << '\n';
  return false;
}

static bool takeShard(llvm::StringRef Text, RunOptions &Run) {
  auto [Shard, Shards] = Text.split('/');
  if (!Shard.getAsInteger(10, Run.Shard) &&
      !Shards.getAsInteger(10, Run.Shards) && Run.Shard >= 1 &&
      Run.Shard <= Run.Shards)
    return true;
  return refuse("--shard: '" + Text +
                "' is no part: write 1/4 for the first of four");
}

bool ScaleOptions::take(CommandLine &Out) const {
  if (NoCache && CacheFolder.getNumOccurrences())
    return refuse("--cache-dir and --no-cache contradict each other");
  if (Shard.getNumOccurrences() && !takeShard(Shard, Out.Run))
    return false;
  if (DepFile.getNumOccurrences() && Out.OutputFile.empty())
    return refuse("--depfile says what the file of -o depends on: name one");
  if (!NoCache)
    Out.Run.CacheFolder = CacheFolder.getNumOccurrences()
                              ? CacheFolder.getValue()
                              : defaultCacheFolder();
  Out.Run.CacheMegabytes = CacheSize;
  Out.Run.UnitSeconds = Timeout;
  Out.Run.UnitMegabytes = MemoryLimit;
  Out.Run.IsPart = Out.Output == Format::Part;
  Out.Run.ListsFiles = DepFile.getNumOccurrences();
  Out.DepFile = DepFile;
  return true;
}

} // namespace fencepost
