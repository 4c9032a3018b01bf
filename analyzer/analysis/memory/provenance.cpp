//===- provenance.cpp - which object an address points into ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the address down to its base: Element and Field steps, sums (the side
// that is an address), casts, masks; selects and phis fork. Steps and depth
// are bounded; where they end, the base is unknown.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/provenance.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/memory/address_walk.h"
#include "analyzer/analysis/memory/loaded_class.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr unsigned MaxLoadDepth = 6;

bool isSpecific(Space S) { return S != Space::Unknown && S != Space::Generic; }

void applyFields(Object &O, ArrayRef<std::pair<StringRef, int64_t>> Fields) {
  if (Fields.empty())
    return;
  std::string Path, Members;
  for (auto &[Name, Offset] : llvm::reverse(Fields)) {
    auto [Type, Member] = Name.rsplit("::");
    StringRef Plain = Member.empty() ? Type : Member;
    Path += Path.empty() ? Name.str() : "." + Plain.str();
    Members += "." + Plain.str();
  }
  O.FieldOffset = Fields.back().second;
  O.Key = O.Kind == BaseKind::Global || O.Kind == BaseKind::Local
              ? O.Key + Members
              : "field:" + Path;
  O.Name += Members;
}

/// One candidate more. The key stays while all lead to the same member: that is
/// one class of objects, whichever of the pointers a thread has.
void join(Object &All, Object Of, bool IsFirst) {
  if (IsFirst) {
    All = std::move(Of);
    All.Kind = BaseKind::Computed;
    if (!StringRef(All.Key).starts_with("field:"))
      All.Key.clear();
    return;
  }
  All.Spc = All.Spc == Of.Spc ? All.Spc : Space::Generic;
  if (All.Key != Of.Key)
    All.Key.clear();
}

/// The block of bits that Member is read from, before writes to other members.
ValueId behindMerges(const Function &Fn, const Value &Member) {
  int64_t Size = Member.Type.Bits ? Member.Type.Bits / 8 : 8;
  ValueId V = Member.Operands[0];
  while (Fn.Values[V].Op == OpCode::Pure && Fn.Values[V].Name == "merge" &&
         Fn.Values[V].Operands.size() == 2) {
    const Value &Merge = Fn.Values[V];
    const ValueType &New = Fn.Values[Merge.Operands[1]].Type;
    if (New.Bits == 0 || (Merge.Imm < wrappingAdd(Member.Imm, Size) &&
                          Member.Imm < wrappingAdd(Merge.Imm, New.Bits / 8)))
      break;
    V = Merge.Operands[0];
  }
  return V;
}

} // namespace

