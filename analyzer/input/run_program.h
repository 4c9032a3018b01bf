//===- run_program.h - other programs that a run asks -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// git, python3, nvdisasm, cuobjdump: started without a shell, with a limit of
// time and of output, and with files in between that have no name, so that
// nothing is left behind however the run ends.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_RUN_PROGRAM_H
#define FENCEPOST_ANALYZER_INPUT_RUN_PROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fencepost {

/// A temporary file without a name, which children can open as path().
class ScratchFile {
public:
  ScratchFile();
  ~ScratchFile();
  ScratchFile(const ScratchFile &) = delete;
  ScratchFile &operator=(const ScratchFile &) = delete;

  bool isOpen() const { return Handle >= 0; }
  std::string path() const { return "/dev/fd/" + std::to_string(Handle); }
  /// False where the disk is full.
  bool write(llvm::StringRef Bytes);
  /// All that is in it; an error where that is more than Limit bytes.
  llvm::Expected<std::string> read(uint64_t Limit) const;

private:
  int Handle = -1;
};

struct ProgramLimits {
  unsigned Seconds = 120;
  uint64_t OutputBytes = uint64_t(2) << 30;
};

/// What a program left when it ended.
struct ProgramRun {
  int ExitCode = 0; ///< Negative where it was not started, or was killed.
  std::string Output, Errors;
  std::string Reason; ///< Of a failure: what the program says, else the system.
};

/// Runs Program with Words behind its name and Input as its standard input. An
/// error is one of ours: no temporary file, or more output than the limit.
llvm::Expected<ProgramRun> runProgram(llvm::StringRef Program,
                                      llvm::ArrayRef<llvm::StringRef> Words,
                                      llvm::StringRef Input = "",
                                      const ProgramLimits &Limits = {});

} // namespace fencepost

#endif
