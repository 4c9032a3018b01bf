//===- linear.cpp - values as sums of terms -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterative, at most 256 nodes; what is left then stays a term.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

bool isTransparentCast(const Function &Fn, const Value &Node) {
  if (Node.Kind != ValueKind::Op || Node.Op != OpCode::Cast ||
      Node.Operands.size() != 1)
    return false;
  const ValueType &From = Fn.Values[Node.Operands[0]].Type;
  if (Node.Type.IsFloat || From.IsFloat || Node.Type.Bits == 1)
    return false;
  // A narrowing cast drops bits, except of an address into a state space.
  return Node.Type.Bits == 0 || From.Bits == 0 || Node.Type.Bits >= From.Bits ||
         From.IsPointer;
}

} // namespace

static bool isComparison(OpCode Op) {
  return Op >= OpCode::Eq && Op <= OpCode::Ge;
}

bool isBoolean(const Value &V) {
  return V.Type.Bits == 1 ||
         (V.Kind == ValueKind::Op &&
          (isComparison(V.Op) || V.Op == OpCode::LogicalNot));
}

ValueId stripCasts(const Function &Fn, ValueId V) {
  for (unsigned Depth = 0; Depth < 16; ++Depth) {
    const Value &Node = Fn.Values[V];
    if (!isTransparentCast(Fn, Node))
      return V;
    V = Node.Operands[0];
  }
  return V;
}

std::optional<int64_t> constantOf(const Function &Fn, ValueId V) {
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  if (Node.Kind != ValueKind::Constant || Node.Type.IsFloat)
    return std::nullopt;
  return Node.Imm;
}

LinearForm linearForm(const Function &Fn, ValueId V,
                      function_ref<ValueId(ValueId)> Canon) {
  LinearForm Result;
  SmallVector<std::pair<ValueId, int64_t>, 8> Terms, Work{{V, 1}};
  unsigned Budget = 256;
  while (!Work.empty()) {
    auto [Id, Factor] = Work.pop_back_val();
    if (Canon)
      Id = Canon(Id);
    const Value &Node = Fn.Values[Id];
    auto Term = [&, Id = Id, Factor = Factor] {
      Terms.push_back({Id, Factor});
    };
    auto Push = [&, Factor = Factor](ValueId Operand, int64_t By) {
      Work.push_back({Operand, wrappingMul(Factor, By)});
    };
    if (Node.Kind == ValueKind::Constant && !Node.Type.IsFloat) {
      Result.Constant =
          wrappingAdd(Result.Constant, wrappingMul(Factor, Node.Imm));
      continue;
    }
    if (Budget == 0 || Node.Kind != ValueKind::Op || Node.Type.IsFloat) {
      Term();
      continue;
    }
    --Budget;
    const auto &Ops = Node.Operands;
    auto Const = [&](unsigned I) { return constantOf(Fn, Ops[I]); };
    if (isTransparentCast(Fn, Node)) {
      Push(Ops[0], 1);
    } else if (Node.Op == OpCode::Add && Ops.size() == 2) {
      Push(Ops[0], 1);
      Push(Ops[1], 1);
    } else if (Node.Op == OpCode::Sub && Ops.size() == 2) {
      Push(Ops[0], 1);
      Push(Ops[1], -1);
    } else if (Node.Op == OpCode::Neg && Ops.size() == 1) {
      Push(Ops[0], -1);
    } else if (Node.Op == OpCode::Mul && Ops.size() == 2 && Const(1)) {
      Push(Ops[0], *Const(1));
    } else if (Node.Op == OpCode::Mul && Ops.size() == 2 && Const(0)) {
      Push(Ops[1], *Const(0));
    } else if (Node.Op == OpCode::Shl && Ops.size() == 2 && Const(1) &&
               uint64_t(*Const(1)) < 63) {
      Push(Ops[0], int64_t(1) << *Const(1));
    } else if (Node.Op == OpCode::Element && Ops.size() == 2 && Node.Imm > 0) {
      Push(Ops[0], 1);
      Push(Ops[1], Node.Imm);
    } else if (Node.Op == OpCode::Field && Ops.size() == 1 && Node.Imm >= 0) {
      Push(Ops[0], 1);
      Result.Constant =
          wrappingAdd(Result.Constant, wrappingMul(Factor, Node.Imm));
    } else {
      Term();
    }
  }
  llvm::sort(Terms);
  for (size_t I = 0; I < Terms.size();) {
    auto [Id, Factor] = Terms[I];
    for (++I; I < Terms.size() && Terms[I].first == Id; ++I)
      Factor = wrappingAdd(Factor, Terms[I].second);
    if (Factor != 0)
      Result.Terms.push_back({Id, Factor});
  }
  return Result;
}

