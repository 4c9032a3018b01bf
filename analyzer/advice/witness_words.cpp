//===- witness_words.cpp - events of a hand-over as operations ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/advice/witness_words.h"

using namespace fencepost;
using namespace fencepost::advice;

/// `.relaxed.gpu`; nullopt where it is not known.
std::optional<std::string> Words::how(const Event &E) {
  if (E.Ord == Order::Unknown || E.Prx != Proxy::Generic)
    return std::nullopt;
  if (E.IsVolatile && E.Ord == Order::Relaxed && !isRmw(E.Kind))
    return ".volatile";
  if (!isStrong(E.Ord))
    return ".weak";
  if (E.Scp < Scope::Cta || E.Scp > Scope::Sys)
    return std::nullopt;
  return ("." + spelling(E.Ord) + "." + spelling(E.Scp)).str();
}

std::string Words::store(const FunctionView &In, EventId Id) const {
  const Event &E = In.event(Id);
  std::optional<std::string> How = how(E);
  if (E.Kind != EventKind::Store || !How)
    return "";
  return "st" + *How + " [" + Data + "], 1";
}

std::string Words::read(const FunctionView &In, EventId Id,
                        Proxy Through) const {
  const Event &E = In.event(Id);
  std::string To = " got, [" + Data + "]";
  if (Through == Proxy::Unknown)
    Through = E.Prx;
  if (Through == Proxy::NonCoherent || Through == Proxy::Async)
    return ("ld." + spelling(Through) + To).str();
  std::optional<std::string> How = how(E);
  if (E.Kind == EventKind::AsyncCopy && E.Prx == Proxy::Generic)
    How = ".weak";
  else if (E.Kind != EventKind::Load)
    return "";
  return How ? "ld" + *How + To : "";
}

std::string Words::raise(const FunctionView &In, EventId Id) const {
  const Event &E = In.event(Id);
  std::optional<std::string> How = how(E);
  if (!How)
    return "";
  std::string At = " [" + Signal + "], ";
  if (E.Kind == EventKind::Store)
    return "st" + *How + At + raised();
  if (!isRmw(E.Kind) || !isStrong(E.Ord))
    return "";
  if (E.Rmw == RmwOp::Exch || E.Rmw == RmwOp::Cas)
    return E.Rmw == RmwOp::Cas
               ? "atom" + *How + ".cas old," + At + (IsLock ? "1, 0" : "0, 1")
               : "atom" + *How + ".exch old," + At + raised();
  std::string Op = IsLock ? ".and" : E.Rmw == RmwOp::Or ? ".or" : ".add";
  return E.Kind == EventKind::Red
             ? "red" + *How + Op + At + raised()
             : "atom" + *How + Op + " old," + At + raised();
}

std::string Words::see(const FunctionView &In, EventId Id,
                       llvm::StringRef Register) const {
  const Event &E = In.event(Id);
  std::optional<std::string> How = how(E);
  if (!How)
    return "";
  std::string At = (" " + Register + ", [" + Signal + "]").str();
  if (E.Kind == EventKind::Load)
    return "ld" + *How + At;
  if (E.Kind != EventKind::Rmw || !isStrong(E.Ord))
    return "";
  if (E.Rmw == RmwOp::Cas)
    return "atom" + *How + ".cas" + At + (IsLock ? ", 0, 1" : ", 0, 0");
  const char *Op = E.Rmw == RmwOp::Exch ? ".exch"
                   : E.Rmw == RmwOp::Or ? ".or"
                                        : ".add";
  bool AsksAlone = E.Rmw != RmwOp::Exch && E.Operand != UnknownValue &&
                   In.fn().value(E.Operand).Kind == ValueKind::Constant &&
                   In.fn().value(E.Operand).Imm == 0;
  return "atom" + *How + Op + At + (AsksAlone ? ", 0" : ", 1");
}
