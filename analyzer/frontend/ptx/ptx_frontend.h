//===- ptx_frontend.h - PTX text to a module of events ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads whole PTX files, one or several modules in a text (PTX ISA 9.0; later
// qualifiers are passed over and counted). Every `.entry` is a kernel; a
// `.func` that nobody in the text calls is a device function, others are
// spliced into their callers. A function that cannot be read is Partly or
// Skipped with a reason, and never ends the module.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_PTX_FRONTEND_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_PTX_FRONTEND_H

#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

struct PtxUnit {
  std::unique_ptr<Module> M; ///< Null if Text is no PTX: Notes say why.
  std::vector<Notification> Notes;
  bool HoldsNolint = true; ///< The word stands somewhere in the text.
  struct BodyStart {
    uint32_t Line;
    uint64_t Offset;
  };
  std::vector<BodyStart> Bodies; ///< Of functions, in the order of the text.
};

/// Of functions that hold nothing that a rule looks at, the bodies need not be
/// read: they come out empty, and Analysed.
enum class PtxBodies : uint8_t { OfInterest, All };

struct PtxReading {
  PtxBodies Read = PtxBodies::OfInterest;
  /// Called now and then on the way through the text, by any thread: most of
  /// what was read so far is not read again.
  llvm::function_ref<void()> Passed = nullptr;
  unsigned Threads = 1; ///< At most; what comes out is the same for any number.
  /// The calling thread has one (model/in_parallel.h); else one is started.
  bool HasLargeStack = false;
};

/// Path is what locations and notifications call the text; it is not opened.
PtxUnit readPtx(llvm::StringRef Text, llvm::StringRef Path,
                const PtxReading &How = {});

} // namespace fencepost

#endif
