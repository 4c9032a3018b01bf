//===- listing.cpp - functions of a disassembly ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/listing.h"
#include "analyzer/frontend/sass/instruction.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace fencepost::sass;
using llvm::StringRef;

StringRef fencepost::sass::labelOf(StringRef Line) {
  StringRef Name = Line.ltrim().take_while([](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == '$' || C == '@';
  });
  StringRef Rest = Line.ltrim().drop_front(Name.size());
  return !Name.empty() && Rest.starts_with(":") ? Name : StringRef();
}

/// Opcodes of which one makes a function worth lowering.
static bool ordersMemory(StringRef Opcode) {
  static constexpr StringRef Starts[] = {
      "ATOM",  "RED.",   "REDG",  "REDS",   "REDAS", "MEMBAR", "BAR.",
      "SYNCS", "ARRIV",  "LDGST", "LDGDEP", "UBLK",  "UTMA",   "UCGABAR",
      "FENCE", "CCTL.",  "ACQB",  "PREEX",  "STAS",  "LDGMC",  "WARPGRO",
      "UTC",   "SUATOM", "SURED", "USTGR",  "UREDGR"};
  for (StringRef S : Starts)
    if (Opcode.starts_with(S))
      return true;
  return Opcode.contains(".STRONG") || Opcode.contains(".MMIO");
}

namespace {

class Scanner {
public:
  Scanner(StringRef All, StringRef DefaultArch)
      : All(All), Arch(DefaultArch.str()), DefaultArch(DefaultArch) {
    Out.AddressBanks.emplace_back();
  }

  Listing run() {
    forEachLine(All, 1, [&](StringRef Line, uint32_t N) { visit(Line, N); });
    close(All.end());
    return std::move(Out);
  }

private:
  StringRef All;
  Listing Out;
  std::string Arch;
  StringRef DefaultArch;
  bool InFunction = false;
  bool InAddressBank = false;
  llvm::StringSet<> Entries;
  /// Labels and offsets of the function so far.
  llvm::DenseSet<uint64_t> Passed;
  StringRef LastLabel;
  uint32_t AtLastLabel = 0; ///< Instructions before it.

  ListedFunction &current() { return Out.Functions.back(); }

  void close(const char *End) {
    if (!InFunction)
      return;
    ListedFunction &F = current();
    F.Text = StringRef(F.Text.begin(), End - F.Text.begin());
    F.IsEntry |= Entries.contains(F.Name);
    F.IsTruncated |= F.Instructions == 0 || (!F.HasExit && !F.HasReturn);
    InFunction = false;
    Passed.clear();
    LastLabel = {};
  }

  void open(StringRef Name, StringRef Line, uint32_t Number) {
    ListedFunction F;
    F.Name = Name;
    F.Arch = Arch;
    F.Object = Out.AddressBanks.size() - 1;
    const char *Next = std::min(Line.end() + 1, All.end());
    F.Text = StringRef(Next, 0);
    F.Line = Number;
    Out.Functions.push_back(std::move(F));
    InFunction = true;
    Out.SawHeader = true;
  }

  void visit(StringRef Line, uint32_t Number) {
    StringRef Text = Line.ltrim();
    if (Text.empty())
      return;
    if (Text[0] == '/') {
      if (InAddressBank)
        readAddressBank(Text);
      else if (Text.size() > 2 && Text[1] == '*' && Text[2] != ' ')
        visitInstruction(Line, Number);
      return;
    }
    if (Text.consume_front("Function :")) {
      close(Line.begin());
      return open(Text.trim(), Line, Number);
    }
    if (Text.starts_with("....") && InFunction)
      return close(Line.begin());
    if (Text[0] == '.')
      visitDirective(Text, Line, Number);
    else if (Text.starts_with("arch = ") || Text.starts_with("code for "))
      startObject(Text.rsplit(' ').second, Line);
    else if (Text.starts_with("Fatbin elf code"))
      startObject({}, Line);
    rememberLabel(Line);
  }

  void rememberLabel(StringRef Line) {
    if (!InFunction)
      return;
    if (StringRef Label = labelOf(Line); !Label.empty()) {
      Passed.insert(llvm::hash_value(Label) | 1);
      LastLabel = Label;
      AtLastLabel = current().Instructions;
    }
  }

  void startObject(StringRef Named, StringRef Line) {
    close(Line.begin());
    Out.SawHeader = true;
    InAddressBank = false;
    if (Named.empty()) {
      Out.AddressBanks.emplace_back();
      Arch = DefaultArch.str();
    } else if (Named.trim().starts_with("sm_")) {
      Arch = Named.trim().str();
    }
  }

