//===- collision.cpp - which threads reach the same word
//--------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many-to-one is shown in four ways: an axis of the block that takes no part;
// a digit of an index (quotient, rest) that is left out; a loop counter and a
// thread's index that step alike in one sum; a group of threads for which the
// address is uniform. One-to-one is shown where the address is a linear index
// over all axes that the function uses.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/memory/address_shape.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

class Judge {
public:
  Judge(const FunctionView &In, EventId E)
      : In(In), Fn(In.fn()), E(E), Retry(retryLoopOf(In, E)), Shape(In, E) {}
  Collision judge();

private:
  const FunctionView &In;
  const Function &Fn;
  EventId E;
  uint32_t Retry;
  AddressShape Shape;
  Collision Answer;

  const Loop &loop(uint32_t L) const { return In.loops().all()[L]; }
  uint32_t outerLoop() const;
  void findRepeats();
  bool comesAgain(ValueId V, const Loop &L) const;
  bool leavesAxisOut();
  void findLeftBlocks();
  bool leavesDigitOut();
  bool slidesWindow();
  bool isOverlap(const Monomial &Counter, const Monomial &Index) const;
  SharedBy ownership() const;
  bool isStrideOf(const Monomial &M, bool Grid) const;
  uint64_t wordsOfData() const;
};

/// The innermost loop around the whole operation.
uint32_t Judge::outerLoop() const {
  return Retry == NoId ? In.loops().innermost(In.cfg().position(E).Block)
                       : loop(Retry).Parent;
}

/// Does each iteration of L compute the same V (or the same set of V, by the
/// counters of inner loops)?
bool Judge::comesAgain(ValueId V, const Loop &L) const {
  bool Same = true;
  SmallVector<ValueId, 8> Loads{V};
  DenseSet<ValueId> Seen;
  while (Same && !Loads.empty()) {
    bool Complete = visitOperands(Fn, Loads.pop_back_val(), [&](ValueId At) {
      const Value &Node = Fn.Values[At];
      if (!Seen.insert(At).second)
        return false;
      if (Node.Kind == ValueKind::Unknown ||
          (Node.Op == OpCode::Havoc && L.contains(BlockId(Node.Imm))) ||
          (Node.Kind == ValueKind::Special && isClock(Node)) ||
          (Node.Kind == ValueKind::Phi && BlockId(Node.Imm) == L.Header))
        Same = false;
      if (Node.Kind == ValueKind::Result &&
          L.contains(In.cfg().position(EventId(Node.Imm)).Block)) {
        if (In.provenance().isUnchanging(EventId(Node.Imm)))
          Loads.push_back(Fn.Events[Node.Imm].Address);
        else if (!isTransform(Fn.Events[Node.Imm]))
          Same = false;
      }
      return Same;
    });
    Same &= Complete;
  }
  return Same;
}

void Judge::findRepeats() {
  ValueId Address = In.event(E).Address;
  uint32_t L = outerLoop();
  for (bool Innermost = true; L != NoId; L = loop(L).Parent) {
    bool Again = comesAgain(Address, loop(L));
    Answer.IsInvariant |= Innermost && Again;
    Innermost = false;
    auto Trips = tripCount(Fn, loop(L));
    if (Again && (!Trips || *Trips >= 8))
      Answer.Repeats = L;
  }
}

bool Judge::leavesAxisOut() {
  static const char *const Names[] = {"tid.x", "tid.y", "tid.z"};
  // An axis that only takes part in the linear index of the block may be 1.
  Dimensions Extra = extraDimensions(Fn);
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    bool IsLive = Axis == 0 || (Axis == 1 ? Extra.Y : Extra.Z);
    if (!IsLive || Shape.usesTid(Axis) ||
        llvm::none_of(Fn.Values, [&](const Value &V) {
          return V.Kind == ValueKind::Special && V.Name == Names[Axis];
        }))
      continue;
    Answer.Why = ManyToOne::Axis;
    Answer.Axis = Axis;
    return true;
  }
  return false;
}

