//===- workers.cpp - units in processes of their own ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker is forked, not started anew: the libraries are loaded and relocated
// once, and their pages are shared. The parent must have one thread at that
// time. A worker writes its outcome into a pipe that the parent empties while
// it waits; the end of the pipe is the end of the worker.
//
// Small PTX files are a few per worker: it would take longer to start than to
// read one. What such a worker leaves undone, each by one of its own does.
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/workers.h"

#include "analyzer/driver/guard.h"
#include "analyzer/driver/shares.h"
#include "analyzer/driver/wire.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/Threading.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
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

using Clock = std::chrono::steady_clock;

/// How a worker ends; a signal is a crash too.
enum WorkerExit : int {
  AllDone = 0,
  Crashed = 3,
  OutOfMemory = 4,
  Stopped = 5, ///< LLVM's own "fatal error"; the reason is in the pipe.
};

struct Running {
  UnitShare Of; ///< Units, in the order in which they are analysed.
  pid_t Pid;
  int Pipe;
  Clock::time_point Start;
  std::string Text;
  bool WasKilled = false;
};

class Pool {
public:
  Pool(ArrayRef<Unit> Units, const RunOptions &Options, AnalyseUnit Analyse)
      : Units(Units), Options(Options), Analyse(Analyse),
        Outcomes(Units.size()) {}
  void start(UnitShare Of);
  /// Sleeps until a worker wrote, ended or ran out of time.
  void wait();
  size_t running() const { return Workers.size(); }
  size_t done() const { return Done; }
  /// Units that are to be started once more, each alone.
  std::vector<UnitShare> takeUndone() { return std::exchange(Undone, {}); }
  std::vector<UnitOutcome> take() { return std::move(Outcomes); }

private:
  [[noreturn]] void work(const UnitShare &Of, int Pipe, pid_t Parent);
  void couldNotStart(size_t Index, int Error);
  void finish(Running &R);
  void finishSeveral(Running &R);
  int millisecondsLeft();
  ArrayRef<Unit> Units;
  const RunOptions &Options;
  AnalyseUnit Analyse;
  std::vector<UnitOutcome> Outcomes;
  std::vector<Running> Workers;
  std::vector<UnitShare> Undone;
  size_t Done = 0;
};

/// The pipe of the worker that this process is.
int PipeOfWorker = -1;
/// No unit follows in this worker.
bool IsLastUnit = false;

} // namespace

bool endsWithUnit() { return PipeOfWorker >= 0 && IsLastUnit; }

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

void leaveOutOfMemory() { _exit(OutOfMemory); }

void leaveStopped(void *, const char *Reason, bool) {
  (void)writeAll(PipeOfWorker, Reason);
  _exit(Stopped);
}

void limitMemory(unsigned Megabytes) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  Megabytes = 0; // Its shadow alone is larger than any limit.
#endif
#endif
  if (!Megabytes)
    return;
  rlimit Limit;
  getrlimit(RLIMIT_DATA, &Limit);
  Limit.rlim_cur = std::min<rlim_t>(rlim_t(Megabytes) << 20, Limit.rlim_max);
  setrlimit(RLIMIT_DATA, &Limit);
}

/// Processor time, so that a busy machine costs no unit its result. SIGXCPU
/// ends the worker; the parent's clock stays for one that only sleeps.
void limitTime(unsigned Seconds) {
  if (!Seconds)
    return;
  rlimit Limit;
  getrlimit(RLIMIT_CPU, &Limit);
  Limit.rlim_cur = std::min<rlim_t>(Seconds, Limit.rlim_max);
  setrlimit(RLIMIT_CPU, &Limit);
}

/// Of the parent's clock to the worker's processor time.
constexpr unsigned WallFactor = 4;

/// What the parent set up is not the worker's: its standard streams, its
/// signal handlers, the folder it would clean.
void becomeWorker(int Pipe, pid_t Parent, const RunOptions &Options) {
#ifdef __linux__
  // A worker whose parent was killed has nobody to tell.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(Crashed);
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
  limitTime(Options.UnitSeconds);
}

} // namespace

/// One unit is analysed by several threads, one after the other: what one gave
/// back the next one takes, and nothing goes back to the system in between.
static void keepMemory() {
#ifdef __GLIBC__
  constexpr int Kept = 256 << 20, AtOnce = 4 << 20;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, Kept);
  mallopt(M_TRIM_THRESHOLD, Kept);
  mallopt(M_TOP_PAD, AtOnce);
#endif
}

