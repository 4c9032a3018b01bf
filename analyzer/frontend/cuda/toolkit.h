//===- toolkit.h - where the CUDA headers are -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a CUDA toolkit's header folders. In this order: the user's word, the
// compile command's nvcc, the environment, nvcc on PATH, the usual folders,
// the headers that Python wheels carry. Runs no program and looks at the
// machine through Machine alone, so that tests need no toolkit.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_TOOLKIT_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_TOOLKIT_H

#include "analyzer/model/notification.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// All that discovery may ask: files and environment variables.
struct Machine {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  std::function<std::optional<std::string>(llvm::StringRef)> Environment;
};

/// The real file system (with a working directory of its own) and environment.
Machine realMachine();

struct ToolkitRequest {
  std::string CudaPath; ///< --cuda-path; "none": no toolkit wanted.
  std::string Compiler; ///< argv[0] of the compile command.
};

struct Toolkit {
  std::string Root; ///< Empty: none, our own headers serve.
  /// In search order: .../include/cccl (where present) before .../include.
  std::vector<std::string> Includes;
  unsigned Version = 0; ///< CUDA_VERSION of its cuda.h: 13000; 0: not stated.
  std::string Origin;   ///< What led to it: "CUDA_HOME", "nvcc on PATH"...

  bool found() const { return !Root.empty(); }
};

/// A --cuda-path that holds no toolkit gives an Environment note and the search
/// goes on, so that the unit is still read.
Toolkit findToolkit(const ToolkitRequest &Request, const Machine &M,
                    std::vector<Notification> &Notes);

} // namespace fencepost

#endif
