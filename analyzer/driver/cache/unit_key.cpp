//===- unit_key.cpp - what a result depends on besides files --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/unit_key.h"

#include "analyzer/driver/cache/file_states.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#ifdef FENCEPOST_HAS_CUDA
#include "analyzer/driver/cuda_input.h"
#endif
#ifdef __linux__
#include <link.h>
#endif

using namespace llvm;

namespace fencepost {

namespace {
/// Parts with their lengths, so that no two lists make one text.
class KeyText {
public:
  void add(StringRef Part) {
    Text += std::to_string(Part.size());
    Text += ':';
    Text += Part;
  }
  void addNumber(uint64_t N) { add(std::to_string(N)); }
  void addList(ArrayRef<std::string> List) {
    addNumber(List.size());
    for (const std::string &Part : List)
      add(Part);
  }
  std::string digest() const { return digestOf(Text); }

private:
  std::string Text;
};

struct Identity {
  std::string Text;
  bool IsComplete = true;
  FileStates Files;
  void addFile(StringRef Path) {
    const FileState &S = Files.now(Path, FileAnswer::Content);
    IsComplete &= S.Stamp.Size != 0;
    Text += S.Digest;
  }
};
} // namespace

#ifdef __linux__

/// The description of the note NT_GNU_BUILD_ID among Notes.
static StringRef buildIdIn(StringRef Notes) {
  while (Notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) Head;
    memcpy(&Head, Notes.data(), sizeof(Head));
    uint64_t NameAt = sizeof(Head);
    uint64_t IdAt = NameAt + alignTo(Head.n_namesz, 4);
    uint64_t Next = IdAt + alignTo(Head.n_descsz, 4);
    if (Next > Notes.size())
      break;
    if (Head.n_type == NT_GNU_BUILD_ID &&
        Notes.substr(NameAt, Head.n_namesz) == StringRef("GNU\0", 4))
      return Notes.substr(IdAt, Head.n_descsz);
    Notes = Notes.drop_front(Next);
  }
  return {};
}

static int addObject(dl_phdr_info *Object, size_t, void *Out) {
  Identity &Id = *static_cast<Identity *>(Out);
  StringRef BuildId;
  for (int I = 0; I < Object->dlpi_phnum && BuildId.empty(); ++I) {
    const ElfW(Phdr) &Head = Object->dlpi_phdr[I];
    if (Head.p_type == PT_NOTE)
      BuildId = buildIdIn(
          {reinterpret_cast<const char *>(Object->dlpi_addr + Head.p_vaddr),
           size_t(Head.p_memsz)});
  }
  StringRef Name = Object->dlpi_name;
  if (!BuildId.empty())
    Id.Text += toHex(BuildId, /*LowerCase=*/true);
  else if (Name.empty())
    Id.addFile(sys::fs::getMainExecutable(nullptr, nullptr));
  else if (sys::fs::exists(Name))
    Id.addFile(Name);
  Id.Text += '\n';
  return 0;
}

std::string toolIdentity() {
  Identity Id;
  dl_iterate_phdr(addObject, &Id);
  return Id.IsComplete && !Id.Text.empty() ? digestOf(Id.Text) : std::string();
}

#else

std::string toolIdentity() {
  Identity Id;
  Id.addFile(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&toolIdentity)));
  Id.Text += LLVM_VERSION_STRING;
  return Id.IsComplete ? digestOf(Id.Text) : std::string();
}

#endif

/// What the compiler's driver and our search for a toolkit read of it is in the
/// command already, but for these.
static constexpr StringLiteral Variables[] = {
    "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
    "SOURCE_DATE_EPOCH"};

static void addVariables(KeyText &Key) {
  for (StringRef Name : Variables)
    Key.add(sys::Process::GetEnv(Name).value_or(""));
}

static void addCommand(const Unit &U, StringRef CudaPath, KeyText &Key) {
#ifdef FENCEPOST_HAS_CUDA
  if (U.What == Layer::Cuda)
    Key.addList(clangCommand(cudaInputOf(U, CudaPath)));
#endif
}

static void addImage(const UnitImage &I, KeyText &Key) {
  Key.add(I.Container);
  Key.add(I.Bytes ? digestOf(*I.Bytes) : std::string());
  Key.addNumber(uint64_t(I.What.Kind));
  Key.addNumber(uint64_t(I.What.Coding));
  Key.add(I.What.Arch);
  Key.add(I.What.Name);
  Key.addNumber(I.What.Offset);
  Key.addNumber(I.What.Stored);
  Key.addNumber(I.What.Size);
  Key.add(I.Disassembler);
  Key.add(I.WhyNoDisassembler);
}

// The bindings do not compile once a field is added and not named here.

static void addSettings(const UnitSettings &Settings, KeyText &Key) {
  // Homes and Models are what the files of ConfigKey say.
  const auto &[CudaPath, Rules, IsAlone, Homes, Models, ConfigKey] = Settings;
  Key.add(CudaPath);
  Key.addList(Rules);
  Key.addNumber(uint64_t(IsAlone));
  Key.add(ConfigKey);
}

static void addUnit(const Unit &U, KeyText &Key) {
  // FromDatabase is told by Directory; WasNamed is set on what is found.
  const auto &[File, What, Arch, Directory, Compiler, Arguments, CudaPath,
               Buffer, Image, FromDatabase, WasNamed, Only] = U;
  Key.add(File);
  Key.add(spelling(What));
  Key.add(Arch);
  Key.add(Directory);
  Key.add(Compiler);
  Key.addList(Arguments);
  Key.add(CudaPath);
  Key.add(Buffer ? "text " + digestOf(*Buffer) : std::string());
  Key.addNumber(uint64_t(FromDatabase));
  Key.add(Only);
  if (Image)
    addImage(*Image, Key);
}

std::string unitKey(const Unit &U, const UnitSettings &Settings,
                    StringRef Tool) {
  KeyText Key;
  Key.add(Tool);
  SmallString<128> Here; // Names in findings may be relative to it.
  (void)sys::fs::current_path(Here);
  Key.add(Here);
  addSettings(Settings, Key);
  addUnit(U, Key);
  addCommand(U, Settings.CudaPath, Key);
  addVariables(Key);
  return Key.digest();
}

} // namespace fencepost