/// PTX fills as much memory again, most of it once: in large pages, where the
/// system has them, that takes one fault instead of hundreds.
static void expectText(uint64_t Bytes, const RunOptions &Options) {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr uint64_t Page = 2 << 20, Least = 16 << 20, Most = 64 << 20;
  if (!Bytes)
    return;
  Bytes = std::clamp(2 * Bytes, Least, Most);
  if (Options.UnitMegabytes &&
      Bytes > (uint64_t(Options.UnitMegabytes) << 20) / 8)
    return;
  Bytes = alignTo(Bytes, Page);
  // Under keepMemory() the heap keeps what is given back, and takes from it
  // what is asked for next. Elsewhere the advice is lost, and nothing else.
  if (void *Block = std::aligned_alloc(Page, Bytes)) {
    madvise(Block, Bytes, MADV_HUGEPAGE);
    free(Block);
  }
#endif
}

/// Of PTX alone: other front ends take memory in proportion to nothing known.
static uint64_t textBytes(const Unit &U) {
  uint64_t Bytes = 0;
  if (U.What == Layer::Ptx && !U.Buffer && !U.Image)
    (void)sys::fs::file_size(U.File, Bytes);
  return U.Buffer ? U.Buffer->size() : Bytes;
}

/// In front of each outcome of several: its length.
using Length = uint64_t;

void Pool::work(const UnitShare &Of, int Pipe, pid_t Parent) {
  keepMemory();
  becomeWorker(Pipe, Parent, Options);
  uint64_t Bytes = 0;
  for (size_t Index : Of)
    Bytes += textBytes(Units[Index]);
  expectText(Bytes, Options);
  std::string Text;
  bool IsWritten = true;
  bool Ended = guardedOnLargeStack([&] {
    for (size_t Index : Of) {
      IsLastUnit = Index == Of.back();
      Text = writeOutcome(Analyse(Units[Index]));
      if (Of.size() == 1)
        return;
      Length Size = Text.size();
      IsWritten =
          IsWritten &&
          writeAll(Pipe, {reinterpret_cast<char *>(&Size), sizeof(Size)}) &&
          writeAll(Pipe, Text);
    }
  });
  if (!Ended || !IsWritten)
    _exit(Crashed);
  // Nothing is destroyed: the system frees faster.
  _exit(Of.size() > 1 || writeAll(Pipe, Text) ? AllDone : Crashed);
}

void Pool::couldNotStart(size_t Index, int Error) {
  ++Done;
  UnitOutcome &O = Outcomes[Index];
  O.Report = reportOf(Units[Index]);
  O.Report.State = UnitState::Skipped;
  O.Report.Reason = std::string("no process for it could be started: ") +
                    std::strerror(Error);
  O.Notes.push_back({NoticeClass::Environment,
                     O.Report.Reason + "; see 'ulimit -a', or use a lower -j",
                     Units[Index].File, 0});
}

void Pool::start(UnitShare Of) {
  outs().flush();
  int Ends[2];
  if (pipe(Ends)) {
    int Error = errno;
    for (size_t Index : Of)
      couldNotStart(Index, Error);
    return;
  }
  pid_t Parent = getpid();
  pid_t Pid = fork();
  if (Pid == 0) {
    close(Ends[0]);
    work(Of, Ends[1], Parent);
  }
  int Error = errno;
  close(Ends[1]);
  if (Pid < 0) {
    close(Ends[0]);
    for (size_t Index : Of)
      couldNotStart(Index, Error);
    return;
  }
  Workers.push_back({std::move(Of), Pid, Ends[0], Clock::now(), {}});
}

static UnitOutcome outOfMemory(const Unit &U, unsigned Megabytes) {
  UnitOutcome Out;
  Out.Report = reportOf(U);
  Out.Report.State = UnitState::Skipped;
  Out.Report.Reason = "out of memory: more than the machine, 'ulimit' or our "
                      "own limit" +
                      (Megabytes ? " of " + std::to_string(Megabytes) + " MiB"
                                 : std::string()) +
                      " allows; a lower -j leaves more to each unit, "
                      "--memory-limit=MB sets ours";
  Out.Notes.push_back({NoticeClass::Environment, Out.Report.Reason, U.File, 0});
  return Out;
}

static UnitOutcome endedBySignal(const Unit &U, int Signal) {
  switch (Signal) {
  case SIGSEGV:
  case SIGBUS:
  case SIGABRT:
  case SIGILL:
  case SIGFPE:
  case SIGTRAP:
    return failedUnit(U, std::string("crashed (") + strsignal(Signal) + ")");
  }
  // Not our doing: the system's killer when memory ends, or a person.
  UnitOutcome Out;
  Out.Report = reportOf(U);
  Out.Report.State = UnitState::Skipped;
  Out.Report.Reason = std::string("its process was ended from outside (") +
                      strsignal(Signal) +
                      "): the memory of the machine may have run out, a lower "
                      "-j needs less";
  Out.Notes.push_back({NoticeClass::Environment, Out.Report.Reason, U.File, 0});
  return Out;
}

