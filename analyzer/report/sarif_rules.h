//===- sarif_rules.h - the tool's side of a SARIF log -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_SARIF_RULES_H
#define FENCEPOST_ANALYZER_REPORT_SARIF_RULES_H

#include "analyzer/report/json_text.h"
#include "analyzer/report/report.h"

namespace fencepost {

/// reportingDescriptor of a rule: help is its page.
Json sarifRule(const RuleInfo &R);

/// What a notification is about. The order is that of the descriptors.
enum class SarifNotice : uint8_t {
  FunctionPartly,
  FunctionSkipped,
  UnitPartly,
  UnitSkipped,
  UserNotice,
  EnvironmentNotice,
  InternalNotice,
  ResultsCut,
  NoticesCut,
};
Json sarifNoticeDescriptors();
llvm::StringRef sarifId(SarifNotice N);
llvm::StringRef sarifLevel(SarifNotice N);

/// Text with a full stop, unless it has an end of its own.
std::string sentence(llvm::StringRef Text);

} // namespace fencepost

#endif
