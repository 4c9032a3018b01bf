//===- made_once.h - what the first who asks makes --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MADE_ONCE_H
#define FENCEPOST_ANALYZER_ANALYSIS_MADE_ONCE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <memory>

namespace fencepost {

/// A T that is made when it is first asked for; several threads may ask at a
/// time. Should two make it at once, one of the two is kept; no lock is held
/// meanwhile, so that a crash in the making leaves none behind.
template <typename T> class MadeOnce {
public:
  MadeOnce() = default;
  MadeOnce(const MadeOnce &) = delete;
  ~MadeOnce() { delete Object.load(std::memory_order_relaxed); }

  const T &get(llvm::function_ref<std::unique_ptr<T>()> Make) const {
    if (const T *Known = Object.load(std::memory_order_acquire))
      return *Known;
    std::unique_ptr<T> Made = Make();
    const T *Known = nullptr;
    if (Object.compare_exchange_strong(Known, Made.get(),
                                       std::memory_order_acq_rel))
      return *Made.release();
    return *Known;
  }

private:
  mutable std::atomic<const T *> Object = nullptr;
};

} // namespace fencepost

#endif
