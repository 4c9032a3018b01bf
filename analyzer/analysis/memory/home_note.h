//===- home_note.h - what the user says of memory ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_HOME_NOTE_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_HOME_NOTE_H

#include <cstdint>
#include <string>

namespace fencepost {

enum class Home : uint8_t {
  Unknown,
  Block,   ///< Shared memory of the block that accesses it.
  Cluster, ///< Shared memory of another block of the cluster.
  Device,  ///< Global memory of the GPU that runs the code.
  Peer,    ///< Memory of other GPUs: peer pointers, symmetric, multicast.
  Host,    ///< Managed or mapped memory, device registers.
  Outside, ///< Beyond this GPU; a peer's or the host's is not known.
};

/// Memory that the user has given a home, by the name of what points to it or
/// by the struct that lies there.
struct HomeNote {
  /// `*` matches anything. Pointer: a variable, parameter or `Struct::member`.
  /// Type: the struct through whose members the memory is accessed.
  std::string Pattern;
  bool IsType = false;
  Home Is = Home::Unknown;
  std::string Where; ///< `.fencepost.yaml:7`, for messages.
};

} // namespace fencepost

#endif
