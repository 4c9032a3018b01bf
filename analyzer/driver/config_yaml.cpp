//===- config_yaml.cpp - the text of a configuration ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/config_yaml.h"

#include "analyzer/driver/near_name.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include <tuple>

using namespace llvm;

namespace fencepost {
namespace {

constexpr StringRef TopKeys[] = {"extends", "rules",   "levels",        "skip",
                                 "homes",   "models",  "encoding",      "arch",
                                 "level",   "fail-on", "system-headers"};
constexpr StringRef HomeKeys[] = {"pointer", "type", "home"};

/// One word or several.
struct Words {
  ConfigText::List All;
  PlacedText One;
};
struct Levels {
  std::vector<std::pair<PlacedText, PlacedText>> All;
};
/// Read elsewhere.
struct Model {};

struct Reading {
  yaml::Input *In = nullptr;
  StringRef Yaml;
  ConfigText Out;
  std::optional<PlacedText> Encoding;
  bool InModels = false, InHomes = false;

  void place(const char *At, PlacedText &T) const {
    if (!At || At < Yaml.begin() || At > Yaml.end())
      return;
    StringRef Before = Yaml.take_front(At - Yaml.begin());
    T.Line = Before.count('\n') + 1;
    T.Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  }
};

} // namespace
} // namespace fencepost

using fencepost::ConfigText;
using fencepost::PlacedText;
using fencepost::Reading;

LLVM_YAML_IS_SEQUENCE_VECTOR(PlacedText)
LLVM_YAML_IS_SEQUENCE_VECTOR(ConfigText::HomeEntry)
LLVM_YAML_IS_SEQUENCE_VECTOR(fencepost::Model)

