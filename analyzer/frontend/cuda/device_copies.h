//===- device_copies.h - copies of host objects for kernels -----*- C++ -*-===//
//-*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's parameter is copied on the host, but code that copies it once more
// is read for the device too. nvcc warns if only the host has the constructor
// that an implicit one calls; Clang then has none for the whole object.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_DEVICE_COPIES_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_DEVICE_COPIES_H

namespace clang {
class TagDecl;
}

namespace fencepost {

/// Makes the copy and move constructors of Tag device functions as well.
void allowDeviceCopies(clang::TagDecl *Tag);

} // namespace fencepost

#endif
