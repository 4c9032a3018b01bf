//===- finding_builder.h - how a check states a finding ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   FindingBuilder(Unit.module(), Fn, "relaxed-poll")
//       .level(Level::Error)
//       .verdict(Verdict::SeenOnHardware)
//       .at(Poll.Loc)
//       .message("poll of " + objectOf(Poll) + " is relaxed, so " + ...)
//       .step(Role::Poll, Poll, "the loop leaves when this is set")
//       .step(Role::Consumer, Read, "then " + objectOf(Read) + " is read")
//       .assume("'flag' and 'data' do not overlap")
//       .alternative("fence-after-loop", "put '__threadfence()' after the
//       loop") .emit(Sink);
//
// Steps keep the order in which they are added. A step whose place was
// inlined is followed by one call-site step per calling frame, each once per
// finding. Messages: lower case, no full stop, code in single quotes.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_FINDING_BUILDER_H
#define FENCEPOST_ANALYZER_FINDING_FINDING_BUILDER_H

#include "analyzer/finding/finding.h"
#include "analyzer/model/module.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

/// The operation in the user's words and single quotes; without a spelling, a
/// phrase such as `a relaxed load`.
std::string spelled(const Event &E);
/// The accessed object in the user's words and single quotes; else `memory`.
std::string objectOf(const Event &E);
/// 'text'
std::string quoted(llvm::StringRef Text);
/// `load.relaxed.gpu`: what an event adds to a skeleton.
std::string skeletonOf(const Event &E);

class FindingBuilder {
public:
  /// Fn is the function under analysis. The level is warning and the verdict
  /// violates-model until set.
  FindingBuilder(const Module &M, const Function &Fn, llvm::StringRef Rule);

  FindingBuilder &level(Level L);
  /// Only for a rule whose page names two kinds.
  FindingBuilder &kind(llvm::StringRef K);
  FindingBuilder &verdict(Verdict V);
  /// The primary place. If it is never set or is Nowhere, the first step's
  /// place is used, then the function's.
  FindingBuilder &at(LocationId L);
  FindingBuilder &message(const llvm::Twine &Text);

  FindingBuilder &step(Role What, LocationId L, const llvm::Twine &Text);
  /// As above, and adds the role and the event to the skeleton.
  FindingBuilder &step(Role What, const Event &E, const llvm::Twine &Text);

  FindingBuilder &assume(const llvm::Twine &Text);
  /// In the order to try them. Name: stable words joined by hyphens.
  FindingBuilder &alternative(llvm::StringRef Name, const llvm::Twine &Text);
  FindingBuilder &fix(Fix F);
  FindingBuilder &witness(WitnessProgram W);
  /// A repair at L, which is left out where L is in a macro or no user's file,
  /// or is no place in CUDA source. Safe: whatever else is true of the program,
  /// it means no less afterwards.
  FindingBuilder &repair(Repair::Kind What, bool Safe, LocationId L,
                         llvm::StringRef Old = "", llvm::StringRef New = "");
  /// Adds a word to the skeleton: only needed where the event steps do not
  /// tell two claims of one rule at one place apart. No names, no lines.
  FindingBuilder &skeleton(llvm::StringRef Word);

  /// The finished finding; the builder is spent.
  Finding build();
  void emit(FindingSink &Sink);

private:
  const Module &M;
  const Function &Fn;
  Finding F;
  LocationId Primary = Nowhere;
  LocationId FirstStep = Nowhere;
  std::vector<Place> Told; ///< Frames that have a step already.

  void addStepOnce(Role What, LocationId L, std::string Text);
  void addFrames(LocationId L);
};

} // namespace fencepost

#endif
