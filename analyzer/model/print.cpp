//===- print.cpp - Module to .events --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact and deterministic: values are named by their ids, blocks by theirs,
// and whatever the readable forms cannot say is printed as `raw` or as an
// attribute. A pure value stands before its first use.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text.h"
#include "analyzer/model/text_host.h"
#include "analyzer/model/text_words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;

static std::string named(char Sigil, StringRef Name) {
  return Sigil + (isBareName(Name) ? Name.str() : quoted(Name));
}

static std::string spellPlace(const Location &L) {
  std::string Text = L.File == NoFile ? "?" : std::to_string(L.File);
  ((((Text += ':') += std::to_string(L.Line)) += ':') +=
   std::to_string(L.Column));
  if (L.EndLine || L.EndColumn)
    ((((Text += '-') += std::to_string(L.EndLine)) += ':') +=
     std::to_string(L.EndColumn));
  return Text;
}

namespace {

class FunctionPrinter {
public:
  FunctionPrinter(const Module &M, const Function &Fn, llvm::raw_ostream &OS)
      : M(M), Fn(Fn), OS(OS), Printed(Fn.Values.size()),
        IsListed(Fn.Values.size()) {
    for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
      for (ValueId V : Fn.Blocks[B].Phis)
        if (isIn(V) && Fn.Values[V].Imm == B)
          IsListed[V] = true;
  }
  void run();

private:
  const Module &M;
  const Function &Fn;
  llvm::raw_ostream &OS;
  std::vector<bool> Printed;
  std::vector<bool> IsListed; ///< Phis that their block lists.
  EventId NextEvent = 0;

  void printHeader();
  void printBlock(BlockId B, llvm::ArrayRef<BlockId> DefaultPredecessors);
  void printEvent(EventId Id);
  void printTerminator(const Terminator &T);
  void need(ValueId V);
  void define(ValueId V);
  void printOperation(const Value &Val);
  void defineRaw(ValueId V);
  bool isPhi(ValueId V) const;
  bool isResult(ValueId V) const;
  std::string ref(ValueId V) const {
    return V == UnknownValue ? "?" : "%" + std::to_string(V);
  }
  std::string refs(llvm::ArrayRef<ValueId> Values) const {
    return llvm::join(
        llvm::map_range(Values, [&](ValueId V) { return ref(V); }), ", ");
  }
  std::string place(LocationId L) const;
  std::string type(ValueType T) const { return " : " + spellType(T); }
  bool isIn(ValueId V) const { return V < Fn.Values.size(); }
};

} // namespace

std::string FunctionPrinter::place(LocationId L) const {
  if (L == Nowhere)
    return "";
  if (L < M.Locations.size()) {
    const Location &Where = M.Locations[L];
    // Tables hold each place once, so a plain place names its entry.
    if (Where.InlinedAt == Nowhere && Where.Spelling == Nowhere &&
        Where.Function.empty() && Where != Location{})
      return " loc=" + spellPlace(Where);
  }
  return " loc=#" + std::to_string(L);
}

/// A phi in its block's list, which prints as one of the block's lines.
bool FunctionPrinter::isPhi(ValueId V) const {
  const Value &Val = Fn.Values[V];
  if (Val.Kind != ValueKind::Phi || Val.Imm < 0 ||
      uint64_t(Val.Imm) >= Fn.Blocks.size())
    return false;
  const Block &B = Fn.Blocks[Val.Imm];
  return Val.Op == OpCode::None &&
         Val.Operands.size() == B.Predecessors.size() && IsListed[V];
}

/// A result that its event's line defines.
bool FunctionPrinter::isResult(ValueId V) const {
  const Value &Val = Fn.Values[V];
  return Val.Kind == ValueKind::Result && Val.Op == OpCode::None &&
         Val.Name.empty() && Val.Operands.empty() && Val.Imm >= 0 &&
         uint64_t(Val.Imm) < Fn.Events.size() &&
         Fn.Events[Val.Imm].Result == V && V != UnknownValue;
}

