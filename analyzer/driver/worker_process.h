//===- worker_process.h - what a worker does --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The child's side of workers.cpp. A worker analyses a share of units, and then
// others that the parent sends it, until the parent shuts its side down. It
// answers with the outcome of each unit behind its length; one that has a
// single unit for all its life with the outcome, or with why it stopped.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_WORKER_PROCESS_H
#define FENCEPOST_ANALYZER_DRIVER_WORKER_PROCESS_H

#include "analyzer/driver/shares.h"
#include "analyzer/driver/workers.h"
#include <sys/types.h>

namespace fencepost {

/// How a worker ends; a signal is a crash too.
enum WorkerExit : int {
  AllDone = 0,
  Crashed = 3,
  OutOfMemory = 4,
  Stopped = 5, ///< LLVM's own "fatal error"; the reason is in the socket.
};

struct WorkerJob {
  llvm::ArrayRef<Unit> Units;
  const RunOptions &Options;
  AnalyseUnit Analyse;
  UnitShare First;
  bool TakesMore; ///< Others may be sent.
  int Socket;
  pid_t Parent;
  unsigned Cores; ///< coresOfUnit()
};

/// In the child, behind fork().
[[noreturn]] void runWorker(const WorkerJob &Job);

/// In the parent: to a worker that has nothing to do.
void sendShare(int Socket, const UnitShare &Of);

} // namespace fencepost

#endif