void Judge::findLeftBlocks() {
  const Object &O = In.provenance().object(E);
  if ((O.Kind != BaseKind::Param && O.Kind != BaseKind::Global) ||
      llvm::any_of(Shape.terms(), [](const Monomial &M) {
        return M.Kind == AtomKind::Opaque;
      }))
    return;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (!Shape.usesCtaid(Axis) && bringsElementsAlong(In, E, Axis)) {
      Answer.Why = ManyToOne::Blocks;
      Answer.Axis = Axis;
      return;
    }
}

/// Digits of one index, lowest first: each must start where the one below
/// ends, and the last must have no end.
bool Judge::leavesDigitOut() {
  for (const Monomial &First : Shape.terms()) {
    if (First.Kind != AtomKind::Digit)
      continue;
    bool IsThread = false;
    visitOperands(Fn, First.Root, [&](ValueId V) {
      IsThread |= Fn.Values[V].Kind == ValueKind::Special &&
                  StringRef(Fn.Values[V].Name).starts_with("tid.");
      return !IsThread;
    });
    if (!IsThread)
      continue;
    SmallVector<const Monomial *, 4> Digits;
    bool Bare = false; // The index itself takes part as well.
    for (const Monomial &M : Shape.terms()) {
      if (M.Kind == AtomKind::Digit && M.Root == First.Root)
        Digits.push_back(&M);
      else
        Bare |= M.Atom == First.Root || M.Kind == AtomKind::Tid ||
                M.Kind == AtomKind::Stride || M.Kind == AtomKind::Opaque ||
                (M.Kind == AtomKind::Digit && M.Root != First.Root);
    }
    if (Bare)
      return false;
    llvm::sort(Digits, [](const Monomial *A, const Monomial *B) {
      return A->Divisor.size() < B->Divisor.size();
    });
    SmallVector<ValueId, 4> Below;
    for (const Monomial *D : Digits) {
      if (D->Divisor != Below) {
        bool Gap = D->Divisor.size() > Below.size() &&
                   std::includes(D->Divisor.begin(), D->Divisor.end(),
                                 Below.begin(), Below.end());
        if (!Gap)
          return false;
        Answer.Why = ManyToOne::Quotient;
        Answer.Cause = D->Atom;
        return true;
      }
      if (D->Modulus == UnknownValue)
        return false; // Complete.
      Below.push_back(D->Modulus);
      llvm::sort(Below);
    }
    if (Digits.size() != 1)
      return false; // The highest digit may have an end that is none.
    Answer.Why = ManyToOne::Rest;
    Answer.Cause = Digits[0]->Atom;
    return true;
  }
  return false;
}

/// Do the counter of a loop and a thread's index reach equal sums?
bool Judge::isOverlap(const Monomial &Counter, const Monomial &Index) const {
  auto Trips = tripCount(Fn, loop(Counter.Loop));
  if (Trips && *Trips < 2)
    return false;
  auto Size = [](int64_t V) { return V < 0 ? 0 - uint64_t(V) : uint64_t(V); };
  uint64_t C = Size(Counter.Coefficient), I = Size(Index.Coefficient);
  if (C == 0 || I % C != 0)
    return false;
  if (Counter.Factors == Index.Factors)
    return I == C || (Trips && *Trips > I / C);
  // A window that moves by a stride: `(y * stride + k) * width`.
  if (I != C || Counter.Factors.empty() ||
      Index.Factors.size() != Counter.Factors.size() + 1 ||
      !std::includes(Index.Factors.begin(), Index.Factors.end(),
                     Counter.Factors.begin(), Counter.Factors.end()))
    return false;
  SmallVector<ValueId, 2> Stride;
  std::set_difference(Index.Factors.begin(), Index.Factors.end(),
                      Counter.Factors.begin(), Counter.Factors.end(),
                      std::back_inserter(Stride));
  return Stride.size() == 1 &&
         Stride[0] != boundOf(Fn, loop(Counter.Loop), Counter.Atom);
}

bool Judge::slidesWindow() {
  for (const Monomial &C : Shape.terms())
    for (const Monomial &I : Shape.terms()) {
      if (C.Kind != AtomKind::Counter ||
          (I.Kind != AtomKind::Tid && I.Kind != AtomKind::Digit &&
           I.Kind != AtomKind::Stride) ||
          !isOverlap(C, I))
        continue;
      Answer.Why = ManyToOne::Window;
      Answer.Cause = C.Atom;
      return true;
    }
  return false;
}

