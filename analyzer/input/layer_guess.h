//===- layer_guess.h - which layer a text is --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_LAYER_GUESS_H
#define FENCEPOST_ANALYZER_INPUT_LAYER_GUESS_H

#include "analyzer/model/kinds.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace fencepost {

/// By the name's extension: .cu .cuh .ptx .sass .events. nullopt for others.
std::optional<Layer> layerOfExtension(llvm::StringRef Path);

/// C and C++ extensions: CUDA if the user names such a file.
bool hasCxxExtension(llvm::StringRef Path);

struct Guess {
  std::optional<Layer> What;
  /// Why What is empty, to follow the file's name, and the way out.
  std::string Why;
};

/// By content: `.version` (PTX), `Function :` or `/*0000*/` (SASS), the first
/// word of .events, CUDA's keywords. Binaries with device code are
/// container.h's.
Guess guessLayer(llvm::StringRef Text);

} // namespace fencepost

#endif
