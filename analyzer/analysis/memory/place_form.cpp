//===- place_form.cpp - where an access goes, as a sum --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/place_form.h"

using namespace fencepost;

LinearForm fencepost::placeForm(const FunctionView &In, EventId E) {
  return linearForm(In.fn(), In.event(E).Address,
                    [&](ValueId V) { return In.provenance().canonical(V); });
}
