//===- text_lowering.h - all functions of a PTX text ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second stage for the modules of one text together: their functions become
// one Module, in the order of the text. Several threads lower a run of
// functions each; the module is the same for any number of them.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_TEXT_LOWERING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_TEXT_LOWERING_H

#include "analyzer/frontend/ptx/module_lowering.h"

namespace fencepost::ptx {

/// Into Text, which holds nothing yet.
void lowerModules(llvm::ArrayRef<ScannedModule> Modules, PtxBodies Read,
                  unsigned Threads, LoweredText &Text);

} // namespace fencepost::ptx

#endif
