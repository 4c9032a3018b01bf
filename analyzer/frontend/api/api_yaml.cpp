//===- api_yaml.cpp - reads API models ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schema: rules/models/README.md. The text is read into records of strings
// that know their place; each name of a pattern then gives one model, with
// `$1`... replaced. Unknown keys and words are errors at file, line, column.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_build.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace fencepost;
using llvm::StringRef;

namespace {
struct RawModel {
  std::optional<RawText> Call;
  std::vector<RawText> Calls;
  RawFields Fields; ///< Keys of the model and of its only event.
  std::vector<RawFields> Events;
};

struct RawFile {
  std::string Library;
  std::optional<RawText> Encoding;
  std::vector<RawModel> Models;
};

/// Lets scalars find their place in the text.
struct ReadContext {
  llvm::yaml::Input *In = nullptr;
  bool IsConfig = false; ///< Other keys stand beside `models`.
};

void mapFields(llvm::yaml::IO &IO, RawFields &Fields,
               llvm::ArrayRef<StringRef> Keys) {
  for (StringRef Key : Keys) {
    std::optional<RawText> Value;
    IO.mapOptional(Key, Value);
    if (Value)
      Fields[Key] = *Value;
  }
}
} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(fencepost::RawText)
LLVM_YAML_IS_SEQUENCE_VECTOR(fencepost::RawFields)
LLVM_YAML_IS_SEQUENCE_VECTOR(RawModel)

namespace llvm::yaml {
template <> struct ScalarTraits<RawText> {
  static void output(const RawText &T, void *, raw_ostream &OS) {
    OS << T.Text;
  }
  static StringRef input(StringRef Scalar, void *Context, RawText &T) {
    T.Text = Scalar.str();
    if (const Node *N =
            static_cast<ReadContext *>(Context)->In->getCurrentNode())
      T.At = N->getSourceRange().Start.getPointer();
    return {};
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};
template <> struct MappingTraits<RawFields> {
  static void mapping(IO &IO, RawFields &F) { mapFields(IO, F, eventKeys()); }
};
template <> struct MappingTraits<RawModel> {
  static void mapping(IO &IO, RawModel &M) {
    IO.mapOptional("call", M.Call);
    IO.mapOptional("calls", M.Calls);
    IO.mapOptional("events", M.Events);
    mapFields(IO, M.Fields, modelKeys());
    mapFields(IO, M.Fields, eventKeys());
  }
};
template <> struct MappingTraits<RawFile> {
  static void mapping(IO &IO, RawFile &F) {
    bool IsConfig = static_cast<ReadContext *>(IO.getContext())->IsConfig;
    if (!IsConfig)
      IO.mapRequired("library", F.Library);
    IO.mapOptional("encoding", F.Encoding);
    if (!IsConfig)
      return IO.mapRequired("models", F.Models);
    IO.mapOptional("models", F.Models);
    IO.setAllowUnknownKeys(true);
  }
};
} // namespace llvm::yaml

namespace {
/// Turns places into `file:line:column: message`.
class Text {
public:
  Text(StringRef Yaml, StringRef Path) : Yaml(Yaml), Path(Path) {}

  llvm::Error fault(const char *At, const llvm::Twine &Message) const {
    unsigned Line = 0, Column = 0;
    if (At && At >= Yaml.begin() && At <= Yaml.end()) {
      StringRef Before = Yaml.take_front(At - Yaml.begin());
      Line = Before.count('\n') + 1;
      Column = Before.size() - (Before.rfind('\n') + 1) + 1;
    }
    return fault(Line, Column, Message);
  }
  llvm::Error fault(unsigned Line, unsigned Column,
                    const llvm::Twine &Message) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Path + ":" + llvm::Twine(Line) + ":" +
                                       llvm::Twine(Column) + ": " + Message);
  }
  llvm::Error within(const char *At, llvm::Error E) const {
    return fault(At, llvm::toString(std::move(E)));
  }

private:
  StringRef Yaml, Path;
};

