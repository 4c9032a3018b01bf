//===- config_yaml.h - the text of a configuration --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_CONFIG_YAML_H
#define FENCEPOST_ANALYZER_DRIVER_CONFIG_YAML_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// A word and where it stands.
struct PlacedText {
  std::string Text;
  unsigned Line = 0, Column = 0;
};

struct ConfigFault {
  std::string Message;
  unsigned Line = 0, Column = 0;
};

/// A configuration as written, not looked at yet.
struct ConfigText {
  using List = std::vector<PlacedText>;
  struct HomeEntry {
    std::optional<PlacedText> Pointer, Type, Home;
  };
  List Extends, Rules, Skip, Archs;
  std::vector<std::pair<PlacedText, PlacedText>> Levels; ///< Rule, level.
  std::vector<HomeEntry> Homes;
  std::optional<PlacedText> Lowest, FailOn, SystemHeaders;
  bool HasModels = false;          ///< ApiModels reads them from the same text.
  std::vector<ConfigFault> Faults; ///< Syntax, and keys that do not exist.
};

ConfigText readConfigText(llvm::StringRef Yaml);

} // namespace fencepost

#endif
