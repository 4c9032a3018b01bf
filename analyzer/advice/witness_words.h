//===- witness_words.h - events of a hand-over as operations ----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of a witness program (analyzer/memory_model/LITMUS.md). The
// signal goes from 0 to 1, a lock from 1 (held) to 0; the data from 0 to 1.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_WITNESS_WORDS_H
#define FENCEPOST_ANALYZER_ADVICE_WITNESS_WORDS_H

#include "analyzer/analysis/unit_view.h"
#include "llvm/ADT/Twine.h"

namespace fencepost::advice {

/// What can be said of E in a program; empty: nothing, so none is cut.
class Words {
public:
  Words(std::string Data, std::string Signal, bool IsLock)
      : Data(std::move(Data)), Signal(std::move(Signal)), IsLock(IsLock) {}

  std::string store(const FunctionView &In, EventId E) const;
  std::string read(const FunctionView &In, EventId E, Proxy Through) const;
  std::string raise(const FunctionView &In, EventId E) const;
  std::string see(const FunctionView &In, EventId E,
                  llvm::StringRef Register) const;
  std::string madeUpStore() const { return "st.weak [" + Data + "], 1"; }
  std::string madeUpRead() const { return "ld.weak got, [" + Data + "]"; }
  std::string madeUpRaise(Scope S) const {
    return ("st.release." + spelling(S) + " [" + Signal + "], " + raised())
        .str();
  }
  std::string madeUpSee(Scope S) const {
    if (IsLock)
      return ("atom.acquire." + spelling(S) + ".cas seen, [" + Signal +
              "], 0, 1")
          .str();
    return ("ld.acquire." + spelling(S) + " seen, [" + Signal + "]").str();
  }
  std::string start() const { return IsLock ? "{ " + Signal + " = 1 }\n" : ""; }
  const char *raised() const { return IsLock ? "0" : "1"; }

private:
  std::string Data, Signal;
  bool IsLock;

  static std::optional<std::string> how(const Event &E);
};

} // namespace fencepost::advice

#endif
