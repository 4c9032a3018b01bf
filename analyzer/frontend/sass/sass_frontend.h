//===- sass_frontend.h - disassembly to a module of events ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what `cuobjdump -sass` and `nvdisasm` (with or without -c, -g, -gi,
// -hex) print for sm_70 and newer: one or several listings in a text, each
// with any number of functions. A function that cannot be read is Partly or
// Skipped with a reason, and never ends the module.
//
// Places are source lines where the listing has them (nvdisasm -g, -gi); the
// line of the listing is then their Spelling. Without line information the
// line of the listing is the place itself.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_SASS_FRONTEND_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_SASS_FRONTEND_H

#include "analyzer/model/module.h"
#include "analyzer/model/notification.h"

namespace fencepost {

struct SassOptions {
  /// Where the text itself names no architecture: `sm_90a`. Empty: not known.
  std::string Arch;
};

struct SassUnit {
  std::unique_ptr<Module> M; ///< Null if Text is no SASS: Notes say why.
  std::vector<Notification> Notes;
};

/// Path is what locations and notifications call the text; it is not opened.
/// Of several architectures in one text, M->Arch is the oldest.
SassUnit readSass(llvm::StringRef Text, llvm::StringRef Path,
                  const SassOptions &Options = {});

} // namespace fencepost

#endif
