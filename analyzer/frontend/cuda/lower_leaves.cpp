//===- lower_leaves.cpp - reading and writing parts of objects --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the wanted type and the leaf agree the value passes unchanged; where
// they overlap otherwise (unions, type punning, bit-fields) it is a Pure value
// of what it overlaps.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_function.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::QualType;

static constexpr ValueType Index{64, false, true, false};

ValueId FunctionLowering::pack(const RValue &V, QualType T) {
  if (V.size() == 1)
    return V[0];
  if (V.empty())
    return B.constant(0, {});
  return B.op(OpCode::Aggregate, Unit.Shapes.valueType(T), V);
}

RValue FunctionLowering::unpack(ValueId V, QualType T) {
  const Layout &Shape = Unit.Shapes.of(T);
  if (Shape.Leaves.size() == 1)
    return {V};
  RValue Out;
  const Value &Node = B.value(B.current(V));
  if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Aggregate &&
      Node.Operands.size() == Shape.Leaves.size()) {
    Out.append(Node.Operands.begin(), Node.Operands.end());
    return Out;
  }
  for (unsigned I = 0; I < Shape.Leaves.size(); ++I)
    Out.push_back(B.op(OpCode::Extract,
                       Unit.Shapes.valueType(Shape.Leaves[I].Type), {V}, I,
                       Shape.Leaves[I].Path));
  return Out;
}

ValueId FunctionLowering::arrayGet(ValueId Array, ValueId Idx,
                                   QualType Element) {
  auto Wanted = B.constantOf(Idx);
  ValueId At = Array;
  for (unsigned Steps = 0; Steps < 256; ++Steps) {
    At = B.current(At);
    const Value &Node = B.value(At);
    if (Node.Kind != ValueKind::Op || Node.Op != OpCode::ArraySet)
      break;
    if (Node.Operands[1] == Idx)
      return Node.Operands[2];
    if (!Wanted || !B.constantOf(Node.Operands[1]))
      break;
    At = Node.Operands[0];
  }
  return B.op(OpCode::ArrayGet, Unit.Shapes.valueType(Element), {At, Idx});
}

ValueId FunctionLowering::readLeaf(const Layout &From, Getter Get,
                                   uint64_t Offset, const Leaf &Want) {
  ValueType Type = Unit.Shapes.valueType(Want.IsArray ? QualType() : Want.Type);
  uint32_t At = From.leafAt(Offset);
  if (At == NoId)
    return B.havoc(Type);
  const Leaf &Have = From.Leaves[At];
  if (Have.Offset == Offset && (Have.Size == Want.Size || !Want.Size) &&
      Have.IsArray == Want.IsArray)
    return Get(At);
  if (Have.IsArray && Have.ElementSize && !Want.IsArray) {
    uint64_t In = Offset - Have.Offset;
    uint64_t Inner = In % Have.ElementSize;
    ValueId Idx = B.constant(In / Have.ElementSize, Index);
    if (Inner + Want.Size <= Have.ElementSize) {
      ValueId Element = arrayGet(Get(At), Idx, Have.Element);
      const Layout &Shape = Unit.Shapes.of(Have.Element);
      RValue Parts = unpack(Element, Have.Element);
      if (&Shape != &From && Shape.Leaves.size() >= 1 &&
          (Shape.Leaves.size() > 1 || Inner ||
           Shape.Leaves[0].Size != Want.Size))
        return readLeaf(
            Shape, [&](unsigned I) { return Parts[I]; }, Inner, Want);
      return Element;
    }
  }
  llvm::SmallVector<ValueId, 4> Parts;
  for (uint32_t I = 0; I < From.Leaves.size() && Parts.size() < 16; ++I) {
    const Leaf &L = From.Leaves[I];
    if (L.Offset < Offset + Want.Size && Offset < L.Offset + L.Size)
      Parts.push_back(Get(I));
  }
  return B.op(OpCode::Pure, Type, Parts, Offset, "bits");
}

