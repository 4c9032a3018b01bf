//===- parse_host.cpp - .events to host facts -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of buffers, launches and host functions may be used before the line
// that defines them; hostFault() looks at them in the end.
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/text_host.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;
using llvm::Twine;

namespace {

template <typename T> std::optional<T> bySpelling(StringRef Word, T Last) {
  for (unsigned I = 0; I <= unsigned(Last); ++I)
    if (spelling(T(I)) == Word)
      return T(I);
  return std::nullopt;
}

class HostParser {
public:
  explicit HostParser(TextParser &P) : P(P), Host(P.M.Host) {}
  bool line();

private:
  TextParser &P;
  HostFacts &Host;

  bool header();
  bool buffer(const Token &Start);
  bool launch(const Token &Start);
  bool function(const Token &Start);
  bool op(HostFunction &Fn);
  bool kernel(const Token &Start);
  bool effect(KernelFacts &K);
  bool sum(KernelFacts &K);

  bool number(uint32_t &Out) {
    uint64_t Wide;
    if (!P.expectNumber(Wide, UINT32_MAX - 1, "a number"))
      return false;
    Out = Wide;
    return true;
  }
  template <typename List> bool numbers(List &Out) {
    if (!P.expectPunct('('))
      return false;
    while (!P.takePunct(')')) {
      uint32_t One;
      if (!number(One) || (!P.Tok.isPunct(')') && !P.expectPunct(',')))
        return false;
      Out.push_back(One);
    }
    return true;
  }
  bool extent(LaunchExtent &Out);
  bool constants(std::vector<std::optional<uint64_t>> &Out);
  bool wide(std::optional<uint64_t> &Out) {
    uint64_t Value;
    if (!P.expectNumber(Value, INT64_MAX, "a number"))
      return false;
    Out = Value;
    return true;
  }
  /// Attributes `name=value` up to the end of the statement or `{`. Flag is
  /// asked for words without a value, Value for the others.
  bool attributes(llvm::function_ref<bool(StringRef)> Flag,
                  llvm::function_ref<std::optional<bool>(StringRef)> Value,
                  LocationId &Loc, const Token &Start);
};

} // namespace

bool HostParser::extent(LaunchExtent &Out) {
  if (!P.expectPunct('('))
    return false;
  std::optional<uint64_t> *Sizes[] = {&Out.X, &Out.Y, &Out.Z};
  for (unsigned I = 0; I < 3; ++I) {
    if (I && !P.expectPunct(','))
      return false;
    if (!P.takePunct('?') && !wide(*Sizes[I]))
      return false;
  }
  return P.expectPunct(')');
}

bool HostParser::constants(std::vector<std::optional<uint64_t>> &Out) {
  if (!P.expectPunct('('))
    return false;
  while (!P.takePunct(')')) {
    Out.emplace_back();
    if ((!P.takePunct('?') && !wide(Out.back())) ||
        (!P.Tok.isPunct(')') && !P.expectPunct(',')))
      return false;
  }
  return true;
}

bool HostParser::attributes(
    llvm::function_ref<bool(StringRef)> Flag,
    llvm::function_ref<std::optional<bool>(StringRef)> Value, LocationId &Loc,
    const Token &Start) {
  bool HasPlace = false;
  while (!P.isStatementEnd() && !P.Tok.isPunct('{')) {
    Token At = P.Tok;
    std::string Name;
    if (!P.expectWord(Name, "an attribute"))
      return false;
    if (!P.Tok.isPunct('=')) {
      if (!Flag(Name))
        return P.fail(At, "expected an attribute, found '" + Twine(Name) + "'");
      continue;
    }
    P.advance();
    if (Name == "loc") {
      HasPlace = true;
      if (!P.parsePlace(Loc))
        return false;
      continue;
    }
    std::optional<bool> Read = Value(Name);
    if (!Read)
      return P.fail(At, "expected an attribute, found '" + Twine(Name) + "'");
    if (!*Read)
      return false;
  }
  if (!HasPlace)
    Loc = P.ownPlace(Start);
  return true;
}

bool HostParser::header() {
  LocationId Ignored;
  return attributes(
      [&](StringRef W) {
        if (W == "read")
          return Host.IsRead = true;
        if (W == "peer")
          return Host.HasPeerAccess = true;
        return W == "maps" && (Host.MapsMemory = true);
      },
      [&](StringRef N) -> std::optional<bool> {
        if (N == "devices")
          return number(Host.Devices);
        if (N != "limits")
          return std::nullopt;
        if (!P.expectPunct('('))
          return false;
        while (!P.takePunct(')')) {
          std::string Text;
          if (!P.expectString(Text, "a text in quotes") ||
              (!P.Tok.isPunct(')') && !P.expectPunct(',')))
            return false;
          Host.Limits.push_back(std::move(Text));
        }
        return true;
      },
      Ignored, P.Tok);
}

