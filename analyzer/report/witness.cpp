//===- witness.cpp - a finding's witness in reports -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/witness.h"

namespace fencepost {

void addWitness(Json &Of, const WitnessProgram &W) {
  if (!W.Litmus.empty())
    Of["witness"] = {{"litmus", W.Litmus},
                     {"execution", W.Execution},
                     {"remarks", W.Remarks}};
}

/// What Markdown would read as more than text, but for the links.
static std::string escaped(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (llvm::StringRef("\\`*_<>#|~&").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out;
}

/// A fence that Text does not end.
static std::string fenceAround(llvm::StringRef Text) {
  std::string Fence = "```";
  while (Text.contains(Fence))
    Fence += '`';
  return Fence;
}

std::string markdownOf(llvm::StringRef Message, const WitnessProgram &W) {
  std::string Fence = fenceAround(W.Litmus);
  std::string Out = escaped(Message) +
                    "\n\nThe PTX memory model allows the outcome of this "
                    "program, cut from the code:\n\n" +
                    Fence + "\n" + W.Litmus + Fence + "\n\n";
  for (const std::string &Line : W.Execution)
    Out += "- " + escaped(Line) + "\n";
  for (const std::string &Line : W.Remarks)
    Out += "\nHere " + escaped(Line) + ".\n";
  return Out;
}

} // namespace fencepost