IndexLeaves indexLeaves(const Function &Fn, ValueId V) {
  IndexLeaves Set;
  SmallVector<ValueId, 8> Work{V};
  for (unsigned Budget = 32; !Work.empty(); --Budget) {
    const Value &Node = Fn.Values[Work.pop_back_val()];
    if (Budget == 0) {
      Set.Other = true;
      return Set;
    }
    if (Node.Kind == ValueKind::Special) {
      StringRef Name = Node.Name;
      unsigned Axis = Name.ends_with(".x")   ? 0
                      : Name.ends_with(".y") ? 1
                      : Name.ends_with(".z") ? 2
                                             : 3;
      if (Axis < 3 && Name.starts_with("tid."))
        Set.Tid[Axis] = true;
      else if (Axis < 3 && Name.starts_with("ctaid."))
        Set.Ctaid[Axis] = true;
      else if (Name.starts_with("ntid.") || Name.starts_with("nctaid."))
        Set.Size = true;
      else
        Set.Other = true;
      continue;
    }
    bool IsSum = Node.Kind == ValueKind::Op &&
                 (Node.Op == OpCode::Add || Node.Op == OpCode::Mul ||
                  isTransparentCast(Fn, Node));
    if (!IsSum && Node.Kind != ValueKind::Constant) {
      Set.Other = true;
      return Set;
    }
    Work.append(Node.Operands.begin(), Node.Operands.end());
  }
  return Set;
}

std::optional<ThreadIndex> threadIndex(const Function &Fn,
                                       const LinearForm &Form) {
  ThreadIndex Index;
  Index.Rest.Constant = Form.Constant;
  int64_t Sign = 0; // Of the tid that stands alone.
  SmallVector<std::pair<IndexLeaves, int64_t>, 4> Products;
  for (auto &[Term, Factor] : Form.Terms) {
    IndexLeaves Set = indexLeaves(Fn, Term);
    bool Alone = Fn.Values[Term].Kind == ValueKind::Special;
    if (Set.Other || (!Set.anyTid() && (!Set.anyCtaid() || Alone))) {
      Index.Rest.Terms.push_back({Term, Factor});
      continue;
    }
    if (Alone) {
      if (Sign != 0 || (Factor != 1 && Factor != -1))
        return std::nullopt;
      Sign = Factor;
      Index.Parts = Set;
      continue;
    }
    // Products: `tid.y * ntid.x`, `ctaid.x * ntid.x`, sums of such.
    if (!Set.Size || Set.Tid[0]) {
      if (Set.anyTid())
        return std::nullopt;
      Index.Rest.Terms.push_back({Term, Factor});
      continue;
    }
    Products.push_back({Set, Factor});
  }
  if (Sign == 0 || (!Products.empty() && !Index.Parts.Tid[0]))
    return std::nullopt;
  for (auto &[Set, Factor] : Products) {
    if (Factor != Sign)
      return std::nullopt;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      Index.Parts.Tid[Axis] |= Set.Tid[Axis];
      Index.Parts.Ctaid[Axis] |= Set.Ctaid[Axis];
    }
  }
  Index.isNegated = Sign < 0;
  return Index;
}

