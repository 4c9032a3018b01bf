//===- own_headers.h - the CUDA headers in the binary -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of include/, embedded at build time.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_OWN_HEADERS_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_OWN_HEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

struct OwnHeader {
  llvm::StringRef Path; ///< Below include/: "cuda/cuda/atomic".
  llvm::StringRef Text; ///< Ends in a NUL that is not counted.
};

llvm::ArrayRef<OwnHeader> ownHeaders();

} // namespace fencepost

#endif
