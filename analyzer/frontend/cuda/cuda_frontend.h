//===- cuda_frontend.h - CUDA C++ to events ---------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs Clang's device pass on one unit and lowers every device function worth
// reading (kernels, and device functions that no kernel of the unit reaches).
// Clang stays behind this header.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_CUDA_FRONTEND_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_CUDA_FRONTEND_H

#include "analyzer/model/files_asked.h"
#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"
#include <optional>

namespace fencepost {

class ApiModels;

struct CudaInput {
  std::string File;
  /// Clang options (no compiler, no input, no -o): already adjusted from nvcc.
  std::vector<std::string> Arguments;
  std::string Directory; ///< Working directory of the command; "" is ours.
  std::string Arch = "sm_90";
  std::optional<std::string> Buffer; ///< Text in place of the file's (stdin).
  /// --cuda-path; empty: look for a toolkit (environment, nvcc on PATH, usual
  /// folders, Python wheel); "none": use the headers that we carry.
  std::string CudaPath;
  /// nvcc of the compile command, if any: its toolkit comes first.
  std::string Compiler;
  /// The models that ship and the user's own; null: those that ship alone.
  const ApiModels *Models = nullptr;
};

struct CudaUnit {
  std::unique_ptr<Module> M; ///< Null only if nothing could be parsed at all.
  std::vector<Notification> Notes;
  std::vector<std::string>
      FilesRead;           ///< Every file that was included, for depfiles.
  FilesAsked Asked;        ///< All that the result depends on.
  unsigned ErrorCount = 0; ///< Errors of Clang that were not benign.
  bool HadErrors = false;  ///< Clang reported errors that were not benign.
  /// Some of them outside the bodies of host functions.
  bool MayMissFunctions = false;
};

CudaUnit readCuda(const CudaInput &In);

/// The clang command line that readCuda() would use, for --print-command and
/// bug reports.
std::vector<std::string> clangCommand(const CudaInput &In);

} // namespace fencepost

#endif