/// Prints the pure values that V depends on, operands first, then V.
void FunctionPrinter::need(ValueId Root) {
  llvm::SmallVector<std::pair<ValueId, unsigned>, 16> Stack;
  auto Enter = [&](ValueId V) {
    if (V == UnknownValue || !isIn(V) || Printed[V] || isPhi(V) || isResult(V))
      return;
    Printed[V] = true;
    Stack.push_back({V, 0});
  };
  Enter(Root);
  while (!Stack.empty()) {
    auto &[V, Next] = Stack.back();
    const auto &Operands = Fn.Values[V].Operands;
    if (Next < Operands.size()) {
      Enter(Operands[Next++]);
      continue;
    }
    define(V);
    Stack.pop_back();
  }
}

void FunctionPrinter::defineRaw(ValueId V) {
  const Value &Val = Fn.Values[V];
  OS << "raw " << spelling(Val.Kind) << ' ' << spelling(Val.Op) << ' '
     << spellType(Val.Type) << ' ' << Val.Imm << ' ' << quoted(Val.Name) << " ("
     << refs(Val.Operands) << ")\n";
}

void FunctionPrinter::printOperation(const Value &Val) {
  OS << spelling(Val.Op);
  const char *Separator = " ";
  auto Item = [&](const llvm::Twine &Text) {
    OS << std::exchange(Separator, ", ") << Text;
  };
  if (!Val.Name.empty() && Val.Op == OpCode::Pure)
    Item(quoted(Val.Name));
  for (ValueId Operand : Val.Operands)
    Item(ref(Operand));
  bool IsPositional = immPosition(Val.Op) == Val.Operands.size();
  if (IsPositional)
    Item(llvm::Twine(Val.Imm));
  if (!Val.Name.empty() && Val.Op != OpCode::Pure)
    Item(quoted(Val.Name));
  if (Val.Imm != 0 && !IsPositional)
    OS << " imm=" << Val.Imm;
}

void FunctionPrinter::define(ValueId V) {
  const Value &Val = Fn.Values[V];
  OS << "  %" << V << " = ";
  bool IsOp = Val.Kind == ValueKind::Op && Val.Op != OpCode::None;
  bool IsLeaf = Val.Op == OpCode::None && Val.Operands.empty();
  bool HasImm = Val.Imm != 0, HasName = !Val.Name.empty();
  if (IsOp) {
    printOperation(Val);
    if (fixedType(Val.Op) != Val.Type)
      OS << type(Val.Type);
  } else if (IsLeaf && Val.Kind == ValueKind::Constant && !HasName) {
    OS << "const " << Val.Imm << type(Val.Type);
  } else if (IsLeaf && Val.Kind == ValueKind::Param) {
    OS << "param " << Val.Imm;
    if (HasName)
      OS << ' ' << quoted(Val.Name);
    OS << type(Val.Type);
  } else if (IsLeaf && Val.Kind == ValueKind::Special && !HasImm) {
    OS << "special " << (isBareName(Val.Name) ? Val.Name : quoted(Val.Name))
       << type(Val.Type);
  } else if (IsLeaf && Val.Kind == ValueKind::Global && !HasImm) {
    OS << "global "
       << (M.global(Val.Name) ? named('@', Val.Name) : quoted(Val.Name))
       << type(Val.Type);
  } else if (IsLeaf && Val.Kind == ValueKind::Local && !HasName) {
    OS << "local " << Val.Imm << type(Val.Type);
  } else {
    return defineRaw(V);
  }
  OS << '\n';
}

