//===- address_shape.cpp - an address as a sum of products
//------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums are flattened by linearForm(); a product with something plain is
// multiplied out. Depth and number of terms are bounded; what is left stays an
// opaque atom.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/memory/address_shape.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace fencepost {

static std::optional<unsigned> axisOf(StringRef Register, StringRef Prefix) {
  if (!Register.consume_front(Prefix) || Register.size() != 1 ||
      Register[0] < 'x' || Register[0] > 'z')
    return std::nullopt;
  return Register[0] - 'x';
}

static bool isIntegerCast(const Value &Node) {
  return Node.Kind == ValueKind::Op && Node.Op == OpCode::Cast &&
         Node.Operands.size() == 1 && !Node.Type.IsFloat && Node.Type.Bits != 1;
}

/// V without any cast between integers, narrowing ones too.
static ValueId withoutCasts(const Function &Fn, ValueId V) {
  for (unsigned Depth = 0; Depth < 16 && isIntegerCast(Fn.Values[V]); ++Depth) {
    if (Fn.Values[Fn.Values[V].Operands[0]].Type.IsFloat)
      break;
    V = Fn.Values[V].Operands[0];
  }
  return V;
}

ValueId boundOf(const Function &Fn, const Loop &L, ValueId Phi) {
  for (const Loop::Exit &X : L.Exits) {
    const Value &Test = Fn.Values[Fn.Blocks[X.From].Term.Condition];
    if (Test.Kind != ValueKind::Op || Test.Op < OpCode::Eq ||
        Test.Op > OpCode::Ge)
      continue;
    for (unsigned Side = 0; Side < 2; ++Side) {
      LinearForm Form = linearForm(Fn, Test.Operands[Side]);
      if (Form.Terms.size() == 1 &&
          withoutCasts(Fn, Form.Terms[0].first) == withoutCasts(Fn, Phi))
        return withoutCasts(Fn, Test.Operands[1 - Side]);
    }
  }
  return UnknownValue;
}

/// Start and step of a counter; nullopt if Phi is none.
static std::optional<std::pair<ValueId, LinearForm>>
counterOf(const Function &Fn, const Loop &L, ValueId Phi) {
  const Value &Node = Fn.Values[Phi];
  const auto &Preds = Fn.Blocks[L.Header].Predecessors;
  ValueId Start = UnknownValue;
  std::optional<LinearForm> Step;
  for (size_t K = 0; K < Node.Operands.size() && K < Preds.size(); ++K) {
    if (!L.contains(Preds[K])) {
      if (Start != UnknownValue && Start != Node.Operands[K])
        return std::nullopt;
      Start = Node.Operands[K];
      continue;
    }
    LinearForm Form = linearForm(Fn, withoutCasts(Fn, Node.Operands[K]));
    LinearForm Rest;
    Rest.Constant = Form.Constant;
    bool Steps = false;
    for (auto &[Term, Factor] : Form.Terms)
      if (withoutCasts(Fn, Term) == Phi && Factor == 1)
        Steps = true;
      else
        Rest.Terms.push_back({Term, Factor});
    if (!Steps || (Step && (Step->Terms != Rest.Terms ||
                            Step->Constant != Rest.Constant)))
      return std::nullopt;
    Step = Rest;
  }
  if (Start == UnknownValue || !Step)
    return std::nullopt;
  return std::pair(Start, *Step);
}

std::optional<uint64_t> tripCount(const Function &Fn, const Loop &L) {
  for (ValueId Phi : Fn.Blocks[L.Header].Phis) {
    auto Counter = counterOf(Fn, L, Phi);
    ValueId Bound = boundOf(Fn, L, Phi);
    if (!Counter || !Counter->second.isConstant() || Bound == UnknownValue)
      continue;
    auto From = constantOf(Fn, Counter->first), To = constantOf(Fn, Bound);
    int64_t Step = Counter->second.Constant;
    if (!From || !To || Step == 0 || Step == INT64_MIN)
      continue;
    int64_t Way = wrappingSub(*To, *From);
    if ((Way < 0) != (Step < 0) || Way == INT64_MIN)
      continue;
    return divideCeil(uint64_t(Way < 0 ? -Way : Way),
                      uint64_t(Step < 0 ? -Step : Step));
  }
  return std::nullopt;
}

/// The same for the whole grid, in every iteration around the event.
bool AddressShape::isPlain(ValueId V) const {
  if (In.uniformity().of(V) != Uniform::Grid)
    return false;
  const Loops &Nest = In.loops();
  uint32_t Outermost = NoId;
  for (uint32_t L = Nest.innermost(At); L != NoId; L = Nest.all()[L].Parent)
    Outermost = L;
  return Outermost == NoId || Nest.isInvariant(V, Nest.all()[Outermost]);
}

