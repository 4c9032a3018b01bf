//===- command_text.cpp - what Clang is asked, as a shell line ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/command_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#ifdef FENCEPOST_HAS_CUDA
#include "analyzer/driver/cuda_input.h"
#include "analyzer/frontend/cuda/invocation.h"
#include "analyzer/frontend/cuda/own_headers.h"
#endif

using namespace llvm;

namespace fencepost {

std::string shellQuoted(StringRef Text) {
  std::string Out = "'";
  for (char C : Text)
    Out += C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

std::string shellWord(StringRef Arg) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("-_=+./:,@%").contains(C);
  };
  if (!Arg.empty() && all_of(Arg, IsPlain))
    return Arg.str();
  return shellQuoted(Arg);
}

#ifdef FENCEPOST_HAS_CUDA

/// The clang++ that goes with our libclang; the one on PATH if it is not there.
static std::string clangProgram() {
  SmallString<256> Program(resourceFolder());
  sys::path::append(Program, "../../../bin/clang++");
  sys::path::remove_dots(Program, /*remove_dot_dot=*/true);
  return sys::fs::can_execute(Program) ? std::string(Program) : "clang++";
}

/// The words, the program first, the file last; our headers are looked for in
/// Headers, if that is not empty.
static std::vector<std::string> cudaWords(const Unit &U, StringRef CudaPath,
                                          StringRef Headers,
                                          bool &NamesOwnHeaders) {
  std::vector<std::string> Words = clangCommand(cudaInputOf(U, CudaPath));
  if (Words.empty())
    return Words;
  Words.front() = clangProgram();
  if (U.Buffer)
    Words.back() = "-";
  for (std::string &W : Words) {
    size_t At = W.find(OwnHeaderRoot.str());
    if (At == std::string::npos || StringRef(W).starts_with("--cuda-path="))
      continue;
    NamesOwnHeaders = true;
    if (!Headers.empty())
      W.replace(At, OwnHeaderRoot.size(), Headers.str());
  }
  return Words;
}

static CommandText cudaCommand(const Unit &U, StringRef CudaPath,
                               StringRef OwnHeaders) {
  SmallString<256> Folder(OwnHeaders);
  if (!Folder.empty())
    (void)sys::fs::make_absolute(Folder);
  CommandText Out;
  raw_string_ostream OS(Out.Line);
  std::vector<std::string> Words =
      cudaWords(U, CudaPath, Folder, Out.NamesOwnHeaders);
  if (!Words.empty() && !U.Directory.empty())
    OS << "cd " << shellWord(U.Directory) << " && ";
  for (const std::string &W : Words)
    OS << (&W == &Words.front() ? "" : " ") << shellWord(W);
  return Out;
}

std::vector<std::string> toolCommand(const Unit &U, StringRef CudaPath,
                                     StringRef Headers) {
  bool NamesOwnHeaders = false;
  std::vector<std::string> Words =
      cudaWords(U, CudaPath, Headers, NamesOwnHeaders);
  // Tools put their own words at the end, and their warnings matter.
  erase_if(Words, [](StringRef W) { return W == "--" || W == "-w"; });
  return Words;
}

bool writeOwnHeaders(StringRef Folder, std::vector<Notification> &Notes) {
  for (const OwnHeader &Header : ownHeaders()) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Header.Path);
    std::error_code Code =
        sys::fs::create_directories(sys::path::parent_path(Path));
    if (!Code) {
      raw_fd_ostream OS(Path, Code);
      if (!Code) {
        OS << Header.Text;
        OS.close();
        Code = OS.error();
        OS.clear_error();
      }
    }
    if (!Code)
      continue;
    Notes.push_back({NoticeClass::User,
                     ("cannot write '" + Path + "': " + Code.message()).str(),
                     "", 0});
    return false;
  }
  return true;
}

#else

std::vector<std::string> toolCommand(const Unit &, StringRef, StringRef) {
  return {};
}

bool writeOwnHeaders(StringRef, std::vector<Notification> &Notes) {
  Notes.push_back({NoticeClass::User,
                   "this build has no CUDA front end (FENCEPOST_CLANG=OFF)", "",
                   0});
  return false;
}

#endif

CommandText commandOf(const Unit &U, StringRef CudaPath, StringRef OwnHeaders) {
#ifdef FENCEPOST_HAS_CUDA
  if (U.What == Layer::Cuda)
    return cudaCommand(U, CudaPath, OwnHeaders);
#endif
  CommandText Out;
  Out.Line = "# " + U.File + " is read as " + spelling(U.What).str() +
             ", without a compiler";
  return Out;
}

} // namespace fencepost