bool HostParser::buffer(const Token &Start) {
  uint32_t Id;
  HostBuffer B;
  if (!number(Id))
    return false;
  if (Id != Host.Buffers.size())
    return P.fail(Start, "expected buffer " + Twine(Host.Buffers.size()) +
                             ": buffers are numbered from 1 in order");
  std::string Word;
  if (!P.expectWord(Word, "a root: param, local, global, result, member"))
    return false;
  auto Root = bySpelling(Word, BufferRoot::Member);
  if (!Root)
    return P.fail(Start, "expected a root: param, local, global, result, "
                         "member");
  B.Root = *Root;
  if (!P.expectString(B.Name, "the buffer's name in quotes"))
    return false;
  bool Fine = attributes([](StringRef) { return false; },
                         [&](StringRef N) -> std::optional<bool> {
                           if (N == "in")
                             return number(B.In);
                           if (N == "number")
                             return number(B.Number);
                           if (N == "key")
                             return P.expectString(B.Key, "a name in quotes");
                           if (N == "base")
                             return number(B.Base);
                           if (N == "bytes")
                             return wide(B.Bytes);
                           if (N != "home")
                             return std::nullopt;
                           std::string Home;
                           if (!P.expectWord(Home, "a home of memory"))
                             return false;
                           auto Known = bySpelling(Home, MemoryHome::Peer);
                           if (!Known)
                             return P.expected("a home of memory");
                           B.Home = *Known;
                           return true;
                         },
                         B.Loc, Start);
  Host.Buffers.push_back(std::move(B));
  return Fine;
}

bool HostParser::launch(const Token &Start) {
  HostLaunch L;
  if (P.Tok.Kind == TokenKind::Symbol) {
    L.Kernel = P.Tok.Text;
    P.advance();
  } else if (!P.expectString(L.Kernel, "the kernel's name")) {
    return false;
  }
  if (P.Tok.isPunct('(') && !numbers(L.Arguments))
    return false;
  bool Fine = attributes(
      [&](StringRef W) {
        if (W == "cooperative")
          return L.IsCooperative = true;
        if (W == "fromdevice")
          return L.IsFromDevice = true;
        if (W == "repeated")
          return L.IsRepeated = true;
        if (W != "anydevice")
          return false;
        L.Devices = std::nullopt;
        return true;
      },
      [&](StringRef N) -> std::optional<bool> {
        if (N == "display")
          return P.expectString(L.Display, "a name in quotes");
        if (N == "in")
          return number(L.In);
        if (N == "grid")
          return extent(L.Grid);
        if (N == "block")
          return extent(L.Block);
        if (N == "cluster")
          return extent(L.Cluster);
        if (N == "shared")
          return wide(L.SharedBytes);
        if (N == "constants")
          return constants(L.Constants);
        if (N != "devices")
          return std::nullopt;
        uint32_t Count;
        if (!number(Count))
          return false;
        L.Devices = Count;
        return true;
      },
      L.Loc, Start);
  Host.Launches.push_back(std::move(L));
  return Fine;
}

bool HostParser::op(HostFunction &Fn) {
  Token Start = P.Tok;
  std::string Word;
  if (!P.expectWord(Word, "an operation"))
    return false;
  auto Kind = bySpelling(Word, HostOpKind::End);
  if (!Kind)
    return P.fail(Start, "expected an operation, found '" + Twine(Word) + "'");
  HostOp Op;
  Op.Kind = *Kind;
  if (P.Tok.Kind == TokenKind::Int && !number(Op.Target))
    return false;
  if (P.Tok.isPunct('(') && !numbers(Op.Sources))
    return false;
  bool Fine = attributes(
      [&](StringRef W) {
        if (W == "difference")
          return Op.IsDifference = true;
        if (W == "whole")
          return Op.IsWhole = true;
        if (W == "empty")
          return Op.IsEmpty = true;
        return W == "carry" && (Op.MayCarry = true);
      },
      [&](StringRef N) -> std::optional<bool> {
        std::string Text;
        if (N == "index")
          return number(Op.Index);
        if (N == "callee")
          return P.expectString(Op.Callee, "a name in quotes");
        if (N == "spelled")
          return P.expectString(Op.Spelled, "a text in quotes");
        if (N == "writable")
          return P.expectString(Text, "hexadecimal digits in quotes") &&
                 (!StringRef(Text).getAsInteger(16, Op.Writable) ||
                  P.expected("hexadecimal digits"));
        if (N == "tolerance")
          return P.expectString(Text, "a number in quotes") &&
                 (llvm::to_float(Text, Op.Tolerance) || P.expected("a number"));
        if (N != "test")
          return std::nullopt;
        if (!P.expectWord(Text, "bits, ulps or bound"))
          return false;
        auto Known = bySpelling(Text, CompareKind::Bound);
        if (!Known)
          return P.expected("bits, ulps or bound");
        Op.Test = *Known;
        return true;
      },
      Op.Loc, Start);
  Fn.Ops.push_back(std::move(Op));
  return Fine;
}

