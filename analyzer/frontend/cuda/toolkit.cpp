//===- toolkit.cpp - where the CUDA headers are ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folder layouts of NVIDIA's installers, distributions (Debian, Arch),
// conda packages (targets/TRIPLE/include) and Python wheels.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/toolkit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <algorithm>

using namespace fencepost;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

/// Headers without which Clang's own CUDA wrapper cannot be read.
constexpr StringRef Needed[] = {"cuda.h", "cuda_runtime.h",
                                "crt/host_runtime.h"};

/// Folders of a root that may hold the headers, best first.
constexpr StringRef IncludeFolders[] = {
    "include", "targets/x86_64-linux/include", "targets/sbsa-linux/include",
    "targets/aarch64-linux/include"};

std::string under(StringRef A, StringRef B) {
  llvm::SmallString<256> Out(A);
  path::append(Out, B);
  return std::string(Out);
}

class Finder {
public:
  explicit Finder(const Machine &M) : M(M), FS(*M.Files) {}

  Toolkit fromRoot(StringRef Root, StringRef Origin);
  Toolkit fromCompiler(StringRef Compiler, StringRef Origin);
  Toolkit fromEnvironment();
  Toolkit fromPath();
  Toolkit fromUsualFolders();
  Toolkit fromWheels();

private:
  bool exists(const llvm::Twine &P) const { return FS.exists(P); }
  bool isFolder(StringRef P) const;
  std::string real(StringRef P) const;
  std::vector<std::string> subfolders(StringRef P) const;
  std::vector<std::string> searchPath() const;
  std::string profileTop(StringRef Bin) const;
  Toolkit fromIncludes(StringRef Root, std::vector<std::string> Folders,
                       StringRef Origin);
  Toolkit fromSitePackages(StringRef Site);
  unsigned version(StringRef Include) const;

  const Machine &M;
  llvm::vfs::FileSystem &FS;
};

bool Finder::isFolder(StringRef P) const {
  auto Status = FS.status(P);
  return Status && Status->isDirectory();
}

std::string Finder::real(StringRef P) const {
  llvm::SmallString<256> Out;
  if (!FS.getRealPath(P, Out))
    return std::string(Out);
  return P.str();
}

/// Sorted, so that the choice does not depend on the folder's order on disk.
std::vector<std::string> Finder::subfolders(StringRef P) const {
  std::vector<std::string> Out;
  std::error_code Error;
  constexpr unsigned Most = 4096;
  for (auto It = FS.dir_begin(P, Error), End = llvm::vfs::directory_iterator();
       !Error && It != End && Out.size() < Most; It.increment(Error))
    Out.push_back(It->path().str());
  std::sort(Out.begin(), Out.end());
  return Out;
}

std::vector<std::string> Finder::searchPath() const {
  std::vector<std::string> Out;
  std::optional<std::string> Path = M.Environment("PATH");
  if (!Path)
    return Out;
  llvm::SmallVector<StringRef> Parts;
  StringRef(*Path).split(Parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    Out.push_back(Part.str());
  return Out;
}

/// `#define CUDA_VERSION 13000` of cuda.h.
unsigned Finder::version(StringRef Include) const {
  auto Buffer = FS.getBufferForFile(under(Include, "cuda.h"));
  if (!Buffer)
    return 0;
  StringRef Text = (*Buffer)->getBuffer();
  constexpr StringRef Key = "#define CUDA_VERSION";
  size_t At = Text.find(Key);
  if (At == StringRef::npos)
    return 0;
  unsigned Version = 0;
  StringRef Rest = Text.substr(At + Key.size()).ltrim(" \t");
  return Rest.consumeInteger(10, Version) ? 0 : Version;
}

Toolkit Finder::fromIncludes(StringRef Root, std::vector<std::string> Folders,
                             StringRef Origin) {
  for (StringRef Header : Needed)
    if (llvm::none_of(Folders, [&](const std::string &F) {
          return exists(under(F, Header));
        }))
      return {};
  Toolkit Found;
  Found.Root = Root.str();
  Found.Origin = Origin.str();
  for (const std::string &Folder : Folders) {
    if (isFolder(under(Folder, "cccl")))
      Found.Includes.push_back(under(Folder, "cccl"));
    Found.Includes.push_back(Folder);
    if (!Found.Version)
      Found.Version = version(Folder);
  }
  return Found;
}

Toolkit Finder::fromRoot(StringRef Root, StringRef Origin) {
  if (Root.empty())
    return {};
  for (StringRef Sub : IncludeFolders)
    if (Toolkit T = fromIncludes(Root, {under(Root, Sub)}, Origin); T.found())
      return T;
  return {};
}

/// The TOP line of nvcc.profile, where `$(_HERE_)` is the folder of nvcc.
std::string Finder::profileTop(StringRef Bin) const {
  auto Buffer = FS.getBufferForFile(under(Bin, "nvcc.profile"));
  if (!Buffer)
    return {};
  llvm::SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    auto [Name, Value] = Line.split('=');
    if (Name.trim() != "TOP")
      continue;
    std::string Top = Value.trim().str();
    constexpr StringRef Here = "$(_HERE_)";
    if (size_t At = Top.find(Here); At != std::string::npos)
      Top.replace(At, Here.size(), Bin.str());
    llvm::SmallString<256> Clean(Top);
    path::remove_dots(Clean, /*remove_dot_dot=*/true);
    return std::string(Clean);
  }
  return {};
}

