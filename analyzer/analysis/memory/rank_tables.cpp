//===- rank_tables.cpp - pointers out of tables of ranks ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/memory/rank_tables.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <utility>

using namespace fencepost;

/// Is it a place behind a pointer out of an array of pointers that the kernel
/// was given by value, at an index that is not fixed?
static bool isFromArray(const Function &Fn, ValueId Address) {
  static constexpr unsigned MaxDepth = 16;
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    if (Address == UnknownValue)
      return false;
    const Value &Node = Fn.value(Address);
    if (Node.Kind != ValueKind::Op || Node.Operands.empty())
      return false;
    if (Node.Op == OpCode::ArrayGet)
      return Node.Type.IsPointer && Node.Operands.size() > 1 &&
             Fn.value(Node.Operands[1]).Kind != ValueKind::Constant;
    if (Node.Op != OpCode::Element && Node.Op != OpCode::Field &&
        Node.Op != OpCode::Cast)
      return false;
    Address = Node.Operands[0];
  }
  return false;
}

bool fencepost::isFromTable(const FunctionView &In, EventId E) {
  const Object &O = In.provenance().object(E);
  if (isFromArray(In.fn(), In.event(E).Address))
    return true;
  if (O.Kind != BaseKind::Loaded ||
      In.fn().value(O.Root).Kind != ValueKind::Result)
    return false;
  auto Load = EventId(In.fn().value(O.Root).Imm);
  return In.event(Load).Kind == EventKind::Load &&
         !In.provenance().object(Load).Offset;
}

namespace {
/// `table[Row]`, and what is added to the pointer there.
struct Cell {
  ValueId Table = UnknownValue, Row = UnknownValue;
  llvm::SmallVector<ValueId, 4> Columns;
};
} // namespace

static std::optional<Cell> cellOf(const FunctionView &In, EventId E) {
  const Function &Fn = In.fn();
  if (In.event(E).Address == UnknownValue || !isStrong(In.event(E).Ord))
    return std::nullopt;
  Cell C;
  for (auto [Term, Factor] : linearForm(Fn, In.event(E).Address).Terms) {
    const Value &Node = Fn.value(stripCasts(Fn, Term));
    if (Node.Op != OpCode::ArrayGet) {
      C.Columns.push_back(stripCasts(Fn, Term));
      continue;
    }
    if (!Node.Type.IsPointer || Factor != 1 || C.Table != UnknownValue)
      return std::nullopt;
    C.Table = Node.Operands[0];
    C.Row = stripCasts(Fn, Node.Operands[1]);
  }
  return C.Table == UnknownValue ? std::nullopt : std::optional(C);
}

namespace {
/// The waits of a function in rows of their own, and what raises each: of
/// either, the other end.
struct RowWaits {
  bool Known = false;
  std::map<EventId, EventId> OtherEnd;
};
} // namespace

/// What goes into the row of another, under the number of the own row: of the
/// rank that is waited for, or of a neighbour, `(rank + 1) % n`.
static EventId raiseOf(const Function &Fn, const Cell &Own,
                       llvm::ArrayRef<std::pair<EventId, Cell>> Raises) {
  auto IsNeighbour = [&](ValueId Row) {
    bool Found = false;
    visitOperands(Fn, Row, [&](ValueId V) {
      Found |= V == Own.Row;
      return !Found && Fn.value(V).Kind == ValueKind::Op;
    });
    return Found;
  };
  for (const auto &[E, Other] : Raises)
    if (Other.Row != Own.Row && llvm::is_contained(Other.Columns, Own.Row) &&
        (llvm::is_contained(Own.Columns, Other.Row) || IsNeighbour(Other.Row)))
      return E;
  return NoId;
}

static const RowWaits &rowWaits(const FunctionView &In) {
  RowWaits &Rows = In.kept().of<RowWaits>();
  if (std::exchange(Rows.Known, true) || In.polls().all().empty())
    return Rows;
  std::map<ValueId, std::vector<std::pair<EventId, Cell>>> Raises; // By table.
  for (EventId E = 0; E < In.fn().Events.size(); ++E)
    if (isMemoryAccess(In.event(E).Kind) && writesMemory(In.event(E)))
      if (std::optional<Cell> C = cellOf(In, E))
        Raises[C->Table].push_back({E, *C});
  for (const Poll &P : In.polls().all()) {
    std::optional<Cell> Own = cellOf(In, P.Read);
    if (!Own || In.fn().value(Own->Row).Kind != ValueKind::Param)
      continue;
    EventId Raise = raiseOf(In.fn(), *Own, Raises[Own->Table]);
    if (Raise == NoId)
      continue;
    Rows.OtherEnd.try_emplace(P.Read, Raise);
    Rows.OtherEnd.try_emplace(Raise, P.Read);
  }
  return Rows;
}

EventId fencepost::otherRow(const FunctionView &In, EventId E) {
  const RowWaits &Rows = rowWaits(In);
  auto Found = Rows.OtherEnd.find(E);
  return Found == Rows.OtherEnd.end() ? NoId : Found->second;
}

EventId fencepost::raisedInRowsOfOthers(const FunctionView &In, EventId Wait) {
  return In.polls().of(Wait) ? otherRow(In, Wait) : NoId;
}