void AddressShape::readPhi(ValueId V, Monomial &M) const {
  const Loops &Nest = In.loops();
  for (uint32_t L = Nest.innermost(At); L != NoId; L = Nest.all()[L].Parent) {
    const Loop &Of = Nest.all()[L];
    if (Of.Header != BlockId(Fn.Values[V].Imm))
      continue;
    auto Counter = counterOf(Fn, Of, V);
    if (!Counter)
      return;
    M.Loop = L;
    Uniform Start = In.uniformity().of(Counter->first);
    Uniform Step = Uniform::Grid;
    for (auto &[Term, Factor] : Counter->second.Terms)
      Step = std::min(Step, In.uniformity().of(Term));
    if (Step < Uniform::Block)
      return;
    M.Kind = Start == Uniform::Grid ? AtomKind::Counter : AtomKind::Stride;
    M.Root = Counter->first;
    return;
  }
}

/// V as `(Root / Divisor) % Modulus`, with shifts and masks as such.
bool AddressShape::readDigit(ValueId V, Monomial &M) const {
  ValueId At = withoutCasts(Fn, V);
  bool Any = false;
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    const Value &Node = Fn.Values[At];
    if (Node.Kind != ValueKind::Op || Node.Operands.size() != 2 ||
        Node.Type.IsFloat || !isPlain(Node.Operands[1]))
      break;
    ValueId By = withoutCasts(Fn, Node.Operands[1]);
    auto C = constantOf(Fn, By);
    bool Masks = Node.Op == OpCode::And && C && *C > 0 &&
                 isPowerOf2_64(uint64_t(*C) + 1);
    if (Node.Op == OpCode::Rem || Masks) {
      if (Any)
        break; // (x % a) / b, (x % a) % b: the inner one is an atom itself.
      M.Modulus = By;
    } else if (Node.Op == OpCode::Div || Node.Op == OpCode::Shr) {
      // `a / (W * H)` divides by W and by H.
      SmallVector<ValueId, 4> Work{By};
      while (!Work.empty() && M.Divisor.size() < 8) {
        ValueId F = withoutCasts(Fn, Work.pop_back_val());
        const Value &Product = Fn.Values[F];
        if (Product.Kind == ValueKind::Op && Product.Op == OpCode::Mul)
          Work.append(Product.Operands.begin(), Product.Operands.end());
        else
          M.Divisor.push_back(F);
      }
    } else {
      break;
    }
    Any = true;
    At = withoutCasts(Fn, Node.Operands[0]);
  }
  llvm::sort(M.Divisor);
  M.Root = At;
  return Any;
}

void AddressShape::add(ValueId V, Monomial M) {
  M.Atom = V;
  const Value &Node = Fn.Values[V];
  if (Node.Kind == ValueKind::Special) {
    if (auto Axis = axisOf(Node.Name, "tid.")) {
      M.Kind = AtomKind::Tid;
      M.Axis = *Axis;
    } else if (auto Axis = axisOf(Node.Name, "ctaid.")) {
      M.Kind = AtomKind::Ctaid;
      M.Axis = *Axis;
    }
  } else if (Node.Kind == ValueKind::Phi) {
    readPhi(V, M);
  } else if (readDigit(V, M)) {
    M.Kind = AtomKind::Digit;
  }
  llvm::sort(M.Factors);
  Terms.push_back(std::move(M));
}

void AddressShape::expand(ValueId V, Monomial Outer) {
  for (auto &[Term, Factor] : linearForm(Fn, V).Terms) {
    if (isPlain(Term))
      continue;
    Monomial M = Outer;
    M.Coefficient = wrappingMul(M.Coefficient, Factor);
    ValueId T = withoutCasts(Fn, Term);
    const Value &Node = Fn.Values[T];
    if (Budget == 0) {
      Terms.push_back(std::move(M));
      continue;
    }
    --Budget;
    if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Mul &&
        Node.Operands.size() == 2) {
      unsigned Side = isPlain(Node.Operands[0])   ? 1
                      : isPlain(Node.Operands[1]) ? 0
                                                  : 2;
      if (Side < 2) {
        M.Factors.push_back(withoutCasts(Fn, Node.Operands[1 - Side]));
        expand(Node.Operands[Side], std::move(M));
        continue;
      }
    }
    if (T != Term && linearForm(Fn, T).Terms.size() > 1)
      expand(T, std::move(M));
    else
      add(T, std::move(M));
  }
}

/// Hashes and random numbers of each thread: two parts that differ between
/// threads mixed by exclusive or, or a state that is multiplied over and over.
/// Which words they lead to is known no better than for an index from data.
bool AddressShape::isScrambled(ValueId V) const {
  const Value &Node = Fn.Values[V];
  auto Differs = [&](ValueId Of) {
    return In.uniformity().of(Of) == Uniform::None;
  };
  if (Node.Kind == ValueKind::Op)
    return Node.Op == OpCode::Xor && llvm::all_of(Node.Operands, Differs);
  if (Node.Kind != ValueKind::Phi || !Differs(V))
    return false;
  constexpr int64_t LeastMultiplier = 256; // Less walks a tree or a stride.
  return llvm::any_of(Node.Operands, [&](ValueId Of) {
    return llvm::any_of(linearForm(Fn, withoutCasts(Fn, Of)).Terms,
                        [&](const auto &Term) {
                          return withoutCasts(Fn, Term.first) == V &&
                                 (Term.second >= LeastMultiplier ||
                                  Term.second <= -LeastMultiplier);
                        });
  });
}

