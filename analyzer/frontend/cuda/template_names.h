//===- template_names.h - `x.f<T>()` without `template` ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc finds that a member of a dependent object is a template where the
// keyword is missing. Clang reads a comparison, and says where: there the next
// reading of the unit gets the keyword.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_TEMPLATE_NAMES_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_TEMPLATE_NAMES_H

#include "analyzer/frontend/cuda/braced_launch.h"
#include <set>
#include <string>

namespace fencepost {

/// Places of names, the same in every reading: file and offset in bytes.
using NamePlaces = std::set<std::pair<std::string, unsigned>>;

/// Makes PP hand out `template` before the names at Places.
TokenWatcher missingTemplateKeywords(clang::Preprocessor &PP,
                                     const NamePlaces &Places);

} // namespace fencepost

#endif