static bool nameIn(TextParser &P, std::string &Out) {
  if (P.Tok.Kind != TokenKind::Symbol)
    return P.expectString(Out, "a name");
  Out = P.Tok.Text;
  P.advance();
  return true;
}

bool HostParser::function(const Token &Start) {
  HostFunction Fn;
  if (!nameIn(P, Fn.Name))
    return false;
  Fn.Display = Fn.Name;
  bool Fine = attributes(
      [&](StringRef W) {
        return (W == "local" && (Fn.IsLocal = true)) ||
               (W == "room" && (Fn.AsksForRoom = true));
      },
      [&](StringRef N) -> std::optional<bool> {
        if (N == "params")
          return number(Fn.Params);
        if (N == "display")
          return P.expectString(Fn.Display, "a name in quotes");
        return std::nullopt;
      },
      Fn.Loc, Start);
  if (!Fine || !P.expectPunct('{'))
    return false;
  for (P.skipLines(); !P.Tok.isPunct('}'); P.skipLines())
    if (P.Tok.Kind == TokenKind::End ? !P.expected("'}'") : !op(Fn))
      return false;
  P.advance();
  Host.Functions.push_back(std::move(Fn));
  return true;
}

bool HostParser::effect(KernelFacts &K) {
  Token Start = P.Tok;
  ParamEffect E;
  LocationId Ignored;
  if (!number(E.Param))
    return false;
  if (!K.Effects.empty() && K.Effects.back().Param >= E.Param &&
      E.Param != ParamEffect::NoParam)
    return P.fail(Start, "expected parameters in ascending order");
  bool Fine = attributes(
      [&](StringRef W) {
        if (W == "whole")
          return E.IsWhole = true;
        return W == "stored" && (E.IsStored = true);
      },
      [&](StringRef N) -> std::optional<bool> {
        if (N == "from")
          return numbers(E.From);
        if (N == "key")
          return P.expectString(E.Global, "a name in quotes");
        return std::nullopt;
      },
      Ignored, Start);
  K.Effects.push_back(std::move(E));
  return Fine;
}

bool HostParser::sum(KernelFacts &K) {
  Token Start = P.Tok;
  FloatSum S;
  uint32_t Bits;
  if (K.Effects.empty())
    return P.expected("'param' before 'sum'");
  if (!number(Bits))
    return false;
  S.Bits = Bits;
  bool Fine =
      attributes([](StringRef) { return false; },
                 [&](StringRef N) -> std::optional<bool> {
                   if (N == "spelled")
                     return P.expectString(S.Spelled, "a text in quotes");
                   if (N == "obj")
                     return P.expectString(S.Object, "a text in quotes");
                   if (N != "wholeif")
                     return std::nullopt;
                   S.IsWholeIf = true;
                   return numbers(S.WholeIf);
                 },
                 S.Loc, Start);
  K.Effects.back().Sums.push_back(std::move(S));
  return Fine;
}

bool HostParser::kernel(const Token &Start) {
  KernelFacts K;
  if (!nameIn(P, K.Name))
    return false;
  bool Fine = attributes(
      [&](StringRef W) { return W == "partly" && (K.IsPartly = true); },
      [&](StringRef N) -> std::optional<bool> {
        if (N == "display")
          return P.expectString(K.Display, "a name in quotes");
        return std::nullopt;
      },
      K.Loc, Start);
  if (!Fine || !P.expectPunct('{'))
    return false;
  for (P.skipLines(); !P.Tok.isPunct('}'); P.skipLines()) {
    bool IsSum = P.Tok.isWord("sum");
    if (!IsSum && !P.Tok.isWord("param"))
      return P.expected("'param', 'sum' or '}'");
    P.advance();
    if (IsSum ? !sum(K) : !effect(K))
      return false;
  }
  P.advance();
  Host.Kernels.push_back(std::move(K));
  return true;
}

bool HostParser::line() {
  Token Start = P.Tok;
  if (P.takeWord("host"))
    return header();
  if (P.takeWord("buffer"))
    return buffer(Start);
  if (P.takeWord("launch"))
    return launch(Start);
  if (P.takeWord("effects"))
    return kernel(Start);
  return P.takeWord("hostfn") && function(Start);
}

bool text::isHostWord(const Token &W) {
  return W.isWord("host") || W.isWord("buffer") || W.isWord("launch") ||
         W.isWord("effects") || W.isWord("hostfn");
}

bool text::parseHost(TextParser &P) { return HostParser(P).line(); }