void FunctionPrinter::printEvent(EventId Id) {
  const Event &E = Fn.Events[Id];
  llvm::SmallVector<ValueId, 8> Fields, Shown;
  for (ValueId Event::*F : positionalFields(E.Kind))
    Fields.push_back(E.*F);
  llvm::append_range(Fields, E.Extra);
  Shown = Fields;
  while (!Shown.empty() && E.Extra.empty() && Shown.back() == UnknownValue)
    Shown.pop_back();
  for (ValueId V : {E.Address, E.Operand, E.BarrierId, E.Participants,
                    E.CompletionObject, E.Result})
    need(V);
  for (ValueId V : E.Extra)
    need(V);

  bool OwnsResult = isIn(E.Result) && E.Result != UnknownValue &&
                    isResult(E.Result) && Fn.Values[E.Result].Imm == Id;
  llvm::SmallVector<std::string, 4> Attributes;
  OS << "  ";
  if (OwnsResult)
    OS << ref(E.Result) << " = ";
  OS << spellMnemonic(E, Attributes);
  const char *Separator = " ";
  if (E.Address != UnknownValue) {
    OS << " [" << ref(E.Address) << ']';
    Separator = ", ";
  }
  for (ValueId V : Shown)
    OS << std::exchange(Separator, ", ") << ref(V);
  if (OwnsResult && Fn.Values[E.Result].Type != defaultResultType(E))
    OS << type(Fn.Values[E.Result].Type);
  for (const std::string &A : Attributes)
    OS << ' ' << A;

  auto Unless = [&](ValueId Event::*F, StringRef Name) {
    if (E.*F != UnknownValue &&
        !llvm::is_contained(positionalFields(E.Kind), F))
      OS << ' ' << Name << '=' << ref(E.*F);
  };
  Unless(&Event::Operand, "operand");
  Unless(&Event::BarrierId, "bar");
  Unless(&Event::Participants, "count");
  Unless(&Event::CompletionObject, "via");
  if (!OwnsResult)
    Unless(&Event::Result, "result");
  bool UsedByDefault = E.Kind != EventKind::Rmw || E.Result != UnknownValue;
  if (E.ResultUsed != UsedByDefault)
    OS << (E.ResultUsed ? " used" : " unused");
  OS << (E.ReadOnlyWait ? " read" : "") << (E.InAsm ? " asm" : "")
     << (E.AsmVolatile ? "" : " movable")
     << (E.CompilerBarrier ? "" : " noclobber");
  if (!E.Object.empty())
    OS << " obj=" << quoted(E.Object);
  if (!E.Spelling.empty())
    OS << " spelled=" << quoted(E.Spelling);
  OS << place(E.Loc);
  if (Id != NextEvent++)
    OS << " id=" << Id;
  OS << '\n';
}

void FunctionPrinter::printTerminator(const Terminator &T) {
  need(T.Condition);
  auto Label = [&](size_t I) {
    return I < T.Successors.size() ? "b" + std::to_string(T.Successors[I])
                                   : std::string("?");
  };
  bool SaysCondition = true;
  switch (T.Kind) {
  case TerminatorKind::Jump:
    OS << "  jump " << Label(0);
    SaysCondition = false;
    break;
  case TerminatorKind::Branch:
    OS << "  br " << ref(T.Condition) << ", " << Label(0) << ", " << Label(1);
    break;
  case TerminatorKind::Switch:
    OS << "  switch " << ref(T.Condition) << " [";
    for (auto [I, Case] : llvm::enumerate(T.CaseValues))
      OS << (I ? ", " : "") << Case << ": " << Label(I);
    OS << "], " << Label(T.CaseValues.size());
    break;
  case TerminatorKind::Return:
    OS << "  ret";
    SaysCondition = false;
    break;
  case TerminatorKind::Unreachable:
    OS << "  unreachable";
    SaysCondition = false;
    break;
  }
  if (!SaysCondition && T.Condition != UnknownValue)
    OS << " cond=" << ref(T.Condition);
  OS << place(T.Loc) << '\n';
}

void FunctionPrinter::printBlock(BlockId Id,
                                 llvm::ArrayRef<BlockId> DefaultPredecessors) {
  const Block &B = Fn.Blocks[Id];
  OS << 'b' << Id << ':';
  if (llvm::ArrayRef<BlockId>(B.Predecessors) != DefaultPredecessors) {
    OS << " preds(";
    for (auto [I, P] : llvm::enumerate(B.Predecessors))
      OS << (I ? ", b" : "b") << P;
    OS << ')';
  }
  OS << '\n';
  for (ValueId V : B.Phis) {
    if (!isIn(V) || !isPhi(V) || Printed[V])
      continue;
    Printed[V] = true;
    OS << "  %" << V << " = phi";
    for (auto [I, Operand] : llvm::enumerate(Fn.Values[V].Operands))
      OS << (I ? ", [" : " [") << ref(Operand) << ", b" << B.Predecessors[I]
         << ']';
    if (!Fn.Values[V].Name.empty())
      OS << " name=" << quoted(Fn.Values[V].Name);
    OS << type(Fn.Values[V].Type) << '\n';
  }
  for (EventId E : B.Events)
    printEvent(E);
  for (BlockId S : B.Term.Successors)
    if (S < Fn.Blocks.size())
      for (ValueId V : Fn.Blocks[S].Phis)
        for (auto [P, Operand] :
             llvm::zip(Fn.Blocks[S].Predecessors, Fn.Values[V].Operands))
          if (P == Id)
            need(Operand);
  printTerminator(B.Term);
}

