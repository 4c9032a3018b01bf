//===- guard.cpp - run something that may crash ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/guard.h"
#include "analyzer/model/in_parallel.h"

#include "llvm/Support/CrashRecoveryContext.h"

using namespace llvm;

namespace fencepost {

bool guarded(function_ref<void()> Work) {
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Context;
  return Context.RunSafely(Work);
}

bool guardedOnLargeStack(function_ref<void()> Work) {
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Context;
  return Context.RunSafelyOnThread(Work, LargeStackBytes);
}

} // namespace fencepost
