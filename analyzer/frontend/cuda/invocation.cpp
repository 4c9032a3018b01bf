//===- invocation.cpp - the Clang command of one unit ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit's folders are named one by one (-nocudainc, then -isystem), not
// through Clang's --cuda-path, which knows one layout only.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/invocation.h"
#include "analyzer/frontend/cuda/own_headers.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/OffloadArch.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>

using namespace fencepost;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string fencepost::clangArch(StringRef Arch) {
  auto Known = [](StringRef A) {
    return clang::IsNVIDIAOffloadArch(clang::StringToOffloadArch(A));
  };
  if (Known(Arch))
    return Arch.str();
  if (!Arch.consume_front("sm_"))
    Arch.consume_front("compute_");
  unsigned Number = 0;
  if (Arch.consumeInteger(10, Number) || Number > 999)
    return "sm_90";
  StringRef Suffix = Arch == "a" ? "a" : "";
  for (unsigned N = Number; N >= 50; --N) {
    std::string Name = "sm_" + llvm::utostr(N);
    if (!Suffix.empty() && Known(Name + "a"))
      return Name + "a";
    if (Known(Name))
      return Name;
  }
  return "sm_90";
}

std::string fencepost::resourceFolder() {
  auto HasHeaders = [](const llvm::Twine &Folder) {
    return llvm::sys::fs::exists(Folder + "/include/__clang_cuda_cmath.h");
  };
  Dl_info Info;
  void *InClang = reinterpret_cast<void *>(&clang::StringToOffloadArch);
  if (dladdr(InClang, &Info) && Info.dli_fname) {
    llvm::SmallString<256> Library;
    if (!llvm::sys::fs::real_path(Info.dli_fname, Library)) {
      StringRef Lib = path::parent_path(Library);
      for (const char *Sub :
           {"/clang/22", "/../lib/clang/22", "/llvm-22/lib/clang/22",
            "/../llvm-22/lib/clang/22"})
        if (HasHeaders(Lib + Sub)) {
          llvm::SmallString<256> Clean(Lib);
          Clean += Sub;
          path::remove_dots(Clean, /*remove_dot_dot=*/true);
          return std::string(Clean);
        }
    }
  }
  for (const char *Folder :
       {FENCEPOST_CLANG_RESOURCE_DIR, "/usr/lib/llvm-22/lib/clang/22",
        "/usr/lib/clang/22", "/usr/lib64/clang/22"})
    if (HasHeaders(Folder))
      return Folder;
  return {};
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fencepost::filesWithOwnHeaders(const Machine &M, StringRef Directory) {
  auto Own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const OwnHeader &Header : ownHeaders())
    Own->addFile(OwnHeaderRoot + "/" + Header.Path, 0,
                 llvm::MemoryBuffer::getMemBuffer(Header.Text, Header.Path));
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(M.Files);
  Files->pushOverlay(std::move(Own));
  if (!Directory.empty())
    Files->setCurrentWorkingDirectory(Directory);
  return Files;
}

namespace {

/// What the user's options already settle, with what cannot apply taken out.
struct UserOptions {
  std::vector<std::string> Kept;
  std::string Standard = "gnu++17";
  std::string CudaPath;
};

/// nvcc takes GNU extensions (typeof) in every mode; CUDA 13 needs C++17.
std::string gnuStandard(StringRef Standard) {
  if (!Standard.consume_front("c++") && !Standard.consume_front("gnu++"))
    return "gnu++17";
  static constexpr StringRef Old[] = {"98", "03", "0x", "11", "1y", "14", "1z"};
  if (llvm::is_contained(Old, Standard))
    return "gnu++17";
  return ("gnu++" + Standard).str();
}

UserOptions readOptions(const CudaInput &In) {
  UserOptions Out;
  Out.CudaPath = In.CudaPath;
  const std::vector<std::string> &Args = In.Arguments;
  for (size_t I = 0; I != Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg.consume_front("-std=") || Arg.consume_front("--std=")) {
      Out.Standard = gnuStandard(Arg);
    } else if (Arg.consume_front("--cuda-path=")) {
      if (In.CudaPath.empty())
        Out.CudaPath = Arg.str();
    } else if (Arg == "-x" || Arg == "--cuda-gpu-arch") {
      ++I;
    } else if (Arg.starts_with("--cuda-gpu-arch=") ||
               Arg.starts_with("--offload-arch=") || Arg == "-xcuda" ||
               Arg == "--cuda-host-only" || Arg == "-fsyntax-only" ||
               Arg == "-c") {
      continue;
    } else {
      Out.Kept.push_back(Args[I]);
    }
  }
  return Out;
}

