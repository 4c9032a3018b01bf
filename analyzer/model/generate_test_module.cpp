//===- generate_test_module.cpp - random modules for tests ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/generate_test_module.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

using namespace fencepost;
using llvm::StringRef;

namespace {

class Generator {
public:
  Generator(Module &M, uint64_t Seed) : M(M), Random(Seed) {}
  void run();

private:
  Module &M;
  std::mt19937_64 Random;
  std::unique_ptr<Function> Fn;

  uint64_t below(uint64_t N) { return Random() % N; }
  bool oneIn(unsigned N) { return below(N) == 0; }
  template <typename EnumT> EnumT any(EnumT Last) {
    return static_cast<EnumT>(below(static_cast<uint64_t>(Last) + 1));
  }
  int64_t number() {
    static constexpr int64_t Special[] = {INT64_MIN, INT64_MAX, -1, 0, 4};
    return oneIn(2) ? int64_t(below(100)) : Special[below(5)];
  }
  uint16_t bits() { return oneIn(4) ? below(65536) : 8u << below(5); }
  std::string name();
  ValueType type();
  ValueId value() { return below(Fn->Values.size()); }
  LocationId place() { return below(M.Locations.size()); }

  void tables();
  void function(unsigned Index);
  void header();
  void pureValue();
  Event event();
  void terminator(Terminator &T);
  void predecessors();
  void phis();
  void placeEvents();
};

} // namespace

std::string Generator::name() {
  static constexpr const char *Names[] = {
      "x",           "tid.x",     "reduce<float>", "a b",        "quote\"d",
      "back\\slash", "",          "line\nfeed",    "\x01\xff\t", "%12",
      "12",          "args.flag", "phi",           "// no",      "}",
      "::a",         "h\xc3\xa9", "const"};
  return Names[below(std::size(Names))];
}

ValueType Generator::type() { return {bits(), oneIn(3), oneIn(2), oneIn(4)}; }

void Generator::tables() {
  M.Name = name();
  M.Origin = any(Layer::Events);
  M.Arch = oneIn(3) ? name() : "sm_90a";
  for (unsigned I = 0, N = below(4); I < N; ++I)
    M.Files.push_back({"/x/" + name() + std::to_string(I), oneIn(2)});
  for (unsigned I = 0, N = below(12); I < N; ++I) {
    Location L;
    if (!M.Files.empty() && !oneIn(4))
      L.File = below(M.Files.size());
    L.Line = below(4) ? below(1000) : 0;
    L.Column = below(100);
    L.EndLine = oneIn(2) ? below(1000) : 0;
    L.EndColumn = oneIn(2) ? below(100) : 0;
    L.InlinedAt = oneIn(2) ? place() : Nowhere;
    L.Spelling = oneIn(3) ? place() : Nowhere;
    L.Function = oneIn(2) ? name() : "";
    M.location(L);
  }
  for (unsigned I = 0, N = below(5); I < N; ++I) {
    Global G;
    G.Name = name() + std::string(I, '_');
    if (M.global(G.Name))
      continue;
    G.Display = oneIn(2) ? G.Name : name();
    G.Spc = any(Space::Tensor);
    G.Size = oneIn(2) ? 0 : below(INT64_MAX);
    G.IsManaged = oneIn(2);
    G.IsConst = oneIn(2);
    G.IsVolatile = oneIn(2);
    G.Loc = place();
    M.Globals.push_back(G);
  }
}

void Generator::header() {
  Fn->Display = oneIn(2) ? Fn->Name : name();
  Fn->Kind = any(FunctionKind::Device);
  for (unsigned I = 0, N = below(4); I < N; ++I)
    Fn->Params.push_back({name(), type(), oneIn(2), oneIn(2), oneIn(2),
                          oneIn(2), any(Space::Tensor)});
  Fn->Loc = place();
  Fn->MaxThreads = oneIn(2) ? 0 : below(UINT32_MAX);
  Fn->ClusterSize = oneIn(2) ? 0 : below(16);
  Fn->State = any(Coverage::Skipped);
  for (unsigned I = 0, N = below(3); I < N; ++I)
    Fn->Reasons.push_back(name());
  Fn->Instances = oneIn(2) ? 1 : below(UINT32_MAX);
}

void Generator::pureValue() {
  Value V;
  V.Kind = any(ValueKind::Op);
  V.Type = type();
  bool IsOdd = oneIn(6);
  bool IsOp = V.Kind == ValueKind::Op;
  if (IsOp || IsOdd)
    V.Op = any(OpCode::Havoc);
  for (unsigned I = 0, N = IsOp || IsOdd ? below(4) : 0; I < N; ++I)
    V.Operands.push_back(value());
  if (V.Kind == ValueKind::Constant || V.Kind == ValueKind::Param ||
      V.Kind == ValueKind::Local || IsOdd || (IsOp && oneIn(2)))
    V.Imm = number();
  if (V.Kind == ValueKind::Special ||
      (V.Kind == ValueKind::Param && oneIn(2)) || IsOdd || (IsOp && oneIn(3)))
    V.Name = name();
  if (V.Kind == ValueKind::Global)
    V.Name = M.Globals.empty() || oneIn(3)
                 ? name()
                 : M.Globals[below(M.Globals.size())].Name;
  Fn->Values.push_back(std::move(V));
}

