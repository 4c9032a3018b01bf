//===- api_pattern.h - families of names in API models ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `atomic{Add=add,Max=max}{=gpu,_block=cta}` is four names. Each alternative
// is `text` or `text=value`; `$1`, `$2`... in the fields of the model are the
// values of the groups (an alternative without `=` has its text as value).
// A name may end in `*`: every name with that beginning.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_API_API_PATTERN_H
#define FENCEPOST_ANALYZER_FRONTEND_API_API_PATTERN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost {

struct PatternName {
  std::string Name;
  llvm::SmallVector<std::string, 3> Values; ///< `$1` is Values[0].
};

/// Every name of a pattern, in order; at most 4096.
llvm::Expected<std::vector<PatternName>> expandPattern(llvm::StringRef Pattern);

/// Text with `$1`... replaced; an error for a group that does not exist.
llvm::Expected<std::string> substitute(llvm::StringRef Text,
                                       const PatternName &From);

} // namespace fencepost

#endif
