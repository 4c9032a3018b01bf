//===- disassembler.cpp - machine code to text ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/disassembler.h"

#include "analyzer/input/run_program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace fencepost {

static constexpr uint64_t MaxText = 2048ull << 20;

namespace {

class Folders {
public:
  void add(const Twine &Folder) {
    std::string Name = Folder.str();
    if (!Name.empty() && !is_contained(Found, Name))
      Found.push_back(std::move(Name));
  }
  void addToolkit(StringRef Root) {
    if (!Root.empty())
      add(Root + "/bin");
  }
  void addWheelsBeside(StringRef Bin);
  std::vector<std::string> Found;
};

} // namespace

/// Bin/../lib/python3.*/site-packages/nvidia/{cu13,cuda_nvdisasm,...}/bin
void Folders::addWheelsBeside(StringRef Bin) {
  std::string Lib = (sys::path::parent_path(Bin) + "/lib").str();
  std::error_code EC;
  std::vector<std::string> Pythons;
  for (sys::fs::directory_iterator It(Lib, EC), End; !EC && It != End;
       It.increment(EC))
    if (sys::path::filename(It->path()).starts_with("python3"))
      Pythons.push_back(It->path());
  llvm::sort(Pythons);
  for (const std::string &Python : Pythons)
    for (StringRef Packages : {"/site-packages", "/dist-packages"})
      for (StringRef Wheel :
           {"/cu13", "/cu12", "/cuda_nvdisasm", "/cuda_cuobjdump"}) {
        std::string Folder =
            (Python + Packages + "/nvidia" + Wheel + "/bin").str();
        if (sys::fs::is_directory(Folder))
          add(Folder);
      }
}

std::vector<std::string> disassemblerFolders(StringRef CudaPath) {
  Folders Out;
  SmallVector<StringRef, 32> Path;
  std::string PathText = sys::Process::GetEnv("PATH").value_or("");
  StringRef(PathText).split(Path, ':', -1, /*KeepEmpty=*/false);
  for (StringRef P : Path)
    Out.add(P);
  Out.addToolkit(CudaPath);
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    Out.addToolkit(sys::Process::GetEnv(Variable).value_or(""));
  Out.addToolkit("/usr/local/cuda");
  for (StringRef P : Path)
    Out.addWheelsBeside(P.rtrim('/'));
  std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
  Out.addWheelsBeside(sys::path::parent_path(Self));
  return std::move(Out.Found);
}

static std::string programIn(ArrayRef<std::string> Folders) {
  // nvdisasm of any folder comes before cuobjdump: it tells source lines.
  for (StringRef Tool : {"nvdisasm", "cuobjdump"})
    for (const std::string &Folder : Folders) {
      std::string File = (Folder + "/" + Tool).str();
      if (sys::fs::can_execute(File) && !sys::fs::is_directory(File))
        return File;
    }
  return "";
}

Expected<std::string> findDisassembler(StringRef Named,
                                       ArrayRef<std::string> Folders) {
  if (!Named.empty()) {
    std::string File = Named.str();
    if (sys::fs::is_directory(Named))
      File = programIn({File});
    if (!File.empty() && sys::fs::can_execute(File))
      return File;
    return createStringError(inconvertibleErrorCode(),
                             "--nvdisasm: '" + Named +
                                 "' is no program and holds none");
  }
  if (std::string File = programIn(Folders); !File.empty())
    return File;
  return createStringError(
      inconvertibleErrorCode(),
      "machine code needs nvdisasm or cuobjdump, and none was found: 'pip "
      "install nvidia-cuda-nvdisasm' or the CUDA toolkit brings it, "
      "--nvdisasm=PATH names it");
}

Expected<std::string> disassemble(StringRef Program, StringRef Elf,
                                  unsigned Seconds) {
  ScratchFile Image;
  if (!Image.isOpen() || !Image.write(Elf))
    return createStringError(inconvertibleErrorCode(),
                             "no temporary file could be written for the "
                             "disassembler (see TMPDIR)");
  std::string Path = Image.path();
  SmallVector<StringRef, 4> Words;
  if (sys::path::filename(Program).starts_with("cuobjdump"))
    Words.push_back("-sass");
  else
    Words.append({"-c", "-gi"});
  Words.push_back(Path);
  Expected<ProgramRun> Run =
      runProgram(Program, Words, /*Input=*/"", {Seconds, MaxText});
  if (!Run)
    return Run.takeError();
  if (Run->ExitCode == 0 && !Run->Output.empty())
    return std::move(Run->Output);
  return createStringError(inconvertibleErrorCode(),
                           "'" + Program + "' could not read the image" +
                               (Run->Reason.empty() ? "" : ": " + Run->Reason));
}

} // namespace fencepost
