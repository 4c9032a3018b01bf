//===- handoff_ends.cpp - the two ends of a hand-off ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/handoff/grid_barriers.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/home.h"
#include "analyzer/analysis/memory/rank_tables.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace fencepost;

bool fencepost::isBefore(const FunctionView &In, EventId A, EventId B) {
  Position P = In.cfg().position(A), Q = In.cfg().position(B);
  return P.Block != Q.Block ? P.Block < Q.Block : P.Index < Q.Index;
}

/// Does the edge lead back to the head of the loop Number or of one around it?
static bool goesAround(const FunctionView &In, uint32_t Number, BlockId From,
                       BlockId To) {
  for (; Number != NoId; Number = In.loops().all()[Number].Parent) {
    const Loop &L = In.loops().all()[Number];
    if (L.Header == To && L.contains(From))
      return true;
  }
  return false;
}

llvm::BitVector fencepost::leadingTo(const FunctionView &In, BlockId B) {
  llvm::BitVector Seen(In.fn().Blocks.size());
  llvm::SmallVector<BlockId, 16> Work{B};
  Seen.set(B);
  while (!Work.empty()) {
    BlockId At = Work.pop_back_val();
    for (BlockId From : In.fn().block(At).Predecessors)
      if (!Seen.test(From) &&
          !goesAround(In, In.loops().innermost(B), From, At)) {
        Seen.set(From);
        Work.push_back(From);
      }
  }
  return Seen;
}

llvm::BitVector fencepost::aheadOfWait(const FunctionView &In, EventId Wait) {
  BlockId B = In.cfg().position(Wait).Block;
  const Poll *P = In.polls().of(Wait);
  llvm::BitVector Seen(In.fn().Blocks.size());
  llvm::SmallVector<BlockId, 16> Work{B};
  uint32_t Around = In.loops().innermost(B);
  if (P) {
    const Loop &L = In.loops().all()[P->Loop];
    Work.assign(L.Blocks.begin(), L.Blocks.end());
    Around = L.Parent;
  }
  for (BlockId At : Work)
    Seen.set(At);
  while (!Work.empty()) {
    BlockId At = Work.pop_back_val();
    for (BlockId To : In.fn().block(At).Term.Successors)
      if (!Seen.test(To) && !goesAround(In, Around, At, To)) {
        Seen.set(To);
        Work.push_back(To);
      }
  }
  return Seen;
}

bool fencepost::writesMemory(const Event &E) {
  return E.Kind == EventKind::Store || isRmw(E.Kind) ||
         (E.Kind == EventKind::AsyncCopy && E.Done == Completion::BulkGroup);
}

/// The bit of a block coordinate; 0 for any other value.
static unsigned coordinateOf(const Value &Node) {
  llvm::StringRef Name = Node.Name;
  if (Node.Kind != ValueKind::Special || !Name.consume_front("ctaid."))
    return 0;
  return Name == "x" ? 1 : Name == "y" ? 2 : 4;
}

namespace {
/// What an operation leaves of a block coordinate.
enum class Part : uint8_t {
  All,
  Group, ///< `block / n`: of several blocks in a row.
  Rest,  ///< `block % n`: of every n-th block.
};
} // namespace

/// Is V the number of all blocks on Axis, such as "ctaid.x", or a multiple?
static bool countsBlocks(const FunctionView &In, ValueId V,
                         llvm::StringRef Axis) {
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  auto IsCount = [&](ValueId Of) {
    llvm::StringRef Name = In.fn().value(stripCasts(In.fn(), Of)).Name;
    return Name.consume_front("n") && Name == Axis;
  };
  return IsCount(V) ||
         (Node.Op == OpCode::Mul && llvm::any_of(Node.Operands, IsCount));
}

/// Is no block number on Axis beyond By: `n % By`, `n & By` are all numbers?
static bool coversGrid(const FunctionView &In, OpCode Op, ValueId By,
                       llvm::StringRef Axis) {
  // CUDA's limits: 2^31 - 1 blocks on the first axis, 2^16 - 1 on the others.
  int64_t Most = Axis.ends_with(".x") ? INT32_MAX : UINT16_MAX;
  if (auto C = constantOf(In.fn(), By))
    return Op == OpCode::And ? (*C & Most) == Most : *C >= Most;
  LinearForm Form = linearForm(In.fn(), By);
  return Form.Terms.size() == 1 && Form.Terms[0].second > 0 &&
         countsBlocks(In, Form.Terms[0].first, Axis) &&
         (Op == OpCode::And ? Form.Constant == -1 : Form.Constant >= 0);
}