/// A counter that starts at a thread's index and steps over the block or grid.
bool Judge::isStrideOf(const Monomial &M, bool Grid) const {
  auto Start = threadIndex(Fn, M.Root);
  if (!Start || Start->isNegated || !Start->Parts.Tid[0])
    return false;
  bool Block = false, Blocks = false;
  visitOperands(Fn, M.Atom, [&](ValueId V) {
    Block |= StringRef(Fn.Values[V].Name).starts_with("ntid.");
    Blocks |= StringRef(Fn.Values[V].Name).starts_with("nctaid.");
    return true;
  });
  return Block && (!Grid || (Blocks && Start->Parts.Ctaid[0]));
}

SharedBy Judge::ownership() const {
  bool Live[3] = {}, LiveBlocks[3] = {}, Has[3] = {}, HasBlocks[3] = {};
  for (const Value &V : Fn.Values)
    for (unsigned A = 0; V.Kind == ValueKind::Special && A < 3; ++A) {
      Live[A] |= V.Name == std::string("tid.") + "xyz"[A];
      LiveBlocks[A] |= V.Name == std::string("ctaid.") + "xyz"[A];
    }
  const auto &Terms = Shape.terms();
  if (Terms.size() == 1 && Terms[0].Kind == AtomKind::Stride &&
      Terms[0].Factors.empty()) {
    if (Live[1] || Live[2] || !isStrideOf(Terms[0], false))
      return SharedBy::Unknown;
    bool Grid = isStrideOf(Terms[0], true) && !LiveBlocks[1] && !LiveBlocks[2];
    return Grid ? SharedBy::OneThread : SharedBy::OneOfBlock;
  }
  auto IsSize = [&](ValueId F, unsigned Axis) {
    const Value &V = Fn.Values[F];
    return V.Kind == ValueKind::Special &&
           V.Name == std::string("ntid.") + "xyz"[Axis];
  };
  SmallVector<ValueId, 2> Width[3]; // Factors of tid.x, y, z.
  int64_t Step[3] = {};
  for (const Monomial &M : Terms) {
    if (M.Kind != AtomKind::Tid)
      continue;
    if (Has[M.Axis])
      return SharedBy::Unknown;
    Has[M.Axis] = true;
    Width[M.Axis] = M.Factors;
    Step[M.Axis] = M.Coefficient;
  }
  for (const Monomial &M : Terms) {
    if (M.Kind == AtomKind::Tid)
      continue;
    if (M.Kind != AtomKind::Ctaid || HasBlocks[M.Axis])
      return SharedBy::Unknown;
    // The size of the block on this axis times the step of the thread.
    SmallVector<ValueId, 2> Rest;
    bool Size = false;
    for (ValueId F : M.Factors) {
      if (!Size && IsSize(F, M.Axis))
        Size = true;
      else
        Rest.push_back(F);
    }
    bool ByAxis = Has[M.Axis] && Size && Rest == Width[M.Axis] &&
                  M.Coefficient == Step[M.Axis];
    bool ByBound =
        Has[M.Axis] && M.Axis == 0 && Fn.MaxThreads && M.Factors == Width[0] &&
        M.Coefficient == wrappingMul(Step[0], int64_t(Fn.MaxThreads));
    if (!ByAxis && !ByBound)
      return SharedBy::Unknown;
    HasBlocks[M.Axis] = true;
  }
  for (unsigned A = 0; A < 3; ++A)
    if (Live[A] != Has[A] || (A > 0 && Has[A] && Width[A].empty()))
      return SharedBy::Unknown;
  if (!Has[0] || !Width[0].empty())
    return SharedBy::Unknown;
  bool All = llvm::equal(LiveBlocks, HasBlocks);
  return All ? SharedBy::OneThread : SharedBy::OneOfBlock;
}

