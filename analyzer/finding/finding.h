//===- finding.h - a claim with its evidence --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding is a rule, a claim, one primary place and the ordered steps that
// show it. Reporters only render; whatever a reporter prints is in here.
// Messages: lower case, no full stop, the user's spelling in single quotes.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_FINDING_H
#define FENCEPOST_ANALYZER_FINDING_FINDING_H

#include "analyzer/model/kinds.h"
#include <cstdint>
#include <string>
#include <vector>

namespace fencepost {

enum class Level : uint8_t { Note, Warning, Error };

enum class Verdict : uint8_t {
  ViolatesModel,  ///< The PTX memory model allows the bad outcome.
  SeenOnHardware, ///< ...and the outcome has been measured.
  Costs,          ///< Correct, but dearer than it needs to be.
};

/// What a step of the evidence does in the story.
enum class Role : uint8_t {
  Poll,
  Consumer,
  Producer,
  Publish,
  Fence,
  Barrier,
  Acquire,
  Release,
  Lock,
  Unlock,
  Access,
  CallSite,
  Declaration,
};

/// A place as reporters need it: plain strings, no module needed any more.
struct Place {
  std::string File; ///< Absolute where possible.
  uint32_t Line = 0, Column = 0, EndLine = 0,
           EndColumn = 0; ///< As in Location.

  bool operator==(const Place &) const = default;
};

struct Step {
  Role What = Role::Access;
  Place At;
  std::string Message;
};

struct Alternative {
  std::string Name; ///< `acquire-load`, `fence-after-loop`: stable words.
  std::string Text;
};

struct Edit {
  std::string File;
  uint32_t Offset = 0, Length = 0; ///< Bytes.
  std::string Text;
  /// xxh3_64bits of the file as it was analysed; 0: not known.
  uint64_t FileHash = 0;
};

struct Fix {
  bool Safe = false; ///< False: "unsafe", needs a human eye.
  std::vector<Edit> Edits;
};

/// A fix as a check states it: in words of the source, which it never sees.
/// finding/repair.h looks at the source and makes a Fix of it, or nothing.
struct Repair {
  enum class Kind : uint8_t {
    Replace,       ///< Old, which stands once in At, becomes New.
    MemoryClobber, ///< The asm statement At: volatile, with a clobber.
    BehindLoop,    ///< New, behind the `while` or `do` whose condition is At.
  };
  Kind What = Kind::Replace;
  bool Safe = false;
  Place At;
  std::string Old, New;
};

/// A small program cut from the events of a finding, in which the memory model
/// allows the outcome that the finding warns of (analyzer/advice/witness.h).
struct WitnessProgram {
  std::string Litmus; ///< As `fencepost litmus` reads it; empty: none is shown.
  std::vector<std::string> Execution; ///< One that shows the outcome, in words.
  std::vector<std::string> Remarks;   ///< What in it is no code of the unit.
  /// A program that was cut and whose outcome the memory model forbids: the
  /// finding or the cut is wrong. For tests; reports never show it.
  std::string Refuted;
};

/// Why a finding is not reported. Findings keep their place in the results, so
/// that formats with a notion of it (SARIF) can tell; nothing else prints or
/// counts them.
enum class Suppression : uint8_t {
  None,
  InSource, ///< A NOLINT comment.
  Baseline, ///< Known before: --baseline.
  Outside,  ///< No step of it touches the change: --diff.
};

struct Finding {
  std::string Rule;
  /// One of the closed set of kinds; empty: the kind of the rule's page. Set by
  /// rules whose page names two kinds.
  std::string Kind;
  Level Severity = Level::Warning;
  Verdict Judgement = Verdict::ViolatesModel;
  Place Primary;
  std::string Function; ///< Display name of the function under analysis.
  std::string Message;
  std::vector<Step> Steps;
  std::vector<std::string> Assumptions;
  std::vector<Alternative> Alternatives;
  std::vector<Repair> Repairs; ///< Until the driver has made Fixes of them.
  std::vector<Fix> Fixes;
  WitnessProgram Witness;
  /// Orders and roles of the events involved, no names or lines: the part of
  /// the fingerprint and of the merge key that survives edits elsewhere.
  std::string Skeleton;
  /// Where the primary event is spelled if that differs from Primary and is
  /// the user's: a macro's body. Line 0 otherwise. Part of the merge key.
  Place Spelled;
  /// Primary is a place in a PTX text or a disassembly itself, since that names
  /// no source line.
  bool IsInListing = false;
  bool InSystemHeader = false; ///< No frame of the primary is in a user's file.

  // Filled after the check has run (driver, finding/merge).
  Layer Origin = Layer::Cuda;
  std::vector<std::string> Archs;
  /// All that show it, Origin among them, in the order of the enum.
  std::vector<Layer> Layers;
  uint32_t InstanceCount = 1;
  std::string InstanceExample;
  std::string Fingerprint;
  Suppression Suppressed = Suppression::None;
  std::string SuppressionReason; ///< The user's words, if any.
};

llvm::StringRef spelling(Level L); ///< note, warning, error
llvm::StringRef
spelling(Verdict V);              ///< violates-model, seen-on-hardware, costs
llvm::StringRef spelling(Role R); ///< poll, consumer, ...

/// Which thread of the story a role belongs to. A step of neither side stays
/// with the step before it.
enum class Side : uint8_t { Either, Producer, Consumer };
Side sideOf(Role R);

/// The steps of one thread, as indices into Finding::Steps, in their order.
/// Who is Either only if no step of the finding has a side.
struct ThreadOfSteps {
  Side Who = Side::Either;
  std::vector<size_t> Steps;
};
std::vector<ThreadOfSteps> threadsOf(const Finding &F);

class FindingSink {
public:
  virtual ~FindingSink() = default;
  virtual void add(Finding F) = 0;
  /// Advice to weaken that was not given, and why: counted.
  virtual void withheld(llvm::StringRef Reason) {}
};

} // namespace fencepost

#endif