/// What Op leaves of a coordinate on Axis; all of it unless it cuts.
static Part partLeft(const FunctionView &In, OpCode Op, ValueId By,
                     llvm::StringRef Axis) {
  auto C = constantOf(In.fn(), By);
  if (Op == OpCode::Shr)
    return C == 0 ? Part::All : Part::Group;
  if (Op == OpCode::Div)
    return C == 1 ? Part::All : Part::Group;
  if (coversGrid(In, Op, By, Axis))
    return Part::All;
  return Op == OpCode::And && C && (*C & 1) == 0 ? Part::Group : Part::Rest;
}

/// The block coordinates among the operands of V; all three where V is too
/// large to follow. `block / n` alone, or `block % n`, is the number of a group
/// of blocks.
static unsigned coordinatesIn(const FunctionView &In, ValueId V) {
  unsigned Found = 0, Groups = 0, Rests = 0;
  bool Complete = visitOperands(In.fn(), V, [&](ValueId Id) {
    const Value &Node = In.fn().value(Id);
    Found |= coordinateOf(Node);
    if (Node.Op != OpCode::Div && Node.Op != OpCode::Shr &&
        Node.Op != OpCode::Rem && Node.Op != OpCode::And)
      return true;
    ValueId From = Node.Operands[0], By = Node.Operands[1];
    auto Of = [&](ValueId Number) -> const Value & {
      return In.fn().value(stripCasts(In.fn(), Number));
    };
    if (Node.Op == OpCode::And && coordinateOf(Of(From)) == 0)
      std::swap(From, By);
    unsigned Coordinate = coordinateOf(Of(From));
    if (Coordinate == 0)
      return true;
    Part Left = partLeft(In, Node.Op, By, Of(From).Name);
    if (Left != Part::All)
      (Left == Part::Group ? Groups : Rests) |= Coordinate;
    return Left == Part::All;
  });
  return Complete ? Found | (Groups & Rests) : 7;
}

namespace {
/// What a function asks for to tell blocks apart.
struct BlockQuestions {
  bool Known = false, Any = false;
  unsigned Coordinates = 0;      ///< Of ctaid: 1, 2, 4.
  std::map<ValueId, bool> Owned; ///< isOwnedByBlock(), by address.
};
} // namespace

static BlockQuestions &blockQuestions(const FunctionView &In) {
  BlockQuestions &Q = In.kept().of<BlockQuestions>();
  if (Q.Known)
    return Q;
  Q.Known = true;
  for (const Value &Node : In.fn().Values) {
    llvm::StringRef Name = Node.Name;
    if (Node.Kind != ValueKind::Special)
      continue;
    Q.Any |= Name.starts_with("ctaid") || Name.starts_with("nctaid");
    Q.Coordinates |= Name == "ctaid.x"   ? 1
                     : Name == "ctaid.y" ? 2
                     : Name == "ctaid.z" ? 4
                                         : 0;
  }
  return Q;
}

bool fencepost::asksForBlock(const FunctionView &In) {
  return blockQuestions(In).Any;
}

/// Own plus a constant; nullopt where the sum has other parts.
static std::optional<int64_t> stepFrom(const FunctionView &In,
                                       const LinearForm &Form, ValueId Own) {
  if (Form.Terms.size() != 1 || Form.Terms[0].second != 1 ||
      stripCasts(In.fn(), Form.Terms[0].first) != Own)
    return std::nullopt;
  return Form.Constant;
}

/// `... % blocks`: the next block's number is another one, a drawn number may
/// be.
static Ternary isAnotherOfGrid(const FunctionView &In, LinearForm Form,
                               const Value &Blocks, ValueId Own) {
  llvm::StringRef Axis = Blocks.Name;
  if (!Axis.consume_front("n") || Axis != In.fn().value(Own).Name)
    return Ternary::No;
  llvm::erase_if(Form.Terms, [&](const std::pair<ValueId, int64_t> &T) {
    return In.fn().value(stripCasts(In.fn(), T.first)).Name == Blocks.Name;
  });
  if (auto Step = stepFrom(In, Form, Own))
    return *Step != 0 ? Ternary::Yes : Ternary::No;
  return Form.isConstant() ? Ternary::No : Ternary::Unknown;
}

