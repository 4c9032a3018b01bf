//===- provenance.h - which object an address points into -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is a base object and the shape of its index. Distinct parameters
// are told Different with `Assumed` set: a check that relies on it says so in
// its finding, and advice to weaken never rests on it.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_MEMORY_PROVENANCE_H
#define FENCEPOST_ANALYZER_ANALYSIS_MEMORY_PROVENANCE_H

#include "analyzer/analysis/threads/uniformity.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <string>

namespace fencepost {

class LoadedClasses;
struct LinearForm;

enum class BaseKind : uint8_t {
  Unknown,
  Param,  ///< Pointer parameter, or pointer leaf of a struct parameter.
  Global, ///< __device__, __constant__, __managed__ or __shared__ object.
  Local,
  Loaded,   ///< A pointer that was itself loaded: Root is the load's event.
  Computed, ///< Several candidates (a select or phi over different bases).
};

/// The object class of an address: equal classes may be the same array.
struct Object {
  BaseKind Kind = BaseKind::Unknown;
  ValueId Root = UnknownValue; ///< Param, Global or Result node.
  std::string Key;  ///< Stable within the function: `param:2`, `global:lock`,
                    ///< `param:0.status`, `field:TileState::status`.
                    ///< `*param:1` (what pointers loaded from there point
                    ///< to; `*global:s+96` for the one at byte 96); fields of
                    ///< structs behind pointers are a class of their own,
                    ///< whichever pointer leads to them.
  std::string Name; ///< For messages: `flag`, `t.status`.
  Space Spc = Space::Unknown; ///< Best known state space.
  /// Bytes from the base where constant; nullopt if the index varies.
  std::optional<int64_t> Offset;
  Uniform IndexGroup = Uniform::Grid; ///< Over which group the address agrees.
  /// Offset of the outermost field in its struct; -1 if no field or unknown.
  int64_t FieldOffset = -1;
  /// A member of all records of one type, whichever pointer leads to them.
  bool isMemberOfType() const {
    return llvm::StringRef(Key).starts_with("field:");
  }
  /// A variable in the shared memory of another block of the cluster, or of
  /// this one by the way that leads to others.
  bool isOfPeer() const { return llvm::StringRef(Key).starts_with(OfPeer); }
  /// The class of the variable, whichever block's.
  llvm::StringRef keyInAnyBlock() const {
    llvm::StringRef Own = Key;
    Own.consume_front(OfPeer);
    return Own;
  }
  /// What the key of such a variable begins with.
  static constexpr llvm::StringLiteral OfPeer = "remote ";
};

enum class SameLocation : uint8_t { Different, Same, Unknown };
struct LocationAnswer {
  SameLocation Is = SameLocation::Unknown;
  bool Assumed = false; ///< Rests on "distinct parameters do not alias".
  std::string Cause;
};

class Provenance {
public:
  Provenance(const Module &M, const Function &Fn, const Uniformity &Uniform);
  const Object &object(EventId E) const { return Objects[E]; } ///< Of Address.
  Object objectOf(ValueId Address) const;
  LocationAnswer sameLocation(EventId A, EventId B) const;
  /// Same array or variable, whatever the index, as far as is known: behind
  /// pointers that are loaded or chosen, perhaps the same.
  bool sameObject(EventId A, EventId B) const;
  /// The same, but that a pointer which is chosen (`c ? p : q`) leads to the
  /// object of another one is not taken for granted.
  bool isSurelySameObject(EventId A, EventId B) const;
  /// True where other blocks can reach the memory: global, generic or
  /// unknown space whose base is no shared or local object.
  bool isVisibleToGrid(EventId E) const;
  bool isShared(EventId E) const; ///< Known to be shared memory.
  /// An ordinary load of memory that this function never writes: repeated, it
  /// yields the same value (pointers in argument structs, index tables).
  bool isUnchanging(EventId Load) const;
  /// One value of those that must be equal: loads that are unchanging and read
  /// the same address count as one.
  ValueId canonical(ValueId V) const { return Canon[V]; }

private:
  bool isOwnMember(const Object &O) const;
  const Module &M;
  const Function &Fn;
  const Uniformity &Uniform;
  std::vector<Object> Objects;
  std::vector<ValueId> Canon;
  llvm::StringSet<> Written; ///< Keys of objects that this function writes.
  /// By address and depth: pointers that are loaded through each other in a
  /// loop are reached in many ways.
  mutable llvm::DenseMap<std::pair<ValueId, unsigned>, Object> Resolved;

  /// Addresses as sums, by address.
  mutable llvm::DenseMap<ValueId, std::shared_ptr<const LinearForm>> Forms;

  mutable std::shared_ptr<const LoadedClasses> Pointers;

  const LinearForm &formOf(ValueId Address) const;
  Object resolve(ValueId Address, unsigned Depth) const;
  Object resolveAnew(ValueId Address, unsigned Depth) const;
  Object baseObject(ValueId Base, unsigned Depth) const;
  void findCanonical();
  LocationAnswer compareObjects(const Object &A, const Object &B) const;
};

} // namespace fencepost

#endif
