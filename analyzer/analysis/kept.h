//===- kept.h - answers kept for those who ask again ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several rules ask one question of one function. Who answers it keeps what it
// found here, in a type of its own, for as long as the view lives.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_KEPT_H
#define FENCEPOST_ANALYZER_ANALYSIS_KEPT_H

#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace fencepost {

class Kept {
public:
  /// The one T; empty when first asked for.
  template <typename T> T &of() {
    for (auto &[Type, Object] : Objects)
      if (Type == &Tag<T>)
        return *static_cast<T *>(Object.get());
    auto Made = std::make_shared<T>();
    Objects.emplace_back(&Tag<T>, Made);
    return *Made;
  }

private:
  template <typename T> static inline const char Tag = 0;
  llvm::SmallVector<std::pair<const void *, std::shared_ptr<void>>, 4> Objects;
};

} // namespace fencepost

#endif
