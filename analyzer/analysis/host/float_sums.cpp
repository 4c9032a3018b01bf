//===- float_sums.cpp - what a kernel adds up in any order ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/float_sums.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <set>

using namespace llvm;

namespace fencepost {

namespace {

/// A parameter by its index, or a variable by its name.
struct Root {
  uint32_t Param = ParamEffect::NoParam;
  std::string Global;
  auto operator<=>(const Root &) const = default;
};

class Facts {
public:
  explicit Facts(const FunctionView &In) : In(In), Fn(In.fn()) {}
  KernelFacts run();
  bool isSum(EventId E);

private:
  const FunctionView &In;
  const Function &Fn;
  static constexpr unsigned MaxDepth = 6;
  unsigned Budget = 20000;

  std::set<Root> rootsOf(ValueId Address, unsigned Depth = 0) const;
  /// Is V whole if the parameters in Inputs hold whole numbers only?
  bool isWhole(ValueId V, std::set<uint32_t> &Inputs, DenseSet<ValueId> &Seen);
  bool isWholeIfAll(std::set<uint32_t> &Inputs) const;
  /// The parts that a compare-and-swap adds to the old value.
  bool isWholeCas(const Event &Cas, std::set<uint32_t> &Inputs);
  bool isWholeResult(const Event &E, std::set<uint32_t> &Inputs,
                     DenseSet<ValueId> &Seen);
  bool addsToOld(const Event &Cas) const;
  bool isWrite(const Event &E) const {
    return E.Kind == EventKind::Store || isRmw(E.Kind) ||
           E.Kind == EventKind::AsyncCopy;
  }
  /// What the values stored by E are made of.
  void sources(const Event &E, std::set<Root> &Out, bool &FromSharedSum);
  std::set<Root> SharedSums; ///< Shared variables that hold such sums.
  std::map<Root, EventId> FirstShared;
};

} // namespace

std::set<Root> Facts::rootsOf(ValueId Address, unsigned Depth) const {
  std::set<Root> Out;
  if (Depth > MaxDepth || Address == UnknownValue)
    return Out;
  for (const AddressBase &Base : addressBases(Fn, Address)) {
    const Value &V = Fn.Values[Base.Base];
    switch (V.Kind) {
    case ValueKind::Param:
      if (V.Imm >= 0 && size_t(V.Imm) < Fn.Params.size())
        Out.insert({uint32_t(V.Imm), {}});
      break;
    case ValueKind::Global:
      Out.insert({ParamEffect::NoParam, V.Name});
      break;
    case ValueKind::Result:
      if (size_t(V.Imm) < Fn.Events.size() &&
          Fn.Events[V.Imm].Kind == EventKind::Load)
        Out.merge(rootsOf(Fn.Events[V.Imm].Address, Depth + 1));
      break;
    case ValueKind::Op:
      if (V.Op == OpCode::Extract || V.Op == OpCode::ArrayGet ||
          V.Op == OpCode::Pure)
        for (ValueId Operand : V.Operands)
          Out.merge(rootsOf(Operand, Depth + 1));
      break;
    case ValueKind::Unknown:
    case ValueKind::Constant:
    case ValueKind::Special:
    case ValueKind::Local:
    case ValueKind::Phi:
      break;
    }
  }
  return Out;
}

static bool isSmallWhole(const Value &V) {
  if (!V.Type.IsFloat)
    return true;
  const fltSemantics *Format = V.Type.Bits == 64   ? &APFloat::IEEEdouble()
                               : V.Type.Bits == 16 ? &APFloat::IEEEhalf()
                                                   : &APFloat::IEEEsingle();
  unsigned Bits = V.Type.Bits == 64 || V.Type.Bits == 16 ? V.Type.Bits : 32;
  APFloat F(*Format, APInt(Bits, uint64_t(V.Imm), false, true));
  return F.isInteger() &&
         abs(F).compare(APFloat(*Format, 2048)) != APFloat::cmpGreaterThan;
}

bool Facts::isWholeResult(const Event &E, std::set<uint32_t> &Inputs,
                          DenseSet<ValueId> &Seen) {
  if (E.Kind == EventKind::OpaqueCall)
    return isWholeIfAll(Inputs);
  if (!E.IsFloat && E.Kind != EventKind::WarpCollective &&
      E.Kind != EventKind::Load)
    return E.Bits != 0;
  if (E.Kind == EventKind::WarpCollective) {
    // Lane numbers and masks are integers; the value shuffled is not.
    if (E.Operand != UnknownValue && !isWhole(E.Operand, Inputs, Seen))
      return false;
    return llvm::all_of(E.Extra,
                        [&](ValueId V) { return isWhole(V, Inputs, Seen); });
  }
  if (E.Kind != EventKind::Load)
    return isWholeIfAll(Inputs);
  std::set<Root> From = rootsOf(E.Address);
  if (From.empty())
    return isWholeIfAll(Inputs);
  for (const Root &R : From) {
    if (R.Param != ParamEffect::NoParam) {
      Inputs.insert(R.Param);
      continue;
    }
    // A variable of the kernel's own: what it stores there.
    const Global *G = In.module().global(R.Global);
    if (!G || (G->Spc != Space::SharedCta && G->Spc != Space::SharedCluster))
      return false;
    for (const Event &Store : Fn.Events)
      if (isWrite(Store) && rootsOf(Store.Address).count(R) &&
          (Store.Rmw == RmwOp::Cas || !isWhole(Store.Operand, Inputs, Seen)))
        return false;
  }
  return true;
}

/// Made in a way that is not known: of whatever comes in.
bool Facts::isWholeIfAll(std::set<uint32_t> &Inputs) const {
  for (uint32_t P = 0; P < Fn.Params.size(); ++P)
    if (Fn.Params[P].Type.IsPointer)
      Inputs.insert(P);
  return !Inputs.empty();
}

/// (x + r) - r: x rounded so that sums of such numbers are exact.
static bool isRoundedForSums(const Function &Fn, const Value &V) {
  if (V.Op != OpCode::Sub || V.Operands.size() != 2)
    return false;
  const Value &Sum = Fn.Values[V.Operands[0]];
  return Sum.Kind == ValueKind::Op && Sum.Op == OpCode::Add &&
         llvm::is_contained(Sum.Operands, V.Operands[1]);
}

bool Facts::isWhole(ValueId Id, std::set<uint32_t> &Inputs,
                    DenseSet<ValueId> &Seen) {
  if (Budget == 0)
    return false;
  if (Id == UnknownValue)
    return isWholeIfAll(Inputs);
  if (!Seen.insert(Id).second)
    return true; // Being looked at: whole unless another part is not.
  --Budget;
  const Value &V = Fn.Values[Id];
  auto All = [&](ArrayRef<ValueId> Operands) {
    return llvm::all_of(Operands,
                        [&](ValueId O) { return isWhole(O, Inputs, Seen); });
  };
  switch (V.Kind) {
  case ValueKind::Constant:
    return isSmallWhole(V);
  case ValueKind::Phi:
    return All(V.Operands);
  case ValueKind::Result:
    return size_t(V.Imm) < Fn.Events.size() &&
           isWholeResult(Fn.Events[V.Imm], Inputs, Seen);
  case ValueKind::Param:
  case ValueKind::Special:
    return !V.Type.IsFloat && V.Type.Bits != 0;
  case ValueKind::Op:
    break;
  case ValueKind::Unknown:
  case ValueKind::Global:
  case ValueKind::Local:
    return false;
  }
  if (V.Op == OpCode::Cast && V.Operands.size() == 1) {
    const ValueType &From = Fn.Values[V.Operands[0]].Type;
    if (V.Type.IsFloat && !From.IsFloat && From.Bits)
      return true; // A count.
    return All(V.Operands);
  }
  if (isRoundedForSums(Fn, V))
    return true;
  if ((V.Op == OpCode::Extract || V.Op == OpCode::ArrayGet) &&
      !V.Operands.empty())
    return isWhole(V.Operands[0], Inputs, Seen);
  if (V.Op == OpCode::Havoc)
    return isWholeIfAll(Inputs);
  if (V.Op == OpCode::Select && V.Operands.size() == 3)
    return All(ArrayRef(V.Operands).drop_front());
  if (V.Op == OpCode::Add || V.Op == OpCode::Sub || V.Op == OpCode::Mul ||
      V.Op == OpCode::Neg || V.Op == OpCode::Min || V.Op == OpCode::Max ||
      V.Op == OpCode::Aggregate)
    return All(V.Operands);
  if (V.Op == OpCode::Pure) {
    StringRef Name = V.Name;
    for (StringRef Rounding : {"floor", "ceil", "trunc", "rint", "round"})
      if (Name.contains(Rounding) && !Name.contains("__float2half"))
        return true;
    // A count in half precision.
    for (StringRef Integer :
         {"__int2", "__uint2", "__short2", "__ushort2", "__ll2", "__ull2"})
      if (Name.starts_with(Integer))
        return true;
    // Parts put together as they are, into what held nothing yet.
    if (Name == "bits" || Name == "merge")
      return llvm::all_of(V.Operands, [&](ValueId O) {
        const Value &Part = Fn.Values[O];
        bool IsNothing = Part.Op == OpCode::Havoc && Part.Operands.empty();
        return IsNothing || isWhole(O, Inputs, Seen);
      });
    for (StringRef Exact :
         {"fma", "fabs", "abs", "fmax", "fmin", "2half", "half2float",
          "half22float2", "bfloat16", "hfma", "hadd", "hsub", "hmul"})
      if (Name.contains(Exact))
        return All(V.Operands);
  }
  return false;
}

bool Facts::isWholeCas(const Event &Cas, std::set<uint32_t> &Inputs) {
  if (Cas.Extra.empty())
    return false;
  // The old value counts as whole: it is the sum so far.
  DenseSet<ValueId> Seen;
  for (ValueId V = Cas.Extra[0]; V != UnknownValue;) {
    Seen.insert(V);
    const Value &Node = Fn.Values[V];
    bool IsCast = Node.Kind == ValueKind::Op && Node.Operands.size() == 1 &&
                  (Node.Op == OpCode::Cast || Node.Op == OpCode::Pure);
    V = IsCast ? Node.Operands[0] : UnknownValue;
  }
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    const Value &Node = Fn.Values[V];
    if ((Node.Op == OpCode::Pure || Node.Op == OpCode::Cast) &&
        Node.Operands.size() == 1 && Seen.contains(Node.Operands[0]))
      Seen.insert(V); // The old value again, as a float.
  }
  ValueId New = Cas.Operand;
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    const Value &Node = Fn.Values[New];
    bool IsBits = Node.Kind == ValueKind::Op && Node.Operands.size() == 1 &&
                  !Node.Type.IsFloat &&
                  (Node.Op == OpCode::Pure || Node.Op == OpCode::Cast);
    if (!IsBits)
      break;
    New = Node.Operands[0];
  }
  return isWhole(New, Inputs, Seen);
}

