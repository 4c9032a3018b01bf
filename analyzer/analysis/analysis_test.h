//===- analysis_test.h - what the tests of analyses share -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit from .events text whose events are found by their obj="..." mark.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_ANALYSIS_TEST_H
#define FENCEPOST_ANALYZER_ANALYSIS_ANALYSIS_TEST_H

#include "analyzer/analysis/unit_view.h"
#include "analyzer/model/text.h"
#include "gtest/gtest.h"

namespace fencepost {

class TestUnit {
public:
  explicit TestUnit(llvm::StringRef Text) {
    auto Parsed = parseEvents(Text, "test.events");
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      M = std::make_unique<Module>();
    } else {
      M = std::move(*Parsed);
    }
    View = std::make_unique<UnitView>(*M);
  }
  const UnitView &unit() const { return *View; }
  const FunctionView &fn(unsigned I = 0) const { return *View->functions()[I]; }

  /// The event whose Object is Mark; a test failure if there is not just one.
  EventId operator[](llvm::StringRef Mark) const { return find(Mark, 0); }
  EventId find(llvm::StringRef Mark, unsigned Function) const {
    EventId Found = NoId;
    const auto &Events = fn(Function).fn().Events;
    for (EventId E = 0; E < Events.size(); ++E)
      if (Events[E].Object == Mark) {
        EXPECT_EQ(Found, NoId) << Mark.str() << " is there twice";
        Found = E;
      }
    EXPECT_NE(Found, NoId) << "no event is marked " << Mark.str();
    return Found == NoId ? 0 : Found;
  }
  BlockId blockOf(llvm::StringRef Mark) const {
    return fn().cfg().position((*this)[Mark]).Block;
  }

private:
  std::unique_ptr<Module> M;
  std::unique_ptr<UnitView> View;
};

} // namespace fencepost

#endif
