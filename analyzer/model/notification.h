//===- notification.h - what a run has to say besides findings --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_NOTIFICATION_H
#define FENCEPOST_ANALYZER_MODEL_NOTIFICATION_H

#include <cstdint>
#include <string>

namespace fencepost {

/// User: the input is at fault. Environment: something is missing on the
/// machine; the message names it and the flag that sets it. Internal: our
/// fault; the message asks for a report.
enum class NoticeClass : uint8_t { User, Environment, Internal };

struct Notification {
  NoticeClass Class = NoticeClass::User;
  std::string Message; ///< Lower case, no full stop, names the way out.
  std::string File;
  uint32_t Line = 0;
};

} // namespace fencepost

#endif