/// Merged behind a branch on what the thread has read, as in a binary search.
bool AddressShape::isChosenByData(ValueId V) const {
  const Value &Node = Fn.Values[V];
  if (Node.Kind != ValueKind::Phi || In.uniformity().of(V) != Uniform::None)
    return false;
  auto B = BlockId(Node.Imm);
  uint32_t L = In.loops().innermost(B);
  if (L != NoId && In.loops().all()[L].Header == B)
    return false;
  auto AsksData = [&](BlockId Branch) {
    ValueId Test = Fn.Blocks[Branch].Term.Condition;
    return Test != UnknownValue && In.uniformity().of(Test) == Uniform::None &&
           In.uniformity().dependsOnLoad(Test);
  };
  return llvm::any_of(Fn.Blocks[B].Predecessors, [&](BlockId P) {
    return !In.cfg().dominatesBlock(B, P) &&
           (AsksData(P) ||
            llvm::any_of(In.cfg().directControlDependences(P), [&](auto &D) {
              return D.Branch != B && !In.cfg().dominatesBlock(B, D.Branch) &&
                     In.cfg().dominatesBlock(In.cfg().immediateDominator(B),
                                             D.Branch) &&
                     AsksData(D.Branch);
            }));
  });
}

void AddressShape::collectLeaves(ValueId Address) {
  bool Complete = visitOperands(Fn, Address, [&](ValueId V) {
    if (isPlain(V))
      return false;
    const Value &Node = Fn.Values[V];
    if (auto Axis = axisOf(Node.Name, "tid.");
        Axis && Node.Kind == ValueKind::Special)
      Tid[*Axis] = true;
    if (auto Axis = axisOf(Node.Name, "ctaid.");
        Axis && Node.Kind == ValueKind::Special)
      Ctaid[*Axis] = true;
    FromData |= Node.Kind == ValueKind::Result ||
                Node.Kind == ValueKind::Unknown ||
                (Node.Kind == ValueKind::Op && Node.Op == OpCode::Havoc) ||
                isScrambled(V) || isChosenByData(V);
    return true;
  });
  FromData |= !Complete;
}

AddressShape::AddressShape(const FunctionView &In, EventId E)
    : In(In), Fn(In.fn()), At(In.cfg().position(E).Block) {
  ValueId Address = In.event(E).Address;
  collectLeaves(Address);
  expand(Address, {});
}

/// Collects the addresses of the loads that V is made of; false for anything
/// that is no element as it lies in memory.
static bool elementsOf(const FunctionView &In, EventId E, ValueId V,
                       SmallVectorImpl<ValueId> &Addresses) {
  const Function &Fn = In.fn();
  uint32_t Retry = retryLoopOf(In, E);
  bool Plain = true;
  bool Complete = visitOperands(Fn, V, [&](ValueId At) {
    const Value &Node = Fn.Values[At];
    if (Node.Kind == ValueKind::Unknown ||
        (Node.Kind == ValueKind::Op && Node.Op == OpCode::Havoc))
      Plain = false;
    if (Node.Kind == ValueKind::Phi) {
      for (uint32_t L = 0; L < In.loops().all().size(); ++L)
        if (L != Retry && In.loops().all()[L].Header == BlockId(Node.Imm))
          Plain = false; // Summed in a loop.
    }
    if (Node.Kind == ValueKind::Result && EventId(Node.Imm) != E) {
      EventId Of = EventId(Node.Imm);
      if (Fn.Events[Of].Kind != EventKind::Load)
        Plain = false;
      else if (In.provenance().isUnchanging(Of) &&
               !In.provenance().isShared(Of))
        Addresses.push_back(Fn.Events[Of].Address);
      else if (!In.provenance().sameObject(Of, E))
        Plain = false;
    }
    return Plain;
  });
  return Plain && Complete;
}

bool bringsElementsAlong(const FunctionView &In, EventId E, unsigned Axis) {
  const Function &Fn = In.fn();
  SmallVector<ValueId, 8> Work;
  if (!elementsOf(In, E, In.event(E).Operand, Work))
    return false;
  bool Along = false;
  for (unsigned Steps = 0; !Work.empty() && Steps < 32; ++Steps) {
    bool Here = false, Linear = false;
    bool Complete = visitOperands(Fn, Work.pop_back_val(), [&](ValueId V) {
      const Value &Node = Fn.Values[V];
      if (Node.Kind != ValueKind::Special)
        return true;
      Here |= axisOf(Node.Name, "ctaid.") == Axis;
      // A block's number over all axes: this one may have one block.
      Linear |= StringRef(Node.Name).starts_with("nctaid.");
      return true;
    });
    if (!Complete || Linear)
      return false;
    Along |= Here;
  }
  return Along && Work.empty();
}

} // namespace fencepost
