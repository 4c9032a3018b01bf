//===- instruction.cpp - text of one operation ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7, as far as the memory model tells operations apart:
// state spaces, types and cache operators are read and mean nothing.
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/instruction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::memory_model;
using llvm::StringRef;
using llvm::Twine;

bool memory_model::isName(StringRef Word) {
  return !Word.empty() &&
         (llvm::isAlpha(Word[0]) || Word[0] == '_' || Word[0] == '%') &&
         llvm::all_of(Word.drop_front(), [](char C) {
           return llvm::isAlnum(C) || C == '_' || C == '.';
         });
}

namespace {

class InstructionParser {
public:
  explicit InstructionParser(StringRef Text) : Text(Text) {}
  llvm::Expected<ParsedInstruction> run();

private:
  StringRef Text;
  ParsedInstruction Out;
  Instruction &I = Out.Code;
  std::string Fault;
  bool SaysScope = false;

  bool fail(const Twine &Message) {
    if (Fault.empty())
      Fault = Message.str();
    return false;
  }
  bool isBarrier() const {
    return I.Kind == EventKind::CtaBarrier ||
           I.Kind == EventKind::ClusterBarrier;
  }
  bool isRmw() const { return fencepost::isRmw(I.Kind); }
  bool parse();
  bool parseKind(StringRef Word, llvm::ArrayRef<StringRef> Parts);
  bool parseQualifier(StringRef Part, StringRef Mnemonic);
  bool parseBarrierQualifier(StringRef Part);
  bool parseProxy(StringRef Part);
  bool parseOperands(StringRef Operands);
  bool parseNumber(StringRef Word, int64_t &Value);
  bool parseOperand(StringRef Word);
  bool setDefaults();
  bool check();
};

/// What says how much memory is accessed, where, and how it is cached.
bool meansNothing(StringRef Part) {
  return llvm::StringSwitch<bool>(Part)
             .Cases({"global", "shared", "shared::cta", "shared::cluster"},
                    true)
             .Cases({"ca", "cg", "cs", "cv", "lu", "wb", "wt"}, true)
             .Default(false) ||
         (Part.size() > 1 && StringRef("bsuf").contains(Part[0]) &&
          llvm::all_of(Part.drop_front(), llvm::isDigit));
}

} // namespace

bool InstructionParser::parseKind(StringRef Word,
                                  llvm::ArrayRef<StringRef> Parts) {
  std::optional<EventKind> Kind =
      llvm::StringSwitch<std::optional<EventKind>>(Word)
          .Case("ld", EventKind::Load)
          .Case("st", EventKind::Store)
          .Case("atom", EventKind::Rmw)
          .Case("red", EventKind::Red)
          .Cases({"fence", "membar"}, EventKind::Fence)
          .Cases({"bar", "barrier"}, EventKind::CtaBarrier)
          .Case("cluster", EventKind::ClusterBarrier)
          .Default(std::nullopt);
  if (!Kind)
    return fail("ld, st, atom, red, fence, bar or barrier, found '" + Word +
                "'");
  I.Kind = *Kind;
  if (Word == "barrier" && llvm::is_contained(Parts, "cluster"))
    I.Kind = EventKind::ClusterBarrier;
  if (Word == "membar")
    I.Ord = Order::SeqCst;
  return true;
}

bool InstructionParser::parseBarrierQualifier(StringRef Part) {
  if (Part == "cta" || Part == "cluster" || Part == "aligned")
    return true;
  if (auto A = parseSpelling<BarrierAction>(Part);
      A && *A != BarrierAction::None) {
    I.Barrier = *A;
    return true;
  }
  if (Part == "release" || Part == "acquire" || Part == "relaxed") {
    I.Ord = *parseSpelling<Order>(Part);
    return I.Kind == EventKind::ClusterBarrier ||
           fail("no '." + Part + "': only barrier.cluster has an order");
  }
  return false;
}

