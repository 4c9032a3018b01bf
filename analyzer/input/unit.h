//===- unit.h - what to analyse ---------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the command line's paths (files, folders, "-", a build folder with
// compile_commands.json) into units. Reads no source: that is the front ends'.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_UNIT_H
#define FENCEPOST_ANALYZER_INPUT_UNIT_H

#include "analyzer/input/fatbin.h"
#include "analyzer/model/kinds.h"
#include "analyzer/model/notification.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// A device image in a binary.
struct UnitImage {
  std::string Container; ///< The file as named or found.
  /// Its bytes, if it came through a pipe.
  std::shared_ptr<const std::string> Bytes;
  fencepost::Image What;
  std::string Disassembler;      ///< For machine code; empty: none was found.
  std::string WhyNoDisassembler; ///< As a message.
};

struct Unit {
  /// As named or found; "-" for standard input. Of an image in a binary
  /// `libx.so:libx.1.sm_90.ptx`.
  std::string File;
  Layer What = Layer::Cuda;
  std::string Arch;      ///< Chosen architecture: sm_90.
  std::string Directory; ///< Of the compile command, else empty.
  std::string Compiler;  ///< argv[0] of the compile command, else empty.
  std::vector<std::string> Arguments; ///< Adjusted clang options.
  std::string
      CudaPath; ///< --cuda-path of the command or after `--`, else empty.
  std::optional<std::string> Buffer; ///< Text read from standard input.
  std::optional<UnitImage> Image;
  bool FromDatabase = false;
  bool WasNamed = true; ///< Named by the user, not found in a folder.
  /// A file that this unit includes, as named: only what concerns it is told.
  /// Empty: all is.
  std::string Only;
};

struct InputRequest {
  std::vector<std::string> Paths;
  std::string BuildPath; ///< -p
  std::optional<Layer> ForcedLayer;
  std::vector<std::string> Archs;          ///< --arch; empty: from the command.
  std::vector<std::string> ExtraArguments; ///< After `--`.
  /// Of the launcher: one command, run in the current folder; there are no
  /// Paths and no BuildPath then.
  std::vector<std::string> Command;
  std::string CudaPath;     ///< --cuda-path: where a disassembler may be.
  std::string Disassembler; ///< --nvdisasm
};

struct InputPlan {
  std::vector<Unit> Units; ///< Deterministic order, no duplicates.
  std::vector<Notification> Notes;
  bool HasUserError = false; ///< A named input does not exist or is unusable.
};

InputPlan planInputs(const InputRequest &Request);

} // namespace fencepost

#endif
