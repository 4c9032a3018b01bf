//===- temp_folder.h - a folder for one test --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_TEMP_FOLDER_H
#define FENCEPOST_ANALYZER_INPUT_TEMP_FOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace fencepost {

class TempFolder {
public:
  TempFolder() {
    llvm::SmallString<128> Name, Real;
    llvm::sys::fs::createUniqueDirectory("fencepost-test", Name);
    llvm::sys::fs::real_path(Name, Real);
    Root = std::string(Real);
  }
  ~TempFolder() { llvm::sys::fs::remove_directories(Root); }
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;

  const std::string &root() const { return Root; }
  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> P(Root);
    llvm::sys::path::append(P, Name);
    return std::string(P);
  }
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string P = path(Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(P));
    std::error_code EC;
    llvm::raw_fd_ostream OS(P, EC);
    OS << Text;
    return P;
  }

private:
  std::string Root;
};

} // namespace fencepost

#endif
