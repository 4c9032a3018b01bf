//===- layer_guess.cpp - which layer a text is ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/layer_guess.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

std::optional<Layer> layerOfExtension(StringRef Path) {
  return StringSwitch<std::optional<Layer>>(sys::path::extension(Path))
      .Cases({".cu", ".cuh"}, Layer::Cuda)
      .Case(".ptx", Layer::Ptx)
      .Case(".sass", Layer::Sass)
      .Case(".events", Layer::Events)
      .Default(std::nullopt);
}

bool hasCxxExtension(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path).lower())
      .Cases({".c", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx",
              ".h++", ".inl", ".inc", ".ipp", ".tpp", ".impl"},
             true)
      .Default(false);
}

static bool isBinary(StringRef Text, std::string &Why) {
  if (Text.contains('\0')) {
    Why = "a binary file (it holds NUL bytes)";
    return true;
  }
  return false;
}

Guess guessLayer(StringRef Text) {
  constexpr StringRef WayOut = "; --layer=cuda, ptx or sass says what it is";
  Guess Result;
  if (Text.trim().empty()) {
    Result.Why = "is empty";
    return Result;
  }
  if (hasUTF16ByteOrderMark({Text.data(), Text.size()})) {
    Result.Why = "is UTF-16: save it as UTF-8";
    return Result;
  }
  if (isBinary(Text, Result.Why)) {
    Result.Why = ("is " + Result.Why + WayOut).str();
    return Result;
  }
  Text.consume_front("\xef\xbb\xbf"); // A byte order mark.
  bool IsCuda = false;
  bool IsFirst = true;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("//") || Line.starts_with("#!"))
      continue;
    if (IsFirst &&
        (Line.starts_with("module \"") || Line.starts_with("kernel @") ||
         Line.starts_with("device @"))) {
      Result.What = Layer::Events;
      return Result;
    }
    IsFirst = false;
    if (Line.starts_with(".version ") || Line.starts_with(".version\t")) {
      Result.What = Layer::Ptx;
      return Result;
    }
    if (Line.starts_with("Function :") || Line.starts_with("/*0000*/") ||
        Line.starts_with("code for sm_") || Line.starts_with(".headerflags")) {
      Result.What = Layer::Sass;
      return Result;
    }
    IsCuda |= Line.contains("__global__") || Line.contains("__device__") ||
              Line.starts_with("#include");
  }
  if (IsCuda)
    Result.What = Layer::Cuda;
  else
    Result.Why = ("does not look like CUDA, PTX or SASS" + WayOut).str();
  return Result;
}

} // namespace fencepost
