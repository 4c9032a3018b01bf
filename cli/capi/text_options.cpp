//===- text_options.cpp - options of a check as JSON ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/capi/text_options.h"
#include "analyzer/model/json_depth.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace fencepost {
namespace {

constexpr size_t MaxBytes = 64u << 10;

Error fault(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), "options: " + Message);
}

Error fault(StringRef Key, StringRef Takes) {
  return fault("'" + Key + "' takes " + Takes);
}

std::optional<Level> levelNamed(StringRef Word) {
  return StringSwitch<std::optional<Level>>(Word)
      .Case("note", Level::Note)
      .Case("warning", Level::Warning)
      .Case("error", Level::Error)
      .Default(std::nullopt);
}

Error readConfigChoice(const json::Value &Value, ConfigChoice &Out) {
  if (std::optional<bool> Wanted = Value.getAsBoolean()) {
    Out.IsWanted = *Wanted;
    return Error::success();
  }
  std::optional<StringRef> File = Value.getAsString();
  if (!File || File->empty())
    return fault("config", "the name of a file, or false");
  Out.File = File->str();
  return Error::success();
}

Error readKey(StringRef Key, const json::Value &Value, TextOptions &Out) {
  if (Key == "config")
    return readConfigChoice(Value, Out.Run.Config);
  if (Key == "color") {
    std::optional<bool> Color = Value.getAsBoolean();
    Out.Color = Color.value_or(false);
    return Color ? Error::success() : fault(Key, "true or false");
  }
  std::optional<StringRef> Word = Value.getAsString();
  if (Key == "arch" || Key == "rules") {
    (Key == "arch" ? Out.Arch : Out.Run.Rules) = Word.value_or("").str();
    return Word ? Error::success() : fault(Key, "a string");
  }
  if (Key == "level") {
    Out.Lowest = levelNamed(Word.value_or(""));
    return Out.Lowest ? Error::success() : fault(Key, "note, warning or error");
  }
  if (Key == "fail-on") {
    Out.FailOn = levelNamed(Word.value_or(""));
    Out.FailsNever = Word && *Word == "never";
    return Out.FailOn || Out.FailsNever
               ? Error::success()
               : fault(Key, "note, warning, error or never");
  }
  return fault("'" + Key +
               "' is not known; there are arch, rules, level, fail-on, "
               "config and color");
}

} // namespace

Expected<TextOptions> readTextOptions(StringRef Json) {
  TextOptions Out;
  Out.Run.Config.IsWanted = true;
  if (Json.empty())
    return Out;
  if (Json.size() > MaxBytes)
    return fault("they are longer than " + Twine(MaxBytes) + " bytes");
  if (nestsTooDeeply(Json))
    return fault("they are nested too deeply");
  Expected<json::Value> Root = json::parse(Json);
  if (!Root)
    return fault("they are no JSON: " + toString(Root.takeError()));
  const json::Object *Keys = Root->getAsObject();
  if (!Keys)
    return fault("they are no JSON object");
  for (const auto &[Key, Value] : *Keys)
    if (Error E = readKey(Key, Value, Out))
      return E;
  return Out;
}

} // namespace fencepost
