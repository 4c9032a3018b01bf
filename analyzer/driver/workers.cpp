//===- workers.cpp - units in processes of their own -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker gets its unit from a file on its standard input and writes to a file
// on its standard output: no pipe that could fill up, and what a worker wrote
// before it died is never taken for a whole outcome.
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/workers.h"

#include "analyzer/driver/guard.h"
#include "analyzer/driver/wire.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/Threading.h"
#include <chrono>
#include <csignal>
#include <thread>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using namespace llvm;

namespace fencepost {

namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  size_t Index;
  sys::ProcessInfo Process;
  Clock::time_point Start;
  SmallString<128> In, Out;
  bool WasKilled = false;
};

class Pool {
public:
  Pool(ArrayRef<Unit> Units, const UnitSettings &Settings,
       const RunOptions &Options)
      : Units(Units), Settings(Settings), Options(Options),
        Outcomes(Units.size()) {}
  void start(size_t Index);
  /// Takes in the workers that ended; true if there was one.
  bool reap();
  size_t running() const { return Workers.size(); }
  std::vector<UnitOutcome> take() { return std::move(Outcomes); }

private:
  void finish(Running &R, const sys::ProcessInfo &Ended);
  bool writeFile(StringRef Text, SmallString<128> &Path);
  ArrayRef<Unit> Units;
  const UnitSettings &Settings;
  const RunOptions &Options;
  std::vector<UnitOutcome> Outcomes;
  std::vector<Running> Workers;
};

} // namespace

static void removeFile(StringRef Path) {
  if (Path.empty())
    return;
  sys::fs::remove(Path);
  sys::DontRemoveFileOnSignal(Path);
}

bool Pool::writeFile(StringRef Text, SmallString<128> &Path) {
  int Handle = -1;
  if (sys::fs::createTemporaryFile("fencepost", "json", Handle, Path))
    return false;
  sys::RemoveFileOnSignal(Path);
  raw_fd_ostream OS(Handle, /*shouldClose=*/true);
  OS << Text;
  OS.close();
  bool Ok = !OS.has_error();
  OS.clear_error();
  return Ok;
}

void Pool::start(size_t Index) {
  const Unit &U = Units[Index];
  Running R;
  R.Index = Index;
  if (!writeFile(writeTask({U, Settings}), R.In) || !writeFile("", R.Out)) {
    UnitOutcome &O = Outcomes[Index];
    O.Report = reportOf(U);
    O.Report.State = UnitState::Skipped;
    O.Report.Reason = "cannot write a temporary file";
    O.Notes.push_back({NoticeClass::Environment,
                       "cannot write a temporary file; TMPDIR names a folder "
                       "with room for it",
                       "", 0});
    removeFile(R.In);
    return;
  }
  std::optional<StringRef> Redirects[] = {StringRef(R.In), StringRef(R.Out),
                                          StringRef("")};
  unsigned Megabytes = Options.UnitMegabytes;
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  Megabytes = 0; // Its shadow alone is larger than any limit.
#endif
#endif
  std::string Message;
  bool Failed = false;
  R.Start = Clock::now();
  R.Process =
      sys::ExecuteNoWait(Options.Worker, {Options.Worker, "--worker"},
                         std::nullopt, Redirects, Megabytes, &Message, &Failed);
  if (Failed || R.Process.Pid == sys::ProcessInfo::InvalidPid) {
    removeFile(R.In);
    removeFile(R.Out);
    Outcomes[Index] = failedUnit(U, "could not be started: " + Message);
    return;
  }
  Workers.push_back(std::move(R));
}

void Pool::finish(Running &R, const sys::ProcessInfo &Ended) {
  const Unit &U = Units[R.Index];
  auto Buffer = MemoryBuffer::getFile(R.Out);
  if (R.WasKilled) {
    Outcomes[R.Index] = failedUnit(
        U, "took longer than " + std::to_string(Options.UnitSeconds) + " s");
  } else if (Ended.ReturnCode != 0 || !Buffer) {
    Outcomes[R.Index] = failedUnit(U, "crashed");
  } else if (Expected<UnitOutcome> O = readOutcome((*Buffer)->getBuffer())) {
    Outcomes[R.Index] = std::move(*O);
  } else {
    consumeError(O.takeError());
    Outcomes[R.Index] = failedUnit(U, "gave no readable result");
  }
  removeFile(R.In);
  removeFile(R.Out);
}

bool Pool::reap() {
  bool Any = false;
  for (size_t I = 0; I < Workers.size();) {
    Running &R = Workers[I];
    sys::ProcessInfo Ended = sys::Wait(R.Process, 0u);
    if (Ended.Pid == sys::ProcessInfo::InvalidPid) {
      auto Limit = std::chrono::seconds(Options.UnitSeconds);
      if (Options.UnitSeconds && !R.WasKilled &&
          Clock::now() - R.Start > Limit) {
        R.WasKilled = true;
        kill(R.Process.Pid, SIGKILL);
      }
      ++I;
      continue;
    }
    Any = true;
    finish(R, Ended);
    Workers.erase(Workers.begin() + I);
  }
  return Any;
}

std::vector<UnitOutcome>
analyseInWorkers(ArrayRef<Unit> Units, const UnitSettings &Settings,
                 const RunOptions &Options,
                 function_ref<void(const Unit &, size_t, size_t)> Progress) {
  Pool Work(Units, Settings, Options);
  size_t Jobs =
      Options.Jobs
          ? Options.Jobs
          : std::max<size_t>(1, hardware_concurrency().compute_thread_count());
  size_t Next = 0;
  auto Nap = std::chrono::microseconds(200);
  while (Next < Units.size() || Work.running()) {
    while (Next < Units.size() && Work.running() < Jobs) {
      Progress(Units[Next], Next, Units.size());
      Work.start(Next++);
    }
    if (Work.reap()) {
      Nap = std::chrono::microseconds(200);
      continue;
    }
    std::this_thread::sleep_for(Nap);
    Nap = std::min(Nap * 2, std::chrono::microseconds(10000));
  }
  return Work.take();
}

int runWorker() {
#ifdef __linux__
  // A worker whose parent was killed has nobody to tell.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  Expected<std::unique_ptr<MemoryBuffer>> In =
      errorOrToExpected(MemoryBuffer::getSTDIN());
  if (!In) {
    consumeError(In.takeError());
    return 2;
  }
  Expected<WorkerTask> Task = readTask((*In)->getBuffer());
  if (!Task) {
    consumeError(Task.takeError());
    return 2;
  }
  std::string Text;
  if (!guardedOnLargeStack([&] {
        Text = writeOutcome(analyseUnit(Task->What, Task->Settings));
      }))
    return 3;
  outs() << Text;
  outs().flush();
  return outs().has_error() ? 2 : 0;
}

} // namespace fencepost
