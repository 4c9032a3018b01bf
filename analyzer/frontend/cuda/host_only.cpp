//===- host_only.cpp - host code that the device pass leaves out ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/host_only.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

using namespace fencepost;
using clang::SourceLocation;
using llvm::StringRef;

namespace {

class HostOnlyCode : public clang::PPCallbacks {
public:
  HostOnlyCode(const clang::SourceManager &SM, std::vector<Notification> &Notes)
      : SM(SM), Notes(Notes) {}

  void Else(SourceLocation Loc, SourceLocation IfLoc) override {
    Opened[lineStart(Loc)] = IfLoc;
  }
  void SourceRangeSkipped(clang::SourceRange Range, SourceLocation) override {
    SourceLocation Begin = Range.getBegin(), End = Range.getEnd();
    if (Begin.isInvalid() || !Begin.isFileID() || SM.isInSystemHeader(Begin))
      return;
    auto If = Opened.find(lineStart(Begin));
    StringRef Condition = lineAt(If == Opened.end() ? Begin : If->second);
    if (!Condition.contains("__CUDA_ARCH__"))
      return;
    StringRef Text = between(Begin, End);
    size_t Launches = Text.count("<<<") + Text.count("cudaLaunchKernel") +
                      Text.count("cudaLaunchCooperativeKernel");
    if (!Launches)
      return;
    Notes.push_back({NoticeClass::Environment,
                     "host code up to line " +
                         std::to_string(SM.getSpellingLineNumber(End)) +
                         " was not read, as it depends on __CUDA_ARCH__: " +
                         std::to_string(Launches) +
                         (Launches == 1 ? " kernel launch in it"
                                        : " kernel launches in it"),
                     SM.getFilename(Begin).str(),
                     SM.getSpellingLineNumber(Begin)});
  }

private:
  const clang::SourceManager &SM;
  std::vector<Notification> &Notes;
  /// From the start of the line of an `#else` to its `#if`.
  llvm::DenseMap<SourceLocation, SourceLocation> Opened;

  SourceLocation lineStart(SourceLocation Loc) const {
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    (void)Offset;
    return SM.translateLineCol(File, SM.getSpellingLineNumber(Loc), 1);
  }
  StringRef lineAt(SourceLocation Loc) const {
    auto [File, Offset] = SM.getDecomposedLoc(lineStart(Loc));
    return SM.getBufferData(File).drop_front(Offset).split('\n').first;
  }
  StringRef between(SourceLocation Begin, SourceLocation End) const {
    auto [File, From] = SM.getDecomposedLoc(Begin);
    auto [Same, To] = SM.getDecomposedLoc(End);
    return File == Same && From < To ? SM.getBufferData(File).slice(From, To)
                                     : StringRef();
  }
};

} // namespace

std::unique_ptr<clang::PPCallbacks>
fencepost::tellHostOnlyCode(const clang::SourceManager &SM,
                            std::vector<Notification> &Notes) {
  return std::make_unique<HostOnlyCode>(SM, Notes);
}