namespace llvm::yaml {
template <> struct ScalarTraits<PlacedText> {
  static void output(const PlacedText &T, void *, raw_ostream &OS) {
    OS << T.Text;
  }
  static StringRef input(StringRef Scalar, void *Context, PlacedText &T) {
    T.Text = Scalar.str();
    auto &R = *static_cast<Reading *>(Context);
    if (const Node *N = R.In->getCurrentNode())
      R.place(N->getSourceRange().Start.getPointer(), T);
    return {};
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};

template <> struct PolymorphicTraits<fencepost::Words> {
  static NodeKind getKind(const fencepost::Words &) {
    return NodeKind::Sequence;
  }
  static PlacedText &getAsScalar(fencepost::Words &W) { return W.One; }
  static ConfigText::List &getAsSequence(fencepost::Words &W) { return W.All; }
  /// A map where words are expected: read as one word, which is an error.
  static PlacedText &getAsMap(fencepost::Words &W) { return W.One; }
};

template <> struct CustomMappingTraits<fencepost::Levels> {
  static void inputOne(IO &IO, StringRef Key, fencepost::Levels &L) {
    PlacedText Name{Key.str()}, To;
    IO.mapRequired(Name.Text.c_str(), To);
    const auto &R = *static_cast<Reading *>(IO.getContext());
    // The key stands before its value.
    StringRef Yaml = R.Yaml;
    size_t Line = 0;
    for (unsigned N = 1; N < To.Line; ++N)
      Line = Yaml.find('\n', Line) + 1;
    size_t At = Yaml.take_front(Line + To.Column).rfind(Key);
    Name.Line = To.Line;
    Name.Column = To.Column;
    if (At != StringRef::npos)
      R.place(Yaml.begin() + At, Name);
    L.All.push_back({std::move(Name), std::move(To)});
  }
  static void output(IO &, fencepost::Levels &) {}
};

template <> struct MappingTraits<ConfigText::HomeEntry> {
  static void mapping(IO &IO, ConfigText::HomeEntry &H) {
    IO.mapOptional("pointer", H.Pointer);
    IO.mapOptional("type", H.Type);
    IO.mapOptional("home", H.Home);
  }
};

template <> struct MappingTraits<fencepost::Model> {
  static void mapping(IO &, fencepost::Model &) {}
};

template <> struct MappingTraits<Reading> {
  static void words(IO &IO, const char *Key, ConfigText::List &Out) {
    std::optional<fencepost::Words> W;
    IO.mapOptional(Key, W);
    if (!W)
      return;
    Out = std::move(W->All);
    if (W->One.Line)
      Out.push_back(std::move(W->One));
  }
  /// After a fault the reader makes up values; they have no place.
  static void word(IO &IO, const char *Key, std::optional<PlacedText> &Out) {
    IO.mapOptional(Key, Out);
    if (Out && !Out->Line)
      Out.reset();
  }
  static void mapping(IO &IO, Reading &R) {
    ConfigText &C = R.Out;
    words(IO, "extends", C.Extends);
    words(IO, "rules", C.Rules);
    words(IO, "skip", C.Skip);
    words(IO, "arch", C.Archs);
    std::optional<fencepost::Levels> L;
    IO.mapOptional("levels", L);
    if (L) {
      C.Levels = std::move(L->All);
      // They come in no order, and it matters.
      llvm::sort(C.Levels, [](const auto &A, const auto &B) {
        return std::tie(A.first.Line, A.first.Column) <
               std::tie(B.first.Line, B.first.Column);
      });
    }
    R.InHomes = true;
    IO.mapOptional("homes", C.Homes);
    R.InHomes = false;
    std::optional<std::vector<fencepost::Model>> Models;
    R.InModels = true;
    IO.mapOptional("models", Models);
    R.InModels = false;
    C.HasModels = Models.has_value();
    IO.mapOptional("encoding", R.Encoding);
    word(IO, "level", C.Lowest);
    word(IO, "fail-on", C.FailOn);
    word(IO, "system-headers", C.SystemHeaders);
  }
};
} // namespace llvm::yaml

namespace fencepost {

static void takeDiagnostic(const SMDiagnostic &D, void *Context) {
  auto &R = *static_cast<Reading *>(Context);
  unsigned Line = D.getLineNo() > 0 ? D.getLineNo() : 1;
  unsigned Column = D.getColumnNo() + 1;
  StringRef Message = D.getMessage();
  if (D.getKind() != SourceMgr::DK_Warning) {
    R.Out.Faults.push_back({Message.str(), Line, Column});
    return;
  }
  if (R.InModels)
    return;
  StringRef Key = Message;
  if (!Key.consume_front("unknown key '") || !Key.consume_back("'"))
    return;
  ArrayRef<StringRef> Keys = R.InHomes ? ArrayRef(HomeKeys) : ArrayRef(TopKeys);
  std::string Near = didYouMean(Key, Keys);
  if (Near.empty())
    Near = "; there are " + join(Keys.drop_back(), ", ") + " and " +
           Keys.back().str();
  R.Out.Faults.push_back(
      {"no key is called '" + Key.str() + "'" + Near, Line, Column});
}

/// Nothing but white space, comments and document marks: Input takes that for
/// an error.
static bool isBlank(StringRef Yaml) {
  for (StringRef Line : split(Yaml, '\n')) {
    Line = Line.trim();
    if (!Line.empty() && !Line.starts_with("#") && Line != "---")
      return false;
  }
  return true;
}

/// Nested deeper than any configuration: the parser recurses.
static bool isTooDeep(StringRef Yaml) {
  constexpr size_t Most = 64;
  size_t Open = 0;
  for (char C : Yaml) {
    if (C == '[' || C == '{')
      ++Open;
    else if ((C == ']' || C == '}') && Open)
      --Open;
    if (Open > Most)
      return true;
  }
  return any_of(split(Yaml, '\n'), [](StringRef Line) {
    // Blocks within blocks, by indentation or begun on one line.
    size_t Indent = Line.size() - Line.ltrim().size(), Begun = 0;
    for (size_t I = Indent; I + 1 < Line.size() && Begun <= Most; ++I)
      if (!isSpace(Line[I]))
        Begun = StringRef("-?:").contains(Line[I]) && isSpace(Line[I + 1])
                    ? Begun + 1
                    : 0;
    return Indent > Most || Begun > Most;
  });
}

/// Does a second document follow? The parser cannot be asked: it goes wrong
/// behind a tag that it could not read.
static bool hasSeveral(StringRef Yaml) {
  bool Begun = false, Ended = false;
  for (StringRef Line : split(Yaml, '\n')) {
    StringRef Text = Line.trim();
    if (Text.empty() || Text.starts_with("#") || Line.starts_with("%"))
      continue;
    StringRef Rest = Line;
    bool Starts =
        Rest.consume_front("---") && (Rest.empty() || isSpace(Rest[0]));
    if (Ended || (Starts && Begun))
      return true;
    Begun |= !Starts || !Rest.trim().empty();
    Ended = Text == "...";
  }
  return false;
}

ConfigText readConfigText(StringRef Yaml) {
  Reading R;
  R.Yaml = Yaml;
  if (isBlank(Yaml))
    return {};
  if (isTooDeep(Yaml)) {
    R.Out.Faults.push_back({"it is nested too deeply", 1, 1});
    return std::move(R.Out);
  }
  yaml::Input In(Yaml, &R, takeDiagnostic, &R);
  R.In = &In;
  In.setAllowUnknownKeys(true);
  In >> R;
  if (In.error() && R.Out.Faults.empty())
    R.Out.Faults.push_back({"this is no YAML map of keys", 1, 1});
  if (!In.error() && hasSeveral(Yaml))
    R.Out.Faults.push_back({"only one document is read: there are more", 1, 1});
  return std::move(R.Out);
}

} // namespace fencepost
