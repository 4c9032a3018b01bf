//===- image_text.h - the text of a device image ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_IMAGE_TEXT_H
#define FENCEPOST_ANALYZER_INPUT_IMAGE_TEXT_H

#include "analyzer/input/unit.h"

namespace fencepost {

struct ImageText {
  std::string Text;     ///< PTX or a disassembly.
  std::string WhyEmpty; ///< As a message; empty if there is a text.
  /// What is missing belongs to this machine, not to the file.
  bool IsEnvironment = false;
  /// An ELF image of data alone: it needs no text.
  bool HasNoCode = false;
  /// Of machine code without a text: its functions, as mangled.
  std::vector<std::string> Functions;
};

/// Decompresses the image of U, which must be one, and runs the disassembler
/// over machine code.
ImageText readImageText(const Unit &U);

} // namespace fencepost

#endif
