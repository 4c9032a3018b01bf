//===- name_table.h - numbers for the names in a text -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables that are asked for every operand, and emptied for every function.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_NAME_TABLE_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_NAME_TABLE_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fencepost::ptx {

constexpr std::array<bool, 256> operandChars() {
  std::array<bool, 256> Set{};
  for (int C = '0'; C <= '9'; ++C)
    Set[C] = true;
  for (int C = 'a'; C <= 'z'; ++C)
    Set[C] = Set[C - 'a' + 'A'] = true;
  for (char C : {'_', '$', '%', '.', ':'})
    Set[static_cast<unsigned char>(C)] = true;
  return Set;
}
inline constexpr std::array<bool, 256> OperandChars = operandChars();

/// Name, register or the like: what operands are made of.
inline bool isOperandChar(char C) {
  return OperandChars[static_cast<unsigned char>(C)];
}

uint64_t hashOf(llvm::StringRef Name);

/// Open addressing by hashes of text, emptied in no time: an entry of an
/// older round is free.
class HashTable {
public:
  void clear() {
    ++Round;
    Used = 0;
  }
  void set(uint64_t Key, size_t Value);
  std::optional<size_t> get(uint64_t Key) const;

private:
  struct Entry {
    uint64_t Key = 0;
    size_t Value = 0;
    uint32_t Round = 0;
  };
  static constexpr size_t First = 1024;
  std::vector<Entry> Entries; ///< None, or a power of two.
  uint32_t Round = 1;
  size_t Used = 0;
  void grow();
};

/// A number for each name: in no time for registers as compilers number them
/// (`%rd17`), by hash for others.
class NameTable {
public:
  void clear();
  /// Of a name as compilers number them: letters, packed, and number. Class is
  /// 0 for others.
  struct Numbered {
    uint32_t Class = 0, Number = 0;
  };
  /// What was set last; 0 if nothing was.
  uint32_t get(llvm::StringRef Name) const;
  uint32_t get(Numbered N, llvm::StringRef Name) const;
  /// The place to set it; valid until the next call.
  uint32_t &operator[](llvm::StringRef Name);
  uint32_t &at(Numbered N, llvm::StringRef Name);
  /// Reads `%rd17` from At on; nothing if it is no such name, or a longer one.
  static std::optional<Numbered> numbered(const char *&At, const char *End);

private:
  static constexpr unsigned MaxClasses = 16;
  /// Numbers far beyond how many names there are go by hash.
  static constexpr uint32_t Slack = 1u << 15, PerName = 8;
  /// Of an older round: not set.
  struct Entry {
    uint32_t Set = 0, Round = 0;
  };
  std::vector<Entry> ByNumber[MaxClasses];
  uint32_t Classes[MaxClasses] = {}; ///< The letters, packed; 0: free.
  HashTable Others;
  std::vector<uint32_t> OfOthers;
  uint32_t Asked = 0;           ///< How often for a place to set.
  bool HasLargeNumbers = false; ///< Names with numbers among Others.
  uint32_t Round = 1;
  static std::optional<Numbered> numbered(llvm::StringRef Name);
  uint32_t &byHash(llvm::StringRef Name, uint32_t *Place);
  unsigned classOf(uint32_t Letters) const;
  uint32_t *placeOf(Numbered N);
};

} // namespace fencepost::ptx

#endif
