//===- lower_unit_state.cpp - what functions of a unit share ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, globals and files. `__managed__`, which Clang drops in CUDA, is found
// again in the text of the declaration.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_unit_state.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::FunctionDecl;
using clang::NamedDecl;
using clang::VarDecl;
using llvm::StringRef;

UnitState::UnitState(clang::ASTContext &Ctx, Module &M, const ApiModels &Models)
    : Ctx(Ctx), M(M), Models(Models), Shapes(Ctx),
      Mangler(clang::ItaniumMangleContext::create(Ctx, Ctx.getDiagnostics())) {}

bool lower::hasLostValue(const VarDecl *Var) {
  return Var->getType().isConstQualified() && Var->getType()->isScalarType() &&
         llvm::isa_and_nonnull<clang::ImplicitValueInitExpr>(Var->getInit());
}

bool lower::namesBroken(const clang::Stmt *E) {
  if (!E)
    return false;
  if (const auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *Var = llvm::dyn_cast<VarDecl>(Name->getDecl());
    return Name->getDecl()->isInvalidDecl() || (Var && hasLostValue(Var));
  }
  return llvm::any_of(E->children(), namesBroken);
}

const FunctionDecl *lower::withBody(const FunctionDecl *Fn) {
  if (!Fn)
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  if (Fn->hasBody(Definition) && Definition && Definition->getBody())
    return Definition;
  if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Fn);
      Method && Method->isDefaulted() && !Method->isDeleted() &&
      Method->getBody())
    return Method;
  return nullptr;
}

static std::string plainName(const NamedDecl *D) {
  if (const auto *Ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(D))
    return Ctor->getParent()->getNameAsString();
  if (const auto *Dtor = llvm::dyn_cast<clang::CXXDestructorDecl>(D))
    return "~" + Dtor->getParent()->getNameAsString();
  return D->getNameAsString();
}

/// A version tag of a library (`__v1`, `__4`), inline or not.
static bool isVersion(const clang::NamespaceDecl *Space) {
  StringRef Name = Space->getName();
  if (!Name.consume_front("__"))
    return false;
  Name.consume_front("v");
  return !Name.empty() && llvm::all_of(Name, llvm::isDigit);
}

const std::string &UnitState::apiName(const NamedDecl *D) {
  auto [It, New] = ApiNames.try_emplace(D);
  if (!New)
    return It->second;
  std::vector<std::string> Parts{plainName(D)};
  const clang::DeclContext *At = D->getDeclContext();
  for (; At && !At->isTranslationUnit(); At = At->getParent()) {
    if (const auto *Space = llvm::dyn_cast<clang::NamespaceDecl>(At)) {
      if (!Space->isInline() && !Space->isAnonymousNamespace() &&
          !isVersion(Space))
        Parts.push_back(Space->getNameAsString());
    } else if (const auto *Tag = llvm::dyn_cast<clang::TagDecl>(At)) {
      const auto *Enum = llvm::dyn_cast<clang::EnumDecl>(Tag);
      if (!Enum || Enum->isScoped())
        Parts.push_back(Tag->getNameAsString());
    }
  }
  std::string Name;
  for (auto Part = Parts.rbegin(); Part != Parts.rend(); ++Part)
    Name += (Name.empty() ? "" : "::") + *Part;
  return It->second = Name;
}

std::string UnitState::mangled(const FunctionDecl *Fn) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  clang::GlobalDecl Global;
  if (const auto *Ctor = llvm::dyn_cast<clang::CXXConstructorDecl>(Fn))
    Global = clang::GlobalDecl(Ctor, clang::Ctor_Complete);
  else if (const auto *Dtor = llvm::dyn_cast<clang::CXXDestructorDecl>(Fn))
    Global = clang::GlobalDecl(Dtor, clang::Dtor_Complete);
  else if (Fn->hasAttr<clang::CUDAGlobalAttr>())
    Global = Fn->isReferenceableKernel()
                 ? clang::GlobalDecl(Fn, clang::KernelReferenceKind::Kernel)
                 : clang::GlobalDecl(Fn);
  else
    Global = clang::GlobalDecl(Fn);
  if (Fn->isInvalidDecl() || Fn->isDependentContext() ||
      !Mangler->shouldMangleDeclName(Fn))
    return Fn->getQualifiedNameAsString();
  Mangler->mangleName(Global, OS);
  return Name;
}

