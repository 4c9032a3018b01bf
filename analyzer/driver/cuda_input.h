//===- cuda_input.h - a unit as the CUDA front end wants it -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CUDA_INPUT_H
#define FENCEPOST_ANALYZER_DRIVER_CUDA_INPUT_H

#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "analyzer/input/unit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace fencepost {

/// CudaPath is that of --cuda-path; it comes before the unit's own.
inline CudaInput cudaInputOf(const Unit &U, llvm::StringRef CudaPath) {
  CudaInput In;
  In.File = U.File;
  if (!U.Directory.empty() && !U.Buffer) {
    llvm::SmallString<256> Absolute(U.File);
    (void)llvm::sys::fs::make_absolute(Absolute);
    In.File = std::string(Absolute);
  }
  In.Arguments = U.Arguments;
  In.Directory = U.Directory;
  In.Arch = U.Arch;
  In.Buffer = U.Buffer;
  In.CudaPath = CudaPath.empty() ? U.CudaPath : CudaPath.str();
  In.Compiler = U.Compiler;
  return In;
}

} // namespace fencepost

#endif
