//===- disassembler.h - machine code to text --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The encoding of GPU machine code is not published, so it is read through
// NVIDIA's own disassemblers, nvdisasm or cuobjdump, where one is installed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_DISASSEMBLER_H
#define FENCEPOST_ANALYZER_INPUT_DISASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost {

/// Folders where a disassembler may lie, best first: PATH; CudaPath (may be
/// empty), $CUDA_HOME, $CUDA_PATH and /usr/local/cuda; the wheels
/// nvidia-cuda-nvdisasm and nvidia-cuda-cuobjdump of a Python whose `bin` is
/// in PATH or is the folder that holds this program.
std::vector<std::string> disassemblerFolders(llvm::StringRef CudaPath);

/// Named, if not empty, is the file or the folder to use and must be there.
/// The error says which package brings a disassembler.
llvm::Expected<std::string>
findDisassembler(llvm::StringRef Named, llvm::ArrayRef<std::string> Folders);

/// What Program prints of one device ELF image, with source lines where it has
/// them. Takes at most Seconds.
llvm::Expected<std::string> disassemble(llvm::StringRef Program,
                                        llvm::StringRef Elf, unsigned Seconds);

} // namespace fencepost

#endif