/// A compiler names its toolkit by its folder: nvcc.profile first, then the
/// parent of bin, before and after symbolic links are resolved.
Toolkit Finder::fromCompiler(StringRef Compiler, StringRef Origin) {
  if (!path::filename(Compiler).starts_with("nvcc") ||
      !path::has_parent_path(Compiler) || !exists(Compiler))
    return {};
  for (const std::string &Nvcc : {real(Compiler), Compiler.str()}) {
    StringRef Bin = path::parent_path(Nvcc);
    for (const std::string &Root :
         {profileTop(Bin), path::parent_path(Bin).str()})
      if (Toolkit T = fromRoot(Root, Origin); T.found())
        return T;
  }
  return {};
}

Toolkit Finder::fromEnvironment() {
  constexpr StringRef Names[] = {"CUDA_PATH", "CUDA_HOME", "CUDA_ROOT",
                                 "CUDAToolkit_ROOT", "CUDA_TOOLKIT_ROOT_DIR"};
  for (StringRef Name : Names)
    if (std::optional<std::string> Root = M.Environment(Name))
      if (Toolkit T = fromRoot(*Root, Name); T.found())
        return T;
  return {};
}

Toolkit Finder::fromPath() {
  for (const std::string &Folder : searchPath())
    if (Toolkit T = fromCompiler(under(Folder, "nvcc"), "nvcc on PATH");
        T.found())
      return T;
  return {};
}

Toolkit Finder::fromUsualFolders() {
  if (Toolkit T = fromRoot("/usr/local/cuda", "usual folder"); T.found())
    return T;
  Toolkit Newest;
  for (const std::string &Folder : subfolders("/usr/local"))
    if (path::filename(Folder).starts_with("cuda-"))
      if (Toolkit T = fromRoot(Folder, "usual folder");
          T.found() && (!Newest.found() || T.Version > Newest.Version))
        Newest = std::move(T);
  if (Newest.found())
    return Newest;
  for (StringRef Root : {"/opt/cuda", "/usr/lib/cuda",
                         "/usr/lib/nvidia-cuda-toolkit", "/usr", "/usr/local"})
    if (Toolkit T = fromRoot(Root, "usual folder"); T.found())
      return T;
  if (std::optional<std::string> Conda = M.Environment("CONDA_PREFIX"))
    return fromRoot(*Conda, "CONDA_PREFIX");
  return {};
}

/// Wheels up to CUDA 12 give each component a folder; from 13 on they share
/// nvidia/cu13.
Toolkit Finder::fromSitePackages(StringRef Site) {
  std::string Nvidia = under(Site, "nvidia");
  if (!isFolder(Nvidia))
    return {};
  std::vector<std::string> Folders = subfolders(Nvidia);
  for (auto It = Folders.rbegin(); It != Folders.rend(); ++It)
    if (path::filename(*It).starts_with("cu1"))
      if (Toolkit T = fromRoot(*It, "Python wheels"); T.found())
        return T;
  std::vector<std::string> Includes;
  for (StringRef Part : {"cuda_cccl", "cuda_runtime", "cuda_nvcc", "curand"})
    if (std::string Include = under(Nvidia, (Part + "/include").str());
        isFolder(Include))
      Includes.push_back(std::move(Include));
  return fromIncludes(Nvidia, std::move(Includes), "Python wheels");
}

/// site-packages of the Python whose folder is on PATH, of a virtual
/// environment, and of the user.
Toolkit Finder::fromWheels() {
  std::vector<std::string> Prefixes;
  if (std::optional<std::string> Venv = M.Environment("VIRTUAL_ENV"))
    Prefixes.push_back(*Venv);
  for (const std::string &Folder : searchPath())
    if (exists(under(Folder, "python3")) || exists(under(Folder, "python")))
      Prefixes.push_back(path::parent_path(Folder).str());
  if (std::optional<std::string> Home = M.Environment("HOME"))
    Prefixes.push_back(under(*Home, ".local"));
  for (const std::string &Prefix : Prefixes)
    for (const std::string &Lib : subfolders(under(Prefix, "lib"))) {
      if (!path::filename(Lib).starts_with("python3"))
        continue;
      for (StringRef Packages : {"site-packages", "dist-packages"})
        if (Toolkit T = fromSitePackages(under(Lib, Packages)); T.found())
          return T;
    }
  return {};
}

} // namespace

Machine fencepost::realMachine() {
  return {llvm::vfs::createPhysicalFileSystem(),
          [](StringRef Name) { return llvm::sys::Process::GetEnv(Name); }};
}

Toolkit fencepost::findToolkit(const ToolkitRequest &Request, const Machine &M,
                               std::vector<Notification> &Notes) {
  if (Request.CudaPath == "none")
    return {};
  Finder F(M);
  if (!Request.CudaPath.empty()) {
    if (Toolkit T = F.fromRoot(Request.CudaPath, "--cuda-path"); T.found())
      return T;
    Notes.push_back({NoticeClass::Environment,
                     "no CUDA headers under '" + Request.CudaPath +
                         "': --cuda-path wants the folder that holds "
                         "include/cuda_runtime.h",
                     "", 0});
  }
  if (Toolkit T = F.fromCompiler(Request.Compiler, "the compile command");
      T.found())
    return T;
  if (Toolkit T = F.fromEnvironment(); T.found())
    return T;
  if (Toolkit T = F.fromPath(); T.found())
    return T;
  if (Toolkit T = F.fromUsualFolders(); T.found())
    return T;
  return F.fromWheels();
}