using Strings = std::vector<std::string>;

/// What every unit sees before its own first line.
void addForcedHeaders(const Toolkit &Kit, Strings &Command) {
  std::string Root = OwnHeaderRoot.str();
  llvm::append_range(Command,
                     Strings{"-include",
                             Kit.found() ? "__clang_cuda_runtime_wrapper.h"
                                         : Root + "/cuda/fencepost_runtime.h",
                             "-include", Root + "/shim/fencepost_shim.h"});
}

/// What nvcc 13 defines for targets with a letter and Clang does not; Clang
/// knows no family targets, they are read as the target of that number.
void addTargetMacros(StringRef Arch, Strings &Command) {
  bool IsOne = Arch.ends_with("a");
  if (!IsOne && !Arch.ends_with("f"))
    return;
  std::string Value = "=" + Arch.drop_front(3).drop_back().str() + "0";
  Command.push_back("-D__CUDA_ARCH_FAMILY_SPECIFIC__" + Value);
  if (IsOne)
    Command.push_back("-D__CUDA_ARCH_SPECIFIC__" + Value);
}

void addFolders(const Toolkit &Kit, llvm::vfs::FileSystem &Files,
                Strings &Command) {
  std::string Root = OwnHeaderRoot.str();
  if (!Kit.found()) {
    llvm::append_range(Command, Strings{"-isystem", Root + "/cuda",
                                        "-idirafter", Root + "/fallback"});
    return;
  }
  for (const std::string &Include : Kit.Includes) {
    llvm::SmallString<256> Real;
    if (Files.getRealPath(Include, Real))
      Real = Include;
    // Moving these up front would break libstdc++'s #include_next.
    if (Real != "/usr/include" && Real != "/usr/local/include")
      llvm::append_range(Command, Strings{"-isystem", Include});
  }
  llvm::append_range(Command, Strings{"-idirafter", Root + "/fallback"});
}

/// The folders that options of the user's name for headers.
Strings userFolders(const Strings &Options) {
  Strings Folders;
  for (size_t I = 0; I != Options.size(); ++I) {
    StringRef Option = Options[I];
    if (Option.consume_front("-I") || Option.consume_front("-isystem") ||
        Option.consume_front("-iquote"))
      Folders.push_back(!Option.empty()          ? Option.str()
                        : I + 1 < Options.size() ? Options[++I]
                                                 : "");
  }
  return Folders;
}

/// Clang reads cuda.h in front of every unit, by its name alone. nvcc does not,
/// so that a program may have a header of that name.
void shieldCudaHeader(const Strings &Options, llvm::vfs::FileSystem &Files,
                      ClangPlan &Plan) {
  auto HoldsOne = [&](StringRef Folder) {
    return Files.exists(Folder + "/cuda.h");
  };
  if (!llvm::any_of(userFolders(Options), HoldsOne))
    return;
  auto OfKit = llvm::find_if(Plan.Kit.Includes, HoldsOne);
  if (OfKit == Plan.Kit.Includes.end())
    return;
  Plan.CudaHeaderOfKit = *OfKit + "/cuda.h";
  // Beside the header that asks for it.
  Plan.CudaHeader = resourceFolder() + "/include/cuda.h";
}

} // namespace

ClangPlan fencepost::planClang(const CudaInput &In, const Machine &M,
                               std::vector<Notification> &Notes) {
  ClangPlan Plan;
  UserOptions User = readOptions(In);
  Plan.Kit = findToolkit({User.CudaPath, In.Compiler}, M, Notes);
  Plan.MainFile = In.File == "-" ? "<stdin>" : In.File;

  std::string Arch = clangArch(In.Arch);
  if (smVersion(Arch) != smVersion(In.Arch))
    Notes.push_back(
        {NoticeClass::User,
         "architecture '" + In.Arch + "' is not known: read as " + Arch, "",
         0});
  Plan.Arch = smVersion(Arch) == smVersion(In.Arch) ? In.Arch : Arch;
  auto &C = Plan.Command;
  C = {"clang++", "-fsyntax-only", "--cuda-device-only",
       "--cuda-gpu-arch=" + Arch,
       // The folder does not exist, so that the driver searches no toolkit.
       "--cuda-path=" + OwnHeaderRoot.str() + "/none", "-nocudainc",
       "-nocudalib", "--cuda-feature=+ptx88", "-Xclang",
       "-target-sdk-version=12.9", "-fgpu-rdc"};
  if (std::string Resource = resourceFolder(); !Resource.empty())
    C.push_back("-resource-dir=" + Resource);
  else
    Notes.push_back({NoticeClass::Environment,
                     "the headers of Clang 22 (lib/clang/22/include) are not "
                     "beside its library: install libclang-common-22-dev",
                     "", 0});
  addForcedHeaders(Plan.Kit, C);
  llvm::append_range(C, User.Kept);
  addFolders(Plan.Kit, *M.Files, C);
  shieldCudaHeader(User.Kept, *M.Files, Plan);
  for (const char *Option :
       {"-Wno-unknown-cuda-version", "-Wno-c++11-narrowing", "-Wno-register",
        "-Wno-dynamic-exception-spec", "-w", "-ferror-limit=0"})
    C.push_back(Option);
  addTargetMacros(Plan.Arch, C);
  C.insert(C.end(),
           {"-std=" + User.Standard, "-x", "cuda", "--", Plan.MainFile});
  return Plan;
}

