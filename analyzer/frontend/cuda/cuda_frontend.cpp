//===- cuda_frontend.cpp - CUDA C++ to events -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "analyzer/frontend/cuda/asm_operands.h"
#include "analyzer/frontend/cuda/braced_launch.h"
#include "analyzer/frontend/cuda/device_copies.h"
#include "analyzer/frontend/cuda/diagnostics.h"
#include "analyzer/frontend/cuda/execution_spaces.h"
#include "analyzer/frontend/cuda/explicit_arguments.h"
#include "analyzer/frontend/cuda/file_recorder.h"
#include "analyzer/frontend/cuda/host_only.h"
#include "analyzer/frontend/cuda/invocation.h"
#include "analyzer/frontend/cuda/library_bodies.h"
#include "analyzer/frontend/cuda/lower_unit.h"
#include "analyzer/frontend/cuda/split_launch.h"
#include "analyzer/frontend/cuda/template_names.h"
#include "analyzer/frontend/cuda/unevaluated.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/thread.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

/// Every header counts, those of the toolkit and of the system too; our own
/// are part of the binary.
class AllFiles : public clang::DependencyCollector {
public:
  explicit AllFiles(StringRef Made) : Made(Made) {}
  bool needSystemDependencies() override { return true; }
  bool sawDependency(StringRef Name, bool, bool IsSystem, bool,
                     bool IsMissing) override {
    if (!IsMissing && !IsSystem)
      OfUser.push_back(Name.str());
    return !IsMissing && !Name.starts_with(OwnHeaderRoot) &&
           !Name.starts_with("<") && Name != Made;
  }
  std::vector<std::string> OfUser; ///< Those outside system folders.

private:
  StringRef Made; ///< A file that exists in memory alone.
};

/// How one unit is read. What nvcc takes and Clang takes only in a mode that
/// would do harm elsewhere is tried once a reading without it had errors.
struct Reading {
  bool DefinesNvcc = false;
  /// Clang's second evaluator of constants, which knows more of them.
  bool UsesNewInterpreter = false;
  /// What C++23 allows in constexpr functions.
  bool AllowsMoreInConstexpr = false;
  /// Templates without a pack are taken for explicit arguments.
  bool TakesNoPackFirst = false;
  /// Copy constructors of the host serve on the device.
  bool AllowsDeviceCopies = false;
  /// Bodies of the C++ library's host functions too: they make something of a
  /// template of the user's.
  bool ReadsHostLibrary = false;
  MissingWords Words;
  CallsAcross Across;

  bool operator==(const Reading &) const = default;
};

class LoweringConsumer : public clang::SemaConsumer {
public:
  LoweringConsumer(Module &M, CudaUnit &Unit,
                   const DiagnosticCollector &Collector,
                   const ApiModels &Models, const Reading &How, Reading &Wanted)
      : M(M), Unit(Unit), Collector(Collector), Models(Models), How(How),
        Wanted(Wanted) {}
  void InitializeSema(clang::Sema &S) override {
    if (How.TakesNoPackFirst)
      preferNoPack(S);
  }
  // To read and instantiate them takes longer than what is asked of them.
  bool shouldSkipFunctionBody(clang::Decl *D) override {
    const clang::FunctionDecl *Fn = D->getAsFunction();
    return !How.ReadsHostLibrary && Fn && isOfHostLibrary(*Fn);
  }
  void
  HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *Fn) override {
    Wanted.ReadsHostLibrary |= missesTemplateOfUser(*Fn);
  }
  void HandleTagDeclDefinition(clang::TagDecl *Tag) override {
    if (How.AllowsDeviceCopies)
      allowDeviceCopies(Tag);
    if (!How.Across.empty())
      settleSides(Tag, How.Across);
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group) {
      allowDeclval(D);
      if (!How.Across.empty())
        settleSides(D, How.Across);
    }
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    if (!Collector.missingWords().Template.empty())
      addMemberTemplates(Ctx.getSourceManager(), Ctx.getLangOpts(),
                         Wanted.Words.Template);
    Unit.MayMissFunctions =
        lowerUnit(Ctx, M, Unit.Notes, Collector.errorPlaces(), Models);
  }

