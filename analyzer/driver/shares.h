//===- shares.h - which units one worker analyses ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_SHARES_H
#define FENCEPOST_ANALYZER_DRIVER_SHARES_H

#include "analyzer/input/unit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace fencepost {

/// Units by their place, in the order in which one worker analyses them.
using UnitShare = llvm::SmallVector<size_t, 1>;

/// Each unit once, in the order in which workers are started. Jobs: how many
/// run at a time, at least one. Files of PTX stand behind all others, the
/// largest first; small ones are several to a share, the more at once the more
/// are left, so that all cores become idle together.
std::vector<UnitShare> sharesOf(llvm::ArrayRef<Unit> Units, size_t Jobs);

} // namespace fencepost

#endif
