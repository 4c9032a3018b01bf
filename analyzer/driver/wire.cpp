//===- wire.cpp - outcomes between processes ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every struct is a list of its fields. fields() names them through a
// structured binding, which does not compile once a field is added elsewhere
// and not here.
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/wire.h"

#include "analyzer/model/json_depth.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"
#include <tuple>
#include <type_traits>

using namespace llvm;

namespace fencepost {
namespace {

auto fields(Place &X) {
  auto &[A, B, C, D, E] = X;
  return std::tie(A, B, C, D, E);
}
auto fields(Step &X) {
  auto &[A, B, C] = X;
  return std::tie(A, B, C);
}
auto fields(Alternative &X) {
  auto &[A, B] = X;
  return std::tie(A, B);
}
auto fields(Edit &X) {
  auto &[A, B, C, D, E] = X;
  return std::tie(A, B, C, D, E);
}
auto fields(Repair &X) {
  auto &[A, B, C, D, E] = X;
  return std::tie(A, B, C, D, E);
}
auto fields(Fix &X) {
  auto &[A, B] = X;
  return std::tie(A, B);
}
auto fields(WitnessProgram &X) {
  auto &[A, B, C, D] = X;
  return std::tie(A, B, C, D);
}
auto fields(Finding &X) {
  auto &[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, Y,
         Z] = X;
  return std::tie(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U,
                  V, W, Y, Z);
}
auto fields(Notification &X) {
  auto &[A, B, C, D] = X;
  return std::tie(A, B, C, D);
}
auto fields(UnitReport &X) {
  auto &[A, B, C, D, E, F, G, H] = X;
  return std::tie(A, B, C, D, E, F, G, H);
}
auto fields(FunctionCoverage &X) {
  auto &[A, B, C, D, E] = X;
  return std::tie(A, B, C, D, E);
}
auto fields(Excerpt &X) {
  auto &[A, B] = X;
  return std::tie(A, B);
}
auto fields(NolintName &X) {
  auto &[A, B, C, D, E, F, G] = X;
  return std::tie(A, B, C, D, E, F, G);
}
auto fields(LineMark &X) {
  auto &[A, B] = X;
  return std::tie(A, B);
}
auto fields(UnitOutcome &X) {
  auto &[A, B, C, D, E, F, G, H, I, J] = X;
  return std::tie(A, B, C, D, E, F, G, H, I, J);
}
auto fields(NamedReason &X) {
  auto &[A, B, C] = X;
  return std::tie(A, B, C);
}
auto fields(PartialRun &X) {
  auto &[A, B, C, D, E, F, G, H, I, J, K, L, M] = X;
  return std::tie(A, B, C, D, E, F, G, H, I, J, K, L, M);
}
constexpr char HexMark = '\x01';

// Declared before use in each other.
template <typename T> json::Value write(const T &X);
template <typename T> json::Value write(const std::vector<T> &List);
template <typename T> bool read(const json::Value &V, T &X);
template <typename T> bool read(const json::Value &V, std::vector<T> &List);

json::Value write(const std::string &S) {
  if (json::isUTF8(S) && !StringRef(S).starts_with(StringRef(&HexMark, 1)))
    return S;
  return HexMark + toHex(S);
}

template <typename T> json::Value write(const std::vector<T> &List) {
  json::Array Out;
  for (const T &X : List)
    Out.push_back(write(X));
  return Out;
}

template <typename T> json::Value write(const T &X) {
  if constexpr (std::is_same_v<T, bool>) {
    return X;
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    return static_cast<int64_t>(X);
  } else {
    json::Array Out;
    std::apply([&](auto &...Field) { (Out.push_back(write(Field)), ...); },
               fields(const_cast<T &>(X)));
    return Out;
  }
}

bool read(const json::Value &V, std::string &S) {
  std::optional<StringRef> Text = V.getAsString();
  if (!Text)
    return false;
  if (!Text->consume_front(StringRef(&HexMark, 1))) {
    S = Text->str();
    return true;
  }
  return tryGetFromHex(*Text, S);
}

template <typename T> bool read(const json::Value &V, std::vector<T> &List) {
  const json::Array *In = V.getAsArray();
  if (!In)
    return false;
  List.resize(In->size());
  for (size_t I = 0; I < In->size(); ++I)
    if (!read((*In)[I], List[I]))
      return false;
  return true;
}

template <typename T> bool read(const json::Value &V, T &X) {
  if constexpr (std::is_same_v<T, bool>) {
    std::optional<bool> B = V.getAsBoolean();
    X = B.value_or(false);
    return B.has_value();
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    std::optional<int64_t> N = V.getAsInteger();
    X = static_cast<T>(N.value_or(0));
    return N.has_value();
  } else {
    const json::Array *In = V.getAsArray();
    auto Fields = fields(X);
    if (!In || In->size() != std::tuple_size_v<decltype(Fields)>)
      return false;
    size_t I = 0;
    bool Ok = true;
    std::apply([&](auto &...Field) { ((Ok &= read((*In)[I++], Field)), ...); },
               Fields);
    return Ok;
  }
}

//===- Outcomes: numbers of 7 bits a byte, texts behind their length ------===//

constexpr StringRef OutcomeMark = "fencepost outcome 1\n";

class OutcomeWriter {
public:
  void write(const std::string &S) {
    number(S.size());
    Out += S;
  }
  template <typename T> void write(const std::vector<T> &List) {
    number(List.size());
    for (const T &X : List)
      write(X);
  }
  template <typename T> void write(const T &X) {
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
      number(static_cast<uint64_t>(X));
    else
      std::apply([&](auto &...Field) { (write(Field), ...); },
                 fields(const_cast<T &>(X)));
  }
  std::string Out = OutcomeMark.str();

private:
  void number(uint64_t N) {
    for (; N >= 0x80; N >>= 7)
      Out += char(N | 0x80);
    Out += char(N);
  }
};

/// After a failure nothing more is read.
class OutcomeReader {
public:
  explicit OutcomeReader(StringRef Text) : Rest(Text) {
    Failed = !Rest.consume_front(OutcomeMark);
  }
  bool isDone() const { return !Failed && Rest.empty(); }

