//===- worker_process.cpp - what a worker does ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/worker_process.h"

#include "analyzer/driver/guard.h"
#include "analyzer/driver/wire.h"
#include "analyzer/model/in_parallel.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <latch>
#include <new>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

using namespace llvm;

namespace fencepost {

namespace {

/// The socket of the worker that this process is.
int PipeOfWorker = -1;
/// No unit follows in this worker.
bool IsLastUnit = false;
/// Of this worker.
unsigned Cores = 1;

} // namespace

bool endsWithUnit() { return PipeOfWorker >= 0 && IsLastUnit; }
unsigned coresOfUnit() { return Cores; }

namespace {

bool writeAll(int To, StringRef Text) {
  while (!Text.empty()) {
    ssize_t N = write(To, Text.data(), Text.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Text = Text.drop_front(N);
  }
  return true;
}

void leaveOutOfMemory() { _exit(WorkerExit::OutOfMemory); }

void leaveStopped(void *, const char *Reason, bool) {
  (void)writeAll(PipeOfWorker, Reason);
  _exit(WorkerExit::Stopped);
}

/// Without stacks; 0: no limit.
rlim_t MostMemory = 0;

void limitMemory(unsigned Megabytes) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  Megabytes = 0; // Its shadow alone is larger than any limit.
#endif
#endif
  MostMemory = rlim_t(Megabytes) << 20;
  expectThreads(1);
}

/// Processor time, so that a busy machine costs no unit its result. SIGXCPU
/// ends the worker; the parent's clock stays for one that only sleeps. Counts
/// from now on.
void limitTime(unsigned Seconds) {
  if (!Seconds)
    return;
  rusage Used;
  getrusage(RUSAGE_SELF, &Used);
  rlimit Limit;
  getrlimit(RLIMIT_CPU, &Limit);
  Limit.rlim_cur = std::min<rlim_t>(
      Seconds + Used.ru_utime.tv_sec + Used.ru_stime.tv_sec, Limit.rlim_max);
  setrlimit(RLIMIT_CPU, &Limit);
}

/// What the parent set up is not the worker's: its standard streams, its
/// signal handlers, the folder it would clean.
void becomeWorker(int Pipe, pid_t Parent, const RunOptions &Options) {
#ifdef __linux__
  // A worker whose parent was killed has nobody to tell.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(WorkerExit::Crashed);
#endif
  sys::unregisterHandlers();
  PipeOfWorker = Pipe;
  remove_fatal_error_handler();
  install_fatal_error_handler(leaveStopped);
  install_bad_alloc_error_handler(
      [](void *, const char *, bool) { leaveOutOfMemory(); });
  std::set_new_handler(leaveOutOfMemory);
  if (int Null = open("/dev/null", O_RDWR); Null >= 0)
    for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      if (Stream != Pipe)
        dup2(Null, Stream);
  limitMemory(Options.UnitMegabytes);
}

} // namespace

// The limit counts stacks in full: the worker's, and those of threads.
void expectThreads(unsigned Count) {
  if (!MostMemory)
    return;
  rlimit Limit;
  getrlimit(RLIMIT_DATA, &Limit);
  Limit.rlim_cur = std::min<rlim_t>(
      MostMemory + (1 + rlim_t(Count)) * LargeStackBytes, Limit.rlim_max);
  setrlimit(RLIMIT_DATA, &Limit);
}

/// Threads that have a heap at a time: those that work, and those that wait for
/// them.
static unsigned heaps() { return Cores == 1 ? 1 : Cores + 2; }

/// A unit is analysed by several threads, one after the other: what one gave
/// back the next one takes, and nothing goes back to the system in between.
static void keepMemory() {
#ifdef __GLIBC__
  constexpr int Kept = 256 << 20, AtOnce = 4 << 20;
  mallopt(M_ARENA_MAX, int(heaps()));
  mallopt(M_MMAP_THRESHOLD, Kept);
  mallopt(M_TRIM_THRESHOLD, Kept);
  mallopt(M_TOP_PAD, AtOnce);
#endif
}

/// In large pages, where the system has them, the first use of memory takes one
/// fault instead of hundreds. Under keepMemory() the heap of this thread keeps
/// what is given back, and takes from it what is asked for next. Elsewhere the
/// advice is lost, and nothing else.
static void expectMemory(uint64_t Bytes) {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr uint64_t Page = 2 << 20;
  Bytes = alignTo(Bytes, Page);
  if (void *Block = std::aligned_alloc(Page, Bytes)) {
    madvise(Block, Bytes, MADV_HUGEPAGE);
    free(Block);
  }
#endif
}

/// PTX fills as much memory again, most of it once.
static void expectText(uint64_t Bytes, const RunOptions &Options) {
  // A heap that is not the process's first one ends at 64 MiB.
  constexpr uint64_t Least = 16 << 20, Most = 64 << 20, MostOfThread = 32 << 20;
  if (!Bytes)
    return;
  Bytes = std::clamp(2 * Bytes, Least, heaps() == 1 ? Most : MostOfThread);
  if (Options.UnitMegabytes &&
      heaps() * Bytes > (uint64_t(Options.UnitMegabytes) << 20) / 8)
    return;
  if (heaps() == 1)
    return expectMemory(Bytes);
  // Heaps of threads that ended are taken by the next ones.
  std::latch All(heaps());
  expectThreads(heaps());
  inParallel(heaps(), heaps(), [&](size_t) {
    expectMemory(Bytes);
    All.arrive_and_wait();
  });
}

/// Of PTX alone: other front ends take memory in proportion to nothing known.
static uint64_t textBytes(const Unit &U) {
  uint64_t Bytes = 0;
  if (U.What == Layer::Ptx && !U.Buffer && !U.Image)
    (void)sys::fs::file_size(U.File, Bytes);
  return U.Buffer ? U.Buffer->size() : Bytes;
}

/// In front of each outcome of several: its length. In front of a share: how
/// many units it has.
static bool sendNumber(int To, uint64_t N) {
  return writeAll(To, {reinterpret_cast<const char *>(&N), sizeof(N)});
}

/// Empty where no more come.
static UnitShare receiveShare(int From) {
  auto Number = [&](uint64_t &N) {
    return recv(From, &N, sizeof(N), MSG_WAITALL) == ssize_t(sizeof(N));
  };
  UnitShare Of;
  uint64_t Count = 0, Index = 0;
  if (!Number(Count))
    return Of;
  for (; Count && Number(Index); --Count)
    Of.push_back(Index);
  return Of;
}

void runWorker(const WorkerJob &Job) {
  Cores = Job.Cores;
  keepMemory();
  becomeWorker(Job.Socket, Job.Parent, Job.Options);
  uint64_t Bytes = 0;
  for (size_t Index : Job.First)
    Bytes += textBytes(Job.Units[Index]);
  expectText(Bytes, Job.Options);
  std::string Text;
  bool IsAlone = Job.First.size() == 1 && !Job.TakesMore, IsWritten = true;
  bool Ended = guardedOnLargeStack([&] {
    for (UnitShare Of = Job.First; !Of.empty() && IsWritten;
         Of = Job.TakesMore ? receiveShare(Job.Socket) : UnitShare()) {
      limitTime(Job.Options.UnitSeconds);
      for (size_t Index : Of) {
        IsLastUnit = !Job.TakesMore && Index == Of.back();
        Text = writeOutcome(Job.Analyse(Job.Units[Index]));
        if (IsAlone)
          return;
        IsWritten = IsWritten && sendNumber(Job.Socket, Text.size()) &&
                    writeAll(Job.Socket, Text);
      }
    }
  });
  if (!Ended || !IsWritten)
    _exit(WorkerExit::Crashed);
  // Nothing is destroyed: the system frees faster.
  _exit(!IsAlone || writeAll(Job.Socket, Text) ? WorkerExit::AllDone
                                               : WorkerExit::Crashed);
}

void sendShare(int Socket, const UnitShare &Of) {
  SmallVector<uint64_t, 65> Numbers{Of.size()};
  Numbers.append(Of.begin(), Of.end());
  int Flags = 0;
#ifdef MSG_NOSIGNAL
  Flags = MSG_NOSIGNAL;
#endif
  // A worker that ended is seen where its outcomes are read.
  (void)send(Socket, Numbers.data(), Numbers.size_in_bytes(), Flags);
}

} // namespace fencepost
