//===- place_form.h - where an access goes, as a sum ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_PLACE_FORM_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_PLACE_FORM_H

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/unit_view.h"

namespace fencepost {

/// The address of E in bytes: values that Provenance takes for one are one
/// term.
LinearForm placeForm(const FunctionView &In, EventId E);

} // namespace fencepost

#endif