private:
  Module &M;
  CudaUnit &Unit;
  const DiagnosticCollector &Collector;
  const ApiModels &Models;
  const Reading &How;
  Reading &Wanted;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  LoweringAction(Module &M, CudaUnit &Unit,
                 const DiagnosticCollector &Collector, const ApiModels &Models,
                 const Reading &How, Reading &Wanted)
      : M(M), Unit(Unit), Collector(Collector), Models(Models), How(How),
        Wanted(Wanted) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Clang, StringRef) override {
    Clang.getPreprocessor().addPPCallbacks(
        tellHostOnlyCode(Clang.getSourceManager(), Unit.Notes));
    watchTokens(Clang.getPreprocessor());
    // Macros and headers are those of the unit's own standard by now.
    Clang.getLangOpts().CPlusPlus23 |= How.AllowsMoreInConstexpr;
    return std::make_unique<LoweringConsumer>(M, Unit, Collector, Models, How,
                                              Wanted);
  }

private:
  Module &M;
  CudaUnit &Unit;
  const DiagnosticCollector &Collector;
  const ApiModels &Models;
  const Reading &How;
  Reading &Wanted;

  void watchTokens(clang::Preprocessor &PP) {
    std::vector<TokenWatcher> All;
    All.push_back(splitLaunches(PP));
    All.push_back(bracedLaunches(PP));
    All.push_back(asmOperands(PP));
    if (!How.Words.empty())
      All.push_back(addMissingWords(PP, How.Words));
    PP.setTokenWatcher([All = std::move(All)](const clang::Token &T) mutable {
      for (TokenWatcher &Watcher : All)
        Watcher(T);
    });
  }
};

/// A reason why the text cannot be CUDA source at all; empty if there is none.
std::string textFault(StringRef Text) {
  if (Text.find('\0') != StringRef::npos)
    return Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff")
               ? "the file is UTF-16, which no CUDA compiler reads: save it as "
                 "UTF-8"
               : "the file is binary, not CUDA source";
  if (Text.trim(" \t\r\n\v\f").empty())
    return "the file is empty";
  return {};
}

/// Checks the input before Clang sees it. False, with a note, if there is
/// nothing to parse.
bool isReadable(const CudaInput &In, llvm::vfs::FileSystem &Files,
                std::vector<Notification> &Notes) {
  auto Fail = [&](std::string Message) {
    Notes.push_back({NoticeClass::User, std::move(Message), In.File, 0});
    return false;
  };
  if (In.Buffer) {
    std::string Fault = textFault(*In.Buffer);
    return Fault.empty() || Fail(std::move(Fault));
  }
  auto Status = Files.status(In.File);
  if (!Status)
    return Fail("cannot read the file: " + Status.getError().message());
  if (!Status->isRegularFile() &&
      Status->getType() == llvm::sys::fs::file_type::directory_file)
    return Fail("this is a folder, not a file");
  auto Text = Files.getBufferForFile(In.File);
  if (!Text)
    return Fail("cannot read the file: " + Text.getError().message());
  std::string Fault = textFault((*Text)->getBuffer());
  return Fault.empty() || Fail(std::move(Fault));
}

void configure(clang::CompilerInvocation &Invocation, const CudaInput &In,
               const ClangPlan &Plan, const Reading &How) {
  Invocation.getLangOpts().EnableNewConstInterp = How.UsesNewInterpreter;
  // One process reads many units: the tree is freed after each.
  Invocation.getFrontendOpts().DisableFree = false;
  Invocation.getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
  Invocation.getFrontendOpts().SkipFunctionBodies = true; // Of some.
  Invocation.getDiagnosticOpts().ShowCarets = false;
  if (In.Buffer)
    Invocation.getPreprocessorOpts().addRemappedFile(
        Plan.MainFile,
        llvm::MemoryBuffer::getMemBufferCopy(*In.Buffer, Plan.MainFile)
            .release());
}

/// Does one of the user's files ask for nvcc by name? System folders are those
/// of toolkits and compilers, which have a path for Clang as well.
bool asksForNvcc(llvm::ArrayRef<std::string> OfUser,
                 llvm::vfs::FileSystem &Files) {
  return llvm::any_of(OfUser, [&](const std::string &Name) {
    auto Text = Files.getBufferForFile(Name);
    return Text && (*Text)->getBuffer().contains("__NVCC__");
  });
}