Event Generator::event() {
  Event E;
  E.Kind = any(EventKind::OpaqueCall);
  E.Ord = any(isMemoryAccess(E.Kind) ? Order::AcqRel : Order::SeqCst);
  E.Scp = any(Scope::Sys);
  E.Prx = oneIn(2) ? Proxy::Generic : any(Proxy::Multimem);
  E.Spc = any(Space::Tensor);
  E.Bits = bits();
  E.Elements = oneIn(2) ? 1 : below(65536);
  E.IsFloat = oneIn(2);
  E.IsVolatile = oneIn(4);
  E.IsMmio = oneIn(8);
  E.Hint = any(CacheHint::Wt);
  E.Rmw = any(RmwOp::Other);
  for (ValueId *V : {&E.Address, &E.Operand, &E.BarrierId, &E.Participants,
                     &E.CompletionObject})
    *V = oneIn(2) ? value() : UnknownValue;
  for (unsigned I = 0, N = below(4); I < N; ++I)
    E.Extra.push_back(value());
  E.ResultUsed = oneIn(2);
  E.Barrier = any(BarrierAction::Wait);
  E.Mbar = any(MbarrierAction::PendingCount);
  E.Done = any(Completion::Tcgen05);
  E.ReadOnlyWait = oneIn(4);
  E.InAsm = oneIn(4);
  E.AsmVolatile = !oneIn(4);
  E.CompilerBarrier = !oneIn(4);
  E.Loc = place();
  E.Spelling = oneIn(2) ? name() : "";
  E.Object = oneIn(2) ? name() : "";
  return E;
}

void Generator::terminator(Terminator &T) {
  T.Kind = any(TerminatorKind::Unreachable);
  T.Loc = place();
  T.Condition = value();
  auto Successors = [&](unsigned N) {
    for (unsigned I = 0; I < N; ++I)
      T.Successors.push_back(below(Fn->Blocks.size()));
  };
  if (T.Kind == TerminatorKind::Jump)
    Successors(1);
  if (T.Kind == TerminatorKind::Branch)
    Successors(2);
  if (T.Kind == TerminatorKind::Switch) {
    for (unsigned I = 0, N = below(4); I < N; ++I)
      T.CaseValues.push_back(number());
    Successors(T.CaseValues.size() + 1);
  }
}

void Generator::predecessors() {
  for (BlockId B = 0; B < Fn->Blocks.size(); ++B)
    for (BlockId S : Fn->Blocks[B].Term.Successors) {
      auto &Preds = Fn->Blocks[S].Predecessors;
      if (!llvm::is_contained(Preds, B) || oneIn(4))
        Preds.push_back(B);
    }
  for (Block &B : Fn->Blocks)
    if (oneIn(3))
      std::shuffle(B.Predecessors.begin(), B.Predecessors.end(), Random);
}

void Generator::phis() {
  for (BlockId B = 0; B < Fn->Blocks.size(); ++B)
    for (unsigned I = 0, N = below(3); I < N; ++I) {
      Value Phi;
      Phi.Kind = ValueKind::Phi;
      Phi.Imm = B;
      Phi.Type = type();
      Phi.Name = oneIn(4) ? name() : "";
      bool IsListed = !oneIn(6);
      if (IsListed)
        Fn->Blocks[B].Phis.push_back(Fn->Values.size());
      for (size_t P = 0; P < Fn->Blocks[B].Predecessors.size(); ++P)
        Phi.Operands.push_back(value());
      Fn->Values.push_back(std::move(Phi));
    }
}

void Generator::placeEvents() {
  for (EventId E = 0; E < Fn->Events.size(); ++E)
    if (!oneIn(8))
      Fn->Blocks[below(Fn->Blocks.size())].Events.push_back(E);
  for (Block &B : Fn->Blocks)
    if (oneIn(3))
      std::shuffle(B.Events.begin(), B.Events.end(), Random);
}

void Generator::function(unsigned Index) {
  Fn = std::make_unique<Function>();
  Fn->Name = name() + "#" + std::to_string(Index);
  header();
  Fn->Blocks.resize(1 + below(6));
  Fn->Entry = oneIn(4) ? below(Fn->Blocks.size()) : 0;
  unsigned Pure = below(12), Events = below(16);
  for (unsigned I = 0; I < Pure; ++I)
    pureValue();
  for (Block &B : Fn->Blocks)
    terminator(B.Term);
  predecessors();
  phis();
  for (EventId I = 0; I < Events; ++I) {
    Event E = event();
    if (oneIn(2)) {
      Value Result;
      Result.Kind = ValueKind::Result;
      Result.Type =
          oneIn(2) ? type() : ValueType{E.Bits, E.IsFloat, false, false};
      Result.Imm = I;
      Result.Name = oneIn(8) ? name() : "";
      E.Result = Fn->Values.size();
      Fn->Values.push_back(std::move(Result));
    } else if (oneIn(8)) {
      E.Result = value();
    }
    Fn->Events.push_back(std::move(E));
    if (oneIn(2))
      pureValue();
  }
  placeEvents();
  // Loops: some phi operands become values that are defined later.
  for (Value &V : Fn->Values)
    for (ValueId &Operand : V.Operands)
      if (V.Kind == ValueKind::Phi && oneIn(2))
        Operand = value();
  M.Functions.push_back(std::move(Fn));
}

