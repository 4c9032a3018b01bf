//===- file_recorder.h - a file system that remembers questions -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_FILE_RECORDER_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_FILE_RECORDER_H

#include "analyzer/model/files_asked.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace fencepost {

class FileRecorder : public llvm::vfs::ProxyFileSystem {
public:
  /// Asked outlives this.
  FileRecorder(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
               FilesAsked &Asked)
      : ProxyFileSystem(std::move(Files)), Asked(Asked) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                          std::error_code &EC) override;

private:
  void note(const llvm::Twine &Path, FileAnswer Answer);
  FilesAsked &Asked;
};

} // namespace fencepost

#endif