bool InstructionParser::parseProxy(StringRef Part) {
  Part.consume_front("proxy::");
  if (Part == "tensormap::generic")
    Part = "tensormap";
  auto P = parseSpelling<Proxy>(Part);
  if (!P || *P == Proxy::Unknown || *P == Proxy::Generic)
    return false;
  I.Prx = *P;
  return true;
}

bool InstructionParser::parseQualifier(StringRef Part, StringRef Mnemonic) {
  if (isBarrier())
    return parseBarrierQualifier(Part) ||
           fail("a qualifier of '" + Mnemonic + "', found '" + Part + "'");
  if (Part == "volatile" || Part == "mmio") {
    I.Ord = Order::Relaxed;
    I.Scp = Scope::Sys;
    SaysScope = true;
  } else if (Part == "proxy" && I.Kind == EventKind::Fence) {
    I.Kind = EventKind::ProxyFence;
  } else if (auto O = parseSpelling<Order>(Part);
             O && *O != Order::None && *O != Order::Unknown) {
    I.Ord = *O;
  } else if (auto S = parseSpelling<Scope>(Mnemonic == "membar" && Part == "gl"
                                               ? StringRef("gpu")
                                               : Part);
             S && *S != Scope::None && *S != Scope::Unknown) {
    I.Scp = *S;
    SaysScope = true;
  } else if (auto R = parseSpelling<RmwOp>(Part); R && *R != RmwOp::None) {
    I.Rmw = *R;
  } else if (Part == "const" && I.Kind == EventKind::Load) {
    I.Prx = Proxy::Constant;
  } else if (!meansNothing(Part) && !parseProxy(Part)) {
    return fail("a qualifier of '" + Mnemonic + "', found '" + Part + "'");
  }
  return true;
}

bool InstructionParser::parseNumber(StringRef Word, int64_t &Value) {
  return !Word.getAsInteger(0, Value) || fail("a number, found '" + Word + "'");
}

bool InstructionParser::parseOperand(StringRef Word) {
  if (!isName(Word))
    return parseNumber(Word, I.Operand);
  I.OperandRegister = Word.str();
  return true;
}

/// `r0, [x], 1` and the short form `x 1`.
bool InstructionParser::parseOperands(StringRef Operands) {
  llvm::SmallVector<StringRef, 4> Words;
  llvm::SplitString(Operands, Words, " \t,[]");
  bool Brackets = Operands.contains('[');
  bool TakesResult = I.Kind == EventKind::Load || I.Kind == EventKind::Rmw;
  if (Brackets && TakesResult && !Operands.trim().starts_with("[")) {
    I.Register = Words.front().str();
    Words.erase(Words.begin());
  }
  if (I.Kind == EventKind::ProxyFence || I.Kind == EventKind::Fence) {
    // fence.proxy.tensormap names the address of the map.
    return I.Prx == Proxy::Tensormap || Words.empty() ||
           fail("no operand in '" + Text + "'");
  }
  if (isBarrier()) {
    int64_t Id = 0;
    if (I.Kind == EventKind::ClusterBarrier && Words.empty())
      return true;
    if (Words.empty() || Words.size() > 2)
      return fail("a barrier number, and perhaps a count, in '" + Text + "'");
    if (!parseNumber(Words[0], Id))
      return false;
    I.BarrierId = Id;
    return true;
  }
  size_t Want = I.Kind == EventKind::Load        ? 1
                : isRmw() && I.Rmw == RmwOp::Cas ? 3
                                                 : 2;
  if (Words.size() != Want)
    return fail(Twine(Want) + " operands in '" + Text + "'");
  if (!isName(Words[0]))
    return fail("a location, found '" + Words[0] + "'");
  Out.Location = Words[0].str();
  return (Want < 2 || parseOperand(Words.back())) &&
         (Want < 3 || parseNumber(Words[1], I.Compare));
}