RValue FunctionLowering::readFrom(const Layout &From, Getter Get,
                                  llvm::ArrayRef<Step> Steps, uint64_t Offset,
                                  QualType T) {
  if (!Steps.empty()) {
    uint32_t At = From.leafAt(Steps[0].LeafOffset);
    if (At != NoId && From.Leaves[At].IsArray) {
      const Leaf &Array = From.Leaves[At];
      ValueId Element = arrayGet(Get(At), Steps[0].Index, Array.Element);
      const Layout &Shape = Unit.Shapes.of(Array.Element);
      RValue Parts = unpack(Element, Array.Element);
      return readFrom(
          Shape, [&](unsigned I) { return Parts[I]; }, Steps.drop_front(),
          Offset, T);
    }
    return havocOf(T);
  }
  const Layout &Wanted = Unit.Shapes.of(T);
  RValue Out;
  for (const Leaf &L : Wanted.Leaves)
    Out.push_back(readLeaf(From, Get, Offset + L.Offset, L));
  return Out;
}

void FunctionLowering::writeElement(const Leaf &Array, unsigned LeafIndex,
                                    Getter Get, Setter Set, ValueId At,
                                    llvm::ArrayRef<Step> Steps, uint64_t Offset,
                                    QualType T, const RValue &V) {
  ValueId Old = Get(LeafIndex);
  const Layout &Shape = Unit.Shapes.of(Array.Element);
  ValueId New;
  if (Steps.empty() && Offset == 0 &&
      Unit.Shapes.sizeOf(T) == Array.ElementSize &&
      V.size() == Shape.Leaves.size()) {
    New = pack(V, Array.Element);
  } else {
    RValue Parts = unpack(arrayGet(Old, At, Array.Element), Array.Element);
    writeTo(
        Shape, [&](unsigned I) { return Parts[I]; },
        [&](unsigned I, ValueId Part) { Parts[I] = Part; }, Steps, Offset, T,
        V);
    New = pack(Parts, Array.Element);
  }
  Set(LeafIndex, B.op(OpCode::ArraySet, {}, {Old, At, New}));
}

void FunctionLowering::writeTo(const Layout &To, Getter Get, Setter Set,
                               llvm::ArrayRef<Step> Steps, uint64_t Offset,
                               QualType T, const RValue &V) {
  if (!Steps.empty()) {
    uint32_t At = To.leafAt(Steps[0].LeafOffset);
    if (At != NoId && To.Leaves[At].IsArray)
      writeElement(To.Leaves[At], At, Get, Set, Steps[0].Index,
                   Steps.drop_front(), Offset, T, V);
    return;
  }
  const Layout &Given = Unit.Shapes.of(T);
  for (unsigned I = 0; I < Given.Leaves.size() && I < V.size(); ++I) {
    const Leaf &L = Given.Leaves[I];
    uint64_t Begin = Offset + L.Offset, End = Begin + L.Size;
    uint32_t At = To.leafAt(Begin);
    if (At == NoId)
      continue;
    const Leaf &Have = To.Leaves[At];
    if (Have.Offset == Begin && Have.Size == L.Size &&
        Have.IsArray == L.IsArray) {
      Set(At, V[I]);
      continue;
    }
    if (Have.IsArray && Have.ElementSize && !L.IsArray) {
      uint64_t In = Begin - Have.Offset;
      if (In % Have.ElementSize + L.Size <= Have.ElementSize) {
        const Layout &Inner = Unit.Shapes.of(Have.Element);
        ValueId Idx = B.constant(In / Have.ElementSize, Index);
        if (Inner.Leaves.size() == 1 && L.Size == Have.ElementSize)
          Set(At, B.op(OpCode::ArraySet, {}, {Get(At), Idx, V[I]}));
        else if (&Inner != &To)
          writeElement(Have, At, Get, Set, Idx, {}, In % Have.ElementSize,
                       L.Type, {V[I]});
        continue;
      }
    }
    for (uint32_t K = 0; K < To.Leaves.size(); ++K)
      if (To.Leaves[K].Offset < End &&
          Begin < To.Leaves[K].Offset + To.Leaves[K].Size)
        Set(K, B.op(OpCode::Pure, Unit.Shapes.valueType(To.Leaves[K].Type),
                    {Get(K), V[I]}, Begin, "merge"));
  }
}