static UnitOutcome outcomeOf(const Unit &U, int Status, StringRef Text,
                             unsigned Megabytes) {
  if (WIFSIGNALED(Status))
    return endedBySignal(U, WTERMSIG(Status));
  switch (WEXITSTATUS(Status)) {
  case AllDone:
    break;
  case OutOfMemory:
    return outOfMemory(U, Megabytes);
  case Stopped:
    if (Text.contains("pthread_create")) // No room for its stack.
      return outOfMemory(U, Megabytes);
    return failedUnit(U, ("crashed (" + Text + ")").str());
  default:
    return failedUnit(U, "crashed");
  }
  if (Expected<UnitOutcome> O = readOutcome(Text))
    return std::move(*O);
  else
    consumeError(O.takeError());
  return failedUnit(U, "gave no readable result");
}

void Pool::finish(Running &R) {
  close(R.Pipe);
  int Status = 0;
  while (waitpid(R.Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  if (R.Of.size() > 1)
    return finishSeveral(R);
  ++Done;
  const Unit &U = Units[R.Of[0]];
  if (R.WasKilled || (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGXCPU))
    Outcomes[R.Of[0]] = failedUnit(U, "took longer than " +
                                          std::to_string(Options.UnitSeconds) +
                                          " s (--timeout=SECONDS gives more)");
  else
    Outcomes[R.Of[0]] = outcomeOf(U, Status, R.Text, Options.UnitMegabytes);
}

/// Whatever ended the worker, what it wrote in full holds.
void Pool::finishSeveral(Running &R) {
  StringRef Text = R.Text;
  for (size_t Index : R.Of) {
    Length Size = 0;
    bool IsWhole = Text.size() >= sizeof(Size);
    if (IsWhole) {
      std::memcpy(&Size, Text.data(), sizeof(Size));
      Text = Text.drop_front(sizeof(Size));
      IsWhole = Text.size() >= Size;
    }
    Expected<UnitOutcome> O =
        IsWhole ? readOutcome(Text.take_front(Size))
                : createStringError(inconvertibleErrorCode(), "cut");
    Text = IsWhole ? Text.drop_front(Size) : StringRef();
    if (O) {
      Outcomes[Index] = std::move(*O);
      ++Done;
      continue;
    }
    consumeError(O.takeError());
    Undone.push_back({Index});
  }
}

/// Until the next worker's time is over, for poll(); -1 if none has a limit.
int Pool::millisecondsLeft() {
  if (!Options.UnitSeconds)
    return -1;
  int64_t Least = 60 * 1000;
  for (Running &R : Workers) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        R.Start + std::chrono::seconds(WallFactor * Options.UnitSeconds) -
        Clock::now());
    if (!R.WasKilled && Left.count() <= 0) {
      R.WasKilled = true;
      kill(R.Pid, SIGKILL);
    }
    if (!R.WasKilled)
      Least = std::min<int64_t>(Least, Left.count() + 1);
  }
  return static_cast<int>(Least);
}

void Pool::wait() {
  std::vector<pollfd> Pipes;
  for (const Running &R : Workers)
    Pipes.push_back({R.Pipe, POLLIN, 0});
  if (poll(Pipes.data(), Pipes.size(), millisecondsLeft()) <= 0)
    return;
  for (size_t I = Pipes.size(); I-- > 0;) {
    if (!Pipes[I].revents)
      continue;
    Running &R = Workers[I];
    char Bytes[1 << 16];
    ssize_t N = read(R.Pipe, Bytes, sizeof(Bytes));
    if (N > 0) {
      R.Text.append(Bytes, N);
    } else if (N == 0 || errno != EINTR) {
      finish(R);
      Workers.erase(Workers.begin() + I);
    }
  }
}

std::vector<UnitOutcome>
analyseInWorkers(ArrayRef<Unit> Units, const RunOptions &Options,
                 AnalyseUnit Analyse,
                 function_ref<void(const Unit &, size_t, size_t)> Progress) {
  Pool Work(Units, Options, Analyse);
  size_t Jobs =
      Options.Jobs
          ? Options.Jobs
          : std::max<size_t>(1, hardware_concurrency().compute_thread_count());
  std::vector<UnitShare> Todo = sharesOf(Units, Jobs);
  std::reverse(Todo.begin(), Todo.end());
  while (!Todo.empty() || Work.running()) {
    while (!Todo.empty() && Work.running() < Jobs) {
      Progress(Units[Todo.back()[0]], Work.done(), Units.size());
      Work.start(std::move(Todo.back()));
      Todo.pop_back();
    }
    if (Work.running())
      Work.wait();
    append_range(Todo, Work.takeUndone());
  }
  return Work.take();
}

} // namespace fencepost
