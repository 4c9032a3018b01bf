//===- template_names.h - names of members, for nvcc ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc finds that a member of a dependent object is a template where the
// keyword is missing, and looks for an unqualified name in dependent bases too.
// Clang reads a comparison in the first case; in the second it searches once
// the base is known, but chooses among overloads without the object. It says
// where: there the next reading of the unit gets the words.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_TEMPLATE_NAMES_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_TEMPLATE_NAMES_H

#include "analyzer/frontend/cuda/token_watcher.h"
#include <set>
#include <string>

namespace clang {
class Diagnostic;
class LangOptions;
class SourceManager;
} // namespace clang

namespace fencepost {

/// Places of names, the same in every reading: file and offset in bytes.
using NamePlaces = std::set<std::pair<std::string, unsigned>>;

/// Words that nvcc does without.
struct MissingWords {
  NamePlaces Template; ///< Names to read with `template` before them.
  NamePlaces This;     ///< Names to read with `this->` before them.

  NamePlaces NoThis;     ///< Those where there is no object.
  NamePlaces NoTemplate; ///< Names of members that are no templates.

  void add(const MissingWords &More) {
    Template.insert(More.Template.begin(), More.Template.end());
    This.insert(More.This.begin(), More.This.end());
    NoThis.insert(More.NoThis.begin(), More.NoThis.end());
    NoTemplate.insert(More.NoTemplate.begin(), More.NoTemplate.end());
    for (const auto &Place : NoThis)
      This.erase(Place);
    for (const auto &Place : NoTemplate)
      Template.erase(Place);
  }
  bool empty() const { return Template.empty() && This.empty(); }
  bool operator==(const MissingWords &) const = default;
};

/// Adds where Info is, unless that is inside a macro.
void addPlace(const clang::Diagnostic &Info, NamePlaces &Places);

/// Adds each name in the user's files that is called as `object.name<...>(` or
/// `object->name<...>(`. Errors show but the first of them: what is behind it
/// is not instantiated.
void addMemberTemplates(const clang::SourceManager &SM,
                        const clang::LangOptions &Options, NamePlaces &Places);

/// Makes PP hand out the words before the names.
TokenWatcher addMissingWords(clang::Preprocessor &PP,
                             const MissingWords &Words);

} // namespace fencepost

#endif
