//===- lower_unit.cpp - which functions of a unit ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels first, in every instantiation; then the device functions of the
// user's files that no kernel spliced: all of the main file, and those of
// headers that could synchronise, as far as a budget goes: the headers of a
// communication library may hold thousands of such functions, each of which
// brings a whole transport. Instantiations whose events print the same are one
// function with a count.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_unit.h"
#include "analyzer/frontend/cuda/host_lowering.h"
#include "analyzer/frontend/cuda/lower_function.h"
#include "analyzer/model/text.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/thread.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::FunctionDecl;

namespace {

/// The function bodies of a translation unit, in source order.
class Collector {
public:
  explicit Collector(const UnitState &Unit) : Unit(Unit) {}
  std::vector<const FunctionDecl *> Kernels, Device;
  std::vector<const FunctionDecl *> Host; ///< Those of the user's files.
  std::vector<const FunctionDecl *> NeverInstantiated;

  void context(const clang::DeclContext *DC) {
    if (++Depth < 100)
      for (const clang::Decl *D : DC->decls())
        decl(D);
    --Depth;
  }

private:
  const UnitState &Unit;
  unsigned Depth = 0;
  llvm::DenseSet<const clang::Decl *> Seen;

  void decl(const clang::Decl *D) {
    if (const auto *Fn = llvm::dyn_cast<FunctionDecl>(D))
      function(Fn);
    else if (const auto *Template =
                 llvm::dyn_cast<clang::FunctionTemplateDecl>(D))
      functionTemplate(Template);
    else if (const auto *Template = llvm::dyn_cast<clang::ClassTemplateDecl>(D))
      classTemplate(Template);
    else if (const auto *Record = llvm::dyn_cast<clang::CXXRecordDecl>(D)) {
      if (Record->isCompleteDefinition() && !Record->isDependentContext())
        context(Record);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl,
                         clang::ExportDecl>(D)) {
      context(llvm::cast<clang::DeclContext>(D));
    }
  }

  void functionTemplate(const clang::FunctionTemplateDecl *Template) {
    if (!Seen.insert(Template->getCanonicalDecl()).second)
      return;
    bool Any = false;
    for (const FunctionDecl *Instance : Template->specializations()) {
      if (!withBody(Instance))
        continue;
      Any = true;
      function(Instance);
    }
    const FunctionDecl *Pattern = Template->getTemplatedDecl();
    if (!Any && Pattern->hasAttr<clang::CUDAGlobalAttr>() &&
        withBody(Pattern) && !Unit.isSystem(Pattern->getLocation()) &&
        !Pattern->getDeclContext()->isDependentContext())
      NeverInstantiated.push_back(Pattern);
  }

  void classTemplate(const clang::ClassTemplateDecl *Template) {
    if (!Seen.insert(Template->getCanonicalDecl()).second)
      return;
    if (Unit.isSystem(Template->getLocation()))
      return;
    for (const auto *Instance : Template->specializations())
      if (Instance->isCompleteDefinition())
        context(Instance);
  }

  void function(const FunctionDecl *Fn) {
    const FunctionDecl *Body = withBody(Fn);
    if (!Body || Body->isDependentContext() ||
        !Seen.insert(Body->getCanonicalDecl()).second)
      return;
    if (Body->hasAttr<clang::CUDAGlobalAttr>())
      Kernels.push_back(Body);
    else if (Body->hasAttr<clang::CUDADeviceAttr>() &&
             !Unit.isSystem(Body->getLocation()) && !Body->isImplicit() &&
             !Body->isDefaulted())
      Device.push_back(Body);
    else if (!Body->hasAttr<clang::CUDADeviceAttr>() &&
             !Unit.isSystem(Body->getLocation()))
      Host.push_back(Body);
  }
};

class UnitLowering {
public:
  UnitLowering(clang::ASTContext &Ctx, Module &M,
               std::vector<Notification> &Notes,
               llvm::ArrayRef<clang::SourceLocation> Errors,
               const ApiModels &Models)
      : Unit(Ctx, M, Models), Notes(Notes) {
    Unit.setErrors(Errors);
  }