llvm::Expected<RawFile> readFile(StringRef Yaml, const Text &Places,
                                 bool IsConfig) {
  struct Diagnostic {
    std::string Message;
    unsigned Line = 0, Column = 0;
  } First;
  ReadContext Context;
  llvm::yaml::Input In(
      Yaml, &Context,
      [](const llvm::SMDiagnostic &D, void *Out) {
        auto &First = *static_cast<Diagnostic *>(Out);
        if (First.Message.empty() && D.getKind() == llvm::SourceMgr::DK_Error)
          First = {D.getMessage().str(), unsigned(D.getLineNo()),
                   unsigned(D.getColumnNo() + 1)};
      },
      &First);
  Context.In = &In;
  Context.IsConfig = IsConfig;
  RawFile File;
  In >> File;
  if (In.error())
    return Places.fault(First.Line, First.Column,
                        First.Message.empty() ? "not a list of models"
                                              : First.Message);
  return File;
}

/// A model's fields with `$1`... replaced; empty ones vanish.
llvm::Expected<RawFields> substituteAll(const RawFields &Fields,
                                        const PatternName &Name,
                                        const Text &Places) {
  RawFields Out;
  for (const auto &[Key, Value] : Fields) {
    llvm::Expected<std::string> New = substitute(Value.Text, Name);
    if (!New)
      return Places.within(Value.At, New.takeError());
    if (!New->empty())
      Out[Key] = {std::move(*New), Value.At};
  }
  return Out;
}

llvm::Expected<ApiModel> buildModel(const RawModel &Raw,
                                    const PatternName &Name,
                                    ApiEncoding Encoding, const char *At,
                                    const Text &Places) {
  llvm::Expected<RawFields> Fields = substituteAll(Raw.Fields, Name, Places);
  if (!Fields)
    return Fields.takeError();
  std::vector<RawFields> Events;
  for (const RawFields &E : Raw.Events) {
    llvm::Expected<RawFields> Event = substituteAll(E, Name, Places);
    if (!Event)
      return Event.takeError();
    Events.push_back(std::move(*Event));
  }
  ModelBuilder Builder(Encoding);
  ApiModel Model;
  if (!Builder.build(*Fields, Events, Model))
    return Places.fault(Builder.faultAt() ? Builder.faultAt() : At,
                        Builder.fault());
  Model.Name = Name.Name;
  return Model;
}
} // namespace

llvm::Error ApiModels::add(StringRef Yaml, StringRef Path, bool IsConfig) {
  Text Places(Yaml, Path);
  llvm::Expected<RawFile> File = readFile(Yaml, Places, IsConfig);
  if (!File)
    return File.takeError();
  ApiEncoding Encoding = ApiEncoding::LibCuxx;
  if (File->Encoding) {
    std::optional<ApiEncoding> E = parseEncoding(File->Encoding->Text);
    if (!E)
      return Places.fault(File->Encoding->At,
                          "unknown encoding '" + File->Encoding->Text + "'");
    Encoding = *E;
  }

  llvm::StringSet<> Seen;
  for (RawModel &Raw : File->Models) {
    std::vector<RawText> Patterns = Raw.Calls;
    if (Raw.Call)
      Patterns.push_back(*Raw.Call);
    if (Patterns.empty())
      return Places.fault(Raw.Fields.empty() ? nullptr
                                             : Raw.Fields.begin()->second.At,
                          "missing key 'call'");
    for (const RawText &Pattern : Patterns) {
      auto Names = expandPattern(Pattern.Text);
      if (!Names)
        return Places.within(Pattern.At, Names.takeError());
      for (const PatternName &Name : *Names) {
        auto Model = buildModel(Raw, Name, Encoding, Pattern.At, Places);
        if (!Model)
          return Model.takeError();
        std::string Key =
            Name.Name + "/" + std::to_string(Model->Arity.value_or(~0u));
        if (!Seen.insert(Key).second)
          return Places.fault(Pattern.At,
                              "'" + Name.Name + "' is modelled twice");
        insert(std::move(*Model), Name.Name);
      }
    }
  }
  return llvm::Error::success();
}