namespace {

bool usesAxis(const Function &Fn, unsigned Axis) {
  static const char *const Names[] = {"tid.x", "tid.y", "tid.z"};
  DenseSet<ValueId> Partial; // Not complete yet: judged where it is used.
  for (ValueId V = 1; V < Fn.Values.size(); ++V)
    if (Fn.Values[V].Kind == ValueKind::Special &&
        Fn.Values[V].Name == Names[Axis])
      Partial.insert(V);
  if (Partial.empty())
    return false;
  // Operands precede their users except through phis, so one pass suffices.
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    if (llvm::none_of(Fn.Values[V].Operands,
                      [&](ValueId Op) { return Partial.contains(Op); }))
      continue;
    IndexLeaves Set = indexLeaves(Fn, V);
    if (Set.Other || (Set.Tid[0] && !Set.Size))
      return true;
    if (!Set.Tid[0])
      Partial.insert(V);
  }
  auto IsPartial = [&](ValueId V) { return Partial.contains(V); };
  for (const Event &E : Fn.Events)
    if (IsPartial(E.Address) || IsPartial(E.Operand) ||
        llvm::any_of(E.Extra, IsPartial))
      return true;
  return llvm::any_of(
      Fn.Blocks, [&](const Block &B) { return IsPartial(B.Term.Condition); });
}

/// A thread index whose value runs through the lanes of each warp in order.
bool runsThroughLanes(const Function &Fn, ValueId V, Dimensions Extra) {
  const Value &Lane = Fn.Values[stripCasts(Fn, V)];
  if (Lane.Kind == ValueKind::Special && Lane.Name == "laneid")
    return true;
  auto Index = threadIndex(Fn, V);
  if (!Index || Index->isNegated || !Index->Parts.Tid[0] ||
      !Index->Rest.Terms.empty() || Index->Rest.Constant % 32 != 0)
    return false;
  return (Index->Parts.Tid[1] || !Extra.Y) && (Index->Parts.Tid[2] || !Extra.Z);
}

/// The divisor or mask at the right of Node; WARP_SZ counts as 32.
std::optional<int64_t> rightConstant(const Function &Fn, const Value &Node) {
  if (Node.Kind != ValueKind::Op || Node.Operands.size() != 2)
    return std::nullopt;
  const Value &By = Fn.Values[stripCasts(Fn, Node.Operands[1])];
  if (By.Kind == ValueKind::Special &&
      (StringRef(By.Name).equals_insensitive("warp_sz") ||
       StringRef(By.Name).equals_insensitive("warpsize")))
    return 32;
  return constantOf(Fn, Node.Operands[1]);
}

} // namespace

Dimensions extraDimensions(const Function &Fn) {
  return {usesAxis(Fn, 1), usesAxis(Fn, 2)};
}

std::optional<WarpIndex> warpIndex(const Function &Fn, ValueId V,
                                   Dimensions Extra) {
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  if (Node.Kind == ValueKind::Special && Node.Name == "warpid")
    return WarpIndex{};
  auto C = rightConstant(Fn, Node);
  if (!C)
    return std::nullopt;
  int64_t Warps = 0;
  if (Node.Op == OpCode::Div && *C > 0 && *C % 32 == 0)
    Warps = *C / 32;
  else if (Node.Op == OpCode::Shr && *C >= 5 && *C < 32)
    Warps = int64_t(1) << (*C - 5);
  else if (Node.Op == OpCode::And && (*C & 31) == 0 && *C != 0)
    Warps = uint32_t(*C) == ~31u ? 1 : 32;
  if (Warps == 0 || !runsThroughLanes(Fn, Node.Operands[0], Extra))
    return std::nullopt;
  return WarpIndex{Warps};
}

bool isLaneIndex(const Function &Fn, ValueId V, Dimensions Extra) {
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  if (Node.Kind == ValueKind::Special)
    return Node.Name == "laneid";
  auto C = rightConstant(Fn, Node);
  if (!C)
    return false;
  bool Whole = (Node.Op == OpCode::Rem && *C > 0 && *C % 32 == 0) ||
               (Node.Op == OpCode::And && (*C & 31) == 31);
  return Whole && runsThroughLanes(Fn, Node.Operands[0], Extra);
}

} // namespace fencepost
