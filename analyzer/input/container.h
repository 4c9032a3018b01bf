//===- container.h - binaries that hold device code -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the device images of a file without decompressing any: device ELF
// files (.cubin), fat binaries, host objects, libraries and programs (ELF)
// with fat binaries in their sections, and archives of all these.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_CONTAINER_H
#define FENCEPOST_ANALYZER_INPUT_CONTAINER_H

#include "analyzer/input/fatbin.h"
#include <optional>

namespace fencepost {

struct Container {
  std::vector<ImageGroup> Groups; ///< In the order of the file.
  /// What could not be read, as messages; the rest is in Groups all the same.
  std::vector<std::string> Faults;
  bool IsImage = false; ///< The whole file is one device ELF image.
};

/// An ELF or COFF file, an archive or a fat binary, by its first bytes.
bool isContainer(llvm::StringRef Head);

/// What link-time optimisation starts from: LLVM bitcode or the LTO-IR of nvcc.
/// No part of it can be read here.
bool isLinkTimeCode(llvm::StringRef Head);

/// The files that a thin archive names, found from where Path is; nullopt for
/// every other file.
std::optional<std::vector<std::string>> thinMembers(llvm::StringRef File,
                                                    llvm::StringRef Path);

/// File is the whole file; never fails, see Faults.
Container listImages(llvm::StringRef File);

} // namespace fencepost

#endif
