//===- module_lowering.cpp - functions of one listing ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/module_lowering.h"
#include "analyzer/frontend/ptx/line_table.h"
#include "analyzer/frontend/ptx/module_lowering.h"
#include "analyzer/frontend/sass/line_info.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;

// Budgets. Analyses take more than linear time: a function beyond these is
// told, not read.
static constexpr unsigned MaxInstructions = 200000;
static constexpr unsigned MaxBlocks = 20000;
static constexpr uint64_t MaxCalleeInstructions = 1000000;

//===- Parsing ------------------------------------------------------------===//

/// Pairs of registers that the instruction reads as 64 bits.
static void noteWidePairs(const Instruction &I, Code &C) {
  auto Note = [&](bool IsUniform, uint16_t Number) {
    if (Number != NoRegister)
      for (unsigned N = 0; N < 4 && Number + 2 * N < 256; ++N)
        if (N == 0 || I.Opcode.contains("128") || I.Opcode.contains("256"))
          C.WidePairs.set((Number + 2 * N) / 2 + (IsUniform ? 128 : 0));
  };
  bool IsShared = I.is("LDS") || I.is("STS") || I.is("ATOMS");
  bool IsWide = I.Opcode.contains("64") || I.Opcode.contains("WIDE") ||
                I.Opcode.contains("128") || I.Opcode.contains("256") ||
                I.Root.starts_with("D") || I.is("CALL") || I.is("RET") ||
                I.is("BRX") || I.is("JMX");
  for (const Operand &O : I.Operands) {
    if (O.is(Operand::Form::Register) && IsWide)
      Note(O.IsUniform, O.Number);
    if (O.is(Operand::Form::Address) && !IsShared)
      for (const Term &T : O.Terms)
        if (T.Suffix != "U32")
          Note(T.IsUniform, T.Number);
  }
}

std::unique_ptr<Code> sass::parseCode(const ListedFunction &Listed, Module &M,
                                      FileId ListingFile, StringRef Display) {
  auto C = std::make_unique<Code>();
  C->Listed = &Listed;
  C->Instructions.reserve(Listed.Instructions);
  LineInfo Lines(M, ListingFile, Display);
  forEachLine(Listed.Text, Listed.Line + 1, [&](StringRef Line, uint32_t N) {
    if (Line.empty() || Lines.read(Line))
      return;
    StringRef Rest;
    if (auto Offset = instructionOffset(Line, Rest)) {
      Instruction I = parseInstruction(Rest);
      I.Line = N;
      I.Offset = *Offset;
      C->At.try_emplace(*Offset, C->Instructions.size());
      C->HasCpAsync |= I.is("LDGDEPBAR");
      C->HasBulkGroup |= I.is("UTMACMDFLUSH");
      noteWidePairs(I, *C);
      C->Places.push_back(Lines.at(N));
      C->Instructions.push_back(std::move(I));
    } else if (StringRef Label = labelOf(Line); !Label.empty()) {
      C->Labels.try_emplace(Label, C->Instructions.size());
    }
  });
  return C;
}

//===- Names --------------------------------------------------------------===//

std::string ModuleLowering::uniqueName(StringRef Name) {
  unsigned Count = Names[Name]++;
  return Count ? (Name + "." + llvm::Twine(Count + 1)).str() : Name.str();
}

const Code *ModuleLowering::function(StringRef Name) {
  if (!Current)
    return nullptr;
  std::string Key = (llvm::Twine(Current->Object) + ":" + Name).str();
  auto [It, New] = Parsed.try_emplace(Key);
  if (New)
    for (const ListedFunction &F : Scanned.Functions)
      if (F.Name == Name && F.Object == Current->Object &&
          ParsedInstructions + F.Instructions <= MaxCalleeInstructions) {
        ParsedInstructions += F.Instructions;
        It->second = parseCode(F, M, ListingFile, ptx::demangledName(F.Name));
        break;
      }
  const Code *C = It->second.get();
  return C && !C->Instructions.empty() ? C : nullptr;
}

ValueId ModuleLowering::variable(FunctionBuilder &B, StringRef Name,
                                 Space Spc) {
  if (GlobalNames.try_emplace(Name, Name.str()).second) {
    Global G;
    G.Name = Name.str();
    G.Display = ptx::demangledName(Name);
    GlobalNames[Name] = G.Display;
    G.Spc = Spc;
    M.Globals.push_back(std::move(G));
  }
  return B.global(Name);
}

