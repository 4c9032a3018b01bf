//===- lowering.h - machine instructions to model events --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the code of one function into a FunctionBuilder: registers are
// variables, branches and predicates are control flow. What SASS prints alike
// for several orders of PTX has Order::Unknown; `.STRONG` is Relaxed; acquire
// and release are fences of their own (CCTL.IVALL behind, MEMBAR before), as
// PTX ISA 9.0, section 8.7 counts them.
//
// Memory instructions under one predicate stay on one side of one branch, with
// the arithmetic between them on both sides: a leader's fence, atomic and
// invalidation must not come apart.
//
// An instruction that is not understood is never dropped: with an address it
// is an OpaqueCall, without one its destination is Havoc, and its text is kept
// in either case.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_LOWERING_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_LOWERING_H

#include "analyzer/frontend/sass/instruction.h"
#include "analyzer/frontend/sass/listing.h"
#include "analyzer/model/builder.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <bitset>

namespace fencepost::sass {

/// The operation is on pairs of registers.
inline bool isWide(const Instruction &I) {
  return I.has("64") || I.has("S64") || I.has("U64");
}

/// A function of the listing, line by line.
struct Code {
  const ListedFunction *Listed = nullptr;
  std::vector<Instruction> Instructions;
  std::vector<LocationId> Places;        ///< Of each instruction.
  llvm::StringMap<uint32_t> Labels;      ///< Index of what follows.
  llvm::DenseMap<uint64_t, uint32_t> At; ///< Offset to index.
  std::bitset<256> WidePairs;            ///< Halves are read as 64 bits.
  bool HasCpAsync = false, HasBulkGroup = false;

  std::optional<uint32_t> target(const Operand &O) const;
};

/// What lies outside of the function.
class Surroundings {
public:
  virtual ~Surroundings() = default;
  virtual const Code *function(llvm::StringRef Name) = 0;
  /// The variable whose address bank 4 holds at Offset.
  virtual ValueId addressBank(FunctionBuilder &B, uint64_t Offset) = 0;
  virtual ValueId symbol(FunctionBuilder &B, llvm::StringRef Name) = 0;
  /// Where shared memory of the block begins.
  virtual ValueId sharedMemory(FunctionBuilder &B) = 0;
  /// The 8 bytes of parameters with this Number are read; returns it.
  virtual unsigned parameter(unsigned Number) = 0;
};

class Lowering {
public:
  Lowering(FunctionBuilder &B, Surroundings &Around, unsigned Sm);

  void lowerFunction(const Code &C);
  /// The first few instructions that were not understood.
  const std::vector<std::string> &unparsed() const { return Unparsed; }
  /// Where `c[0x0]` holds the kernel's parameters.
  static uint64_t parameterBase(unsigned Sm);

private:
  FunctionBuilder &B;
  Surroundings &Around;
  unsigned Sm;
  const Code *C = nullptr;
  uint32_t Index = 0; ///< Of the instruction that is lowered.
  std::vector<std::string> Unparsed;
  unsigned Budget; ///< Instructions of spliced functions.
  unsigned Depth = 0;

  // Registers (lower_operands.cpp).
  std::bitset<256> Dirty; ///< Pairs whose halves were written since.
  llvm::DenseMap<std::pair<ValueId, ValueId>, ValueId> Halves;
  std::optional<ValueId> Selecting; ///< Writes are under this condition.
  ValueId readRegister(bool IsUniform, uint16_t Number);
  void writeRegister(bool IsUniform, uint16_t Number, ValueId V);
  ValueId readWide(bool IsUniform, uint16_t Number);
  void writeWide(bool IsUniform, uint16_t Number, ValueId V);
  ValueId readPredicate(const Operand &O, bool AsWritten = true);
  void writePredicate(const Operand &O, ValueId V);
  ValueId settled(ValueId V);
  void flush();
  std::optional<ValueId> joined(ValueId Low, ValueId High, unsigned Steps);
  std::optional<ValueId> joinedSum(ValueId Low, ValueId High, unsigned Steps);
  ValueId pairOf(ValueId Low, ValueId High);
  void noteHalves(const Operand &O);

  // Operands.
  ValueId valueOf(const Operand &O, unsigned Bits = 32);
  ValueId constantBank(const Operand &O, unsigned Bits);
  ValueId driverConstant(uint64_t Offset, unsigned Bits);
  ValueId specialRegister(llvm::StringRef Name);
  ValueId addressOf(const Operand &O, bool IsShared);
  ValueId sharedAddress(ValueId V);
  void write(const Operand &O, ValueId V, unsigned Bits = 32);
  ValueId op(OpCode Op, ValueType Type, llvm::ArrayRef<ValueId> Operands,
             llvm::StringRef Name = {}, int64_t Imm = 0);
  ValueId number(int64_t N, unsigned Bits = 32);

