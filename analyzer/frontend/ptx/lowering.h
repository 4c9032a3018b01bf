//===- lowering.h - PTX statements to model events --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the statements of one body, of a function or of inline assembly, into
// a FunctionBuilder: register scopes, labels, guards, instructions. Memory
// instructions under a guard are branched around; arithmetic under a guard is
// a Select. Semantics: PTX ISA 9.0, sections 8 and 9.7.
//
// An instruction that is not understood is never dropped: with an address it
// is an OpaqueCall, without one its destinations are Havoc, and its text is
// kept in either case.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_LOWERING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_LOWERING_H

#include "analyzer/frontend/ptx/definitions.h"
#include "analyzer/frontend/ptx/qualifiers.h"
#include "analyzer/model/builder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/StringSaver.h"
#include <functional>

namespace fencepost::ptx {

/// A parameter or result of a function.
struct Formal {
  llvm::StringRef Name;
  ValueType Type;
  bool IsRegister = false; ///< `.reg`; else `.param`.
  bool IsArray = false;    ///< A struct by value.
  bool IsPointer = false;  ///< `.ptr`
  Space PointeeSpace = Space::Generic;
};

/// A function whose body replaces a call of it.
struct Callee {
  llvm::ArrayRef<Formal> Results, Params;
  llvm::ArrayRef<Statement> Body;
};

class Lowering;

/// What a module knows about the names in its bodies.
class ModuleNames {
public:
  virtual ~ModuleNames() = default;
  enum class CallKind : uint8_t {
    Opaque,   ///< May do anything.
    Harmless, ///< Only its results are not known.
    NeverReturns,
    Splice, ///< The body is given, enter() was not called yet.
  };
  virtual CallKind resolve(llvm::StringRef Name, Callee &Out) = 0;
  /// Around the lowering of a spliced body; Inner has no callbacks yet.
  virtual void enter(Lowering &Inner, llvm::StringRef Name) = 0;
  virtual void leave() = 0;
  /// The address of a variable that a body declares, or that the module has;
  /// UnknownValue if there is none.
  virtual ValueId declared(const Statement &S, llvm::StringRef Name) = 0;
  virtual ValueId symbol(llvm::StringRef Name) = 0;
};

/// Memory of `.param` variables in bodies: one register per offset.
class ParamSlots {
public:
  explicit ParamSlots(FunctionBuilder &B) : B(B) {}
  uint32_t make() { return Count++; }
  VariableId at(uint32_t Slot, int64_t Offset) {
    auto [It, New] = Variables.try_emplace({Slot, Offset}, VariableId(0));
    if (New)
      It->second = B.freshVariable();
    return It->second;
  }
  /// What has been asked for of the first 16 words of a slot.
  llvm::SmallVector<VariableId, 2> words(uint32_t Slot) const {
    llvm::SmallVector<VariableId, 2> Found;
    for (int64_t Offset = 0; Offset < 64; Offset += 4)
      if (auto It = Variables.find({Slot, Offset}); It != Variables.end())
        Found.push_back(It->second);
    return Found;
  }

private:
  FunctionBuilder &B;
  uint32_t Count = 0;
  llvm::DenseMap<std::pair<uint32_t, int64_t>, VariableId> Variables;
};

class Lowering {
public:
  explicit Lowering(FunctionBuilder &B);

  /// What every event starts from: location, and what the asm statement says
  /// to the compiler.
  Event Prototype;
  /// Called for every directive of the body, in order: `.loc` moves
  /// Prototype.Loc.
  std::function<void(const Statement &)> OnDirective;
  /// Called before every statement that may emit events or branches.
  std::function<void(const Statement &)> OnStatement;
  /// For whole functions: what names outside the body mean. Slots goes with
  /// it, one for a function and all that is spliced into it.
  ModuleNames *Names = nullptr;
  ParamSlots *Slots = nullptr;
  /// Where `ret` leads; none: it ends the function.
  std::optional<BlockId> ReturnTo;

  /// Declares Register in the outermost scope and gives it a value.
  void bind(llvm::StringRef Register, ValueId V, ValueType Type);
  /// Writes V, unless it is unknown, as an instruction would.
  void assign(llvm::StringRef Register, ValueId V) {
    if (V != UnknownValue)
      B.write(registerFor(Register).Var, V);
  }
  /// Register is read after the body: writing it is never in vain.
  void keep(llvm::StringRef Register) { Kept.insert(Register); }
  /// Makes Register another name of Target.
  void alias(llvm::StringRef Register, llvm::StringRef Target);
  /// Register's value at the current point.
  ValueId read(llvm::StringRef Register);
  /// Name is parameter Index of the kernel: a whole value, or bytes of which
  /// each offset is a leaf.
  void bindParam(llvm::StringRef Name, unsigned Index, const Formal &F);
  /// Name is a `.param` result of the function itself.
  void bindResult(llvm::StringRef Name);
  /// What the user calls an address or register, for Event::Object.
  void nameValue(ValueId V, llvm::StringRef Text);
  void nameRegister(llvm::StringRef Register, llvm::StringRef Text);

