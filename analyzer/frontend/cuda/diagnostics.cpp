//===- diagnostics.cpp - what Clang says, sorted --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/diagnostics.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace fencepost;
using llvm::StringRef;

/// As many of each class as help; more would bury them.
static constexpr size_t MostShown = 5;

bool fencepost::isBenign(unsigned DiagId, const clang::DiagnosticIDs &All) {
  switch (DiagId) {
  // nvcc takes a bare `%` before a special register's name; the string is kept.
  case clang::diag::err_asm_invalid_escape:
  case clang::diag::err_asm_invalid_operand_number:
  // The immediate constraints of nvcc; the statement is kept.
  case clang::diag::err_asm_invalid_input_constraint:
  // nvcc warns about constructors of __shared__ objects; the variable is kept.
  case clang::diag::err_shared_var_init:
  // Host and device attributes that differ between declarations, or host
  // functions in host-device code: bodies are kept.
  case clang::diag::err_cuda_ovl_target:
  case clang::diag::err_ref_bad_target:
  case clang::diag::err_unexpected_template_in_destructor_name:
  case clang::diag::err_typename_missing:
  case clang::diag::err_typename_missing_template:
  case clang::diag::err_redefinition_different_typedef:
  // A case behind the initialisation of a variable: nvcc warns.
  case clang::diag::err_switch_into_protected_scope:
  // A template all the same.
  case clang::diag::err_missing_dependent_template_keyword:
  // A member of a dependent base, found once the base is known.
  case clang::diag::err_found_in_dependent_base:
    return true;
  default:
    return All.isWarningOrExtension(DiagId);
  }
}

/// A constant expression is wanted, and Clang's evaluator finds none. That of
/// `this->Static` is one for nvcc, in a function called on a reference too.
static bool asksForConstant(unsigned DiagId) {
  return DiagId == clang::diag::
                       err_constexpr_if_condition_expression_is_not_constant ||
         DiagId == clang::diag::err_static_assert_expression_is_not_constant ||
         DiagId == clang::diag::err_constexpr_var_requires_const_init ||
         DiagId == clang::diag::err_expr_not_ice;
}

static bool isMissingHeader(unsigned DiagId) {
  return DiagId == clang::diag::err_pp_file_not_found ||
         DiagId ==
             clang::diag::err_pp_file_not_found_angled_include_not_fatal ||
         DiagId == clang::diag::err_pp_file_not_found_typo_not_fatal;
}

/// Headers that come with a CUDA toolkit.
static bool isToolkitHeader(StringRef Name) {
  static constexpr StringRef Folders[] = {
      "cuda/", "cub/", "thrust/", "nv/", "crt/", "cooperative_groups/",
      "nvtx3/"};
  static constexpr StringRef Starts[] = {"cuda",   "cublas",     "cufft",
                                         "curand", "cusparse",   "cusolver",
                                         "nvrtc",  "nvToolsExt", "cupti"};
  for (StringRef Folder : Folders)
    if (Name.starts_with(Folder))
      return true;
  if (Name.contains('/'))
    return false;
  for (StringRef Start : Starts)
    if (Name.starts_with(Start))
      return true;
  return Name == "mma.h" || Name == "vector_types.h" ||
         Name == "cooperative_groups.h" || Name == "math_constants.h" ||
         Name == "device_launch_parameters.h" || Name == "helper_math.h";
}

static Notification placeOf(const clang::Diagnostic &Info, StringRef Message) {
  Notification Note{NoticeClass::User, Message.str(), "", 0};
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return Note;
  const clang::SourceManager &Sources = Info.getSourceManager();
  clang::PresumedLoc Place = Sources.getPresumedLoc(
      Sources.getExpansionLoc(Info.getLocation()), /*UseLineDirectives=*/false);
  if (Place.isValid()) {
    Note.File = Place.getFilename();
    Note.Line = Place.getLine();
  }
  return Note;
}

void DiagnosticCollector::addMissingHeader(const clang::Diagnostic &Info,
                                           Notification Note) {
  std::string Name = Info.getArgStdStr(0);
  if (llvm::is_contained(MissingNames, Name))
    return;
  MissingNames.push_back(Name);
  Note.Class = NoticeClass::Environment;
  Note.Message = "header '" + Name + "' not found: ";
  if (isToolkitHeader(Name))
    Note.Message += HasToolkit
                        ? "the CUDA toolkit in use does not hold it; name "
                          "another one with --cuda-path, or its folder with "
                          "`-- -IFOLDER`"
                        : "name a CUDA toolkit with --cuda-path, or the "
                          "header's folder with `-- -IFOLDER`";
  else
    Note.Message += "add its folder with `-- -IFOLDER`, or give the build's "
                    "own commands with -p BUILD";
  if (Missing.size() < MostShown)
    Missing.push_back(std::move(Note));
  else
    ++MoreMissing;
}