void FunctionPrinter::printHeader() {
  OS << (Fn.Kind == FunctionKind::Kernel ? "kernel " : "device ")
     << named('@', Fn.Name) << '(';
  for (auto [I, P] : llvm::enumerate(Fn.Params)) {
    OS << (I ? ", " : "") << spellType(P.Type)
       << (P.IsPointeeConst ? " const" : "")
       << (P.IsRestrict ? " restrict" : "")
       << (P.IsPointeeVolatile ? " volatile" : "")
       << (P.IsGridConstant ? " gridconst" : "");
    if (P.PointeeSpace != Space::Generic)
      OS << " space=" << spelling(P.PointeeSpace);
    OS << ' ' << named('%', P.Name);
  }
  OS << ')';
  if (Fn.Display != Fn.Name)
    OS << " display=" << quoted(Fn.Display);
  if (Fn.MaxThreads)
    OS << " maxthreads=" << Fn.MaxThreads;
  if (Fn.ClusterSize)
    OS << " cluster=" << Fn.ClusterSize;
  if (Fn.State != Coverage::Analysed)
    OS << " state=" << (Fn.State == Coverage::Partly ? "partly" : "skipped");
  if (!Fn.Reasons.empty())
    OS << " reasons=("
       << llvm::join(llvm::map_range(Fn.Reasons,
                                     [](StringRef R) { return quoted(R); }),
                     ", ")
       << ')';
  if (Fn.Instances != 1)
    OS << " instances=" << Fn.Instances;
  if (Fn.Entry != 0)
    OS << " entry=b" << Fn.Entry;
  OS << place(Fn.Loc) << " {\n";
}

void FunctionPrinter::run() {
  printHeader();
  std::vector<llvm::SmallVector<BlockId, 2>> Predecessors =
      defaultPredecessors(Fn);
  std::vector<bool> Placed(Fn.Events.size());
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B) {
    printBlock(B, Predecessors[B]);
    for (EventId E : Fn.Blocks[B].Events)
      Placed[E] = true;
  }
  if (!llvm::all_of(Placed, [](bool P) { return P; })) {
    OS << "detached:\n";
    for (EventId E = 0; E < Fn.Events.size(); ++E)
      if (!Placed[E])
        printEvent(E);
  }
  for (ValueId V = 1; V < Fn.Values.size(); ++V)
    need(V);
  OS << "}\n";
}

void fencepost::print(const Module &M, const Function &Fn,
                      llvm::raw_ostream &OS) {
  FunctionPrinter(M, Fn, OS).run();
}

static void printGlobal(const Global &G, llvm::raw_ostream &OS) {
  OS << "global " << named('@', G.Name) << " space=" << spelling(G.Spc);
  if (G.Size)
    OS << " size=" << G.Size;
  OS << (G.IsManaged ? " managed" : "") << (G.IsConst ? " const" : "")
     << (G.IsVolatile ? " volatile" : "");
  if (G.Display != G.Name)
    OS << " display=" << quoted(G.Display);
  if (G.Loc != Nowhere)
    OS << " loc=#" << G.Loc;
  OS << '\n';
}

void fencepost::print(const Module &M, llvm::raw_ostream &OS) {
  OS << "module " << quoted(M.Name) << " layer=" << spelling(M.Origin);
  if (!M.Arch.empty())
    OS << " arch=" << (isBareName(M.Arch) ? M.Arch : quoted(M.Arch));
  OS << " places=explicit\n";
  for (auto [I, F] : llvm::enumerate(M.Files))
    OS << "file " << I << ' ' << quoted(F.Path)
       << (F.IsSystem ? " system\n" : "\n");
  for (LocationId I = 1; I < M.Locations.size(); ++I) {
    const Location &L = M.Locations[I];
    OS << "loc #" << I << " = " << spellPlace(L);
    if (!L.Function.empty())
      OS << " in " << quoted(L.Function.str());
    if (L.InlinedAt != Nowhere)
      OS << " at #" << L.InlinedAt;
    if (L.Spelling != Nowhere)
      OS << " spelled #" << L.Spelling;
    OS << '\n';
  }
  for (const Global &G : M.Globals)
    printGlobal(G, OS);
  printHost(M.Host, OS);
  for (const std::unique_ptr<Function> &Fn : M.Functions) {
    OS << '\n';
    print(M, *Fn, OS);
  }
}
