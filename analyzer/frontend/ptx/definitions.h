//===- definitions.h - who defines a register, by the text ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements are read as words, not parsed: what stands behind an opcode, and
// which registers it defines. All positions are in the text of the module.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_DEFINITIONS_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_DEFINITIONS_H

#include "llvm/ADT/SmallVector.h"
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

/// Reads the next name of operands from Rest; empty at the end.
llvm::StringRef takeName(llvm::StringRef &Rest);

/// What stands behind the first operand.
llvm::StringRef sourcesOf(llvm::StringRef Statement);

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
  /// What was set last; 0 if nothing was.
  uint32_t get(llvm::StringRef Name) const;
  /// The place to set it; valid until the next call.
  uint32_t &operator[](llvm::StringRef Name);
  /// For a name that is read where it stands: letters, packed, and number.
  struct Numbered {
    uint32_t Class, Number;
  };
  /// Reads `%rd17` from At on; nothing if it is no such name, or a longer one.
  static std::optional<Numbered> numbered(const char *&At, const char *End);
  uint32_t &at(Numbered N, llvm::StringRef Name);

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

/// The definitions of each register, in the order of the text.
class Definitions {
public:
  struct Definition {
    size_t Start;    ///< Of the opcode.
    uint32_t Before; ///< The one before it of the same register, plus one.
  };
  /// Forgets everything; the next walk begins there.
  void restart(llvm::StringRef Text, size_t Begin);
  /// Reads the statements up to there.
  void walkTo(size_t Pos);
  /// The latest definition of Name, plus one; 0 if there is none.
  uint32_t latest(llvm::StringRef Name) const;
  /// By what latest() and Before give: plus one.
  const Definition &operator[](uint32_t D) const { return Defined[D - 1]; }
  /// The statement whose opcode stands there.
  llvm::StringRef statementAt(size_t Pos) const;

private:
  llvm::StringRef Text;
  std::vector<Definition> Defined;
  NameTable Latest; ///< By register: the latest in Defined, plus one.
  size_t Walked = 0;
  void define(llvm::StringRef Statement);
  bool defineOne(size_t Pos);
  struct Target {
    NameTable::Numbered N;
    llvm::StringRef Name;
  };
  static bool readTargets(const char *&At, const char *End,
                          llvm::SmallVectorImpl<Target> &Targets);
  void set(size_t Start, uint32_t &Last);
};

} // namespace fencepost::ptx

#endif
