//===- builder.cpp - SSA construction for all front ends ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Braun et al., CC 2013. Ids handed out while building stay valid until
// finish(), which numbers everything anew; removed phis are looked up through
// Replaced until then.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/builder.h"
#include "analyzer/model/fold.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using llvm::ArrayRef;
using llvm::StringRef;

FunctionBuilder::FunctionBuilder(Module &M, StringRef Name)
    : M(M), Fn(std::make_unique<Function>()), Dominators(Fn->Blocks) {
  Fn->Name = Fn->Display = Name.str();
  Fn->Entry = newBlock();
  seal(Fn->Entry);
}

//===- Blocks -------------------------------------------------------------===//

BlockId FunctionBuilder::newBlock() {
  Fn->Blocks.emplace_back();
  States.emplace_back();
  return Fn->Blocks.size() - 1;
}

bool FunctionBuilder::isTerminated() const {
  return States[Current].Terminated;
}

void FunctionBuilder::ensureOpen() {
  if (!isTerminated())
    return;
  Current = newBlock();
  seal(Current);
}

void FunctionBuilder::seal(BlockId B) {
  BlockState &State = States[B];
  if (State.Sealed)
    return;
  State.Sealed = true;
  Dominators.seal(B);
  Pending.append(State.IncompletePhis.begin(), State.IncompletePhis.end());
  State.IncompletePhis.clear();
  completePhis();
}

void FunctionBuilder::addEdge(BlockId From, BlockId To) {
  assert(!States[To].Sealed && "a sealed block got a new predecessor");
  Fn->Blocks[To].Predecessors.push_back(From);
}

void FunctionBuilder::terminate(Terminator T) {
  if (isTerminated())
    return;
  T.Condition = resolve(T.Condition);
  // One edge per pair of blocks: a branch to one place twice is a jump.
  if (T.Kind == TerminatorKind::Branch && T.Successors[0] == T.Successors[1]) {
    T.Kind = TerminatorKind::Jump;
    T.Condition = UnknownValue;
    T.Successors.pop_back();
  }
  llvm::SmallVector<BlockId, 4> Seen;
  for (BlockId To : T.Successors)
    if (!llvm::is_contained(Seen, To)) {
      Seen.push_back(To);
      addEdge(Current, To);
    }
  States[Current].Terminated = true;
  Fn->Blocks[Current].Term = std::move(T);
}

void FunctionBuilder::jump(BlockId To, LocationId Loc) {
  Terminator T;
  T.Kind = TerminatorKind::Jump;
  T.Successors = {To};
  T.Loc = Loc;
  terminate(std::move(T));
}

void FunctionBuilder::branch(ValueId Condition, BlockId IfTrue, BlockId IfFalse,
                             LocationId Loc) {
  if (auto C = constantOf(Condition))
    return jump(*C ? IfTrue : IfFalse, Loc);
  Terminator T;
  T.Kind = TerminatorKind::Branch;
  T.Condition = Condition;
  T.Successors = {IfTrue, IfFalse};
  T.Loc = Loc;
  terminate(std::move(T));
}

void FunctionBuilder::switchTo(ValueId Condition,
                               ArrayRef<std::pair<int64_t, BlockId>> Cases,
                               BlockId Default, LocationId Loc) {
  if (auto C = constantOf(Condition)) {
    auto Hit =
        llvm::find_if(Cases, [&](auto &Case) { return Case.first == *C; });
    return jump(Hit == Cases.end() ? Default : Hit->second, Loc);
  }
  Terminator T;
  T.Kind = TerminatorKind::Switch;
  T.Condition = Condition;
  for (auto [Value, To] : Cases) {
    T.CaseValues.push_back(Value);
    T.Successors.push_back(To);
  }
  T.Successors.push_back(Default);
  T.Loc = Loc;
  terminate(std::move(T));
}

void FunctionBuilder::ret(LocationId Loc) {
  Terminator T;
  T.Loc = Loc;
  terminate(std::move(T));
}

void FunctionBuilder::unreachable(LocationId Loc) {
  Terminator T;
  T.Kind = TerminatorKind::Unreachable;
  T.Loc = Loc;
  terminate(std::move(T));
}

//===- Variables ----------------------------------------------------------===//

ValueId FunctionBuilder::resolve(ValueId V) const {
  for (auto It = Replaced.find(V); It != Replaced.end(); It = Replaced.find(V))
    V = It->second;
  return V;
}

void FunctionBuilder::writeIn(VariableId Var, BlockId B, ValueId V) {
  States[B].Defs[Var] = V;
}