std::string UnitState::display(const NamedDecl *D) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  auto Policy = Ctx.getPrintingPolicy();
  Policy.SuppressInlineNamespace = llvm::to_underlying(
      clang::PrintingPolicy::SuppressInlineNamespaceMode::All);
  D->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

std::string UnitState::frameName(const FunctionDecl *Fn) {
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Fn);
  if (!Method || !Method->getParent()->isLambda())
    return apiName(Fn);
  const clang::DeclContext *At = Method->getParent()->getDeclContext();
  while (At && !At->isTranslationUnit()) {
    if (const auto *Outer = llvm::dyn_cast<FunctionDecl>(At))
      return frameName(Outer) + " lambda";
    At = At->getParent();
  }
  return "lambda";
}

bool UnitState::isSystem(clang::SourceLocation Loc) const {
  const auto &SM = Ctx.getSourceManager();
  return Loc.isValid() && SM.isInSystemHeader(SM.getExpansionLoc(Loc));
}

bool UnitState::isHostLibrary(const FunctionDecl *Fn) const {
  if (!isSystem(Fn->getLocation()) || Fn->isConstexpr() || Fn->isImplicit() ||
      Fn->isDefaulted())
    return false;
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Fn);
  if (Method && Method->getParent()->isLambda())
    return false;
  const auto *Device = Fn->getAttr<clang::CUDADeviceAttr>();
  return (!Device || Device->isImplicit()) &&
         !Fn->hasAttr<clang::CUDAGlobalAttr>();
}

FileId UnitState::fileOf(clang::FileID File) {
  auto It = Files.find(File);
  if (It != Files.end())
    return It->second;
  const auto &SM = Ctx.getSourceManager();
  FileId Id = NoFile;
  if (auto Entry = SM.getFileEntryRefForID(File);
      Entry && Entry->getName() == "<stdin>") {
    Id = M.file("-"); // As the unit is named.
  } else if (Entry) {
    llvm::SmallString<256> Path(Entry->getName());
    SM.getFileManager().makeAbsolutePath(Path);
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    Id = M.file(Path, SM.isInSystemHeader(SM.getLocForStartOfFile(File)));
  } else if (auto Buffer = SM.getBufferOrNone(File)) {
    Id = M.file(Buffer->getBufferIdentifier());
  }
  return Files[File] = Id;
}

bool UnitState::isManaged(const VarDecl *Var) const {
  if (Var->hasAttr<clang::HIPManagedAttr>())
    return true;
  for (const auto *Note : Var->specific_attrs<clang::AnnotateAttr>())
    if (Note->getAnnotation() == "managed")
      return true;
  const auto &SM = Ctx.getSourceManager();
  auto [File, End] = SM.getDecomposedExpansionLoc(Var->getLocation());
  auto Buffer = SM.getBufferDataOrNone(File);
  if (!Buffer)
    return false;
  StringRef Before = Buffer->take_front(End);
  size_t Start = Before.find_last_of(";{}");
  if (Start != StringRef::npos)
    Before = Before.drop_front(Start);
  return Before.contains("__managed__");
}