bool InstructionParser::setDefaults() {
  if (I.Kind == EventKind::Fence && I.Ord == Order::None)
    I.Ord = Order::AcqRel;
  if (isRmw()) {
    if (I.Ord == Order::None)
      I.Ord = Order::Relaxed;
    if (I.Scp == Scope::None)
      I.Scp = Scope::Gpu;
  }
  if (isMemoryAccess(I.Kind) && I.Ord == Order::None)
    I.Ord = Order::Weak;
  return true;
}

bool InstructionParser::check() {
  if (isRmw() &&
      (I.Rmw == RmwOp::None || I.Rmw == RmwOp::Sub || I.Rmw == RmwOp::Inc ||
       I.Rmw == RmwOp::Dec || I.Rmw == RmwOp::Other))
    return fail("add, min, max, and, or, xor, exch or cas in '" + Text + "'");
  if (I.Kind == EventKind::Fence &&
      (!isStrong(I.Ord) || I.Ord == Order::Relaxed))
    return fail("acquire, release, acq_rel or sc in '" + Text + "'");
  if (isStrong(I.Ord) && I.Scp == Scope::None && !isBarrier())
    return fail("a scope (.cta, .cluster, .gpu or .sys) in '" + Text + "'");
  if (I.Kind == EventKind::ProxyFence && I.Prx != Proxy::Async &&
      I.Prx != Proxy::Alias && I.Prx != Proxy::Tensormap)
    return fail("async, alias or tensormap::generic in '" + Text + "'");
  if (I.Kind == EventKind::ProxyFence && I.Prx == Proxy::Tensormap &&
      I.Ord != Order::Acquire && I.Ord != Order::Release)
    return fail("release or acquire in '" + Text + "'");
  if ((I.Kind == EventKind::Load && releases(I.Ord)) ||
      (I.Kind == EventKind::Store && acquires(I.Ord)) ||
      (isMemoryAccess(I.Kind) && I.Ord == Order::SeqCst) ||
      (isRmw() && I.Ord == Order::Weak))
    return fail("an order that the operation can have in '" + Text + "'");
  if (isMemoryAccess(I.Kind) && I.Prx != Proxy::Generic && isStrong(I.Ord) &&
      I.Prx != Proxy::Alias)
    return fail("no order and no scope through another proxy in '" + Text +
                "'");
  if (isBarrier() && I.Barrier == BarrierAction::None)
    return fail("sync, arrive or wait in '" + Text + "'");
  return true;
}

bool InstructionParser::parse() {
  I.Text = Text.str();
  StringRef Rest = Text;
  if (Rest.contains('=')) {
    auto [Register, Tail] = Rest.split('=');
    I.Register = Register.trim().str();
    Rest = Tail.trim();
  }
  size_t End = Rest.find_first_of(" \t[");
  StringRef Mnemonic = Rest.take_front(End);
  StringRef Operands = End == StringRef::npos ? "" : Rest.drop_front(End);
  if (Mnemonic.empty())
    return fail("an operation");
  llvm::SmallVector<StringRef, 8> Parts;
  Mnemonic.split(Parts, '.');
  if (!parseKind(Parts[0], Parts))
    return false;
  bool TakesResult = I.Kind == EventKind::Load || I.Kind == EventKind::Rmw;
  if (!I.Register.empty() && !TakesResult)
    return fail("ld or atom after '='");
  for (StringRef Part : llvm::drop_begin(Parts))
    if (!parseQualifier(Part, Parts[0]))
      return false;
  if (!setDefaults() || !check() || !parseOperands(Operands))
    return false;
  return I.Register.empty() || isName(I.Register) ||
         fail("a register, found '" + Twine(I.Register) + "'");
}

llvm::Expected<ParsedInstruction> InstructionParser::run() {
  if (!parse())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Fault);
  return std::move(Out);
}

llvm::Expected<ParsedInstruction>
memory_model::parseInstruction(StringRef Text) {
  return InstructionParser(Text).run();
}
