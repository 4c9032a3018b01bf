//===- file_states.cpp - have the files of a unit changed? ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/file_states.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <ctime>
#include <sys/stat.h>
#include <vector>

using namespace llvm;

namespace fencepost {

static constexpr int64_t Second = 1000 * 1000 * 1000;
static constexpr int64_t SettledAfter = 2 * Second;

static int64_t nanoseconds(const timespec &T) {
  return int64_t(T.tv_sec) * Second + T.tv_nsec;
}

int64_t fileClock() {
  timespec Now;
#ifdef CLOCK_REALTIME_COARSE
  // What the kernel stamps with; the fine clock runs ahead of it.
  clock_gettime(CLOCK_REALTIME_COARSE, &Now);
#else
  clock_gettime(CLOCK_REALTIME, &Now);
#endif
  return nanoseconds(Now);
}

std::string digestOf(StringRef Text) {
  return toHex(BLAKE3::hash<16>(arrayRefFromStringRef(Text)),
               /*LowerCase=*/true);
}

namespace {
struct Seen {
  bool IsThere = false, IsFolder = false, IsFile = false;
  FileStamp Stamp;
};
} // namespace

static Seen look(const char *Path) {
  Seen S;
  struct stat St;
  int64_t Now = fileClock();
  if (stat(Path, &St))
    return S;
  S.IsThere = true;
  S.IsFolder = S_ISDIR(St.st_mode);
  S.IsFile = S_ISREG(St.st_mode);
#ifdef __APPLE__
  timespec Modified = St.st_mtimespec, Changed = St.st_ctimespec;
#else
  timespec Modified = St.st_mtim, Changed = St.st_ctim;
#endif
  S.Stamp = {St.st_ino, uint64_t(St.st_size), nanoseconds(Modified),
             nanoseconds(Changed), false};
  S.Stamp.IsSettled =
      std::max(S.Stamp.Modified, S.Stamp.Changed) + SettledAfter < Now;
  return S;
}

static std::string digestOfListing(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Names.push_back(sys::path::filename(It->path()).str());
  sort(Names);
  return digestOf(join(Names, StringRef("\0", 1)));
}

static std::string digestOfContent(StringRef Path) {
  // Volatile: a mapping would end the program if the file were cut short.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  return Buffer ? digestOf((*Buffer)->getBuffer())
                : "unreadable: " + Buffer.getError().message();
}

/// The digest of an earlier look is taken if the stamps allow it.
static FileState stateOf(StringRef Path, FileAnswer Answer, const Seen &S,
                         const FileState *Known) {
  FileState Out;
  Out.Answer = Answer;
  if (!S.IsThere)
    return Out;
  if (Answer == FileAnswer::Absent || Answer == FileAnswer::Present ||
      (Answer == FileAnswer::Content && !S.IsFile)) {
    Out.Digest = S.IsFolder ? "folder" : "file";
    return Out;
  }
  Out.Stamp = S.Stamp;
  if (Known && Known->Answer == Answer && Known->Stamp.IsSettled &&
      Known->Stamp == S.Stamp && !Known->Digest.empty())
    Out.Digest = Known->Digest;
  else
    Out.Digest = Answer == FileAnswer::Listing ? digestOfListing(Path)
                                               : digestOfContent(Path);
  return Out;
}

StringMap<FileState> &FileStates::of(FileAnswer Answer) {
  switch (Answer) {
  case FileAnswer::Content:
    return Contents;
  case FileAnswer::Listing:
    return Listings;
  case FileAnswer::Absent:
  case FileAnswer::Present:
    break;
  }
  return Presence;
}

const FileState &FileStates::now(StringRef Path, FileAnswer Answer,
                                 const FileState *Known) {
  auto [It, IsNew] = of(Answer).try_emplace(Path);
  if (IsNew)
    It->second = stateOf(Path, Answer, look(It->getKeyData()), Known);
  return It->second;
}

std::optional<FileState> FileStates::fresh(StringRef Path, FileAnswer Answer,
                                           int64_t Since) {
  auto [It, IsNew] = of(Answer).try_emplace(Path);
  Seen Before = look(It->getKeyData());
  It->second = stateOf(Path, Answer, Before, IsNew ? nullptr : &It->second);
  if (Answer == FileAnswer::Content || Answer == FileAnswer::Listing) {
    Seen After = look(It->getKeyData());
    if (!After.IsThere || !(After.Stamp == Before.Stamp) ||
        Before.Stamp.Changed >= Since)
      return std::nullopt;
  }
  return It->second;
}

} // namespace fencepost