/// How many words the part of the index that comes from data can name.
uint64_t Judge::wordsOfData() const {
  const Monomial *Data = nullptr;
  for (const Monomial &M : Shape.terms()) {
    if (M.Kind == AtomKind::Ctaid && Data == nullptr)
      continue;
    if (M.Kind == AtomKind::Ctaid)
      continue;
    if (Data || !M.Factors.empty())
      return 0;
    Data = &M;
  }
  if (!Data)
    return 0;
  if (auto Top = upperBound(Fn, Data->Atom))
    return *Top + 1;
  // No more than the variable has.
  const Object &O = In.provenance().object(E);
  if (O.Kind != BaseKind::Global || Data->Coefficient <= 0)
    return 0;
  const Global *G = In.module().global(Fn.Values[O.Root].Name);
  return G ? G->Size / uint64_t(Data->Coefficient) : 0;
}

Collision Judge::judge() {
  findRepeats();
  Answer.Group = In.provenance().object(E).IndexGroup;
  if (Answer.Group >= Uniform::Block) {
    Answer.By = SharedBy::Everyone;
    return Answer;
  }
  if (Shape.isFromData()) {
    Answer.By = SharedBy::Data;
    Answer.Words = wordsOfData();
    Answer.IsPerBlock = llvm::any_of(Shape.terms(), [](const Monomial &M) {
      return M.Kind == AtomKind::Ctaid;
    });
    return Answer;
  }
  if (leavesAxisOut() || leavesDigitOut() || slidesWindow()) {
    Answer.By = SharedBy::Many;
    return Answer;
  }
  Answer.By = ownership();
  if (Answer.By != SharedBy::OneThread)
    findLeftBlocks();
  return Answer;
}

} // namespace

Collision collisionOf(const FunctionView &In, EventId E) {
  if (In.event(E).Address == UnknownValue)
    return {};
  return Judge(In, E).judge();
}

uint32_t retryLoopOf(const FunctionView &In, EventId E) {
  const Function &Fn = In.fn();
  const Event &Ev = In.event(E);
  if (Ev.Kind != EventKind::Rmw || !Ev.ResultUsed)
    return NoId;
  if (Ev.Rmw != RmwOp::Cas && Ev.Rmw != RmwOp::Exch && Ev.Rmw != RmwOp::Or)
    return NoId;
  uint32_t L = In.loops().innermost(In.cfg().position(E).Block);
  if (L == NoId)
    return NoId;
  const Loop &Of = In.loops().all()[L];
  if (!In.loops().isInvariant(Ev.Address, Of) || Of.Exits.empty())
    return NoId;
  bool Decides = llvm::any_of(Of.Blocks, [&](BlockId B) {
    return dependsOn(Fn, Fn.Blocks[B].Term.Condition, E) == Ternary::Yes;
  });
  // Each exit asks for the result, or for a flag that was set on success.
  for (const Loop::Exit &X : Of.Exits) {
    ValueId Test = Fn.Blocks[X.From].Term.Condition;
    if (dependsOn(Fn, Test, E) == Ternary::Yes)
      continue;
    bool Flag = false;
    visitOperands(Fn, Test, [&](ValueId V) {
      const Value &Node = Fn.Values[V];
      Flag |= Node.Kind == ValueKind::Phi && BlockId(Node.Imm) == Of.Header &&
              llvm::any_of(Node.Operands, [&](ValueId Op) {
                return Fn.Values[Op].Kind == ValueKind::Constant;
              });
      return Node.Kind == ValueKind::Op || Node.Kind == ValueKind::Phi;
    });
    if (!Flag || !Decides || tripCount(Fn, Of))
      return NoId;
  }
  return Decides ? L : NoId;
}

BlockId performingBlock(const FunctionView &In, EventId E) {
  uint32_t L = retryLoopOf(In, E);
  if (L == NoId)
    return In.cfg().position(E).Block;
  const Loop &Of = In.loops().all()[L];
  BlockId Before = NoId;
  for (BlockId P : In.fn().Blocks[Of.Header].Predecessors) {
    if (Of.contains(P))
      continue;
    if (Before != NoId)
      return In.cfg().immediateDominator(Of.Header);
    Before = P;
  }
  return Before == NoId ? Of.Header : Before;
}

} // namespace fencepost