/// Does the value that Cas writes contain a float sum with the expected one?
bool Facts::addsToOld(const Event &Cas) const {
  if (Cas.Extra.empty())
    return false;
  DenseSet<ValueId> Seen;
  SmallVector<ValueId, 16> Work{Cas.Operand};
  bool Adds = false, Chooses = false;
  DenseSet<ValueId> Old;
  for (ValueId V = Cas.Extra[0]; V != UnknownValue;) {
    Old.insert(V);
    const Value &Node = Fn.Values[V];
    bool IsCast = Node.Kind == ValueKind::Op && Node.Operands.size() == 1 &&
                  (Node.Op == OpCode::Cast || Node.Op == OpCode::Pure);
    V = IsCast ? Node.Operands[0] : UnknownValue;
  }
  bool UsesOld = false;
  for (unsigned Steps = 0; !Work.empty() && Steps < 256; ++Steps) {
    ValueId V = Work.pop_back_val();
    if (V == UnknownValue || !Seen.insert(V).second)
      continue;
    if (Old.contains(V)) {
      UsesOld = true;
      continue;
    }
    const Value &Node = Fn.Values[V];
    if (Node.Kind != ValueKind::Op)
      continue;
    bool IsFloat = Node.Type.IsFloat;
    Adds |= IsFloat && (Node.Op == OpCode::Add || Node.Op == OpCode::Sub);
    Adds |= Node.Op == OpCode::Pure && StringRef(Node.Name).contains("fma");
    Adds |= Node.Op == OpCode::Pure && (StringRef(Node.Name).contains("hadd") ||
                                        StringRef(Node.Name).contains("fadd"));
    Chooses |= Node.Op == OpCode::Min || Node.Op == OpCode::Max ||
               Node.Op == OpCode::Select || StringRef(Node.Name).contains("fm");
    Work.append(Node.Operands.begin(), Node.Operands.end());
  }
  return Adds && UsesOld && !(Chooses && !Adds);
}

