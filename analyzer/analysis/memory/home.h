//===- home.h - in whose memory an access lands -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The home of memory decides how wide an order must be: the block, the
// cluster, this GPU, or beyond it. Evidence, strongest first: state spaces and
// multicast addresses, what the user's configuration says, declarations, what
// the host code allocates and passes, the scope of other accesses to the
// object, the shape of the address, and names, which alone prove nothing.
// Evidence that contradicts itself is none.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_HOME_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_HOME_H

#include "analyzer/analysis/memory/home_note.h"
#include "analyzer/analysis/unit_view.h"

namespace fencepost {

enum class Support : uint8_t {
  None,
  Name,    ///< Only what the user calls it.
  Usage,   ///< How the unit uses the object.
  Certain, ///< Declared, allocated or addressed so.
};

struct HomeFact {
  Home Is = Home::Unknown;
  Support By = Support::None;
  std::string Why;   ///< Clause for messages: "it is managed memory".
  AccessRef Witness; ///< The access that tells, for Usage; In may be null.

  /// Beyond this GPU, by at least this support.
  bool isOutside(Support Least = Support::Usage) const {
    return By >= Least &&
           (Is == Home::Peer || Is == Home::Host || Is == Home::Outside);
  }
};

/// Where the memory that E accesses lives. Other accesses that order at system
/// scope count as signs of a home beyond this GPU, E itself does not.
HomeFact homeOf(const UnitView &Unit, const FunctionView &In, EventId E);

/// Do names say that E accesses memory beyond this GPU, whatever its scope and
/// that of other accesses say?
bool isNamedOutside(const FunctionView &In, EventId E);

/// Is the scope of E written by the user, and not the default of a type or of
/// `volatile`?
bool hasExplicitScope(const Event &E);

} // namespace fencepost

#endif