  // Flow (lowering.cpp, lower_flow.cpp).
  struct Side {
    BlockId Block = NoId;
    std::bitset<256> Dirty;
  };
  struct Region {
    ValueId Condition = UnknownValue;
    Side Sides[2]; ///< [1] where the condition holds.
    unsigned Length = 0;
    bool IsLeader = false; ///< Of an atomic that ptxas merged in the warp.
  };
  std::optional<Region> Open;
  std::optional<unsigned> OnSide; ///< Of Open, that is written now.
  struct Body {
    std::vector<bool> Reached;
    llvm::DenseMap<uint32_t, BlockId> Leaders;
    llvm::DenseMap<uint32_t, unsigned> Awaited;
    llvm::DenseMap<uint32_t, bool> Started;
    std::optional<BlockId> ReturnTo;
  };
  Body *In = nullptr;
  void lowerBody(uint32_t Entry, std::optional<BlockId> ReturnTo);
  void explore(Body &Here, uint32_t Entry);
  void startLeader(uint32_t At);
  void passEdges(const Instruction &I);
  llvm::SmallVector<uint32_t, 2> targetsOf(const Instruction &I) const;
  bool fallsThrough(const Instruction &I) const;
  void enter(unsigned Which);
  void leaveSide(unsigned Which);
  void openRegion(ValueId Condition);
  void closeRegion();
  /// Does Guard say the same as the open region? Then which side runs.
  std::optional<unsigned> sideOf(const Operand &Guard);
  void jumpTo(BlockId To);

  // Instructions. A handler returns false for operands that it cannot read.
  using Handler = bool (Lowering::*)(const Instruction &);
  enum class Effect : uint8_t { Value, Memory, Flow };
  struct Entry {
    Handler Lower;
    Effect What;
  };
  static const llvm::StringMap<Entry> &table();
  static std::optional<Entry> entryFor(const Instruction &I);
  void lowerInstruction(const Instruction &I);
  void lowerValue(const Instruction &I, Handler Lower);
  void runValue(const Instruction &I, Handler Lower);
  void lowerMemory(const Instruction &I, Handler Lower);
  void lowerFlow(const Instruction &I);
  void run(const Instruction &I, Handler Lower);
  void giveUp(const Instruction &I);
  void leave(const Instruction &I);
  void call(const Instruction &I);
  void opaqueCall(const Instruction &I);
  ValueId branchCondition(const Instruction &I);
  bool isPlainExit(const Instruction &I) const;

  // Events (lower_memory.cpp).
  Event start(EventKind Kind, const Instruction &I) const;
  EventId emit(Event E, ValueType ResultType = {});
  const Operand *address(const Instruction &I, unsigned Nth = 0) const;
  void setAddress(Event &E, const Operand &O);
  void setShape(Event &E, const Instruction &I) const;
  void setStrength(Event &E, const Instruction &I) const;
  void writeLoaded(const Operand &To, ValueId Result, unsigned Bits);
  ValueId storedValue(const Operand &O, unsigned Bits);
  bool load(const Instruction &I);
  bool store(const Instruction &I);
  bool atomic(const Instruction &I);
  bool matrix(const Instruction &I);
  bool texture(const Instruction &I);
  bool localLoad(const Instruction &I);

  // lower_sync.cpp
  struct Neighbour {
    EventId Event = NoId;
    BlockId Block = NoId;
  };
  Neighbour LastFence;  ///< A MEMBAR with nothing but arithmetic behind it.
  Neighbour LastStrong; ///< The last strong read of the block.
  bool membar(const Instruction &I);
  bool cacheControl(const Instruction &I);
  bool proxyFence(const Instruction &I);
  bool barrier(const Instruction &I);
  bool barrierResult(const Instruction &I);
  bool clusterBarrier(const Instruction &I);
  bool warpSync(const Instruction &I);
  bool collective(const Instruction &I);
  bool isLeader(ValueId Condition, unsigned Steps);
  void meetLanes();
  bool mbarrier(const Instruction &I);
  bool gridDependency(const Instruction &I);
  bool sleep(const Instruction &I);
  bool nothing(const Instruction &I);

  // lower_async.cpp
  bool asyncCopy(const Instruction &I);
  bool bulkCopy(const Instruction &I);
  bool asyncStore(const Instruction &I);
  bool asyncRelease(const Instruction &I);
  bool nextWork(const Instruction &I);
  bool commit(const Instruction &I);
  bool wait(const Instruction &I);
  bool matrixUnit(const Instruction &I);
  bool tensorMemory(const Instruction &I);

  // lower_arith.cpp
  bool move(const Instruction &I);
  bool add(const Instruction &I);
  bool multiplyAdd(const Instruction &I);
  bool loadEffective(const Instruction &I);
  bool shift(const Instruction &I);
  bool logic(const Instruction &I);
  bool predicateLogic(const Instruction &I);
  bool compare(const Instruction &I);
  bool select(const Instruction &I);
  bool minMax(const Instruction &I);
  bool halfConstant(const Instruction &I);
  bool predicatesToRegister(const Instruction &I);
  bool registerToPredicates(const Instruction &I);
  bool readSpecial(const Instruction &I);
  bool pure(const Instruction &I);
  bool unknownValue(const Instruction &I);
};

} // namespace fencepost::sass

#endif
