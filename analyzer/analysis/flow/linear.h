//===- linear.h - values as sums of terms -----------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value as constant + sum of coefficient * term, where a term is a value
// that is no sum itself. Integer wrap-around is ignored: equal forms are equal
// values, forms that differ by a constant are values that differ. Private to
// analyzer/analysis.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_FLOW_LINEAR_H
#define FENCEPOST_ANALYZER_ANALYSIS_FLOW_LINEAR_H

#include "analyzer/model/fold.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost {

struct LinearForm {
  int64_t Constant = 0;
  /// (term, coefficient), sorted by term, no zero coefficient.
  llvm::SmallVector<std::pair<ValueId, int64_t>, 4> Terms;
  bool isConstant() const { return Terms.empty(); }
};

/// Canon, if given, renames terms first (equal loads to one of them).
LinearForm linearForm(const Function &Fn, ValueId V,
                      llvm::function_ref<ValueId(ValueId)> Canon = nullptr);

/// The constant integer V, through casts.
std::optional<int64_t> constantOf(const Function &Fn, ValueId V);

/// A truth value: one bit wide, a comparison or a logical negation.
bool isBoolean(const Value &V);

/// V without the casts around it.
ValueId stripCasts(const Function &Fn, ValueId V);

/// The special registers in a product or sum of them.
struct IndexLeaves {
  bool Tid[3] = {false, false, false};   ///< tid.x, y, z
  bool Ctaid[3] = {false, false, false}; ///< ctaid.x, y, z
  bool Size = false;                     ///< ntid or nctaid
  bool Other = false;                    ///< Anything else.
  bool anyTid() const { return Tid[0] || Tid[1] || Tid[2]; }
  bool anyCtaid() const { return Ctaid[0] || Ctaid[1] || Ctaid[2]; }
};
IndexLeaves indexLeaves(const Function &Fn, ValueId V);

/// A form read as `tid.x [+ tid.y * ntid.x ...] [+ ctaid.x * ntid.x] + Rest`,
/// or as one of tid.y and tid.z with Rest.
struct ThreadIndex {
  IndexLeaves Parts;      ///< Which ids take part.
  LinearForm Rest;        ///< What is added to them.
  bool isNegated = false; ///< The form is Rest minus the index.
};
/// nullopt if no tid takes part or it takes part in another way.
std::optional<ThreadIndex> threadIndex(const Function &Fn,
                                       const LinearForm &Form);
inline std::optional<ThreadIndex> threadIndex(const Function &Fn, ValueId V) {
  return threadIndex(Fn, linearForm(Fn, V));
}

/// Whether some expression uses tid.y (tid.z) other than in a linear index
/// that has tid.x in it: a sign that blocks have a second (third) dimension.
struct Dimensions {
  bool Y = false, Z = false;
};
Dimensions extraDimensions(const Function &Fn);

/// tid / 32, tid >> 5, tid & ~31, warpid: the same in all lanes of a warp and
/// different in each warp (of those that share a quotient by Warps).
struct WarpIndex {
  int64_t Warps = 1; ///< How many warps share a value.
};
std::optional<WarpIndex> warpIndex(const Function &Fn, ValueId V,
                                   Dimensions Extra);

/// A special register that tells the threads of a block apart: tid, laneid.
inline bool isThreadNumber(llvm::StringRef Special) {
  return Special.starts_with("tid.") || Special == "laneid";
}

/// laneid, tid % 32, tid & 31: different in each lane of a warp.
bool isLaneIndex(const Function &Fn, ValueId V, Dimensions Extra);

} // namespace fencepost

#endif