Object Provenance::baseObject(ValueId Base, unsigned Depth) const {
  const Value &Node = Fn.Values[Base];
  Object O;
  O.Root = Base;
  switch (Node.Kind) {
  case ValueKind::Param: {
    const Parameter *P =
        size_t(Node.Imm) < Fn.Params.size() ? &Fn.Params[Node.Imm] : nullptr;
    std::string Leaf = Node.Name.empty() ? "" : "." + Node.Name;
    O.Kind = BaseKind::Param;
    O.Key = "param:" + std::to_string(Node.Imm) + Leaf;
    O.Name = (P ? P->Name : "argument " + std::to_string(Node.Imm)) + Leaf;
    O.Spc = P && isSpecific(P->PointeeSpace)  ? P->PointeeSpace
            : Fn.Kind == FunctionKind::Kernel ? Space::Global
                                              : Space::Generic;
    return O;
  }
  case ValueKind::Global: {
    const Global *G = M.global(Node.Name);
    O.Kind = BaseKind::Global;
    O.Key = "global:" + Node.Name;
    O.Name = G && !G->Display.empty() ? G->Display : Node.Name;
    O.Spc = G ? G->Spc : Space::Unknown;
    return O;
  }
  case ValueKind::Local:
    O.Kind = BaseKind::Local;
    O.Key = "local:" + std::to_string(Node.Imm);
    O.Spc = Space::Local;
    return O;
  case ValueKind::Result: {
    const Event &E = Fn.Events[Node.Imm];
    O.Kind = BaseKind::Loaded;
    O.Spc = Space::Generic;
    if (E.Kind != EventKind::Load || Depth >= MaxLoadDepth) {
      O.Key = "result:" + std::to_string(Base);
      O.Kind = E.Kind == EventKind::Load ? BaseKind::Loaded : BaseKind::Unknown;
      return O;
    }
    Object Of = resolve(E.Address, Depth + 1);
    if (!Pointers)
      Pointers = std::make_shared<const LoadedClasses>(Fn);
    O.Key = "*" + Of.Key + Pointers->partOf(EventId(Node.Imm));
    O.Name = E.Object.empty() ? Of.Name : E.Object;
    return O;
  }
  case ValueKind::Op:
    // Leaves of aggregates keep the aggregate's identity.
    if ((Node.Op == OpCode::Extract || Node.Op == OpCode::ArrayGet) &&
        Depth < MaxLoadDepth && !Node.Operands.empty()) {
      Object Of = baseObject(Node.Operands[0], Depth + 1);
      if (Of.Kind == BaseKind::Param || Of.Kind == BaseKind::Loaded) {
        std::string Leaf = Node.Op == OpCode::ArrayGet ? "[]"
                           : Node.Name.empty() ? "." + std::to_string(Node.Imm)
                                               : "." + Node.Name;
        Of.Root = Base;
        Of.Key += Leaf;
        Of.Name += Leaf;
        return Of;
      }
    }
    // A pointer member of an aggregate that is kept as one block of bits.
    if (Node.Op == OpCode::Pure && Node.Name == "bits" &&
        Node.Operands.size() == 1 && Depth < MaxLoadDepth) {
      Object Of = baseObject(behindMerges(Fn, Node), Depth + 1);
      if (Of.Kind == BaseKind::Param || Of.Kind == BaseKind::Loaded) {
        Of.Key += ".+" + std::to_string(Node.Imm);
        Of.Name += " at byte " + std::to_string(Node.Imm);
        return Of;
      }
    }
    if (Node.Op == OpCode::Pure && Node.Name == "literal") {
      O.Kind = BaseKind::Global; // A string: nobody writes it.
      O.Key = "literal:" + std::to_string(Node.Imm);
      O.Spc = Space::Const;
      return O;
    }
    if (mapsToPeer(Node) && !Node.Operands.empty() && Depth < MaxLoadDepth) {
      // The same variable in another block of the cluster.
      Object Of = resolve(Node.Operands[0], Depth + 1);
      Of.Root = Base;
      Of.Key = Object::OfPeer.str() + Of.Key;
      Of.Spc = Space::SharedCluster;
      Of.Offset = std::nullopt;
      return Of;
    }
    break;
  case ValueKind::Unknown:
  case ValueKind::Constant:
  case ValueKind::Special:
  case ValueKind::Phi:
    break;
  }
  O.Kind = BaseKind::Unknown;
  O.Key = "value:" + std::to_string(Base);
  return O;
}

Object Provenance::resolve(ValueId Address, unsigned Depth) const {
  std::pair<ValueId, unsigned> Key(Address, Depth);
  if (auto It = Resolved.find(Key); It != Resolved.end())
    return It->second;
  Object O = resolveAnew(Address, Depth);
  Resolved.try_emplace(Key, O);
  return O;
}

Object Provenance::resolveAnew(ValueId Address, unsigned Depth) const {
  SmallVector<AddressBase, 2> Found = addressBases(Fn, Address);
  Object O;
  if (Found.size() == 1) {
    O = baseObject(Found[0].Base, Depth);
    O.Offset = O.isOfPeer() ? std::nullopt : Found[0].Offset;
    applyFields(O, Found[0].Fields);
  } else if (!Found.empty()) {
    for (const AddressBase &C : Found) {
      Object Of = baseObject(C.Base, Depth);
      applyFields(Of, C.Fields);
      join(O, std::move(Of), &C == Found.begin());
    }
    O.Root = Address;
    if (O.Key.empty()) {
      O.Key = "computed:" + std::to_string(Address);
      O.FieldOffset = -1;
    }
  }
  O.IndexGroup = Uniform.of(Address);
  return O;
}

Object Provenance::objectOf(ValueId Address) const {
  return resolve(Address, 0);
}

