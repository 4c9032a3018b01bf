//===- image_choice.h - which images of a binary to read --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The images of a group say the same for different architectures. By default
// one is read: of the highest architecture, PTX rather than machine code,
// since it is nearer to the source. --arch names others; all reads each.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_IMAGE_CHOICE_H
#define FENCEPOST_ANALYZER_INPUT_IMAGE_CHOICE_H

#include "analyzer/input/container.h"
#include "analyzer/model/kinds.h"
#include <optional>

namespace fencepost {

struct ImageWish {
  std::vector<std::string> Archs; ///< sm_90, sm_90a; empty: the highest.
  bool All = false;               ///< Every image.
  std::optional<Layer> Only;      ///< Ptx or Sass: no other kind.
  /// Machine code can be read. If not, it is chosen only where no PTX of a
  /// group could take its place.
  bool HasDisassembler = true;
};

struct ImageChoice {
  std::vector<size_t> Chosen; ///< Indices into the group, ascending.
  /// Machine code that was passed over for want of a disassembler.
  bool PassedMachineCode = false;
};

ImageChoice chooseImages(const ImageGroup &Group, const ImageWish &Wish);

} // namespace fencepost

#endif
