//===- diagnostics.h - what Clang says, sorted ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects Clang's errors of one unit. Errors where Clang is stricter than
// nvcc and keeps the tree whole are benign; a header that is missing is the
// machine's affair; the rest is the user's.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_DIAGNOSTICS_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_DIAGNOSTICS_H

#include "analyzer/frontend/cuda/execution_spaces.h"
#include "analyzer/model/notification.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace fencepost {

/// Whether an error of Clang leaves the tree as nvcc would have it: that of a
/// known kind, or a warning that Clang only treats as an error.
bool isBenign(unsigned DiagId, const clang::DiagnosticIDs &All);

class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
  /// HasToolkit: whether a missing CUDA header calls for --cuda-path.
  explicit DiagnosticCollector(bool HasToolkit) : HasToolkit(HasToolkit) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  /// Errors that are not benign.
  unsigned errorCount() const { return Errors; }

  /// Where they are, in the order in which they were met.
  llvm::ArrayRef<clang::SourceLocation> errorPlaces() const { return Places; }

  /// What nvcc does not need to be told of names.
  const MissingWords &missingWords() const { return Words; }

  /// Calls between host and device that nvcc takes.
  const CallsAcross &callsAcross() const { return Across; }

  /// Whether a call named all arguments of several templates, and Clang did not
  /// know which to take.
  bool hasAmbiguousCall() const { return HasAmbiguousCall; }

  /// Whether an object could not be copied on the device since only the host
  /// has a constructor for it.
  bool lacksDeviceCopy() const { return LacksDeviceCopy; }

  /// Whether a constant was asked for that Clang's interpreter cannot tell.
  bool lacksConstants() const { return LacksConstants; }

  /// Whether a constexpr function holds what it may from C++23 on only; nvcc
  /// does not ask in templates.
  bool needsLooseConstexpr() const { return NeedsLooseConstexpr; }

  /// The first few errors of each class and how many more there are.
  void report(std::vector<Notification> &Notes) const;

private:
  void addTemplateName(const clang::Diagnostic &Info);
  void addMissingWords(const clang::Diagnostic &Info);
  void addMissingHeader(const clang::Diagnostic &Info, Notification Note);

  bool HasToolkit;
  unsigned Errors = 0;
  bool FollowsError = false; ///< The last that was no note counts.
  MissingWords Words;
  CallsAcross Across;
  bool HasAmbiguousCall = false, LacksDeviceCopy = false;
  bool LacksConstants = false, NeedsLooseConstexpr = false;
  std::vector<clang::SourceLocation> Places;
  std::vector<Notification> Missing, Faults;
  std::vector<std::string> MissingNames;
  unsigned MoreMissing = 0, MoreFaults = 0;
  llvm::DenseSet<std::pair<unsigned, unsigned>> Seen; ///< Place, diagnostic.
};

} // namespace fencepost

#endif