  /// Lowers a whole body; labels are known in all of it. Blocks that labels
  /// make are sealed at its end.
  void lowerBody(llvm::ArrayRef<Statement> Body);

  /// Root lowers to values alone: no event and no control flow.
  static bool hasValueEffect(llvm::StringRef Root);

  unsigned ignoredQualifiers() const { return IgnoredQualifiers; }
  /// The first few instructions that were not understood.
  const std::vector<std::string> &unparsed() const { return Unparsed; }
  bool emittedEvents() const { return EventCount != 0; }
  /// Records text that was not understood; Opaque also emits the event that
  /// says so.
  void giveUp(llvm::StringRef Text, bool Opaque);

private:
  FunctionBuilder &B;
  unsigned IgnoredQualifiers = 0;
  unsigned EventCount = 0;
  std::vector<std::string> Unparsed;
  bool LastWasOpaque = false;

  // Registers and symbols.
  struct Register {
    VariableId Var;
    ValueType Type;
  };
  struct Range {
    llvm::StringRef Prefix;
    uint32_t Count;
    ValueType Type;
  };
  struct RegisterScope {
    llvm::DenseMap<llvm::StringRef, Register> Names;
    llvm::SmallVector<Range, 2> Ranges;
    uint32_t Id = 0;
  };
  std::vector<RegisterScope> Scopes;
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver{Memory}; ///< Names that are no part of a body.
  llvm::StringMap<ValueId> Symbols;
  llvm::DenseMap<ValueId, std::string> ValueNames;
  llvm::StringMap<std::string> RegisterNames;
  /// Register names by how often the body mentions them.
  NameTable Mentions;
  llvm::StringSet<> Kept;

  /// Registers of the outermost scope that were asked for: one more than their
  /// place in Outer.
  NameTable OuterPlaces;
  std::vector<Register> Outer;

  const Register *findRegister(llvm::StringRef Name,
                               NameTable::Numbered Number = {});
  std::optional<Register> inRanges(const RegisterScope &Scope,
                                   llvm::StringRef Name);
  void forget(llvm::StringRef Name);
  const Register &registerFor(llvm::StringRef Name,
                              NameTable::Numbered Number = {});
  void declare(const Statement &S);

  // Labels: by the number of the brace scope that holds them.
  std::vector<llvm::StringMap<BlockId>> Labels;
  llvm::DenseSet<BlockId> Started;
  std::vector<uint32_t> ScopeParents;
  llvm::StringMap<std::vector<llvm::StringRef>> BranchTables;
  uint32_t NextScope = 1;
  void collectLabels(llvm::ArrayRef<Statement> Body);
  std::optional<BlockId> findLabel(llvm::StringRef Name) const;
  std::optional<BlockId> labelIn(uint32_t Scope, llvm::StringRef Name) const;
  /// Branches to a label that are still to come: it is sealed after the last.
  llvm::DenseMap<BlockId, unsigned> AwaitedBranches;
  llvm::SmallVector<llvm::StringRef, 1> targetsOf(const Statement &S) const;
  void countBranches(llvm::ArrayRef<Statement> Body);
  void passBranch(const Statement &S);
  void startLabel(const Statement &S);
  void openScope();
  void closeScope();

  // Parameters. A name is of the kernel, or a variable of a call sequence.
  struct ParamSymbol {
    std::optional<unsigned> Index; ///< Of the kernel's parameter.
    bool IsArray = false;
    uint32_t Slot = 0;
  };
  llvm::StringMap<ParamSymbol> Params;
  llvm::DenseMap<ValueId, llvm::StringRef> ParamAddresses;
  struct ParamPlace {
    const ParamSymbol *Symbol = nullptr;
    int64_t Offset = 0;
  };
  ParamPlace paramPlace(const Operand &Address);
  ValueId readParam(const ParamPlace &P, int64_t Offset, ValueType Type);
  bool storeParam(const Instruction &I, const Qualifiers &Q);
  bool splice(const Instruction &I, llvm::StringRef Name, const Callee &To);
  void passArgument(Lowering &Inner, const Formal &F, const Operand *Actual);
  void takeResult(Lowering &Inner, const Formal &F, const Operand &Actual);

  // Instructions. A handler returns false for operands that it cannot read.
  using Handler = bool (Lowering::*)(const Instruction &, const Qualifiers &);
  enum class Effect : uint8_t { Value, Memory, Flow };
  struct Entry {
    Handler Lower;
    Effect What;
  };
  static const llvm::StringMap<Entry> &table();
  /// An opcode with its qualifiers; the same words mean the same everywhere.
  struct Opcode {
    const Entry *Known = nullptr; ///< None: not an opcode of PTX.
    Qualifiers Q;
  };
  /// Own holds it where no more are kept.
  static const Opcode &opcodeOf(const Instruction &I,
                                std::optional<Opcode> &Own);
  ValueId Guard = UnknownValue; ///< Condition of writes; Unknown: always.
  bool HasGuard = false;
  void lowerStatement(const Statement &S);
  void lowerInstruction(const Instruction &I, const Opcode &Is);
  void lowerUnknown(const Instruction &I);
  void lowerGuarded(const Instruction &I, llvm::function_ref<void()> Body);
  ValueId guardOf(const Instruction &I);
  struct Condition {
    ValueId V;
    bool IsNegated;
  };
  /// Of a branch, without negations.
  Condition conditionOf(const Instruction &I);