Provenance::Provenance(const Module &M, const Function &Fn,
                       const Uniformity &Uniform)
    : M(M), Fn(Fn), Uniform(Uniform), Objects(Fn.Events.size()) {
  DenseMap<ValueId, EventId> Done;
  for (EventId E = 0; E < Fn.Events.size(); ++E) {
    const Event &Ev = Fn.Events[E];
    if (Ev.Address == UnknownValue)
      continue;
    auto [It, New] = Done.try_emplace(Ev.Address, E);
    Objects[E] = New ? resolve(Ev.Address, 0) : Objects[It->second];
    // The access itself knows its space best.
    if (isSpecific(Ev.Spc))
      Objects[E].Spc = Ev.Spc;
    if (Ev.Kind == EventKind::Store || isRmw(Ev.Kind) ||
        Ev.Kind == EventKind::AsyncCopy)
      Written.insert(Objects[E].Key);
  }
  findCanonical();
}

bool Provenance::isUnchanging(EventId Load) const {
  const Event &E = Fn.Events[Load];
  return E.Kind == EventKind::Load && E.Ord == Order::Weak && !E.IsVolatile &&
         Objects[Load].Kind != BaseKind::Unknown &&
         Objects[Load].Kind != BaseKind::Computed &&
         !Written.contains(Objects[Load].Key);
}

void Provenance::findCanonical() {
  Canon.resize(Fn.Values.size());
  // Open addressing by what a value is made of; 0 is free, the unknown value.
  size_t Size = PowerOf2Ceil(2 * Fn.Values.size() + 1);
  std::vector<ValueId> Table(Size, 0);
  auto Part = [&](ValueId V, ValueId Operand) {
    return Operand < V ? Canon[Operand] : Operand;
  };
  auto HashOf = [&](ValueId V, const Value &Node) {
    if (Node.Kind == ValueKind::Result) {
      const Event &E = Fn.Events[Node.Imm];
      return hash_combine(Canon[E.Address], E.Bits, E.Elements);
    }
    hash_code Hash = hash_combine(Node.Op, Node.Type.Bits, Node.Imm);
    for (ValueId Operand : Node.Operands)
      Hash = hash_combine(Hash, Part(V, Operand));
    return Hash;
  };
  auto AreEqual = [&](ValueId A, ValueId B) {
    const Value &NA = Fn.Values[A], &NB = Fn.Values[B];
    if (NA.Kind != NB.Kind)
      return false;
    if (NA.Kind == ValueKind::Result) {
      const Event &EA = Fn.Events[NA.Imm], &EB = Fn.Events[NB.Imm];
      return Canon[EA.Address] == Canon[EB.Address] && EA.Bits == EB.Bits &&
             EA.Elements == EB.Elements;
    }
    return NA.Op == NB.Op && NA.Imm == NB.Imm && NA.Type.Bits == NB.Type.Bits &&
           NA.Type.IsFloat == NB.Type.IsFloat &&
           NA.Type.IsSigned == NB.Type.IsSigned &&
           equal(NA.Operands, NB.Operands,
                 [&](ValueId X, ValueId Y) {
                   return Part(A, X) == Part(B, Y);
                 }) &&
           NA.Name == NB.Name;
  };
  for (ValueId V = 0; V < Fn.Values.size(); ++V) {
    Canon[V] = V;
    const Value &Node = Fn.Values[V];
    bool IsLoad = Node.Kind == ValueKind::Result && isUnchanging(Node.Imm) &&
                  Fn.Events[Node.Imm].Address < V;
    if (!IsLoad && (Node.Kind != ValueKind::Op || Node.Op == OpCode::Havoc))
      continue;
    size_t I = HashOf(V, Node) & (Size - 1);
    while (Table[I] && !AreEqual(Table[I], V))
      I = (I + 1) & (Size - 1);
    if (!Table[I])
      Table[I] = V;
    Canon[V] = Table[I];
  }
}

LocationAnswer Provenance::compareObjects(const Object &A,
                                          const Object &B) const {
  auto Different = [](const char *Cause, bool Assumed = false) {
    return LocationAnswer{SameLocation::Different, Assumed, Cause};
  };
  auto InGlobal = [](const Object &O) { return O.Spc == Space::Global; };
  if ((isSharedSpace(A.Spc) && InGlobal(B)) ||
      (isSharedSpace(B.Spc) && InGlobal(A)))
    return Different("shared and global memory");
  auto Known = [](const Object &O) {
    if (O.isOfPeer())
      return false; // Perhaps this block's own copy after all.
    return O.Kind == BaseKind::Param || O.Kind == BaseKind::Global ||
           O.Kind == BaseKind::Local;
  };
  if (!Known(A) || !Known(B))
    return {SameLocation::Unknown, false, "base not known"};
  if (A.Root == B.Root) {
    if (A.Key != B.Key && A.FieldOffset >= 0 && B.FieldOffset >= 0 &&
        A.FieldOffset != B.FieldOffset)
      return Different("different members");
    return {SameLocation::Unknown, false, "same object, index not known"};
  }
  if (A.Kind == BaseKind::Local || B.Kind == BaseKind::Local)
    return Different("local variable");
  if (A.Kind == BaseKind::Global && B.Kind == BaseKind::Global) {
    auto IsDynamic = [&](const Object &O) {
      const Global *G = M.global(Fn.Values[O.Root].Name);
      return !G || (isSharedSpace(G->Spc) && G->Size == 0);
    };
    if (IsDynamic(A) && IsDynamic(B))
      return {SameLocation::Unknown, false, "dynamic shared arrays overlap"};
    return Different("different variables");
  }
  return Different(A.Kind == B.Kind ? "different parameters"
                                    : "parameter and variable",
                   true);
}

