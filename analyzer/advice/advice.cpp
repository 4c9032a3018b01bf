//===- advice.cpp - may this synchronization be weakened? -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/advice.h"

using namespace fencepost;

AdviceResult fencepost::judge(const UnitView &, const FunctionView &,
                              llvm::ArrayRef<Change>, const Premises &) {
  return {Advice::Withheld, "weakened synchronization is not decided yet", "",
          {}};
}