  // Operands.
  ValueId valueOf(const Operand &O, ValueType Type);
  /// Like valueOf(), cast where signedness or width decides the operation.
  ValueId coerced(const Operand &O, ValueType Type);
  ValueId operandAt(const Instruction &I, unsigned Index, ValueType Type);
  ValueId addressOf(const Operand &O);
  ValueId symbolAddress(llvm::StringRef Name);
  ValueId specialRegister(llvm::StringRef Name);
  std::string objectText(const Operand &O) const;
  void write(const Operand &Destination, ValueId V);
  void writeRegister(const Operand &Destination, ValueId V);
  ValueId op(OpCode Op, ValueType Type, llvm::ArrayRef<ValueId> Operands,
             int64_t Imm = 0, llvm::StringRef Name = {});
  ValueId part(ValueId V, unsigned Index, unsigned Count, ValueType Type);
  bool isUnused(const Operand &Destination) const;

  // Events.
  Event start(EventKind Kind, const Instruction &I) const;
  EventId emit(Event E, ValueType ResultType = {});
  void setAddress(Event &E, const Operand &Address);
  /// Bits, Elements, IsFloat.
  void setShape(Event &E, const Qualifiers &Q) const;
  /// Order and scope of a plain access: weak unless a qualifier says more.
  void setAccessOrder(Event &E, const Qualifiers &Q, Scope NoScope) const;
  ValueType resultType(const Qualifiers &Q) const;
  void writeLoaded(const Operand &Destination, const Event &E,
                   const Qualifiers &Q);

  // lower_memory.cpp
  bool load(const Instruction &I, const Qualifiers &Q);
  bool store(const Instruction &I, const Qualifiers &Q);
  bool atomic(const Instruction &I, const Qualifiers &Q);
  bool reduction(const Instruction &I, const Qualifiers &Q);
  bool multimem(const Instruction &I, const Qualifiers &Q);
  bool matrix(const Instruction &I, const Qualifiers &Q);
  bool texture(const Instruction &I, const Qualifiers &Q);
  bool cacheHint(const Instruction &I, const Qualifiers &Q);
  bool asyncStore(const Instruction &I, const Qualifiers &Q);
  bool loadParam(const Instruction &I, const Qualifiers &Q);

  // lower_sync.cpp
  bool fence(const Instruction &I, const Qualifiers &Q);
  bool proxyFence(const Instruction &I, const Qualifiers &Q);
  bool barrier(const Instruction &I, const Qualifiers &Q);
  bool ctaBarrier(const Instruction &I, const Qualifiers &Q);
  bool mbarrier(const Instruction &I, const Qualifiers &Q);
  bool warpCollective(const Instruction &I, const Qualifiers &Q);
  bool gridDependency(const Instruction &I, const Qualifiers &Q);
  bool sleep(const Instruction &I, const Qualifiers &Q);
  bool nothing(const Instruction &I, const Qualifiers &Q);

  // lower_async.cpp
  bool copy(const Instruction &I, const Qualifiers &Q);
  bool bulkCopy(const Instruction &I, const Qualifiers &Q);
  bool commitOrWait(const Instruction &I, const Qualifiers &Q);
  bool wgmma(const Instruction &I, const Qualifiers &Q);
  bool tcgen05(const Instruction &I, const Qualifiers &Q);
  bool tensorAccess(const Instruction &I, const Qualifiers &Q);
  bool tensormap(const Instruction &I, const Qualifiers &Q);
  bool launchControl(const Instruction &I, const Qualifiers &Q);

  // lower_flow.cpp
  bool branch(const Instruction &I, const Qualifiers &Q);
  bool indexedBranch(const Instruction &I, const Qualifiers &Q);
  bool leave(const Instruction &I, const Qualifiers &Q);
  /// The values given to a call that is not followed.
  llvm::SmallVector<ValueId, 4> argumentsOf(const Instruction &I,
                                            unsigned Callee);
  void opaqueCall(const Instruction &I, unsigned Callee);
  void harmlessCall(const Instruction &I, unsigned Callee);
  bool call(const Instruction &I, const Qualifiers &Q);

  // lower_arith.cpp
  bool binary(const Instruction &I, const Qualifiers &Q);
  bool unary(const Instruction &I, const Qualifiers &Q);
  bool multiply(const Instruction &I, const Qualifiers &Q);
  bool move(const Instruction &I, const Qualifiers &Q);
  bool convert(const Instruction &I, const Qualifiers &Q);
  bool compare(const Instruction &I, const Qualifiers &Q);
  bool select(const Instruction &I, const Qualifiers &Q);
  bool pure(const Instruction &I, const Qualifiers &Q);
  bool unknownValue(const Instruction &I, const Qualifiers &Q);
  ValueId conditionIn(ValueId V);
  ValueId comparison(const Instruction &I, ValueType Type, ValueId L,
                     ValueId R);
};

} // namespace fencepost::ptx

#endif
