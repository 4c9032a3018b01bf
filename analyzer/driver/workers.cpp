//===- workers.cpp - units in processes of their own ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker is forked, not started anew: the libraries are loaded and relocated
// once, and their pages are shared. The parent must have one thread at that
// time. A worker writes its outcome into a socket that the parent empties while
// it waits; the end of the stream is the end of the worker.
//
// A worker is kept for all PTX files that it comes to, a few small ones at a
// time: it would take longer to start than to read one. What such a worker
// leaves undone, each by one of its own does.
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/workers.h"

#include "analyzer/driver/shares.h"
#include "analyzer/driver/wire.h"
#include "analyzer/driver/worker_process.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace fencepost {

namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  UnitShare Of; ///< Units, in the order in which they are analysed.
  pid_t Pid;
  int Socket;
  Clock::time_point Start;
  bool TakesMore;
  std::string Text = {};
  bool WasKilled = false;
  bool IsFresh = true; ///< Had no other share before.
  bool isIdle() const { return Of.empty(); }
};

class Pool {
public:
  Pool(ArrayRef<Unit> Units, const RunOptions &Options, AnalyseUnit Analyse)
      : Units(Units), Options(Options), Analyse(Analyse),
        Outcomes(Units.size()), IsAgain(Units.size()) {}
  /// IsLast: no share is waiting for a worker. Cores: of the worker, if one is
  /// started.
  void start(UnitShare Of, bool IsLast, unsigned Cores);
  /// Sleeps until a worker wrote, ended or ran out of time.
  void wait();
  size_t running() const {
    return count_if(Workers, [](const Running &R) { return !R.isIdle(); });
  }
  size_t done() const { return Done; }
  /// Units that are to be started once more, each alone.
  std::vector<UnitShare> takeUndone() { return std::exchange(Undone, {}); }
  /// When all is done.
  std::vector<UnitOutcome> take();

private:
  void couldNotStart(size_t Index, int Error);
  bool isShared(const UnitShare &Of) const;
  static bool hasAnswered(const Running &R);
  void finish(Running &R);
  void finishSeveral(Running &R);
  int millisecondsLeft();
  ArrayRef<Unit> Units;
  const RunOptions &Options;
  AnalyseUnit Analyse;
  std::vector<UnitOutcome> Outcomes;
  std::vector<Running> Workers;
  std::vector<UnitShare> Undone;
  std::vector<bool> IsAgain; ///< A worker that had others was lost with it.
  size_t Done = 0;
};

/// Of the parent's clock to the worker's processor time.
constexpr unsigned WallFactor = 4;

/// In front of each outcome of several: its length.
using Length = uint64_t;

} // namespace

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

/// PTX files may follow others in one process.
bool Pool::isShared(const UnitShare &Of) const {
  const Unit &U = Units[Of[0]];
  return U.What == Layer::Ptx && !U.Image && !U.Buffer && !IsAgain[Of[0]];
}

void Pool::start(UnitShare Of, bool IsLast, unsigned Cores) {
  bool IsShared = isShared(Of);
  auto Idle = find_if(Workers, [](const Running &R) { return R.isIdle(); });
  if (IsShared && Idle != Workers.end()) {
    Idle->Of = std::move(Of);
    Idle->Start = Clock::now();
    Idle->IsFresh = false;
    return sendShare(Idle->Socket, Idle->Of);
  }
  outs().flush();
  int Ends[2];
  pid_t Parent = getpid(), Pid = -1;
  bool HasSocket = socketpair(AF_UNIX, SOCK_STREAM, 0, Ends) == 0;
  if (HasSocket)
    Pid = fork();
  int Error = errno;
  bool TakesMore = IsShared && !IsLast;
  if (Pid == 0) {
    close(Ends[0]);
    runWorker({Units, Options, Analyse, Of, TakesMore, Ends[1], Parent, Cores});
  }
  if (HasSocket)
    close(Ends[1]);
  if (Pid < 0) {
    if (HasSocket)
      close(Ends[0]);
    for (size_t Index : Of)
      couldNotStart(Index, Error);
    return;
  }
  Workers.push_back({std::move(Of), Pid, Ends[0], Clock::now(), TakesMore});
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
  close(R.Socket);
  int Status = 0;
  while (waitpid(R.Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  if (R.Of.size() != 1 || !R.IsFresh)
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
    IsAgain[Index] = true;
    Undone.push_back({Index});
  }
}

/// The outcomes of all its units are there.
bool Pool::hasAnswered(const Running &R) {
  StringRef Text = R.Text;
  for (size_t Left = R.Of.size(); Left; --Left) {
    Length Size = 0;
    if (Text.size() < sizeof(Size))
      return false;
    std::memcpy(&Size, Text.data(), sizeof(Size));
    Text = Text.drop_front(sizeof(Size));
    if (Text.size() < Size)
      return false;
    Text = Text.drop_front(Size);
  }
  return true;
}

std::vector<UnitOutcome> Pool::take() {
  for (Running &R : Workers)
    shutdown(R.Socket, SHUT_WR);
  for (Running &R : Workers)
    finish(R);
  return std::move(Outcomes);
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
    if (R.isIdle())
      continue;
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
    Pipes.push_back({R.Socket, POLLIN, 0});
  if (poll(Pipes.data(), Pipes.size(), millisecondsLeft()) <= 0)
    return;
  for (size_t I = Pipes.size(); I-- > 0;) {
    if (!Pipes[I].revents)
      continue;
    Running &R = Workers[I];
    char Bytes[1 << 16];
    ssize_t N = read(R.Socket, Bytes, sizeof(Bytes));
    if (N > 0) {
      R.Text.append(Bytes, N);
      if (R.TakesMore && hasAnswered(R)) {
        finishSeveral(R);
        R.Of.clear();
        R.Text.clear();
      }
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
  size_t Jobs =
      Options.Jobs
          ? Options.Jobs
          : std::max<size_t>(1, hardware_concurrency().compute_thread_count());
  std::vector<UnitShare> Todo = sharesOf(Units, Jobs);
  Pool Work(Units, Options, Analyse);
  std::reverse(Todo.begin(), Todo.end());
  while (!Todo.empty() || Work.running()) {
    while (!Todo.empty() && Work.running() < Jobs) {
      Progress(Units[Todo.back()[0]], Work.done(), Units.size());
      size_t Busy = std::min(Work.running() + Todo.size(), Jobs);
      UnitShare Of = std::move(Todo.back());
      Todo.pop_back();
      Work.start(std::move(Of), Todo.empty(), Jobs / Busy);
    }
    if (Work.running())
      Work.wait();
    append_range(Todo, Work.takeUndone());
  }
  return Work.take();
}

} // namespace fencepost