void FunctionBuilder::write(VariableId Var, ValueId V) {
  ensureOpen();
  auto &In = Writers[Var];
  if (In.empty() || In.back() != Current)
    In.push_back(Current);
  writeIn(Var, Current, V);
}

ValueId FunctionBuilder::read(VariableId Var, ValueType Type) {
  ensureOpen();
  return readIn(Var, Current, Type);
}

ValueId FunctionBuilder::readIn(VariableId Var, BlockId B, ValueType Type) {
  ValueId Found = lookUp(Var, B, Type);
  completePhis();
  return resolve(Found);
}

ValueId FunctionBuilder::lookUp(VariableId Var, BlockId B, ValueType Type) {
  auto In = Writers.find(Var);
  ArrayRef<BlockId> Written;
  if (In != Writers.end())
    Written = In->second;
  ValueId Found = UnknownValue;
  BlockId At = B;
  for (size_t Steps = 0;; ++Steps) {
    BlockState &State = States[At];
    if (auto It = State.Defs.find(Var); It != State.Defs.end()) {
      Found = resolve(It->second);
      break;
    }
    const auto &Preds = Fn->Blocks[At].Predecessors;
    if (!State.Sealed) {
      Found = newPhi(At, Type);
      State.IncompletePhis.push_back({Var, Found});
      writeIn(Var, At, Found);
      break;
    }
    // No way in: the entry, or a cycle of dead blocks.
    if (Preds.empty() || Steps > Fn->Blocks.size()) {
      Found = havoc(Type);
      writeIn(Var, At, Found);
      break;
    }
    if (BlockId Before = Dominators.origin(At, Written); Before != At) {
      At = Before;
      continue;
    }
    if (Preds.size() > 1) {
      Found = newPhi(At, Type);
      writeIn(Var, At, Found); // Breaks cycles.
      Pending.push_back({Var, Found});
      break;
    }
    At = Preds[0];
  }
  if (At != B)
    writeIn(Var, B, Found);
  return Found;
}

ValueId FunctionBuilder::newPhi(BlockId B, ValueType Type) {
  Value V;
  V.Kind = ValueKind::Phi;
  V.Type = Type;
  V.Imm = B;
  ValueId Id = append(std::move(V));
  Fn->Blocks[B].Phis.push_back(Id);
  return Id;
}

// Joins are worked off one after another instead of recursed into: a chain of
// them may be as long as the function. Phis are tested once all have operands.
void FunctionBuilder::completePhis() {
  llvm::SmallVector<ValueId, 8> Completed;
  while (!Pending.empty()) {
    auto [Var, Phi] = Pending.pop_back_val();
    ValueType Type = Fn->Values[Phi].Type;
    llvm::SmallVector<ValueId, 3> Operands;
    for (BlockId P : Fn->Blocks[Fn->Values[Phi].Imm].Predecessors)
      Operands.push_back(lookUp(Var, P, Type));
    for (ValueId Operand : Operands)
      if (Fn->Values[Operand].Kind == ValueKind::Phi && Operand != Phi)
        PhiUsers[Operand].push_back(Phi);
    Fn->Values[Phi].Operands = std::move(Operands);
    Completed.push_back(Phi);
  }
  for (ValueId Phi : llvm::reverse(Completed))
    removeTrivialPhi(Phi);
}

std::optional<std::pair<VariableId, ValueId>>
FunctionBuilder::entryValue(ValueId Phi) {
  Phi = resolve(Phi);
  if (Fn->Values[Phi].Kind != ValueKind::Phi)
    return std::nullopt;
  BlockId B = Fn->Values[Phi].Imm;
  if (States[B].Sealed || Fn->Blocks[B].Predecessors.empty())
    return std::nullopt;
  for (auto [Var, Incomplete] : States[B].IncompletePhis)
    if (Incomplete == Phi)
      return std::pair(Var, readIn(Var, Fn->Blocks[B].Predecessors[0],
                                   Fn->Values[Phi].Type));
  return std::nullopt;
}

void FunctionBuilder::removeTrivialPhi(ValueId Phi) {
  llvm::SmallVector<ValueId, 8> Worklist{Phi};
  while (!Worklist.empty()) {
    ValueId P = Worklist.pop_back_val();
    if (Replaced.contains(P) || Fn->Values[P].Operands.empty())
      continue;
    ValueId Same = NoId;
    bool Trivial = true;
    for (ValueId Operand : Fn->Values[P].Operands) {
      Operand = resolve(Operand);
      if (Operand == P || Operand == Same)
        continue;
      if (Same != NoId) {
        Trivial = false;
        break;
      }
      Same = Operand;
    }
    if (!Trivial)
      continue;
    Replaced[P] = Same == NoId ? havoc(Fn->Values[P].Type) : Same;
    auto Users = PhiUsers.lookup(P);
    if (Same != NoId && Fn->Values[Same].Kind == ValueKind::Phi)
      llvm::append_range(PhiUsers[Same], Users);
    llvm::append_range(Worklist, Users);
  }
}

