//===- store.cpp - a folder of named texts --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/store.h"

#include "analyzer/driver/cache/file_states.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace fencepost {

/// The version of what follows, the hash of the text, the text. Changes with
/// the form of anything that is stored.
static constexpr StringLiteral Mark = "fencepost cache 2 ";
static constexpr size_t DigestSize = 32;

std::string Store::pathOf(StringRef Name) const {
  SmallString<256> Path(Folder);
  // pruneCache() takes files of this prefix for its own.
  sys::path::append(Path, "llvmcache-" + Name);
  return std::string(Path);
}

std::error_code Store::open() const {
  if (std::error_code Code = fs::create_directories(Folder))
    return Code;
  return fs::access(Folder, fs::AccessMode::Write);
}

std::optional<std::string> Store::read(StringRef Name) const {
  std::string Path = pathOf(Name);
  fs::file_status Status; // Of a pipe or a device there is no end.
  if (fs::status(Path, Status) || Status.type() != fs::file_type::regular_file)
    return std::nullopt;
  auto File = fs::openNativeFileForRead(Path);
  if (!File) {
    consumeError(File.takeError());
    return std::nullopt;
  }
  auto Buffer = MemoryBuffer::getOpenFile(*File, Path, /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  // Pruning goes by the time of last use, which many systems do not keep.
  auto Now = std::chrono::system_clock::now();
  (void)fs::setLastAccessAndModificationTime(*File, Now);
  (void)fs::closeFile(*File);
  if (!Buffer)
    return std::nullopt;
  StringRef Text = (*Buffer)->getBuffer();
  if (!Text.consume_front(Mark) || Text.size() < DigestSize + 1)
    return std::nullopt;
  StringRef Digest = Text.take_front(DigestSize);
  Text = Text.drop_front(DigestSize + 1);
  if (digestOf(Text) != Digest)
    return std::nullopt;
  return Text.str();
}

std::error_code Store::write(StringRef Name, StringRef Text) const {
  std::string Path = pathOf(Name);
  SmallString<256> Scratch;
  int FD = -1;
  if (std::error_code Code = fs::createUniqueFile(
          pathOf("scratch-%%%%%%%%%%%%"), FD, Scratch, fs::OF_None))
    return Code;
  std::error_code Code;
  {
    raw_fd_ostream OS(FD, /*shouldClose=*/true);
    OS << Mark << digestOf(Text) << '\n' << Text;
    OS.close();
    Code = OS.error();
    OS.clear_error(); // Else it ends the program.
  }
  if (!Code)
    Code = fs::rename(Scratch, Path);
  if (Code)
    (void)fs::remove(Scratch);
  return Code;
}

void Store::prune(unsigned Megabytes) const {
  CachePruningPolicy Policy;
  Policy.Expiration = std::chrono::hours(24 * 30);
  Policy.MaxSizeBytes = uint64_t(Megabytes) << 20;
  pruneCache(Folder, Policy);
}

} // namespace fencepost
