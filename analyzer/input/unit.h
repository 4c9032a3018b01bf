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

#include "analyzer/model/kinds.h"
#include "analyzer/model/notification.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

struct Unit {
  std::string File; ///< As named or found; "-" for standard input.
  Layer What = Layer::Cuda;
  std::string Arch;      ///< Chosen architecture: sm_90.
  std::string Directory; ///< Of the compile command, else empty.
  std::string Compiler;  ///< argv[0] of the compile command, else empty.
  std::vector<std::string> Arguments; ///< Adjusted clang options.
  std::string
      CudaPath; ///< --cuda-path of the command or after `--`, else empty.
  std::optional<std::string> Buffer; ///< Text read from standard input.
  bool FromDatabase = false;
  bool WasNamed = true; ///< Named by the user, not found in a folder.
};

struct InputRequest {
  std::vector<std::string> Paths;
  std::string BuildPath; ///< -p
  std::optional<Layer> ForcedLayer;
  std::vector<std::string> Archs;          ///< --arch; empty: from the command.
  std::vector<std::string> ExtraArguments; ///< After `--`.
};

struct InputPlan {
  std::vector<Unit> Units; ///< Deterministic order, no duplicates.
  std::vector<Notification> Notes;
  bool HasUserError = false; ///< A named input does not exist or is unusable.
};

InputPlan planInputs(const InputRequest &Request);

} // namespace fencepost

#endif