/// Names that the headers which every unit gets may ask for.
static bool isForHeaders(StringRef Macro) {
  if (Macro.starts_with("_") || Macro == "NDEBUG" || Macro == "NOMINMAX")
    return true;
  return llvm::any_of(
      std::initializer_list<StringRef>{"CUDA", "CU_", "CURAND", "NV_"},
      [&](StringRef Prefix) { return Macro.starts_with(Prefix); });
}

/// Moves the other macros of the command line behind the forced headers: what
/// Clang needs there is more than nvcc reads (cuda.h), and `-DN=4` or `-DT=int`
/// would rewrite it.
static void shieldForcedHeaders(clang::PreprocessorOptions &Options) {
  auto Shim = llvm::find_if(Options.Includes, [](const std::string &Name) {
    return StringRef(Name).ends_with("/fencepost_shim.h");
  });
  if (Shim == Options.Includes.end())
    return;
  std::string Text = "#pragma clang system_header\n";
  llvm::raw_string_ostream OS(Text);
  llvm::erase_if(Options.Macros, [&](const std::pair<std::string, bool> &M) {
    auto [Name, Body] = StringRef(M.first).split('=');
    if (isForHeaders(Name))
      return false;
    if (M.second)
      OS << "#undef " << Name << '\n';
    else // As the compiler does: nothing behind the first line.
      OS << "#define " << Name << ' '
         << (M.first.size() == Name.size() ? "1" : Body.split('\n').first)
         << '\n';
    return true;
  });
  std::string Path = OwnHeaderRoot.str() + "/macros.h";
  Options.addRemappedFile(
      Path, llvm::MemoryBuffer::getMemBufferCopy(Text, Path).release());
  Options.Includes.insert(std::next(Shim), Path);
}

std::shared_ptr<clang::CompilerInvocation>
fencepost::makeInvocation(const ClangPlan &Plan,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                          clang::DiagnosticsEngine &Diags) {
  std::vector<const char *> Args;
  for (const std::string &Arg : Plan.Command)
    Args.push_back(Arg.c_str());
  // The driver finds the host's compilers relative to clang's own folder.
  llvm::SmallString<256> Clang(resourceFolder());
  path::append(Clang, "../../../bin/clang++");
  path::remove_dots(Clang, /*remove_dot_dot=*/true);
  clang::driver::Driver Driver(Clang, llvm::sys::getDefaultTargetTriple(),
                               Diags, "fencepost", std::move(Files));
  Driver.setCheckInputsExist(false);
  Driver.setProbePrecompiled(false);
  std::unique_ptr<clang::driver::Compilation> Compilation(
      Driver.BuildCompilation(Args));
  if (!Compilation)
    return nullptr;
  for (const clang::driver::Command &Job : Compilation->getJobs()) {
    const llvm::opt::ArgStringList &Cc1 = Job.getArguments();
    if (Cc1.empty() || StringRef(Cc1[0]) != "-cc1")
      continue;
    auto Invocation = std::make_shared<clang::CompilerInvocation>();
    clang::CompilerInvocation::CreateFromArgs(
        *Invocation, llvm::ArrayRef(Cc1).drop_front(), Diags, Args[0]);
    shieldForcedHeaders(Invocation->getPreprocessorOpts());
    if (!Plan.CudaHeader.empty())
      Invocation->getPreprocessorOpts().addRemappedFile(
          Plan.CudaHeader,
          llvm::MemoryBuffer::getMemBufferCopy(
              "#include \"" + Plan.CudaHeaderOfKit + "\"\n", Plan.CudaHeader)
              .release());
    return Invocation;
  }
  return nullptr;
}
