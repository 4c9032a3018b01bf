//===- discarded.h - results that nothing uses ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_DISCARDED_H
#define FENCEPOST_ANALYZER_MODEL_DISCARDED_H

#include "analyzer/model/module.h"

namespace fencepost {

/// Clears Event::ResultUsed where no value, event or terminator of Fn has the
/// result: for functions whose value graph holds every use.
void markDiscarded(Function &Fn);

} // namespace fencepost

#endif