void parse(const CudaInput &In, const ClangPlan &Plan,
           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
           const Reading &How, CudaUnit &Unit, Reading &Wanted) {
  // What is wrong with an option costs no code: it is told, not counted.
  DiagnosticCollector OptionErrors(Plan.Kit.found());
  clang::DiagnosticOptions Options;
  auto DriverDiags = clang::CompilerInstance::createDiagnostics(
      *Files, Options, &OptionErrors, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      makeInvocation(Plan, Files, *DriverDiags);
  OptionErrors.report(Unit.Notes);
  if (!Invocation) {
    Unit.Notes.push_back({NoticeClass::User,
                          "the compile command makes no CUDA device job: "
                          "'fencepost print-command' shows it",
                          In.File, 0});
    Unit.HadErrors = true;
    return;
  }
  configure(*Invocation, In, Plan, How);

  DiagnosticCollector Collector(Plan.Kit.found());
  clang::CompilerInstance Clang(std::move(Invocation));
  Clang.setVirtualFileSystem(Files);
  Clang.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  Clang.getDiagnostics().setFatalsAsError(true);
  auto Dependencies = std::make_shared<AllFiles>(Plan.CudaHeader);
  Clang.addDependencyCollector(Dependencies);

  auto M = std::make_unique<Module>();
  M->Name = In.File;
  M->Origin = Layer::Cuda;
  M->Arch = Plan.Arch;
  LoweringAction Action(*M, Unit, Collector,
                        In.Models ? *In.Models : ApiModels::builtin(), How,
                        Wanted);
  bool Ran = Clang.ExecuteAction(Action);
  (void)Ran; // False for any error, benign ones too.
  Unit.M = std::move(M);
  for (const std::string &Name : Dependencies->getDependencies()) {
    if (In.Buffer && Name == Plan.MainFile)
      continue;
    llvm::SmallString<256> Path(Name);
    Files->makeAbsolute(Path);
    Unit.FilesRead.push_back(std::string(Path));
  }
  Unit.ErrorCount = Collector.errorCount();
  Unit.HadErrors = Unit.ErrorCount != 0;
  if (Unit.HadErrors) {
    Wanted.UsesNewInterpreter |= Collector.lacksConstants();
    Wanted.AllowsMoreInConstexpr |= Collector.needsLooseConstexpr();
    Wanted.TakesNoPackFirst |= Collector.hasAmbiguousCall();
    Wanted.AllowsDeviceCopies |= Collector.lacksDeviceCopy();
    Wanted.Words.add(Collector.missingWords());
    Wanted.Across.add(Collector.callsAcross());
    if (Wanted == How)
      Wanted.DefinesNvcc |= asksForNvcc(Dependencies->OfUser, *Files);
  }
  Collector.report(Unit.Notes);
  if (Unit.HadErrors && !Plan.Kit.found() && In.CudaPath != "none")
    Unit.Notes.push_back({NoticeClass::Environment,
                          "no CUDA toolkit found, read with built-in headers: "
                          "name one with --cuda-path",
                          "", 0});
}

/// Wanted: the reading that might have fewer errors; How itself if none might.
CudaUnit readOnce(const CudaInput &In, const Reading &How, Reading &Wanted) {
  CudaUnit Unit;
  Wanted = How;
  Machine M = realMachine();
  M.Files = llvm::makeIntrusiveRefCnt<FileRecorder>(M.Files, Unit.Asked);
  auto Files = filesWithOwnHeaders(M, In.Directory);
  if (!isReadable(In, *Files, Unit.Notes)) {
    Unit.HadErrors = true;
    return Unit;
  }
  // Defining it always would send the toolkit's own headers down paths that
  // only nvcc can read.
  CudaInput WithMacro = In;
  if (How.DefinesNvcc)
    WithMacro.Arguments.push_back("-D__NVCC__");
  ClangPlan Plan = planClang(WithMacro, M, Unit.Notes);
  // Clang's parser and the walk over its tree recurse with the input's nesting.
  std::optional<unsigned> StackBytes = 256u << 20;
  llvm::thread Worker(StackBytes, [&] {
    parse(In, Plan, std::move(Files), How, Unit, Wanted);
  });
  Worker.join();
  return Unit;
}

} // namespace

CudaUnit fencepost::readCuda(const CudaInput &In) {
  constexpr unsigned MostReadings = 5;
  Reading How, Wanted;
  CudaUnit Unit = readOnce(In, How, Wanted);
  for (unsigned Times = 1; Times < MostReadings && Wanted != How; ++Times) {
    Reading Before = std::exchange(How, Wanted);
    CudaUnit Next = readOnce(In, How, Wanted);
    bool SeesMore = How.ReadsHostLibrary && !Before.ReadsHostLibrary;
    if (Next.M && (Next.ErrorCount < Unit.ErrorCount ||
                   (SeesMore && Next.ErrorCount == Unit.ErrorCount)))
      std::swap(Unit, Next);
    // The other one had its say in the choice.
    Unit.Asked.Changed |= Next.Asked.Changed;
    for (const auto &[Path, Answer] : Next.Asked.Answers)
      Unit.Asked.add(Path, Answer);
  }
  return Unit;
}

std::vector<std::string> fencepost::clangCommand(const CudaInput &In) {
  std::vector<Notification> Ignored;
  return planClang(In, realMachine(), Ignored).Command;
}