/// Where in `object.member->name<...` the name begins that `<` follows; npos if
/// Text begins otherwise.
static size_t templateNameIn(StringRef Text) {
  StringRef Rest = Text;
  while (!Rest.empty()) {
    size_t Start = Text.size() - Rest.size();
    if (Rest.consume_front("operator"))
      Rest = Rest.ltrim().drop_while(
          [](char C) { return llvm::isPunct(C) && C != '<'; });
    else
      Rest =
          Rest.drop_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Rest = Rest.ltrim();
    if (Rest.starts_with("<"))
      return Start;
    if (!Rest.consume_front(".") && !Rest.consume_front("->"))
      break;
    Rest = Rest.ltrim();
  }
  return StringRef::npos;
}

/// A name that is read as the left side of a comparison: told so, or once the
/// object is known and its member is a function.
void DiagnosticCollector::addTemplateName(const clang::Diagnostic &Info) {
  if (!Info.getLocation().isFileID())
    return;
  const clang::SourceManager &Sources = Info.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(Info.getLocation());
  auto Entry = Sources.getFileEntryRefForID(File);
  size_t Name = templateNameIn(Sources.getBufferData(File).drop_front(Offset));
  if (Entry && Name != StringRef::npos)
    Words.Template.insert({Entry->getName().str(), Offset + unsigned(Name)});
}

void DiagnosticCollector::addMissingWords(const clang::Diagnostic &Info) {
  switch (Info.getID()) {
  case clang::diag::err_found_in_dependent_base:
    return addPlace(Info, Words.This);
  case clang::diag::err_invalid_this_use:
    return addPlace(Info, Words.NoThis);
  case clang::diag::err_template_kw_refers_to_non_template:
    return addPlace(Info, Words.NoTemplate);
  case clang::diag::err_template_kw_missing:
  case clang::diag::err_bound_member_function:
    return addTemplateName(Info);
  default:
    return;
  }
}

void DiagnosticCollector::HandleDiagnostic(
    clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) {
  clang::DiagnosticConsumer::HandleDiagnostic(Level, Info);
  LacksDeviceCopy |= Info.getID() == clang::diag::note_ovl_candidate_bad_target;
  addMissingWords(Info);
  if (Level == clang::DiagnosticsEngine::Note) {
    if (FollowsError)
      addCallAcross(Info, Across);
    return;
  }
  FollowsError = Level >= clang::DiagnosticsEngine::Error &&
                 !isBenign(Info.getID(), *Info.getDiags()->getDiagnosticIDs());
  if (!FollowsError)
    return;
  unsigned Place = Info.getLocation().getRawEncoding();
  if (!Seen.insert({Place, Info.getID()}).second && Place)
    return;
  ++Errors;
  if (Info.getLocation().isValid())
    Places.push_back(Info.getLocation());
  LacksConstants |= asksForConstant(Info.getID());
  NeedsLooseConstexpr |=
      Info.getID() == clang::diag::err_constexpr_local_var_non_literal_type;
  HasAmbiguousCall |= Info.getID() == clang::diag::err_ovl_ambiguous_call;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  Notification Note = placeOf(Info, Text);
  if (isMissingHeader(Info.getID())) {
    addMissingHeader(Info, std::move(Note));
  } else if (Faults.size() < MostShown) {
    if (Info.getID() == clang::diag::err_pp_include_too_deep)
      Note.Message = "headers include each other without end";
    Faults.push_back(std::move(Note));
  } else {
    ++MoreFaults;
  }
}

void DiagnosticCollector::report(std::vector<Notification> &Notes) const {
  llvm::append_range(Notes, Missing);
  if (MoreMissing)
    Notes.push_back({NoticeClass::Environment,
                     llvm::utostr(MoreMissing) + " more headers not found", "",
                     0});
  llvm::append_range(Notes, Faults);
  if (MoreFaults)
    Notes.push_back({NoticeClass::User,
                     llvm::utostr(MoreFaults) +
                         " more errors; what could be read was analysed",
                     "", 0});
}
