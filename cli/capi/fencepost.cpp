//===- fencepost.cpp - the functions of the library -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/capi/fencepost.h"
#include "analyzer/driver/guard.h"
#include "cli/capi/check_text.h"
#include "cli/options.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <mutex>
#include <new>

using namespace fencepost;

struct fencepost_result {
  TextResult What;
};

namespace {

llvm::StringRef text(const char *S) {
  return S ? llvm::StringRef(S) : llvm::StringRef();
}

/// Handlers of signals are the caller's: ours are there while a check runs.
class Handlers {
public:
  Handlers() {
    std::lock_guard<std::mutex> Lock(Guard);
    if (Running++ == 0)
      llvm::CrashRecoveryContext::Enable();
  }
  ~Handlers() {
    std::lock_guard<std::mutex> Lock(Guard);
    if (--Running == 0)
      llvm::CrashRecoveryContext::Disable();
  }

private:
  static std::mutex Guard;
  static unsigned Running;
};
std::mutex Handlers::Guard;
unsigned Handlers::Running = 0;

/// The thread itself may be what cannot be had.
bool survives(llvm::function_ref<void()> Work) {
  bool IsDone = false;
  return guarded([&] { IsDone = guardedOnLargeStack(Work); }) && IsDone;
}

} // namespace

extern "C" {

unsigned fencepost_abi_version(void) { return FENCEPOST_ABI_VERSION; }

const char *fencepost_version(void) { return FENCEPOST_VERSION; }

fencepost_result *fencepost_check(const char *Layer, const char *Name,
                                  const char *Text, size_t Size,
                                  const char *Options) {
  auto *Result = new (std::nothrow) fencepost_result;
  if (!Result)
    return nullptr;
  Handlers ForTheTime;
  TextRequest Request{text(Layer), text(Name),
                      Text ? llvm::StringRef(Text, Size) : llvm::StringRef(),
                      text(Options)};
  TextResult Made;
  if (survives([&] { Made = checkText(Request); })) {
    Result->What = std::move(Made);
    return Result;
  }
  // What the crash left of Made is not looked at.
  new (&Made) TextResult;
  if (!survives([&] { Result->What = crashedResult(Request.Name); }))
    new (&Result->What) TextResult;
  return Result;
}

int fencepost_result_status(const fencepost_result *Result) {
  return Result->What.Status;
}

const char *fencepost_result_json(const fencepost_result *Result) {
  return Result->What.Json.c_str();
}

const char *fencepost_result_text(const fencepost_result *Result) {
  return Result->What.Text.c_str();
}

void fencepost_free(fencepost_result *Result) { delete Result; }
}
