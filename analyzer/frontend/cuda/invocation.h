//===- invocation.h - the Clang command of one unit -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a CudaInput to the device pass of Clang: options, toolkit or own
// headers, the files that only exist in memory.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_INVOCATION_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_INVOCATION_H

#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "analyzer/frontend/cuda/toolkit.h"
#include <memory>

namespace clang {
class CompilerInvocation;
class DiagnosticsEngine;
} // namespace clang

namespace fencepost {

/// Folder, in memory only, of the headers that we carry.
inline constexpr llvm::StringRef OwnHeaderRoot = "/__fencepost_cuda";

struct ClangPlan {
  std::vector<std::string> Command; ///< Driver command, argv[0] first.
  Toolkit Kit;
  std::string MainFile; ///< As on the command; "<stdin>" for "-".
  std::string Arch;     ///< As asked for, or what it is read as.
  /// Where Clang's own headers find the toolkit's cuda.h, and that file, if a
  /// folder of the command holds another of this name; else empty.
  std::string CudaHeader, CudaHeaderOfKit;
};

ClangPlan planClang(const CudaInput &In, const Machine &M,
                    std::vector<Notification> &Notes);

/// M's files with our headers mounted at OwnHeaderRoot and the working
/// directory set.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
filesWithOwnHeaders(const Machine &M, llvm::StringRef Directory);

/// The -cc1 invocation of the command's one device job; null if the driver
/// makes none. What the driver says goes to Diags.
std::shared_ptr<clang::CompilerInvocation>
makeInvocation(const ClangPlan &Plan,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
               clang::DiagnosticsEngine &Diags);

/// The name under which Clang knows an architecture: family targets (sm_100f)
/// become sm_100, compute_NN becomes sm_NN, a number that Clang does
/// not know the next lower one that it does; "sm_90" if nothing fits.
std::string clangArch(llvm::StringRef Arch);

/// Clang's folder of built-in headers; empty if none was found.
std::string resourceFolder();

} // namespace fencepost

#endif