/// `(block + 1) % blocks`, `block ^ 1`, `random % blocks`: the number of
/// another block than Own? Unknown: of one that may be another.
static Ternary isNumberOfAnother(const FunctionView &In, ValueId V,
                                 ValueId Own) {
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  if (Node.Kind != ValueKind::Op || Node.Operands.size() != 2)
    return Ternary::No;
  auto Is = [](bool Another) { return Another ? Ternary::Yes : Ternary::No; };
  auto IsOwn = [&](ValueId Of) { return stripCasts(In.fn(), Of) == Own; };
  if (Node.Op == OpCode::Xor)
    return Is(llvm::any_of(Node.Operands, IsOwn) &&
              llvm::any_of(Node.Operands, [&](ValueId Of) {
                return constantOf(In.fn(), Of).value_or(0) != 0;
              }));
  if (Node.Op != OpCode::Rem && Node.Op != OpCode::And)
    return Ternary::No;
  LinearForm Form = linearForm(In.fn(), Node.Operands[0]);
  const Value &By = In.fn().value(stripCasts(In.fn(), Node.Operands[1]));
  if (Node.Op == OpCode::Rem && By.Kind == ValueKind::Special)
    return isAnotherOfGrid(In, Form, By, Own);
  auto Step = stepFrom(In, Form, Own);
  if (!Step)
    return Ternary::No;
  auto Limit = constantOf(In.fn(), Node.Operands[1]);
  if (!Limit || *Limit <= 0) // A number of blocks that the host passes on.
    return Is(*Step != 0);
  return Is(Node.Op == OpCode::Rem ? *Step % *Limit != 0
                                   : (*Step & *Limit) != 0);
}

/// Are the two of one place in the records of two blocks, of which one chooses
/// the other's by its own number?
static Ternary isOfNeighbour(const FunctionView &In, const LinearForm &One,
                             const LinearForm &Other) {
  auto Own = [](const LinearForm &F, const LinearForm &Of) {
    return llvm::to_vector(llvm::make_filter_range(
        F.Terms, [&](auto &T) { return !llvm::is_contained(Of.Terms, T); }));
  };
  auto A = Own(One, Other), B = Own(Other, One);
  if (One.Constant != Other.Constant || A.size() != 1 || B.size() != 1 ||
      A[0].second != B[0].second)
    return Ternary::No;
  auto IsNumber = [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    return Node.Kind == ValueKind::Special &&
           llvm::StringRef(Node.Name).starts_with("ctaid.");
  };
  ValueId X = stripCasts(In.fn(), A[0].first);
  ValueId Y = stripCasts(In.fn(), B[0].first);
  if (IsNumber(X))
    return isNumberOfAnother(In, Y, X);
  return IsNumber(Y) ? isNumberOfAnother(In, X, Y) : Ternary::No;
}

Ternary fencepost::isOfOtherBlock(const FunctionView &In, ValueId A,
                                  ValueId B) {
  LinearForm One = linearForm(In.fn(), A), Other = linearForm(In.fn(), B);
  Ternary ByNumber = isOfNeighbour(In, One, Other);
  if (ByNumber != Ternary::No)
    return ByNumber;
  int64_t Apart = wrappingSub(One.Constant, Other.Constant);
  if (One.Terms != Other.Terms || Apart == 0)
    return Ternary::No;
  auto ByBlock = llvm::to_vector(llvm::make_filter_range(
      One.Terms, [&](const std::pair<ValueId, int64_t> &T) {
        return indexLeaves(In.fn(), T.first).anyCtaid();
      }));
  if (ByBlock.size() != 1)
    return Ternary::No;
  auto [Term, Segment] = ByBlock[0];
  const Value &Number = In.fn().value(stripCasts(In.fn(), Term));
  if (Number.Kind != ValueKind::Special ||
      !llvm::StringRef(Number.Name).starts_with("ctaid."))
    return Ternary::No;
  bool IsWhole = Segment == 1 || Segment == -1 || Apart % Segment == 0;
  return IsWhole ? Ternary::Yes : Ternary::No;
}

bool fencepost::isAcrossBlocks(const UnitView &Unit, const FunctionView &In,
                               EventId E) {
  BaseKind Base = In.provenance().object(E).Kind;
  if (In.fn().Kind != FunctionKind::Kernel ||
      (Base != BaseKind::Param && Base != BaseKind::Global) ||
      !In.provenance().isVisibleToGrid(E))
    return false;
  bool Writes = writesMemory(In.event(E));
  bool Seen = false;
  if (asksForBlock(In) && !isOwnedByBlock(In, In.event(E).Address) &&
      ticketOf(In, E))
    return true;
  for (const AccessRef &A : accessesByName(Unit, In, E)) {
    bool Other = Writes
                     ? A.In->polls().of(A.E) != nullptr
                     : writesMemory(A.In->event(A.E)) && !A.In->polls().of(A.E);
    if (!Other)
      continue;
    ValueId Here = In.event(E).Address, There = A.In->event(A.E).Address;
    if (A.In != &In ||
        (asksForBlock(In) &&
         (!(isOwnedByBlock(In, Here) && isOwnedByBlock(In, There)) ||
          isOfOtherBlock(In, Here, There) == Ternary::Yes)))
      return true;
    Seen = true;
  }
  return !Writes && !Seen;
}