  void run() {
    Collector Found(Unit);
    Found.context(Unit.Ctx.getTranslationUnitDecl());
    readDeadCode(Found);
    for (const FunctionDecl *Kernel : Found.Kernels)
      if (Unit.Dead.rulesOut(Kernel))
        skip(Kernel, FunctionKind::Kernel, "its launches never run");
      else
        lower(Kernel);
    // Functions that others of them call are spliced there.
    for (const FunctionDecl *Fn : rootsFirst(Found.Device))
      if (!Unit.Spliced.contains(patternOf(Fn)) && isWorthwhile(Fn) &&
          !Unit.Dead.rulesOut(Fn))
        lowerUncalled(Fn);
    for (const FunctionDecl *Template : Found.NeverInstantiated)
      skip(Template, FunctionKind::Kernel, "not instantiated here");
    lowerHost(Found);
    dropUnusedGlobals();
    MayMissFunctions = Unit.hasErrorOutside(Found.Host);
  }

  bool mayMissFunctions() const { return MayMissFunctions; }

private:
  UnitState Unit;
  std::vector<Notification> &Notes;
  bool MayMissFunctions = false;
  /// What functions of headers may cost that nothing in the unit calls, in
  /// values, all of them together; and what they have cost.
  static constexpr size_t UncalledBudget = 300000;
  size_t Uncalled = 0;
  /// Hash of the printed events of what was lowered from one pattern, and the
  /// function.
  llvm::DenseMap<const FunctionDecl *,
                 std::vector<std::pair<uint64_t, Function *>>>
      Printed;

  llvm::StringMap<std::string> Kept; ///< Merged instance -> the one that stays.

  void readDeadCode(const Collector &Found) {
    for (const FunctionDecl *Fn : Found.Host)
      Unit.Dead.read(Fn);
    if (Unit.Dead.empty())
      return;
    // Who else names kernels.
    for (const FunctionDecl *Fn : Found.Device)
      Unit.Dead.read(Fn);
    for (const FunctionDecl *Fn : Found.Kernels)
      Unit.Dead.read(Fn);
  }

  void lowerHost(const Collector &Found) {
    HostLowering Host(Unit, Kept);
    for (const FunctionDecl *Fn : Found.Host)
      Host.lower(Fn);
    for (const FunctionDecl *Fn : Found.Device)
      Fn->hasAttr<clang::CUDAHostAttr>() ? Host.lower(Fn)
                                         : Host.lowerDevice(Fn);
    for (const FunctionDecl *Fn : Found.Kernels)
      Host.lowerDevice(Fn);
  }

  void dropUnusedGlobals() {
    llvm::StringSet<> Used;
    for (const auto &Fn : Unit.M.Functions)
      for (const Value &V : Fn->Values)
        if (V.Kind == ValueKind::Global)
          Used.insert(V.Name);
    llvm::erase_if(Unit.M.Globals,
                   [&](const Global &G) { return !Used.contains(G.Name); });
  }

  bool isInMainFile(const FunctionDecl *Fn) const {
    const auto &SM = Unit.Ctx.getSourceManager();
    return SM.isInMainFile(SM.getExpansionLoc(Fn->getLocation()));
  }

  /// Of the headers' functions, those that could synchronise: libraries of
  /// templates bring thousands of others. One that is a device function for
  /// being `constexpr` alone was written for the host.
  bool isWorthwhile(const FunctionDecl *Fn) {
    if (isInMainFile(Fn))
      return true;
    const auto *Device = Fn->getAttr<clang::CUDADeviceAttr>();
    bool IsMeant = !Device || !Device->isImplicit() || !Fn->isConstexpr();
    return IsMeant && Unit.interest(Fn) == Interest::Sync;
  }