const std::string &UnitState::globalFor(const VarDecl *Var) {
  Var = Var->getCanonicalDecl();
  auto [It, New] = Globals.try_emplace(Var);
  if (!New)
    return It->second;
  const auto &SM = Ctx.getSourceManager();
  Global G;
  std::string Name = apiName(Var);
  if (const auto *In = llvm::dyn_cast<FunctionDecl>(Var->getDeclContext()))
    if (!In->isInvalidDecl() && !Var->hasExternalStorage())
      Name = apiName(In) + "::" + Var->getNameAsString();
  G.Name = Name;
  G.Display = Var->getNameAsString();
  Location Where;
  auto At = SM.getExpansionLoc(Var->getLocation());
  Where.File = fileOf(SM.getFileID(At));
  Where.Line = SM.getSpellingLineNumber(At);
  Where.Column = SM.getSpellingColumnNumber(At);
  G.Loc = M.location(Where);
  // Instances of one template share a name; distinct declarations do not.
  for (unsigned Tries = 0; Tries < 64; ++Tries) {
    const Global *Other = M.global(G.Name);
    if (!Other)
      break;
    if (Other->Loc == G.Loc)
      return It->second = G.Name;
    G.Name = Name + "@" + std::to_string(Where.Line) +
             (Tries ? "." + std::to_string(Where.Column + Tries) : "");
  }
  clang::QualType T = Var->getType();
  G.Size = Shapes.sizeOf(T);
  G.IsConst =
      T.isConstQualified() || Ctx.getBaseElementType(T).isConstQualified();
  G.IsVolatile = Ctx.getBaseElementType(T).isVolatileQualified();
  if (Var->hasAttr<clang::CUDASharedAttr>())
    G.Spc = Space::SharedCta;
  else if (Var->hasAttr<clang::CUDAConstantAttr>())
    G.Spc = Space::Const;
  else if (isManaged(Var))
    G.IsManaged = true;
  else if (!Var->hasAttr<clang::CUDADeviceAttr>())
    G.Spc = Space::Unknown;
  M.Globals.push_back(G);
  return It->second = G.Name;
}

unsigned UnitState::functionIndex(const FunctionDecl *Fn) {
  auto [It, New] =
      FunctionIndices.try_emplace(Fn->getCanonicalDecl(), FunctionTable.size());
  if (New)
    FunctionTable.push_back(Fn);
  return It->second;
}

void UnitState::setErrors(llvm::ArrayRef<clang::SourceLocation> Places) {
  const auto &SM = Ctx.getSourceManager();
  for (clang::SourceLocation Place : Places) {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(Place);
    Errors[File].push_back(Offset);
  }
  for (auto &[File, Offsets] : Errors)
    llvm::sort(Offsets);
}

llvm::ArrayRef<unsigned> UnitState::errorsIn(clang::SourceRange Range) const {
  const auto &SM = Ctx.getSourceManager();
  auto [File, From] = SM.getDecomposedExpansionLoc(Range.getBegin());
  auto [EndFile, To] = SM.getDecomposedExpansionLoc(Range.getEnd());
  auto It = Errors.find(File);
  if (It == Errors.end() || EndFile != File)
    return {};
  auto First = llvm::lower_bound(It->second, From);
  auto Last = llvm::upper_bound(It->second, To);
  return First < Last ? llvm::ArrayRef(&*First, Last - First)
                      : llvm::ArrayRef<unsigned>();
}

bool UnitState::hasErrorOutside(
    llvm::ArrayRef<const FunctionDecl *> Functions) const {
  if (Errors.empty())
    return false;
  size_t Inside = 0, All = 0;
  llvm::DenseSet<clang::SourceLocation> Bodies; // Instances share one.
  for (const FunctionDecl *Fn : Functions)
    if (Bodies.insert(Fn->getBody()->getBeginLoc()).second)
      Inside += errorsIn(Fn->getBody()->getSourceRange()).size();
  for (const auto &[File, Offsets] : Errors)
    All += Offsets.size();
  return Inside < All;
}

clang::SourceLocation UnitState::errorIn(const FunctionDecl *Fn) const {
  const clang::Stmt *Body = Fn->getBody();
  if (Errors.empty() || !Body)
    return {};
  llvm::ArrayRef<unsigned> Inside = errorsIn(Body->getSourceRange());
  if (Inside.empty())
    return {};
  const auto &SM = Ctx.getSourceManager();
  return SM.getComposedLoc(
      SM.getDecomposedExpansionLoc(Body->getBeginLoc()).first, Inside.front());
}
