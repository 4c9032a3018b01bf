//===- container_fuzz.cpp - libFuzzer target of the binaries' reader ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes give images that lie inside them, and each image gives no more
// bytes than its header says. testdata/binaries is a corpus to start from.
//
//===----------------------------------------------------------------------===//

#include "analyzer/input/container.h"
#include "llvm/Support/ErrorHandling.h"

using namespace fencepost;

/// Larger images only cost time here.
static constexpr uint64_t MaxBytes = 1 << 20;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef File(reinterpret_cast<const char *>(Data), Size);
  if (!isContainer(File))
    return 0;
  for (const ImageGroup &G : listImages(File).Groups)
    for (const Image &I : G.Images) {
      if (I.Offset > Size || I.Stored > Size - I.Offset)
        llvm::report_fatal_error("an image outside the file");
      if (I.Size > MaxBytes && I.Size <= MaxImageBytes)
        continue;
      auto Bytes = readImage(File, I);
      if (!Bytes)
        llvm::consumeError(Bytes.takeError());
      else if (Bytes->size() > I.Size)
        llvm::report_fatal_error("more bytes than the header says");
    }
  return 0;
}