  void lowerUncalled(const FunctionDecl *Fn) {
    if (isInMainFile(Fn)) {
      lower(Fn);
    } else if (Uncalled < UncalledBudget) {
      Uncalled += lower(Fn);
    } else {
      skip(Fn, FunctionKind::Device,
           "budget: functions of headers that nothing here calls");
    }
  }

  static const FunctionDecl *patternOf(const FunctionDecl *Fn) {
    const FunctionDecl *Pattern = Fn->getTemplateInstantiationPattern();
    return (Pattern ? Pattern : Fn)->getCanonicalDecl();
  }

  static std::vector<const FunctionDecl *>
  rootsFirst(std::vector<const FunctionDecl *> Functions) {
    // Callers come after their callees in most sources.
    std::reverse(Functions.begin(), Functions.end());
    return Functions;
  }

  Function &attempt(const FunctionDecl *Fn) {
    constexpr unsigned Tries = 6;
    Refuted Wrong;
    for (unsigned I = 1; I < Tries; ++I)
      if (Function *Made = FunctionLowering(Unit, Fn, Wrong).run())
        return *Made;
    Wrong.All = true;
    return *FunctionLowering(Unit, Fn, Wrong).run();
  }

  /// The number of its values.
  size_t lower(const FunctionDecl *Fn) {
    Function &Made = attempt(Fn);
    size_t Size = Made.Values.size();
    if (std::string Fault = verify(Made); !Fault.empty())
      Notes.push_back({NoticeClass::Internal,
                       "'" + Made.Display + "' lowered badly: " + Fault +
                           "; please report it with the source",
                       "", 0});
    const FunctionDecl *Pattern = patternOf(Fn);
    if (Pattern == Fn->getCanonicalDecl())
      return Size;
    std::string Name = std::move(Made.Name), Display = std::move(Made.Display);
    Made.Name = Made.Display = "";
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    print(Unit.M, Made, OS);
    Made.Name = std::move(Name);
    Made.Display = std::move(Display);
    uint64_t Hash = llvm::hash_value(Text);
    for (auto &[Other, First] : Printed[Pattern])
      if (Other == Hash) {
        ++First->Instances;
        Kept[Made.Name] = First->Name;
        Unit.M.Functions.pop_back();
        return Size;
      }
    Printed[Pattern].push_back({Hash, &Made});
    return Size;
  }

  void skip(const FunctionDecl *Skipped, FunctionKind Kind,
            llvm::StringRef Reason) {
    FunctionBuilder B(Unit.M, Unit.display(Skipped));
    Function &Fn = B.function();
    Fn.Kind = Kind;
    Fn.State = Coverage::Skipped;
    Fn.Reasons.push_back(Reason.str());
    const auto &SM = Unit.Ctx.getSourceManager();
    auto At = SM.getExpansionLoc(Skipped->getLocation());
    Location L;
    L.File = Unit.fileOf(SM.getFileID(At));
    L.Line = SM.getSpellingLineNumber(At);
    L.Column = SM.getSpellingColumnNumber(At);
    L.Function = Fn.Display;
    Fn.Loc = Unit.M.location(L);
    B.ret();
    B.finish();
  }
};

} // namespace

bool fencepost::lowerUnit(clang::ASTContext &Ctx, Module &M,
                          std::vector<Notification> &Notes,
                          llvm::ArrayRef<clang::SourceLocation> Errors,
                          const ApiModels &Models) {
  // Trees nest as deep as their authors like: a stack of our own.
  constexpr unsigned StackSize = 256u << 20;
  bool MayMissFunctions = false;
  llvm::thread Worker(std::optional<unsigned>(StackSize), [&] {
    UnitLowering Lowering(Ctx, M, Notes, Errors, Models);
    Lowering.run();
    MayMissFunctions = Lowering.mayMissFunctions();
  });
  Worker.join();
  return MayMissFunctions;
}