//===- Values -------------------------------------------------------------===//

ValueId FunctionBuilder::append(Value &&V) {
  Fn->Values.push_back(std::move(V));
  return Fn->Values.size() - 1;
}

ValueId FunctionBuilder::intern(Value &&V) {
  ValueId Next = Fn->Values.size();
  ValueId Same = Interned.findOrAdd(Fn->Values, V, Next);
  return Same == Next ? append(std::move(V)) : Same;
}

ValueId FunctionBuilder::constant(int64_t C, ValueType Type) {
  Value V;
  V.Kind = ValueKind::Constant;
  V.Type = Type;
  V.Imm = Type.IsFloat ? C : extendTo(C, Type);
  return intern(std::move(V));
}

ValueId FunctionBuilder::param(unsigned Index, ValueType Type, StringRef Leaf) {
  Value V;
  V.Kind = ValueKind::Param;
  V.Type = Type;
  V.Imm = Index;
  V.Name = Leaf.str();
  return intern(std::move(V));
}

ValueId FunctionBuilder::special(StringRef Register, ValueType Type) {
  Value V;
  V.Kind = ValueKind::Special;
  V.Type = Type;
  V.Name = Register.str();
  return intern(std::move(V));
}

ValueId FunctionBuilder::global(StringRef Name) {
  Value V;
  V.Kind = ValueKind::Global;
  V.Type = {64, false, false, true};
  V.Name = Name.str();
  return intern(std::move(V));
}

ValueId FunctionBuilder::local(unsigned Object) {
  Value V;
  V.Kind = ValueKind::Local;
  V.Type = {64, false, false, true};
  V.Imm = Object;
  return intern(std::move(V));
}

ValueId FunctionBuilder::havoc(ValueType Type, ArrayRef<ValueId> Operands) {
  Value V;
  V.Kind = ValueKind::Op;
  V.Op = OpCode::Havoc;
  V.Type = Type;
  V.Imm = Current;
  for (ValueId Operand : Operands)
    V.Operands.push_back(resolve(Operand));
  return append(std::move(V));
}

std::optional<int64_t> FunctionBuilder::constantOf(ValueId V) const {
  const Value &Node = Fn->Values[resolve(V)];
  if (Node.Kind != ValueKind::Constant)
    return std::nullopt;
  return Node.Imm;
}

ValueId FunctionBuilder::op(OpCode Op, ValueType Type,
                            ArrayRef<ValueId> Operands, int64_t Imm,
                            StringRef Name) {
  if (Op == OpCode::Havoc)
    return havoc(Type, Operands);
  Value V;
  V.Kind = ValueKind::Op;
  V.Op = Op;
  V.Type = Type;
  V.Imm = Imm;
  V.Name = Name.str();
  for (ValueId Operand : Operands)
    V.Operands.push_back(resolve(Operand));
  if (auto C = foldConstant(*Fn, V))
    return constant(*C, Type);
  if (auto Same = foldIdentity(*Fn, V))
    return *Same;
  return intern(std::move(V));
}

EventId FunctionBuilder::emit(Event E, ValueType ResultType) {
  ensureOpen();
  EventId Id = Fn->Events.size();
  forEachOperand(E, [&](ValueId &V) { V = resolve(V); });
  if (yieldsValue(E)) {
    Value V;
    V.Kind = ValueKind::Result;
    V.Type = ResultType;
    V.Imm = Id;
    E.Result = append(std::move(V));
  }
  Fn->Events.push_back(std::move(E));
  Fn->Blocks[Current].Events.push_back(Id);
  return Id;
}

//===- Finishing ----------------------------------------------------------===//

Function &FunctionBuilder::finish() {
  for (BlockId B = 0; B < Fn->Blocks.size(); ++B)
    seal(B);
  for (auto &[Phi, Same] : Replaced)
    Fn->Values[Phi].Operands = {resolve(Same)};
  renumber(*Fn);
  assert(verify(*Fn).empty() && "the builder made a malformed function");
  M.Functions.push_back(std::move(Fn));
  return *M.Functions.back();
}

void FunctionBuilder::abandon() { Fn.reset(); }
