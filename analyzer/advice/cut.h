//===- cut.h - events as a litmus program -----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program put together from events of a unit and from operations of a thread
// that is made up, rendered before and after the changes.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_CUT_H
#define FENCEPOST_ANALYZER_ADVICE_CUT_H

#include "analyzer/advice/advice.h"
#include "analyzer/memory_model/checker.h"
#include "llvm/ADT/StringMap.h"

namespace fencepost::advice {

/// One operation of a thread: an event, or text of its own.
struct Slot {
  const FunctionView *In = nullptr;
  EventId E = NoId;
  std::string Location; ///< x, y, z...; empty for what accesses nothing.
  std::string Register; ///< Of a read that the outcome asks about; or empty.
  std::string Text;     ///< For a slot without event.
  int64_t Value = 1;    ///< That a store writes.
};

struct CutThread {
  std::string Name, Place; ///< `P0`, `cta1`.
  std::vector<Slot> Code;
};

struct Cut {
  std::vector<CutThread> Threads;
  std::vector<std::string> Outcome; ///< `P0:a == 1`, `x == 2`.
  unsigned size() const;
};

/// The event as an instruction, changed if Changes name it; empty if dropped
/// or without meaning to other threads.
std::string instructionOf(const Slot &S, llvm::ArrayRef<Change> Changes,
                          const FunctionView *Changed);
std::string render(const Cut &C, llvm::ArrayRef<Change> Changes,
                   const FunctionView *Changed, llvm::StringRef Clause);

bool reads(const FunctionView &In, EventId E);
bool writes(const FunctionView &In, EventId E);

/// Decides programs, each text once.
class Court {
public:
  Court(const FunctionView &Changed, llvm::ArrayRef<Change> Changes)
      : Changed(Changed), Changes(Changes) {}

  /// False once no further program can help: one was refuted, or could not be
  /// decided.
  bool hear(const Cut &C);
  bool isOpen() const { return !Result; }
  AdviceResult result() const;
  void withhold(const llvm::Twine &Reason, std::string Program = "");

private:
  const FunctionView &Changed;
  llvm::ArrayRef<Change> Changes;
  llvm::StringMap<memory_model::Answer> Heard;
  unsigned Cases = 0, Posed = 0;
  uint64_t Steps = 0;
  std::string Supporting; ///< The first that stays forbidden.
  std::optional<AdviceResult> Result;

  std::optional<memory_model::Answer> ask(const std::string &Text);
};

} // namespace fencepost::advice

#endif
