//===- fold.h - constants, identities and renumbering -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the builder needs to keep the value graph small: integer folding in
// two's complement at the width of the type, identities that hold for every
// value, and the final pass that makes a built function canonical.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_FOLD_H
#define FENCEPOST_ANALYZER_MODEL_FOLD_H

#include "analyzer/model/module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

/// Addresses and constants of hostile inputs may overflow: modulo 2^64.
inline int64_t wrappingAdd(int64_t A, int64_t B) {
  return uint64_t(A) + uint64_t(B);
}
inline int64_t wrappingSub(int64_t A, int64_t B) {
  return uint64_t(A) - uint64_t(B);
}
inline int64_t wrappingMul(int64_t A, int64_t B) {
  return uint64_t(A) * uint64_t(B);
}

/// V as an integer of the type's width, extended to 64 bits by its signedness:
/// the one form in which Value::Imm holds it.
int64_t extendTo(uint64_t V, ValueType Type);

/// Values by what they are: equal ones are one node. Values that were added do
/// not change while they are looked for.
class ValueIndex {
public:
  /// The value among All that equals V and was added before; else adds Id,
  /// which is V or is going to be, and returns it.
  ValueId findOrAdd(llvm::ArrayRef<Value> All, const Value &V, ValueId Id);
  void clear();

private:
  struct Slot {
    uint32_t Hash = 0;
    ValueId Id = NoId;
  };
  std::vector<Slot> Slots;
  size_t Used = 0;
  void grow();
};

/// The value of an integer operation over constants; nullopt for floats,
/// division by zero, and whatever is not constant.
std::optional<int64_t> foldConstant(const Function &Fn, const Value &V);

/// An operand that V always equals (x+0, x*1, x&x, a cast that changes
/// nothing, select of equal arms); nullopt if there is none.
std::optional<ValueId> foldIdentity(const Function &Fn, const Value &V);

/// Does an event of this shape produce a value?
bool yieldsValue(const Event &E);

/// Calls Visit for every value that E uses; not for its result.
void forEachOperand(Event &E, llvm::function_ref<void(ValueId &)> Visit);

/// Removes unreachable blocks, trivial and unread phis and duplicate values;
/// numbers blocks in reverse post order, events and values by first use.
void renumber(Function &Fn);

} // namespace fencepost

#endif
