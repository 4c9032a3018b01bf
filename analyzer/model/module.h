//===- module.h - blocks, functions, modules --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Module is one unit for one architecture, whichever front end read it. It
// is plain data: built by FunctionBuilder or parsed from .events, then read
// by analyses and never changed.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_MODULE_H
#define FENCEPOST_ANALYZER_MODEL_MODULE_H

#include "analyzer/model/event.h"
#include "analyzer/model/host.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <vector>

namespace fencepost {

enum class TerminatorKind : uint8_t {
  Jump,        ///< One successor.
  Branch,      ///< Condition; successors are {taken if non-zero, else}.
  Switch,      ///< Condition; CaseValues[i] belongs to Successors[i], the last
               ///< successor is the default and has no case value.
  Return,      ///< Leaves the function (kernel end).
  Unreachable, ///< trap, exit, assertion failure.
};

struct Terminator {
  TerminatorKind Kind = TerminatorKind::Return;
  ValueId Condition = UnknownValue;
  llvm::SmallVector<BlockId, 2> Successors;
  llvm::SmallVector<int64_t, 0> CaseValues;
  LocationId Loc = Nowhere;
};

struct Block {
  std::vector<EventId> Events;
  std::vector<ValueId> Phis;
  llvm::SmallVector<BlockId, 2> Predecessors; ///< Order of phi operands.
  Terminator Term;
};

struct Parameter {
  std::string Name; ///< User's name; leaves of a struct: `args.flag`.
  ValueType Type;
  bool IsPointeeConst = false;
  bool IsRestrict = false;
  bool IsPointeeVolatile = false;
  bool IsGridConstant = false;
  Space PointeeSpace = Space::Generic;
};

enum class FunctionKind : uint8_t { Kernel, Device };

/// How much of a function the front end could lower.
enum class Coverage : uint8_t { Analysed, Partly, Skipped };

struct Function {
  std::string Name;    ///< Mangled or otherwise unique; stable across runs.
  std::string Display; ///< What a user calls it: `reduce<float>`.
  FunctionKind Kind = FunctionKind::Kernel;
  std::vector<Parameter> Params;
  std::vector<Value> Values{Value{}}; ///< Values[0] is the unknown value.
  std::vector<Event> Events;
  std::vector<Block> Blocks;
  BlockId Entry = 0;
  LocationId Loc = Nowhere;
  uint32_t MaxThreads = 0;  ///< __launch_bounds__ / .maxntid; 0: not stated.
  uint32_t ClusterSize = 0; ///< CTAs per cluster if stated in code; 0: unknown.
  Coverage State = Coverage::Analysed;
  std::vector<std::string>
      Reasons; ///< Why State is not Analysed; user's words.
  /// Set where several instantiations of one template printed the same events.
  uint32_t Instances = 1;

  const Value &value(ValueId V) const { return Values[V]; }
  const Event &event(EventId E) const { return Events[E]; }
  const Block &block(BlockId B) const { return Blocks[B]; }
};

struct Global {
  std::string Name;    ///< Unique in the module; what Value::Name refers to.
  std::string Display; ///< What a user calls it.
  Space Spc = Space::Global;
  uint64_t Size = 0; ///< Bytes; 0: unknown or dynamic.
  bool IsManaged = false;
  bool IsConst = false;
  bool IsVolatile = false;
  LocationId Loc = Nowhere;
};

struct Module {
  std::string Name; ///< The unit's path, as the user gave it.
  Layer Origin = Layer::Events;
  std::string Arch; ///< sm_90, sm_100a...; empty if not known.
  std::vector<SourceFile> Files;
  std::vector<Location> Locations{Location{}}; ///< [0] is nowhere.
  std::vector<Global> Globals;
  std::vector<std::unique_ptr<Function>> Functions;
  HostFacts Host; ///< Launches, buffers and what the host does with them.

  FileId file(llvm::StringRef Path, bool IsSystem = false);
  LocationId location(const Location &L); ///< Hash-consed.
  const Location &at(LocationId L) const { return Locations[L]; }
  const Global *global(llvm::StringRef Name) const;

private:
  llvm::DenseMap<uint64_t, LocationId> LocationIndex; ///< By hash, on demand.
};

/// The SM number of an architecture name: sm_90a gives 90; 0 if not an sm_*.
unsigned smVersion(llvm::StringRef Arch);

/// Structural rules of the model (successors in range, phis match their
/// predecessors, results refer to their event...). Empty if Fn is well formed,
/// else the first fault in words. Front-end tests and the parser call it.
std::string verify(const Function &Fn);

} // namespace fencepost

#endif
