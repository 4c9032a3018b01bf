//===- wire.h - outcomes as JSON, between processes -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private format between one program and itself: no version, no promise.
// Text that is not UTF-8 (file names) travels in hexadecimal.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_WIRE_H
#define FENCEPOST_ANALYZER_DRIVER_WIRE_H

#include "analyzer/driver/unit_run.h"
#include "llvm/Support/Error.h"

namespace fencepost {

std::string writeOutcome(const UnitOutcome &Outcome);
llvm::Expected<UnitOutcome> readOutcome(llvm::StringRef Text);

} // namespace fencepost

#endif
