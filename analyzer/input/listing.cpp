//===- listing.cpp - folders and streams ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/layer_guess.h"
#include "analyzer/input/plan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace fencepost {

static bool isBinaryName(StringRef Name) {
  for (StringRef End :
       {".cubin", ".fatbin", ".o", ".so", ".a", ".obj", ".lib", ".dll"})
    if (Name.ends_with(End))
      return true;
  return Name.contains(".so.");
}

/// libx.so, libx.so.1 and libx.so.1.2 are mostly one file.
static void keepOneOfEach(std::vector<std::string> &Files) {
  llvm::sort(Files);
  std::set<sys::fs::UniqueID> Seen;
  llvm::erase_if(Files, [&](const std::string &File) {
    sys::fs::UniqueID Id;
    return sys::fs::getUniqueID(File, Id) || !Seen.insert(Id).second;
  });
}

FolderFiles listFolder(StringRef Folder) {
  FolderFiles Out;
  std::vector<std::string> Pending{Folder.str()};
  while (!Pending.empty()) {
    std::string Current = std::move(Pending.back());
    Pending.pop_back();
    std::error_code EC;
    sys::fs::directory_iterator It(Current, EC, /*follow_symlinks=*/false), End;
    for (; !EC && It != End; It.increment(EC)) {
      StringRef Path = It->path();
      sys::fs::file_type Type = It->type();
      if (Type == sys::fs::file_type::directory_file) {
        if (!sys::path::filename(Path).starts_with("."))
          Pending.push_back(Path.str());
        continue;
      }
      std::optional<Layer> What = layerOfExtension(Path);
      bool IsBinary = isBinaryName(sys::path::filename(Path));
      if ((!What || What == Layer::Events) && !IsBinary)
        continue;
      if (!sys::fs::is_regular_file(Path))
        continue;
      (IsBinary ? Out.Binaries : Out.Files).push_back(Path.str());
    }
    if (EC)
      Out.Unreadable.push_back(Current);
  }
  llvm::sort(Out.Files);
  keepOneOfEach(Out.Binaries);
  llvm::sort(Out.Unreadable);
  return Out;
}

static Expected<std::string> readUpTo(sys::fs::file_t Handle, size_t Limit) {
  std::string Text;
  static constexpr size_t Chunk = 1u << 16;
  while (Text.size() < Limit) {
    size_t Old = Text.size();
    size_t Want = std::min(Chunk, Limit - Old);
    Text.resize(Old + Want);
    Expected<size_t> Got =
        sys::fs::readNativeFile(Handle, {Text.data() + Old, Want});
    if (!Got)
      return Got.takeError();
    Text.resize(Old + *Got);
    if (*Got == 0)
      break;
  }
  return Text;
}

static Expected<std::string> readFile(StringRef Path, size_t Limit) {
  Expected<sys::fs::file_t> Handle = sys::fs::openNativeFileForRead(Path);
  if (!Handle)
    return Handle.takeError();
  Expected<std::string> Text = readUpTo(*Handle, Limit);
  sys::fs::closeFile(*Handle);
  return Text;
}

Expected<std::string> readInput(StringRef Path, size_t Limit) {
  Expected<std::string> Text =
      Path == "-" ? readUpTo(sys::fs::getStdinHandle(), Limit + 1)
                  : readFile(Path, Limit + 1);
  if (Text && Text->size() > Limit)
    return createStringError(inconvertibleErrorCode(),
                             "more than " + Twine(Limit >> 20) + " MiB");
  return Text;
}

Expected<std::string> readHead(StringRef Path, size_t Bytes) {
  return readFile(Path, Bytes);
}

} // namespace fencepost
