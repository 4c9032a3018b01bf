//===- file_recorder.cpp - a file system that remembers questions ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/file_recorder.h"
#include "llvm/ADT/SmallString.h"

using namespace fencepost;
using llvm::Twine;

void FileRecorder::note(const Twine &Path, FileAnswer Answer) {
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  (void)makeAbsolute(Absolute);
  Asked.add(std::string(Absolute), Answer);
}

llvm::ErrorOr<llvm::vfs::Status> FileRecorder::status(const Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  note(Path, Status ? FileAnswer::Present : FileAnswer::Absent);
  return Status;
}

bool FileRecorder::exists(const Twine &Path) {
  bool IsThere = ProxyFileSystem::exists(Path);
  note(Path, IsThere ? FileAnswer::Present : FileAnswer::Absent);
  return IsThere;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
FileRecorder::openFileForRead(const Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  bool IsThere = File || ProxyFileSystem::status(Path);
  note(Path, IsThere ? FileAnswer::Content : FileAnswer::Absent);
  return File;
}

llvm::vfs::directory_iterator FileRecorder::dir_begin(const Twine &Folder,
                                                      std::error_code &EC) {
  auto Begin = ProxyFileSystem::dir_begin(Folder, EC);
  note(Folder, EC ? FileAnswer::Absent : FileAnswer::Listing);
  return Begin;
}