bool fencepost::isOwnedByBlock(const FunctionView &In, ValueId Address) {
  BlockQuestions &Q = blockQuestions(In);
  auto [At, IsNew] = Q.Owned.try_emplace(Address, false);
  if (IsNew) {
    unsigned Has = coordinatesIn(In, Address);
    At->second = Has != 0 && (Q.Coordinates & ~Has) == 0;
  }
  return At->second;
}

bool fencepost::isOfOwnPeer(const FunctionView &In, ValueId V) {
  auto ByThread = [&](ValueId Index) {
    return In.uniformity().of(Index) == Uniform::None;
  };
  bool Found = false;
  visitOperands(In.fn(), V, [&](ValueId Id) {
    const Value &Node = In.fn().value(Id);
    if (Node.Op == OpCode::ArrayGet && Node.Operands.size() > 1)
      Found |= Node.Type.IsPointer && ByThread(Node.Operands[1]);
    if (Node.Kind == ValueKind::Result && Node.Type.IsPointer &&
        In.event(Node.Imm).Kind == EventKind::Load)
      Found |= ByThread(In.event(Node.Imm).Address);
    return !Found;
  });
  return Found;
}

bool fencepost::tellsPeers(const FunctionView &In, EventId E) {
  BlockId At = In.cfg().position(E).Block;
  return In.populations().of(At) == Population::SomeThreads &&
         isOfOwnPeer(In, In.event(E).Address);
}

bool fencepost::countsAtPeer(const FunctionView &In, EventId E) {
  const Event &Ev = In.event(E);
  return isRmw(Ev.Kind) && !Ev.ResultUsed && Ev.Scp == Scope::Sys &&
         hasExplicitScope(Ev) && isFromTable(In, E) &&
         llvm::any_of(payloadStores(In, E),
                      [&](EventId S) { return isFromTable(In, S); });
}

Between fencepost::firstWay(const FunctionView &In, EventId From, EventId To) {
  return In.order().firstWay(From, To);
}

std::vector<AccessRef> fencepost::accessesByName(const UnitView &Unit,
                                                 const FunctionView &In,
                                                 EventId E) {
  std::vector<AccessRef> All = Unit.accessesTo(In, E);
  std::vector<AccessRef> More = Unit.namesakes(In, E);
  All.insert(All.end(), More.begin(), More.end());
  return All;
}

bool fencepost::isSameClass(const FunctionView &In, EventId E,
                            const AccessRef &Other) {
  if (Other.In == &In)
    return In.provenance().sameObject(E, Other.E);
  const Object &A = In.provenance().object(E);
  const Object &B = Other.In->provenance().object(Other.E);
  bool UnitWide = llvm::StringRef(A.Key).starts_with("global:") ||
                  llvm::StringRef(A.Key).starts_with("field:");
  if (UnitWide)
    return A.Key == B.Key;
  return A.Kind == BaseKind::Param && B.Kind == BaseKind::Param &&
         !A.Name.empty() && A.Name == B.Name;
}

std::vector<AccessRef> fencepost::announcedBy(const UnitView &Unit,
                                              const FunctionView &In,
                                              EventId Wait) {
  std::vector<AccessRef> Announced;
  bool OfGrid = meetsGrid(Unit, {&In, Wait});
  // Whoever raises the flag only behind the wait waits for somebody else.
  BlockId Waits = In.cfg().position(Wait).Block;
  if (BlockId Elects = In.populations().cause(Waits); Elects != NoId)
    Waits = Elects;
  bool RaisesForPeers = false;
  std::set<std::pair<const FunctionView *, EventId>> Seen;
  for (const AccessRef &A : accessesByName(Unit, In, Wait)) {
    if (!writesMemory(A.In->event(A.E)) || (OfGrid && A.In != &In) ||
        (A.In->polls().of(A.E) && !raisesBySwap(A, {&In, Wait})) ||
        !mayEndWait(*A.In, A.E, {&In, Wait}) || isOwnAnswer(A))
      continue;
    bool IsBehind =
        A.In == &In && isBefore(In, Wait, A.E) &&
        In.cfg().dominatesBlock(Waits, In.cfg().position(A.E).Block);
    for (EventId Store : payloadStores(*A.In, A.E)) {
      RaisesForPeers |= A.In == &In && !IsBehind;
      if (Seen.insert({A.In, Store}).second)
        Announced.push_back({A.In, Store});
    }
  }
  // Where the kernel raises the flag itself, its peers do: others ran before.
  auto IsOwn = [&](const AccessRef &A) { return A.In == &In; };
  if (RaisesForPeers)
    llvm::erase_if(Announced, [&](const AccessRef &A) { return !IsOwn(A); });
  return Announced;
}