ValueId ModuleLowering::addressBank(FunctionBuilder &B, uint64_t Offset) {
  unsigned Object = Current ? Current->Object : 0;
  const auto &Bank = Scanned.AddressBanks[Object];
  if (auto It = Bank.find(Offset); It != Bank.end())
    return variable(B, It->second, Space::Global);
  std::string Name = "c[0x4][0x" + llvm::utohexstr(Offset, true) + "]";
  if (Object)
    Name += "." + llvm::utostr(Object);
  return variable(B, Name, Space::Global);
}

ValueId ModuleLowering::symbol(FunctionBuilder &B, StringRef Name) {
  return variable(B, Name, Space::Global);
}

ValueId ModuleLowering::sharedMemory(FunctionBuilder &B) {
  return variable(B, "shared memory", Space::SharedCta);
}

unsigned ModuleLowering::parameter(unsigned Number) {
  ParameterCount = std::max(ParameterCount, Number + 1);
  return Number;
}

//===- Functions ----------------------------------------------------------===//

// cuobjdump does not say which functions are kernels: those that exit are,
// unless they return as well.
bool ModuleLowering::isKernel(const ListedFunction &F) const {
  return F.IsEntry || (F.HasExit && !F.HasReturn) || !F.HasReturn;
}

void ModuleLowering::describe(Function &Fn, const ListedFunction &F,
                              const Code *C) {
  Fn.Display = ptx::demangledName(F.Name);
  Fn.Kind = isKernel(F) ? FunctionKind::Kernel : FunctionKind::Device;
  LineInfo Lines(M, ListingFile, Fn.Display);
  Fn.Loc = Lines.inListing(F.Line);
  if (C && !C->Places.empty()) {
    // The first instruction belongs to the line where the function begins.
    LocationId First = C->Places.front();
    if (M.at(First).File != ListingFile)
      Fn.Loc = First;
  }
}

void ModuleLowering::addUnread(const ListedFunction &F, Coverage State,
                               std::string Reason) {
  FunctionBuilder Builder(M, uniqueName(F.Name));
  describe(Builder.function(), F, nullptr);
  Builder.ret();
  Function &Fn = Builder.finish();
  Fn.State = State;
  if (!Reason.empty())
    Fn.Reasons.push_back(std::move(Reason));
}

static unsigned blocksIn(const Code &C) {
  unsigned Blocks = 0;
  for (const Instruction &I : C.Instructions)
    Blocks += I.is("BRA") || I.is("BRX") || I.Guard ? 2 : 0;
  return Blocks;
}

void ModuleLowering::lower(const ListedFunction &F) {
  std::string Display = ptx::demangledName(F.Name);
  auto C = parseCode(F, M, ListingFile, Display);
  if (blocksIn(*C) > MaxBlocks)
    return addUnread(F, Coverage::Skipped,
                     "budget: more than " + std::to_string(MaxBlocks) +
                         " blocks");
  Current = &F;
  ParameterCount = 0;
  FunctionBuilder Builder(M, uniqueName(F.Name));
  describe(Builder.function(), F, C.get());
  Lowering L(Builder, *this, smVersion(F.Arch));
  L.lowerFunction(*C);
  for (unsigned Number = 0; Number < ParameterCount; ++Number) {
    Parameter P;
    P.Name = "param_0x" + llvm::utohexstr(8 * Number, true);
    P.Type = {64, false, false, true};
    Builder.function().Params.push_back(std::move(P));
  }
  Function &Fn = Builder.finish();
  Current = nullptr;
  for (const std::string &Text : L.unparsed())
    Fn.Reasons.push_back("not understood: '" + Text + "'");
  if (F.IsTruncated)
    Fn.Reasons.push_back("the text ends inside the function");
  if (!Fn.Reasons.empty())
    Fn.State = Coverage::Partly;
  ptx::nameObjects(GlobalNames, Fn);
}

void ModuleLowering::run() {
  for (const ListedFunction &F : Scanned.Functions) {
    unsigned Sm = smVersion(F.Arch);
    bool IsWorthIt = F.HasOrdering || F.HasCall || F.NamesGlobals ||
                     (F.HasBackBranch && F.HasLoad);
    if (F.Instructions == 0)
      addUnread(F, Coverage::Skipped, "the listing holds no code of it");
    else if (Sm && Sm < 70)
      addUnread(F, Coverage::Skipped,
                "machine code of " + F.Arch + ": only sm_70 and newer is read");
    else if (F.Instructions > MaxInstructions)
      addUnread(F, Coverage::Skipped,
                "budget: more than " + std::to_string(MaxInstructions) +
                    " instructions");
    else if (!IsWorthIt && !F.IsTruncated)
      addUnread(F, Coverage::Analysed, {});
    else
      lower(F);
  }
}
