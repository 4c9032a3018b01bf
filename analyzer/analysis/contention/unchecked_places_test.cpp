//===- unchecked_places_test.cpp - places by a plain load -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (count < limit) place = atomicAdd(&count, 1);`: as many threads as read
// the old count before the first of them adds go on. All but one of them may
// come to a place behind the limit.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/contention/unchecked_places.h"

using namespace fencepost;

namespace {

struct Queue {
  unsigned Bytes = 256; ///< Of an array of words; the limit is 64 of them.
  std::string Threads = "maxthreads=256";
  std::string Test = "lt %have, 64";
  std::string Take = "atom.add.relaxed.cta.shared::cta [@count], 1";
  std::string Place = "add %k, 0";
  bool isUnchecked() const;
};

bool Queue::isUnchecked() const {
  TestUnit U("global @count space=shared::cta size=4\n"
             "global @queue space=shared::cta size=" +
             std::to_string(Bytes) + "\nkernel @k(i32 %n) " + Threads +
             R"( {
entry:
  %t = special tid.x
  %have = load.weak.shared::cta [@count] : i32 obj="look"
  %c = )" + Test +
             R"(
  br %c, take, done
take:
  %k = )" + Take +
             R"( : i32 used obj="take"
  %x = )" + Place +
             R"(
  %at = element @queue, %x, 4
  store.weak.shared::cta [%at], %t
  jump done
done:
  ret
})");
  return takesUncheckedPlace(U.fn(), U["look"], U["take"]);
}

TEST(UncheckedPlaces, NoRoomBehindTheLimit) {
  EXPECT_TRUE((Queue{}.isUnchecked()));
  // The last of 256 threads that have read 63 takes place 318.
  EXPECT_TRUE((Queue{.Bytes = (64 + 128) * 4}.isUnchecked()));
  EXPECT_FALSE((Queue{.Bytes = (64 + 256) * 4}.isUnchecked()));
}

TEST(UncheckedPlaces, AnyRoomCountsWhereTheThreadsAreNotKnown) {
  EXPECT_TRUE((Queue{.Threads = ""}.isUnchecked()));
  EXPECT_FALSE((Queue{.Bytes = (64 + 128) * 4, .Threads = ""}.isUnchecked()));
}

TEST(UncheckedPlaces, ALimitThatIsNotKnownLeavesNoRoomToCount) {
  EXPECT_TRUE((Queue{.Bytes = 4096, .Test = "lt %have, %n"}.isUnchecked()));
}

TEST(UncheckedPlaces, APlaceThatIsCutDownIsChecked) {
  EXPECT_FALSE((Queue{.Place = "and %k, 63"}.isUnchecked()));
  EXPECT_FALSE((Queue{.Place = "min %k, 63"}.isUnchecked()));
  EXPECT_FALSE((Queue{.Place = "add %t, 0"}.isUnchecked())) << "another number";
  EXPECT_TRUE((Queue{.Place = "sub %k, 1"}.isUnchecked()));
}

TEST(UncheckedPlaces, ATestForOneValueIsNoLimit) {
  EXPECT_FALSE((Queue{.Test = "ne %have, 64"}.isUnchecked()));
  EXPECT_FALSE((Queue{.Test = "lt %t, 64"}.isUnchecked()))
      << "not of the count";
}

TEST(UncheckedPlaces, TheAtomicHasALimitOfItsOwn) {
  EXPECT_FALSE((Queue{.Take = "atom.inc.relaxed.cta.shared::cta [@count], 63"}
                    .isUnchecked()));
  EXPECT_FALSE((Queue{.Take = "atom.min.relaxed.cta.shared::cta [@count], 63"}
                    .isUnchecked()));
}

} // namespace