const LinearForm &Provenance::formOf(ValueId Address) const {
  std::shared_ptr<const LinearForm> &Form = Forms[Canon[Address]];
  if (!Form)
    Form = std::make_shared<const LinearForm>(
        linearForm(Fn, Address, [&](ValueId V) { return Canon[V]; }));
  return *Form;
}

LocationAnswer Provenance::sameLocation(EventId EA, EventId EB) const {
  const Event &A = Fn.Events[EA], &B = Fn.Events[EB];
  if (A.Address == UnknownValue || B.Address == UnknownValue)
    return {SameLocation::Unknown, false, "address not known"};
  if (Canon[A.Address] == Canon[B.Address])
    return {SameLocation::Same, false, "same address"};
  const LinearForm &FA = formOf(A.Address), &FB = formOf(B.Address);
  if (FA.Terms == FB.Terms && !FA.Terms.empty()) {
    int64_t Apart = wrappingSub(FB.Constant, FA.Constant);
    if (Apart == 0)
      return {SameLocation::Same, false, "same address"};
    const Event &Low = Apart > 0 ? A : B;
    uint64_t Size = uint64_t(Low.Bits) * Low.Elements / 8;
    if (Size == 0 || uint64_t(Apart > 0 ? Apart : wrappingSub(0, Apart)) < Size)
      return {SameLocation::Unknown, false, "may overlap"};
    return {SameLocation::Different, false, "different offsets"};
  }
  return compareObjects(Objects[EA], Objects[EB]);
}

bool Provenance::sameObject(EventId A, EventId B) const {
  const Object &OA = Objects[A], &OB = Objects[B];
  if (OA.Key.empty() || OA.Key != OB.Key)
    return false;
  // Fields of one type behind different parameters: told apart like them.
  auto IsAny = [](const Object &O) {
    return O.Kind == BaseKind::Loaded || O.Kind == BaseKind::Computed;
  };
  return IsAny(OA) || IsAny(OB) || Canon[OA.Root] == Canon[OB.Root];
}

bool Provenance::isSurelySameObject(EventId A, EventId B) const {
  const Object &OA = Objects[A], &OB = Objects[B];
  bool IsChosen =
      OA.Kind == BaseKind::Computed || OB.Kind == BaseKind::Computed;
  return sameObject(A, B) && (!IsChosen || Canon[OA.Root] == Canon[OB.Root]);
}

bool Provenance::isShared(EventId E) const {
  return isSharedSpace(Objects[E].Spc);
}

/// A member of `*this` in a method whose callers are not in the unit: most such
/// objects are a thread's own.
bool Provenance::isOwnMember(const Object &O) const {
  if (Fn.Kind != FunctionKind::Device || O.Kind != BaseKind::Param)
    return false;
  const Value &Root = Fn.Values[O.Root];
  return Root.Kind == ValueKind::Param && size_t(Root.Imm) < Fn.Params.size() &&
         Fn.Params[Root.Imm].Name == "this";
}

bool Provenance::isVisibleToGrid(EventId E) const {
  switch (Objects[E].Spc) {
  case Space::Global:
    return true;
  case Space::Unknown:
  case Space::Generic:
    return Fn.Events[E].Address != UnknownValue &&
           Objects[E].Kind != BaseKind::Local && !isOwnMember(Objects[E]);
  case Space::SharedCta:
  case Space::SharedCluster:
  case Space::Local:
  case Space::Param:
  case Space::Const:
  case Space::Tensor:
    return false;
  }
  return false;
}

} // namespace fencepost
