//===- json_text.h - writing JSON -------------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_JSON_TEXT_H
#define FENCEPOST_ANALYZER_REPORT_JSON_TEXT_H

#include "llvm/ADT/StringRef.h"
#include <nlohmann/json.hpp>
#include <string>

namespace fencepost {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

inline std::string text(llvm::StringRef S) { return S.str(); }

/// Names come out of binaries and sources in any encoding: what is not UTF-8
/// becomes U+FFFD. Indent -1: on one line.
inline std::string dump(const Json &J, int Indent) {
  return J.dump(Indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace fencepost

#endif
