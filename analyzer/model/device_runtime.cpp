//===- device_runtime.cpp - functions that compilers bring ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/device_runtime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace fencepost {

/// `__cuda_sm20_div_u64`, `__cuda_sm3x_div_rn_noftz_f32_slowpath`; others of
/// that prefix are warp functions.
static bool isArithmeticOfCompiler(StringRef Name) {
  if (Name.consume_front("$__internal_"))
    Name = Name.drop_while(isDigit).substr(2); // `_$`
  if (!Name.consume_front("__cuda_sm"))
    return false;
  Name = Name.split('_').second;
  return any_of(ArrayRef<StringRef>{"div_", "rem_", "rcp_", "sqrt_", "rsqrt_",
                                    "dsqrt_", "drsqrt_", "dblrcp_"},
                [&](StringRef What) { return Name.starts_with(What); });
}

bool ordersNothing(StringRef Function) {
  return is_contained(ArrayRef<StringRef>{"vprintf", "malloc", "free",
                                          "cudaGetParameterBufferV2"},
                      Function) ||
         Function.starts_with("__nv_") || isArithmeticOfCompiler(Function);
}

} // namespace fencepost
