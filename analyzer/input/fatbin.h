//===- fatbin.h - the images of a fat binary --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fat binary is what nvcc embeds for one translation unit: PTX and machine
// code for one or several architectures. FATBIN.md describes the bytes.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_FATBIN_H
#define FENCEPOST_ANALYZER_INPUT_FATBIN_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace fencepost {

enum class ImageKind : uint8_t {
  Ptx,   ///< Text.
  Elf,   ///< Machine code, a device ELF file (cubin).
  Other, ///< Intermediate code for link-time optimisation, or unknown.
};

enum class ImageCoding : uint8_t { Plain, Lz4, Zstd };

struct Image {
  ImageKind Kind = ImageKind::Other;
  ImageCoding Coding = ImageCoding::Plain;
  std::string Arch;    ///< sm_90a, also for PTX; empty if not recorded.
  std::string Name;    ///< Of the source, as recorded; mostly empty.
  uint64_t Offset = 0; ///< Of the stored bytes, from the start of the file.
  uint64_t Stored = 0; ///< Bytes there.
  uint64_t Size = 0;   ///< Bytes once decompressed.
};

/// The images of one translation unit, alternatives to each other.
struct ImageGroup {
  std::vector<Image> Images;
  std::string Member; ///< Of an archive, else empty.
};

/// More images than this in one file are a fault.
constexpr size_t MaxImages = 1u << 20;

/// No image of more bytes is decompressed.
constexpr uint64_t MaxImageBytes = 512u << 20;

/// Does a fat binary start here?
bool isFatbin(llvm::StringRef Bytes);

/// The fat binaries in Bytes (a file or a section; padding between them is
/// passed over), which start Base bytes into their file. What is whole is
/// added to Groups; the first fault ends the walk.
llvm::Error listFatbins(llvm::StringRef Bytes, uint64_t Base,
                        std::vector<ImageGroup> &Groups);

/// The decompressed bytes of I; File is the whole file.
llvm::Expected<llvm::SmallString<0>> readImage(llvm::StringRef File,
                                               const Image &I);

} // namespace fencepost

#endif
