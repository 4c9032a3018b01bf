//===- in_parallel.cpp - pieces of work on several cores ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/in_parallel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/thread.h"
#include <algorithm>
#include <atomic>

using namespace fencepost;

void fencepost::inParallel(size_t Count, unsigned Threads,
                           llvm::function_ref<void(size_t)> Work) {
  std::atomic<size_t> Next = 0;
  auto Run = [&] {
    for (size_t I = Next++; I < Count; I = Next++)
      Work(I);
  };
  llvm::SmallVector<llvm::thread, 8> Others;
  for (size_t I = 1; I < std::min<size_t>(Threads, Count); ++I)
    Others.emplace_back(std::optional<unsigned>(LargeStackBytes), Run);
  Run();
  for (llvm::thread &T : Others)
    T.join();
}