  void read(std::string &S) {
    size_t Size = length();
    S = Rest.take_front(Size).str();
    Rest = Rest.drop_front(Size);
  }
  template <typename T> void read(std::vector<T> &List) {
    for (size_t Left = length(); Left && !Failed; --Left)
      read(List.emplace_back());
  }
  template <typename T> void read(T &X) {
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
      X = static_cast<T>(number());
    else
      std::apply([&](auto &...Field) { (read(Field), ...); }, fields(X));
  }

private:
  StringRef Rest;
  bool Failed;

  uint64_t number() {
    uint64_t N = 0;
    for (unsigned Shift = 0; Shift < 64 && !Rest.empty(); Shift += 7) {
      auto Byte = static_cast<unsigned char>(Rest.front());
      Rest = Rest.drop_front();
      N |= uint64_t(Byte & 0x7f) << Shift;
      if (Byte < 0x80)
        return N;
    }
    Failed = true;
    return 0;
  }
  /// Of a text or list: each element takes a byte at least.
  size_t length() {
    uint64_t N = number();
    Failed |= N > Rest.size();
    return Failed ? 0 : N;
  }
};

} // namespace

std::string writeOutcome(const UnitOutcome &Outcome) {
  OutcomeWriter Writer;
  Writer.write(Outcome);
  return std::move(Writer.Out);
}

Expected<UnitOutcome> readOutcome(StringRef Text) {
  OutcomeReader Reader(Text);
  UnitOutcome Outcome;
  Reader.read(Outcome);
  if (!Reader.isDone())
    return createStringError(inconvertibleErrorCode(), "unexpected shape");
  return Outcome;
}

/// Changes with the meaning of any field above.
static constexpr int64_t PartVersion = 5;

/// A part travels: what was damaged on the way must not tell other findings.
static std::string digestOf(const json::Value &Run) {
  return utohexstr(xxh3_64bits(formatv("{0}", Run).str()));
}

void writePart(const PartialRun &Part, StringRef Tool, raw_ostream &OS) {
  json::Value Run = write(Part);
  std::string Digest = digestOf(Run);
  OS << json::Object{{"fencepost-part", PartVersion},
                     {"tool", Tool},
                     {"digest", std::move(Digest)},
                     {"run", std::move(Run)}}
     << '\n';
}

Expected<PartialRun> readPart(StringRef Text, StringRef Tool) {
  auto Fail = [](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(), Why);
  };
  constexpr StringRef NoPart =
      "no part of a run: 'fencepost --format=part' writes one";
  if (nestsTooDeeply(Text)) // The parser recurses.
    return Fail(NoPart);
  Expected<json::Value> V = json::parse(Text);
  const json::Object *O = V ? V->getAsObject() : nullptr;
  if (!V)
    consumeError(V.takeError());
  std::optional<int64_t> Version;
  if (O)
    Version = O->getInteger("fencepost-part");
  if (!Version)
    return Fail(NoPart);
  StringRef Writer = O->getString("tool").value_or("?");
  if (*Version != PartVersion || Writer != Tool)
    return Fail("written by fencepost " + Writer + ", this is " + Tool);
  PartialRun Part;
  const json::Value *Run = O->get("run");
  if (!Run || O->getString("digest") != digestOf(*Run) || !read(*Run, Part) ||
      Part.Positions.size() != Part.Outcomes.size())
    return Fail("damaged, or written by another build of fencepost");
  return Part;
}

} // namespace fencepost