bool Facts::isSum(EventId Id) {
  const Event &E = Fn.Events[Id];
  if (!isWrite(E) || E.Kind == EventKind::Store)
    return false;
  bool IsSum = E.IsFloat && (E.Rmw == RmwOp::Add || E.Rmw == RmwOp::Sub);
  if (E.Rmw == RmwOp::Cas)
    IsSum = addsToOld(E);
  if (!IsSum)
    return false;
  switch (collisionOf(In, Id).By) {
  case SharedBy::OneThread:
    return false;
  case SharedBy::Unknown:
  case SharedBy::Data:
  case SharedBy::OneOfBlock:
  case SharedBy::Many:
  case SharedBy::Everyone:
    return true;
  }
  return true;
}

void Facts::sources(const Event &E, std::set<Root> &Out, bool &FromSum) {
  DenseSet<ValueId> Seen;
  SmallVector<ValueId, 16> Work{E.Operand};
  if (E.Kind == EventKind::AsyncCopy && !E.Extra.empty())
    Out.merge(rootsOf(E.Extra[0]));
  DenseSet<EventId> Loads;
  while (!Work.empty() && Budget) {
    --Budget;
    ValueId V = Work.pop_back_val();
    if (V == UnknownValue || !Seen.insert(V).second)
      continue;
    const Value &Node = Fn.Values[V];
    if (Node.Kind != ValueKind::Result) {
      // Whichever way a comparison goes: the value is not made of its sides.
      ArrayRef<ValueId> Parts = Node.Operands;
      if (Node.Op == OpCode::Select && Parts.size() == 3)
        Parts = Parts.drop_front();
      if (Node.Type.IsFloat || Node.Type.Bits != 1)
        Work.append(Parts.begin(), Parts.end());
      continue;
    }
    if (size_t(Node.Imm) >= Fn.Events.size())
      continue;
    const Event &From = Fn.Events[Node.Imm];
    if (From.Kind == EventKind::WarpCollective) {
      Work.push_back(From.Operand);
      Work.append(From.Extra.begin(), From.Extra.end());
      continue;
    }
    if (From.Kind != EventKind::Load || !Loads.insert(Node.Imm).second)
      continue;
    for (const Root &R : rootsOf(From.Address)) {
      if (SharedSums.count(R))
        FromSum = true;
      const Global *G = In.module().global(R.Global);
      if (!G ||
          (G->Spc != Space::SharedCta && G->Spc != Space::SharedCluster)) {
        Out.insert(R);
        continue;
      }
      // Through shared memory: what was stored there.
      for (const Event &Store : Fn.Events)
        if (isWrite(Store) && rootsOf(Store.Address).count(R))
          Work.push_back(Store.Operand);
    }
  }
}

