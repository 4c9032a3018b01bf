//===- baseline.cpp - findings that are known already ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/baseline.h"

#include "analyzer/finding/fingerprint.h"
#include "analyzer/model/json_depth.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr StringLiteral Format = "fencepost-baseline/1";

Error fault(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

StringRef withoutNumber(StringRef Fingerprint) {
  return Fingerprint.split(':').first;
}

std::string keyOf(StringRef Rule, StringRef Fingerprint) {
  return (Rule + "\n" + Fingerprint).str();
}

json::Value text(StringRef S) { return json::fixUTF8(S); }

} // namespace

Expected<Baseline> Baseline::read(StringRef Text) {
  Text.consume_front("\xef\xbb\xbf");
  if (nestsTooDeeply(Text))
    return fault("it is no baseline of Fencepost: it is nested too deeply");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root) {
    consumeError(Root.takeError());
    return fault("it is no JSON; --write-baseline=FILE writes one");
  }
  const json::Object *Top = Root->getAsObject();
  if (!Top || Top->getString("format") != Format)
    return fault("it is no baseline of Fencepost (\"format\": \"" + Format +
                 "\"); --write-baseline=FILE writes one");
  const json::Array *List = Top->getArray("findings");
  if (!List)
    return fault("it has no \"findings\"; --write-baseline=FILE writes one");
  Baseline Out;
  size_t Entries = 0;
  for (const json::Value &V : *List) {
    ++Entries;
    const json::Object *Entry = V.getAsObject();
    std::optional<StringRef> Rule, Fingerprint, File;
    if (Entry) {
      Rule = Entry->getString("rule");
      Fingerprint = Entry->getString("fingerprint");
      File = Entry->getString("file");
    }
    if (!Rule || !Fingerprint)
      return fault("entry " + Twine(Entries) +
                   " has no \"rule\" or no \"fingerprint\"");
    Out.Known[keyOf(*Rule, *Fingerprint)].push_back(File.value_or("").str());
  }
  return Out;
}

std::vector<std::string> Baseline::suppress(std::vector<Finding> &Findings,
                                            StringRef Reason) const {
  StringMap<std::vector<std::string>> Left = Known;
  for (Finding &F : Findings) {
    auto It = Left.find(keyOf(F.Rule, withoutNumber(F.Fingerprint)));
    if (It == Left.end() || It->second.empty())
      continue;
    It->second.pop_back();
    if (F.Suppressed != Suppression::None)
      continue;
    F.Suppressed = Suppression::Baseline;
    F.SuppressionReason = Reason.str();
  }
  std::vector<std::string> Gone;
  for (auto &Entry : Left)
    append_range(Gone, std::move(Entry.second));
  llvm::sort(Gone);
  return Gone;
}

std::string writeBaseline(ArrayRef<Finding> Findings, StringRef Root) {
  std::vector<std::string> Lines;
  for (const Finding &F : Findings) {
    StringRef File = F.Primary.File;
    if (!Root.empty() && File.consume_front(Root))
      File = File.ltrim('/');
    std::string Line;
    raw_string_ostream OS(Line);
    // The order of the keys is that of a reader's interest.
    OS << "    {\"rule\": " << text(F.Rule) << ", \"file\": " << text(File)
       << ", \"function\": " << text(withoutTemplateArguments(F.Function))
       << ", \"fingerprint\": " << text(withoutNumber(F.Fingerprint)) << '}';
    Lines.push_back(std::move(Line));
  }
  llvm::sort(Lines);
  std::string Out;
  raw_string_ostream OS(Out);
  OS << "{\n  \"format\": \"" << Format << "\",\n  \"findings\": [";
  StringRef Separator = "\n";
  for (const std::string &Line : Lines) {
    OS << Separator << Line;
    Separator = ",\n";
  }
  OS << (Lines.empty() ? "]\n}\n" : "\n  ]\n}\n");
  return Out;
}

} // namespace fencepost
