//===- nvcc_adjuster.h - nvcc options as clang understands them -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc 13.0 options (CUDA Compiler Driver documentation, "NVCC Command
// Options"), each dropped, dropped with its argument, translated, unwrapped or
// turned into the macro that nvcc would define. The table is nvcc_options.def.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_NVCC_ADJUSTER_H
#define FENCEPOST_ANALYZER_INPUT_NVCC_ADJUSTER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost {

struct AdjustedCommand {
  std::vector<std::string> Arguments; ///< For clang; no compiler, no inputs.
  std::vector<std::string> Inputs;    ///< Source files of the command.
  /// Real architectures asked for (sm_90a); if there are only virtual ones, the
  /// real ones of the same number. Sorted as given, no duplicates.
  std::vector<std::string> Archs;
  std::string Compiler; ///< argv[0], after launchers such as ccache.
  std::string Folder;   ///< Of a `cd` before the compiler, as written.
  std::string Language; ///< Of -x, as clang spells it: cuda, c++; else empty.
  bool IsNvcc = false;
  std::string
      CudaPath; ///< From --cuda-path or the compiler's location; may be empty.
  /// Options that neither table knows. Dropped, because clang stops at an
  /// unknown option; worth a notice.
  std::vector<std::string> Unknown;
};

/// Rewrites one command (argv[0] included). Response files (`@f`,
/// `--options-file f`, `-optf f`) are read relative to Directory; one that
/// cannot be read is an error that names it. Commands of clang pass through
/// with only output and job options removed; of other compilers (g++) the
/// options that matter to a parse are kept.
llvm::Expected<AdjustedCommand> adjustCommand(llvm::ArrayRef<std::string> Argv,
                                              llvm::StringRef Directory);

/// Highest real architecture of the list by SM number, then by how much it
/// offers: sm_100, sm_100f, sm_100a; "sm_90" if the list is empty.
std::string chooseArch(llvm::ArrayRef<std::string> Archs);

/// Does S name a real architecture: sm_90, sm_90a, sm_100f?
bool isRealArch(llvm::StringRef S);

} // namespace fencepost

#endif
