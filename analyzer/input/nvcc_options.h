//===- nvcc_options.h - the table of nvcc's options -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_NVCC_OPTIONS_H
#define FENCEPOST_ANALYZER_INPUT_NVCC_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

struct NvccOption {
  enum class Argument { None, Value, List, OptionalValue };
  enum class Verb { Drop, DropArg, Define, Unwrap, Translate };
  enum class Meaning {
    None,
    Include,
    Define,
    Undefine,
    IncludePath,
    SystemInclude,
    Language,
    Standard,
    Arch,
    Code,
    GenerateCode,
    Rdc,
    RdcMode,
    DefaultStream,
    TemplateDepth,
    NoExceptions,
    OptionsFile,
  };
  llvm::StringRef Long, Short; ///< Without dashes; Short may be empty.
  Argument Arg;
  Verb What;
  llvm::StringRef Detail; ///< Define: the macro. Else the meaning's name.
  Meaning How;            ///< Of Translate.
};

llvm::ArrayRef<NvccOption> nvccOptions();

/// The option that Word spells, dashes included; Value is set to what follows
/// its `=`, or is joined to a one-letter option (`-O3`, `-Ia`); HasValue tells
/// whether there was one. nullptr if nvcc has no such option.
const NvccOption *findNvccOption(llvm::StringRef Word, llvm::StringRef &Value,
                                 bool &HasValue);

} // namespace fencepost

#endif