void Generator::run() {
  tables();
  for (unsigned I = 0, N = below(4); I < N; ++I)
    function(I);
}

std::unique_ptr<Module> test::generateModule(uint64_t Seed) {
  auto M = std::make_unique<Module>();
  Generator(*M, Seed).run();
  return M;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

#define SAME(Field)                                                            \
  do {                                                                         \
    if (!(A.Field == B.Field))                                                 \
      return #Field;                                                           \
  } while (false)

static std::string differ(const SourceFile &A, const SourceFile &B) {
  SAME(Path);
  SAME(IsSystem);
  return "";
}
static std::string differ(const Location &A, const Location &B) {
  SAME(File);
  SAME(Line);
  SAME(Column);
  SAME(EndLine);
  SAME(EndColumn);
  SAME(InlinedAt);
  SAME(Spelling);
  SAME(Function);
  return "";
}
static std::string differ(const Global &A, const Global &B) {
  SAME(Name);
  SAME(Display);
  SAME(Spc);
  SAME(Size);
  SAME(IsManaged);
  SAME(IsConst);
  SAME(IsVolatile);
  SAME(Loc);
  return "";
}
static std::string differ(const Parameter &A, const Parameter &B) {
  SAME(Name);
  SAME(Type);
  SAME(IsPointeeConst);
  SAME(IsRestrict);
  SAME(IsPointeeVolatile);
  SAME(IsGridConstant);
  SAME(PointeeSpace);
  return "";
}
static std::string differ(const Value &A, const Value &B) {
  SAME(Kind);
  SAME(Op);
  SAME(Type);
  SAME(Imm);
  SAME(Name);
  SAME(Operands);
  return "";
}
static std::string differ(const Event &A, const Event &B) {
  SAME(Kind);
  SAME(Ord);
  SAME(Scp);
  SAME(Prx);
  SAME(Spc);
  SAME(Bits);
  SAME(Elements);
  SAME(IsFloat);
  SAME(IsVolatile);
  SAME(IsMmio);
  SAME(Hint);
  SAME(Rmw);
  SAME(Address);
  SAME(Operand);
  SAME(Extra);
  SAME(Result);
  SAME(ResultUsed);
  SAME(Barrier);
  SAME(BarrierId);
  SAME(Participants);
  SAME(Mbar);
  SAME(Done);
  SAME(CompletionObject);
  SAME(ReadOnlyWait);
  SAME(InAsm);
  SAME(AsmVolatile);
  SAME(CompilerBarrier);
  SAME(Loc);
  SAME(Spelling);
  SAME(Object);
  return "";
}
static std::string differ(const Block &A, const Block &B) {
  SAME(Events);
  SAME(Phis);
  SAME(Predecessors);
  SAME(Term.Kind);
  SAME(Term.Condition);
  SAME(Term.Successors);
  SAME(Term.CaseValues);
  SAME(Term.Loc);
  return "";
}

static std::string differ(const std::unique_ptr<Function> &A,
                          const std::unique_ptr<Function> &B);

template <typename VectorT>
static std::string differAll(StringRef What, const VectorT &A,
                             const VectorT &B) {
  if (A.size() != B.size())
    return What.str() + ".size";
  for (auto [I, Pair] : llvm::enumerate(llvm::zip(A, B))) {
    std::string D = differ(std::get<0>(Pair), std::get<1>(Pair));
    if (!D.empty())
      return What.str() + "[" + std::to_string(I) + "]." + D;
  }
  return "";
}

static std::string differ(const std::unique_ptr<Function> &X,
                          const std::unique_ptr<Function> &Y) {
  const Function &A = *X, &B = *Y;
  SAME(Name);
  SAME(Display);
  SAME(Kind);
  SAME(Entry);
  SAME(Loc);
  SAME(MaxThreads);
  SAME(ClusterSize);
  SAME(State);
  SAME(Reasons);
  SAME(Instances);
  for (std::string D : {differAll("Params", A.Params, B.Params),
                        differAll("Values", A.Values, B.Values),
                        differAll("Events", A.Events, B.Events),
                        differAll("Blocks", A.Blocks, B.Blocks)})
    if (!D.empty())
      return D;
  return "";
}

std::string test::firstDifference(const Module &A, const Module &B) {
  SAME(Name);
  SAME(Origin);
  SAME(Arch);
  for (std::string D : {differAll("Files", A.Files, B.Files),
                        differAll("Locations", A.Locations, B.Locations),
                        differAll("Globals", A.Globals, B.Globals),
                        differAll("Functions", A.Functions, B.Functions)})
    if (!D.empty())
      return D;
  return "";
}
