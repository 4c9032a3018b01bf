//===- host_keys.h - what the keys of host buffers say ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_HOST_KEYS_H
#define FENCEPOST_ANALYZER_MODEL_HOST_KEYS_H

namespace fencepost {

/// Ends HostBuffer::Key of a member whose type holds integers alone: what an
/// object holds of floating-point numbers is not in there.
inline constexpr char IntegersMark = '#';

} // namespace fencepost

#endif
