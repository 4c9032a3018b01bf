//===- execution_spaces.h - functions of host and device --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc chooses among overloads without asking where they run, and lets host
// templates call device functions. Clang leaves out those of the other side,
// and takes a constexpr function without attributes for one of both sides. It
// says where that failed: there the next reading of the unit has the function
// of the side that nvcc would give it.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_EXECUTION_SPACES_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_EXECUTION_SPACES_H

#include "analyzer/frontend/cuda/template_names.h"

namespace clang {
class Decl;
class Diagnostic;
class TagDecl;
} // namespace clang

namespace fencepost {

struct CallsAcross {
  NamePlaces Called; ///< Names of device functions that host code calls.
  /// Calls from both sides at once that made an instance for the device which
  /// has errors.
  NamePlaces Calls;

  void add(const CallsAcross &More) {
    Called.insert(More.Called.begin(), More.Called.end());
    Calls.insert(More.Calls.begin(), More.Calls.end());
  }
  bool empty() const { return Called.empty() && Calls.empty(); }
  bool operator==(const CallsAcross &) const = default;
};

/// Adds what Info, a note behind an error, says of such a call.
void addCallAcross(const clang::Diagnostic &Info, CallsAcross &Found);

/// Gives the functions declared by D, in namespaces too, their side: those of
/// Places.Called serve on the host as well, and constexpr functions without
/// attributes that make one of Places.Calls on the host alone.
void settleSides(clang::Decl *D, const CallsAcross &Places);

/// The same for the members of a class.
void settleSides(clang::TagDecl *Class, const CallsAcross &Places);

} // namespace fencepost

#endif
