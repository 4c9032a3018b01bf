//===- run_program.cpp - other programs that a run asks -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/run_program.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace fencepost {

static constexpr uint64_t MaxErrorBytes = 1 << 20;
static constexpr size_t MaxReason = 200;

ScratchFile::ScratchFile() {
  SmallString<128> Name;
  if (sys::fs::createTemporaryFile("fencepost", "", Handle, Name))
    return;
  sys::fs::remove(Name);
  // Children inherit it.
  int Flags = fcntl(Handle, F_GETFD);
  fcntl(Handle, F_SETFD, Flags & ~FD_CLOEXEC);
}

ScratchFile::~ScratchFile() {
  if (Handle >= 0)
    close(Handle);
}

bool ScratchFile::write(StringRef Bytes) {
  raw_fd_ostream OS(Handle, /*shouldClose=*/false);
  OS << Bytes;
  OS.flush();
  bool Ok = !OS.has_error();
  OS.clear_error();
  return Ok;
}

Expected<std::string> ScratchFile::read(uint64_t Limit) const {
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Handle, Status))
    return errorCodeToError(Code);
  if (Status.getSize() > Limit)
    return createStringError(inconvertibleErrorCode(), "more than " +
                                                           Twine(Limit >> 20) +
                                                           " MiB of text");
  auto Buffer = MemoryBuffer::getOpenFile(
      sys::fs::convertFDToNativeFile(Handle), "output", Status.getSize(),
      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  return (*Buffer)->getBuffer().str();
}

static std::string printableLine(StringRef Line) {
  std::string Out;
  for (char C : Line.trim().take_front(MaxReason))
    Out += isPrint(C) ? C : '?';
  return Out;
}

Expected<ProgramRun> runProgram(StringRef Program, ArrayRef<StringRef> Words,
                                StringRef Input, const ProgramLimits &Limits) {
  ScratchFile In, Out, Err;
  if (!In.isOpen() || !Out.isOpen() || !Err.isOpen() || !In.write(Input))
    return createStringError(inconvertibleErrorCode(),
                             "no temporary file could be written (see TMPDIR)");
  SmallVector<StringRef, 16> All = {Program};
  All.append(Words.begin(), Words.end());
  std::string Paths[] = {In.path(), Out.path(), Err.path()};
  std::optional<StringRef> Streams[] = {
      StringRef(Paths[0]), StringRef(Paths[1]), StringRef(Paths[2])};
  ProgramRun Run;
  std::string System;
  Run.ExitCode =
      sys::ExecuteAndWait(Program, All, std::nullopt, Streams, Limits.Seconds,
                          /*MemoryLimit=*/0, &System);
  Expected<std::string> Output = Out.read(Limits.OutputBytes);
  if (!Output)
    return Output.takeError();
  Run.Output = std::move(*Output);
  if (Expected<std::string> Said = Err.read(MaxErrorBytes))
    Run.Errors = std::move(*Said);
  else
    consumeError(Said.takeError());
  if (Run.ExitCode == 0)
    return Run;
  Run.Reason = printableLine(StringRef(Run.Errors).trim().split('\n').first);
  if (Run.ExitCode < 0 && !System.empty())
    Run.Reason = System;
  if (Run.Reason.empty())
    Run.Reason = "exit code " + std::to_string(Run.ExitCode);
  return Run;
}

} // namespace fencepost
