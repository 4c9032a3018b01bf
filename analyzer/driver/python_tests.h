//===- python_tests.h - tests of extensions in Python -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ binds functions under names (pybind11, TORCH_LIBRARY); Python calls them
// and compares what they return. A script that needs a Python interpreter and
// nothing else turns .py files into a summary like that of a unit.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_PYTHON_TESTS_H
#define FENCEPOST_ANALYZER_DRIVER_PYTHON_TESTS_H

#include "analyzer/model/notification.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost {

/// The .py files among Paths and in their folders, sorted. Those named, and
/// folders with nothing else to analyse, are taken out of Paths unless nothing
/// would be left. Files beyond the most that are read are told in Notes.
std::vector<std::string> takePythonFiles(std::vector<std::string> &Paths,
                                         std::vector<Notification> &Notes);

/// Does the summary of a unit bind functions for Python?
bool bindsForPython(llvm::StringRef Summary);

/// The summary of Files; empty, with a note, where no interpreter is found or
/// it fails.
std::string pythonSummary(llvm::ArrayRef<std::string> Files,
                          std::vector<Notification> &Notes);

} // namespace fencepost

#endif
