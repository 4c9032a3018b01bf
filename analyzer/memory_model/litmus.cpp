//===- litmus.cpp - text of litmus programs -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/memory_model/litmus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::memory_model;
using llvm::StringRef;
using llvm::Twine;

namespace {

class LitmusParser {
public:
  llvm::Expected<Litmus> run(StringRef Text);

private:
  Litmus L;
  std::string Fault;
  unsigned Line = 0, Group = 0, Events = 0;

  bool fail(const Twine &Message) {
    if (Fault.empty())
      Fault = ("litmus line " + Twine(Line) + ": expected " + Message).str();
    return false;
  }
  bool parseThread(StringRef Head, StringRef Code);
  bool parseInstruction(StringRef Text, Instruction &I);
  bool parseQualifiers(StringRef Words, Instruction &I);
  bool parseKind(StringRef Word, Instruction &I);
  bool parseOperands(llvm::ArrayRef<StringRef> Words, Instruction &I);
  bool checkInstruction(const Instruction &I);
  bool parseOutcome(StringRef Text);
  bool location(StringRef Name, unsigned &Out);
  bool number(StringRef Word, int64_t &Out) {
    return !Word.getAsInteger(10, Out) ||
           fail("a number, found '" + Word + "'");
  }
};

} // namespace

bool LitmusParser::location(StringRef Name, unsigned &Out) {
  if (Name.empty() || !llvm::isAlpha(Name[0]))
    return fail("a location, found '" + Name + "'");
  auto It = llvm::find(L.Locations, Name);
  Out = It - L.Locations.begin();
  if (It == L.Locations.end())
    L.Locations.push_back(Name.str());
  return L.Locations.size() <= MaxLocations ||
         fail("at most " + Twine(MaxLocations) + " locations");
}

bool LitmusParser::parseKind(StringRef Word, Instruction &I) {
  static constexpr std::pair<const char *, EventKind> Kinds[] = {
      {"ld", EventKind::Load},
      {"st", EventKind::Store},
      {"atom", EventKind::Rmw},
      {"red", EventKind::Red},
      {"fence", EventKind::Fence},
      {"bar", EventKind::CtaBarrier},
      {"cluster", EventKind::ClusterBarrier}};
  for (auto [Name, Kind] : Kinds)
    if (Word == Name) {
      I.Kind = Kind;
      return true;
    }
  return fail("ld, st, atom, red, fence, bar or cluster, found '" + Word + "'");
}

bool LitmusParser::parseQualifiers(StringRef Words, Instruction &I) {
  llvm::SmallVector<StringRef, 4> Parts;
  Words.split(Parts, '.');
  if (!parseKind(Parts[0], I))
    return false;
  bool IsBarrier =
      I.Kind == EventKind::CtaBarrier || I.Kind == EventKind::ClusterBarrier;
  for (StringRef Part : llvm::drop_begin(Parts)) {
    if (Part == "volatile") {
      I.Ord = Order::Relaxed;
      I.Scp = Scope::Sys;
    } else if (Part == "proxy" && I.Kind == EventKind::Fence) {
      I.Kind = EventKind::ProxyFence;
    } else if (auto O = parseSpelling<Order>(Part);
               O && *O != Order::None && *O != Order::Unknown && !IsBarrier) {
      I.Ord = *O;
    } else if (auto S = parseSpelling<Scope>(Part);
               S && *S != Scope::None && *S != Scope::Unknown && !IsBarrier) {
      I.Scp = *S;
    } else if (auto A = parseSpelling<BarrierAction>(Part);
               A && *A != BarrierAction::None && IsBarrier) {
      I.Barrier = *A;
    } else if (auto R = parseSpelling<RmwOp>(Part);
               R &&
               (*R == RmwOp::Add || *R == RmwOp::Exch || *R == RmwOp::Cas)) {
      I.Rmw = *R;
    } else if (auto P = parseSpelling<Proxy>(Part);
               P && *P != Proxy::Unknown && *P != Proxy::Generic) {
      I.Prx = *P;
    } else {
      return fail("a qualifier of '" + Parts[0] + "', found '" + Part + "'");
    }
  }
  return true;
}

bool LitmusParser::parseOperands(llvm::ArrayRef<StringRef> Words,
                                 Instruction &I) {
  bool IsRmw = I.Kind == EventKind::Rmw || I.Kind == EventKind::Red;
  size_t Want = 0;
  if (IsRmw)
    Want = I.Rmw == RmwOp::Cas ? 3 : 2;
  else if (I.Kind == EventKind::Store)
    Want = 2;
  else if (I.Kind != EventKind::Fence && I.Kind != EventKind::ProxyFence)
    Want = 1;
  if (Words.size() != Want)
    return fail(Twine(Want) + " operands in '" + I.Text + "'");
  if (Want == 0)
    return true;
  if (!isMemoryAccess(I.Kind)) {
    int64_t Id = 0;
    if (!number(Words[0], Id))
      return false;
    I.BarrierId = Id;
    return true;
  }
  return location(Words[0], I.Location) &&
         (Want < 2 || number(Words.back(), I.Operand)) &&
         (Want < 3 || number(Words[1], I.Compare));
}