  void visitDirective(StringRef Text, StringRef Line, uint32_t Number) {
    if (Text.consume_front(".target")) {
      // `\t.target\tsm_90a` opens an ELF file; cuobjdump has said so before.
      bool IsNew = !InFunction && !Out.Functions.empty() &&
                   current().Object + 1 == Out.AddressBanks.size() &&
                   Text.trim() != Arch;
      if (IsNew)
        Out.AddressBanks.emplace_back();
      Arch = Text.trim().split(' ').first.str();
      Out.SawHeader = true;
      return;
    }
    if (Text.starts_with(".headerflags") && Arch.empty()) {
      size_t At = Text.find("EF_CUDA_SM");
      if (At != StringRef::npos) {
        Arch =
            "sm_" + Text.drop_front(At + 10).take_while(llvm::isAlnum).lower();
        if (InFunction)
          current().Arch = Arch;
      }
      return;
    }
    if (Text.starts_with(".other") && Text.contains("STO_CUDA_ENTRY")) {
      StringRef Name = Text.drop_front(6).ltrim().split(',').first.trim();
      Entries.insert(Name);
      if (InFunction && current().Name == Name)
        current().IsEntry = true;
      return;
    }
    if (Text.starts_with(".section\t") || Text.starts_with(".section "))
      visitSection(Text.drop_front(8).ltrim(), Line, Number);
  }

  // `.section .text.name,"ax",@progbits`
  void visitSection(StringRef Text, StringRef Line, uint32_t Number) {
    close(Line.begin());
    InAddressBank = false;
    StringRef Name = Text.split(',').first.trim();
    if (Name.starts_with("\""))
      Name = Name.trim('"');
    if (Name.consume_front(".text."))
      return open(Name, Line, Number);
    InAddressBank = Name.starts_with(".nv.constant4");
  }

  // `/*0008*/ .dword flag`, `/*0010*/ .byte ...`
  void readAddressBank(StringRef Text) {
    if (!Text.consume_front("/*"))
      return;
    auto [Number, Rest] = Text.split("*/");
    uint64_t Offset = 0;
    Rest = Rest.ltrim();
    if (Number.getAsInteger(16, Offset) || !Rest.consume_front(".dword"))
      return;
    StringRef Name = Rest.trim().trim("()").split(' ').first;
    if (!Name.empty())
      Out.AddressBanks.back()[Offset] = Name;
  }

  void visitInstruction(StringRef Line, uint32_t Number) {
    StringRef Text;
    auto Offset = instructionOffset(Line, Text);
    if (!Offset)
      return;
    if (!InFunction) {
      Out.FirstStray = Out.StrayInstructions++ ? Out.FirstStray : Number;
      return;
    }
    ListedFunction &F = current();
    ++F.Instructions;
    Text = Text.take_front(4096);
    if (Text.starts_with("@"))
      Text = Text.drop_until([](char C) { return C == ' '; }).ltrim();
    StringRef Opcode =
        Text.take_until([](char C) { return C == ' ' || C == ';'; });
    F.IsTruncated = !Text.contains(';');
    note(F, Opcode, Text.drop_front(Opcode.size()));
    Passed.insert(*Offset << 1);
  }

  void note(ListedFunction &F, StringRef Opcode, StringRef Operands) {
    F.HasOrdering |= ordersMemory(Opcode);
    F.HasLoad |= Opcode.starts_with("LDG") || Opcode.starts_with("LD.") ||
                 Opcode.starts_with("LDS");
    F.HasExit |= Opcode == "EXIT";
    F.HasReturn |= Opcode.starts_with("RET");
    F.HasCall |= Opcode.starts_with("CALL");
    F.NamesGlobals |= Operands.contains("c[0x4]") || Operands.contains("32@lo");
    if (Opcode.starts_with("BRA") || Opcode.starts_with("BRX") ||
        Opcode.starts_with("JM"))
      noteBranch(F, Operands);
  }

  // Padding behind the end of a function is a branch to itself.
  void noteBranch(ListedFunction &F, StringRef Operands) {
    size_t At = Operands.find("`(");
    if (At != StringRef::npos) {
      StringRef Label = Operands.drop_front(At + 2).take_until(
          [](char C) { return C == ')'; });
      bool IsSelf = Label == LastLabel && F.Instructions == AtLastLabel + 1;
      F.HasBackBranch |=
          !IsSelf && Passed.contains(llvm::hash_value(Label) | 1);
      return;
    }
    StringRef Number = Operands.split(';').first.rsplit(' ').second.trim();
    uint64_t Target = 0;
    if (!Number.getAsInteger(0, Target))
      F.HasBackBranch |= Passed.contains(Target << 1);
    else
      F.HasBackBranch = true; // Indirect.
  }
};

} // namespace

Listing fencepost::sass::scanListing(StringRef Text, StringRef DefaultArch) {
  return Scanner(Text, DefaultArch).run();
}