KernelFacts Facts::run() {
  KernelFacts Out;
  Out.Name = Fn.Name;
  Out.Display = Fn.Display;
  Out.Loc = Fn.Loc;
  Out.IsPartly = Fn.State != Coverage::Analysed;
  const Module &M = In.module();
  auto IsShared = [&](const Root &R) {
    const Global *G = R.Global.empty() ? nullptr : M.global(R.Global);
    return G && (G->Spc == Space::SharedCta || G->Spc == Space::SharedCluster);
  };
  std::vector<std::set<Root>> Written(Fn.Events.size());
  std::vector<EventId> Sums;
  for (EventId E = 0; E < Fn.Events.size(); ++E) {
    if (!isWrite(Fn.Events[E]))
      continue;
    Written[E] = rootsOf(Fn.Events[E].Address);
    if (!isSum(E))
      continue;
    Sums.push_back(E);
    for (const Root &R : Written[E])
      if (IsShared(R)) {
        std::set<uint32_t> Inputs;
        DenseSet<ValueId> Seen;
        if (isWhole(Fn.Events[E].Operand, Inputs, Seen) && Inputs.empty())
          continue;
        SharedSums.insert(R);
        FirstShared.try_emplace(R, E);
      }
  }
  std::map<Root, ParamEffect> Effects;
  std::set<Root> Fractions; ///< What may hold more than whole numbers.
  auto AddSum = [&](const Root &To, EventId E) {
    const Event &Ev = Fn.Events[E];
    FloatSum S;
    S.Loc = Ev.Loc;
    S.Bits = Ev.Bits;
    S.Spelled = Ev.Spelling;
    S.Object = Ev.Object;
    std::set<uint32_t> Inputs;
    DenseSet<ValueId> Seen;
    if (Ev.Rmw == RmwOp::Cas ? isWholeCas(Ev, Inputs)
                             : isWhole(Ev.Operand, Inputs, Seen)) {
      S.IsWholeIf = true;
      S.WholeIf.assign(Inputs.begin(), Inputs.end());
      if (Inputs.empty())
        return; // Whole whatever comes in.
    }
    Effects[To].Sums.push_back(std::move(S));
  };
  for (EventId E = 0; E < Fn.Events.size(); ++E) {
    const Event &Ev = Fn.Events[E];
    bool IsSum = llvm::is_contained(Sums, E);
    for (const Root &R : Written[E]) {
      if (IsShared(R))
        continue;
      ParamEffect &To = Effects[R];
      if (IsSum) {
        AddSum(R, E);
        continue;
      }
      To.IsStored |=
          Ev.Kind == EventKind::Store || Ev.Kind == EventKind::AsyncCopy;
      std::set<Root> From;
      bool FromSum = false;
      sources(Ev, From, FromSum);
      std::set<uint32_t> Inputs;
      DenseSet<ValueId> Seen;
      if (Ev.Kind != EventKind::Store || !isWhole(Ev.Operand, Inputs, Seen) ||
          !Inputs.empty())
        Fractions.insert(R);
      if (Ev.Kind != EventKind::Store && Ev.Kind != EventKind::AsyncCopy)
        From.insert(R);
      for (const Root &F : From)
        if (F.Param != ParamEffect::NoParam &&
            !llvm::is_contained(To.From, F.Param))
          To.From.push_back(F.Param);
      if (FromSum)
        AddSum(R, FirstShared.begin()->second);
    }
  }
  for (auto &[R, Effect] : Effects) {
    Effect.Param = R.Param;
    Effect.IsWhole = Effect.IsStored && !Fractions.count(R);
    llvm::sort(Effect.From);
    Effect.Global = R.Global;
    // Variables with internal linkage are known by their unit, too.
    std::string Own = M.Name + ":" + R.Global;
    if (!R.Global.empty())
      for (const HostBuffer &B : M.Host.Buffers)
        if (B.Root == BufferRoot::Global && B.Key == Own)
          Effect.Global = Own;
    Out.Effects.push_back(std::move(Effect));
  }
  return Out;
}

KernelFacts kernelFacts(const FunctionView &In) { return Facts(In).run(); }

bool isFloatSum(const FunctionView &In, EventId E) {
  return Facts(In).isSum(E);
}

} // namespace fencepost