bool LitmusParser::checkInstruction(const Instruction &I) {
  bool IsRmw = I.Kind == EventKind::Rmw || I.Kind == EventKind::Red;
  if (IsRmw && I.Rmw == RmwOp::None)
    return fail("add, exch or cas in '" + I.Text + "'");
  if (I.Kind == EventKind::Fence &&
      (!isStrong(I.Ord) || I.Ord == Order::Relaxed))
    return fail("acquire, release, acq_rel or sc in '" + I.Text + "'");
  if (isStrong(I.Ord) && I.Scp == Scope::None)
    return fail("a scope in '" + I.Text + "'");
  if (I.Kind == EventKind::ProxyFence && I.Prx == Proxy::Generic)
    return fail("a proxy in '" + I.Text + "'");
  if ((I.Kind == EventKind::Load && releases(I.Ord)) ||
      (I.Kind == EventKind::Store && acquires(I.Ord)) ||
      (isMemoryAccess(I.Kind) && I.Ord == Order::SeqCst))
    return fail("an order that the operation can have in '" + I.Text + "'");
  if ((I.Kind == EventKind::CtaBarrier ||
       I.Kind == EventKind::ClusterBarrier) &&
      I.Barrier == BarrierAction::None)
    return fail("sync, arrive or wait in '" + I.Text + "'");
  return true;
}

bool LitmusParser::parseInstruction(StringRef Text, Instruction &I) {
  I.Text = Text.str();
  if (Text.contains('=')) {
    auto [Register, Rest] = Text.split('=');
    I.Register = Register.trim().str();
    Text = Rest.trim();
  }
  llvm::SmallVector<StringRef, 4> Words;
  llvm::SplitString(Text, Words);
  if (Words.empty())
    return fail("an operation");
  if (!parseQualifiers(Words[0], I))
    return false;
  if (isMemoryAccess(I.Kind) && I.Ord == Order::None)
    I.Ord = I.Kind == EventKind::Load || I.Kind == EventKind::Store
                ? Order::Weak
                : Order::Relaxed;
  if (!I.Register.empty() && I.Kind != EventKind::Load &&
      I.Kind != EventKind::Rmw)
    return fail("ld or atom after '='");
  return parseOperands(llvm::ArrayRef(Words).drop_front(), I) &&
         checkInstruction(I);
}

bool LitmusParser::parseThread(StringRef Head, StringRef Code) {
  Thread T;
  auto [Name, Place] = Head.split('@');
  T.Name = Name.trim().str();
  unsigned *Fields[] = {&T.Gpu, &T.Cluster, &T.Cta};
  llvm::SmallVector<StringRef, 3> Parts;
  Place.trim().split(Parts, '.');
  if (Parts.size() != 3)
    return fail("'NAME @gpu.cluster.cta:'");
  for (unsigned I = 0; I < 3; ++I)
    if (Parts[I].getAsInteger(10, *Fields[I]))
      return fail("'NAME @gpu.cluster.cta:'");
  while (!Code.trim().empty()) {
    size_t End = Code.find_first_of(";&");
    Instruction I;
    I.Group = Group;
    if (!parseInstruction(Code.substr(0, End).trim(), I))
      return false;
    T.Code.push_back(std::move(I));
    if (++Events > MaxEvents)
      return fail("at most " + Twine(MaxEvents) + " operations");
    if (End == StringRef::npos)
      break;
    Group += Code[End] == ';';
    Code = Code.substr(End + 1);
  }
  ++Group;
  L.Threads.push_back(std::move(T));
  return L.Threads.size() <= MaxThreads ||
         fail("at most " + Twine(MaxThreads) + " threads");
}

bool LitmusParser::parseOutcome(StringRef Text) {
  llvm::SmallVector<StringRef, 8> Words;
  llvm::SplitString(Text, Words);
  for (StringRef Word : Words) {
    Equation E;
    auto [Left, Value] = Word.split('=');
    if (!number(Value, E.Value))
      return false;
    auto [ThreadName, Register] = Left.split(':');
    if (!Left.contains(':')) {
      if (!llvm::is_contained(L.Locations, Left))
        return fail("a location of the program, found '" + Left + "'");
      (void)location(Left, E.Location);
    } else {
      auto It = llvm::find_if(
          L.Threads, [&](const Thread &T) { return T.Name == ThreadName; });
      if (It == L.Threads.end() ||
          llvm::none_of(It->Code, [&](const Instruction &I) {
            return I.Register == Register && !Register.empty();
          }))
        return fail("a register of the program, found '" + Left + "'");
      E.Thread = It - L.Threads.begin();
      E.Register = Register.str();
    }
    L.Outcome.push_back(std::move(E));
  }
  return true;
}

llvm::Expected<Litmus> LitmusParser::run(StringRef Text) {
  llvm::SmallVector<StringRef, 8> Lines;
  Text.split(Lines, '\n');
  for (StringRef LineText : Lines) {
    ++Line;
    LineText = LineText.trim();
    if (LineText.empty())
      continue;
    bool Good = false;
    if (LineText.consume_front("outcome "))
      Good = parseOutcome(LineText);
    else if (LineText.contains(':') && LineText.contains('@'))
      Good = parseThread(LineText.split(':').first, LineText.split(':').second);
    else
      Good = fail("'NAME @gpu.cluster.cta: operations' or 'outcome ...'");
    if (!Good)
      return llvm::createStringError(llvm::inconvertibleErrorCode(), Fault);
  }
  return std::move(L);
}

llvm::Expected<Litmus> memory_model::parseLitmus(StringRef Text) {
  return LitmusParser().run(Text);
}
