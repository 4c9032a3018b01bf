//===- text_mnemonic.cpp - the dotted qualifiers of an event --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A qualifier is looked up in the sets in a fixed order that depends on the
// event kind. The printer runs the same look-up, so a word that would be read
// as something else is printed as an attribute instead.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_words.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;

/// The longest event kind that is Text or a dotted prefix of it. `Text`
/// becomes the rest.
static std::optional<EventKind> takeKind(StringRef &Text) {
  for (StringRef Head = Text; !Head.empty();
       Head = Head.substr(0, Head.rfind('.'))) {
    if (std::optional<EventKind> K = parseSpelling<EventKind>(Head)) {
      Text = Text.drop_front(Head.size());
      Text.consume_front(".");
      return K;
    }
    if (!Head.contains('.'))
      return std::nullopt;
  }
  return std::nullopt;
}

/// The field whose set is asked first for events of this kind.
static std::optional<Field> firstField(EventKind Kind) {
  switch (Kind) {
  case EventKind::Mbarrier:
    return Field::Mbar;
  case EventKind::ProxyFence:
    return Field::Prx;
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
  case EventKind::GridDependency:
    return Field::Barrier;
  case EventKind::Rmw:
  case EventKind::Red:
    return Field::Rmw;
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
    return Field::Done;
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Fence:
  case EventKind::WarpSync:
  case EventKind::WarpCollective:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
  case EventKind::OpaqueCall:
    return std::nullopt;
  }
  return std::nullopt;
}

static std::optional<Field> fieldOfWord(EventKind Kind, StringRef Word) {
  static constexpr Field Sets[] = {
      Field::Volatile, Field::Mmio, Field::Ord,  Field::Scp,
      Field::Spc,      Field::Prx,  Field::Rmw,  Field::Barrier,
      Field::Mbar,     Field::Done, Field::Hint, Field::Elements,
      Field::Bits};
  static_assert(std::size(Sets) == FieldCount);
  if (Word == "none" || Word == "unknown")
    return std::nullopt;
  Event Scratch;
  if (std::optional<Field> First = firstField(Kind);
      First && setField(Scratch, *First, Word))
    return First;
  for (Field F : Sets)
    if (setField(Scratch, F, Word))
      return F;
  return std::nullopt;
}

/// The longest qualifier at the front of Rest, which may hold dots.
static StringRef takeQualifier(EventKind Kind, StringRef &Rest,
                               std::optional<Field> &F) {
  for (StringRef Head = Rest;; Head = Head.substr(0, Head.rfind('.'))) {
    F = fieldOfWord(Kind, Head);
    if (F || !Head.contains('.')) {
      Rest = Rest.drop_front(Head.size());
      Rest.consume_front(".");
      return Head;
    }
  }
}

bool text::startsEvent(StringRef Text) { return takeKind(Text).has_value(); }

std::optional<Mnemonic> text::parseMnemonic(StringRef Text,
                                            std::string &Fault) {
  std::optional<EventKind> Kind = takeKind(Text);
  if (!Kind) {
    Fault = "expected an event, found '" + Text.str() + "'";
    return std::nullopt;
  }
  llvm::SmallVector<std::pair<Field, StringRef>, 8> Found;
  bool Seen[FieldCount] = {};
  while (!Text.empty()) {
    std::optional<Field> F;
    StringRef Word = takeQualifier(*Kind, Text, F);
    if (!F) {
      Fault = "expected a qualifier of '" + spelling(*Kind).str() +
              "', found '" + Word.str() + "'";
      return std::nullopt;
    }
    if (std::exchange(Seen[static_cast<unsigned>(*F)], true)) {
      Fault = "expected one qualifier of its sort, found a second: '" +
              Word.str() + "'";
      return std::nullopt;
    }
    Found.push_back({*F, Word});
  }
  auto SeenField = [&](Field F) { return Seen[static_cast<unsigned>(F)]; };
  Mnemonic Out;
  Out.E =
      defaultEvent(*Kind, SeenField(Field::Volatile), SeenField(Field::Mmio));
  Out.HasOrder = SeenField(Field::Ord);
  Out.HasScope = SeenField(Field::Scp);
  for (auto [F, Word] : Found)
    setField(Out.E, F, Word);
  return Out;
}

/// Fields that are printed even where they have their default.
static bool isAlwaysShown(EventKind Kind, Field F) {
  return isMemoryAccess(Kind) &&
         (F == Field::Ord || F == Field::Spc || F == Field::Bits);
}

/// Does Text read back as the kind of E and as its fields in Said?
static bool readsBack(StringRef Text, const Event &E,
                      llvm::ArrayRef<Field> Said) {
  std::string Fault;
  std::optional<Mnemonic> Probe = parseMnemonic(Text, Fault);
  return Probe && Probe->E.Kind == E.Kind &&
         llvm::all_of(Said, [&](Field F) { return sameField(Probe->E, E, F); });
}

std::string text::spellMnemonic(const Event &E,
                                llvm::SmallVectorImpl<std::string> &Attrs) {
  Event Default = defaultEvent(E.Kind, E.IsVolatile, E.IsMmio);
  llvm::SmallVector<Field, 8> Shown;
  for (unsigned I = 0; I < FieldCount; ++I) {
    Field F = static_cast<Field>(I);
    bool IsShown = !sameField(E, Default, F) || isAlwaysShown(E.Kind, F) ||
                   (F == Field::Ord && needsOrder(E.Kind)) ||
                   (F == Field::Scp && needsScope(E));
    if (F == Field::Volatile || F == Field::Mmio)
      IsShown = F == Field::Volatile ? E.IsVolatile : E.IsMmio;
    if (IsShown)
      Shown.push_back(F);
  }
  // A word that would end up in another set, or that joins its neighbours
  // into a longer word, is said by name. The latter is rare: look for it word
  // by word only where the whole does not read back.
  std::string Text;
  llvm::SmallVector<Field, 8> Said;
  size_t FirstAttribute = Attrs.size();
  for (bool Careful : {false, true}) {
    Text = spelling(E.Kind).str();
    Said.clear();
    Attrs.truncate(FirstAttribute);
    for (Field F : Shown) {
      std::string Word = fieldWord(E, F);
      Said.push_back(F);
      if (fieldOfWord(E.Kind, Word) == F &&
          (!Careful || readsBack(Text + "." + Word, E, Said))) {
        Text += "." + Word;
        continue;
      }
      Said.pop_back();
      Attrs.push_back(attributeName(F).str() + "=" + Word);
    }
    if (readsBack(Text, E, Said))
      break;
  }
  return Text;
}
