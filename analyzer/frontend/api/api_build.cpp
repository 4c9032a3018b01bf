//===- api_build.cpp - from the strings of a model to an ApiModel ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of every key: rules/models/README.md. Words of closed sets are
// those of the .events text form (kinds.cpp), orders and scopes also those of
// C++.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_build.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using llvm::StringRef;

llvm::ArrayRef<StringRef> fencepost::eventKeys() {
  static constexpr StringRef Keys[] = {
      "event",   "order",        "failure", "scope",   "proxy",   "space",
      "op",      "action",       "address", "operand", "compare", "source",
      "size",    "participants", "id",      "object",  "extra",   "result",
      "returns", "done",         "hint",    "repeats", "elected", "clobber",
      "read",    "volatile",     "encoding"};
  return Keys;
}

llvm::ArrayRef<StringRef> fencepost::modelKeys() {
  static constexpr StringRef Keys[] = {"is",      "special", "value",
                                       "invokes", "binds",   "arity"};
  return Keys;
}

std::optional<ApiEncoding> fencepost::parseEncoding(StringRef Word) {
  return llvm::StringSwitch<std::optional<ApiEncoding>>(Word)
      .Case("libcu++", ApiEncoding::LibCuxx)
      .Case("nv_atomic", ApiEncoding::NvAtomic)
      .Case("clang_scoped", ApiEncoding::ClangScoped)
      .Case("gnu", ApiEncoding::Gnu)
      .Case("ptx", ApiEncoding::Ptx)
      .Default(std::nullopt);
}

const RawText *ModelBuilder::get(StringRef Key) const {
  auto It = Current->find(Key);
  return It == Current->end() ? nullptr : &It->second;
}

bool ModelBuilder::fail(StringRef Key, const llvm::Twine &What) {
  Message = ("key '" + Key + "': " + What).str();
  const RawText *T = get(Key);
  At = T ? T->At : Current->empty() ? nullptr : Current->begin()->second.At;
  return false;
}

bool ModelBuilder::flag(StringRef Key, bool &Out) {
  const RawText *T = get(Key);
  if (!T)
    return true;
  if (T->Text != "true" && T->Text != "false")
    return fail(Key, "expected true or false, not '" + T->Text + "'");
  Out = T->Text == "true";
  return true;
}

bool ModelBuilder::number(StringRef Key, unsigned &Out) {
  if (StringRef(get(Key)->Text).getAsInteger(10, Out))
    return fail(Key, "expected a number, not '" + get(Key)->Text + "'");
  return true;
}

bool ModelBuilder::argument(StringRef Key, unsigned &Out) {
  StringRef Digits = get(Key)->Text;
  if (!Digits.consume_front("arg") || Digits.getAsInteger(10, Out))
    return fail(Key, "expected arg0, arg1..., not '" + get(Key)->Text + "'");
  return true;
}

template <typename EnumT> bool ModelBuilder::word(StringRef Key, EnumT &Out) {
  const RawText *T = get(Key);
  if (!T)
    return true;
  std::optional<EnumT> E = parseSpelling<EnumT>(T->Text);
  if (!E)
    return fail(Key, "unknown word '" + T->Text + "'");
  Out = *E;
  return true;
}

bool ModelBuilder::reference(StringRef Key, StringRef Text, ArgumentRef &Out) {
  Text = Text.trim();
  StringRef Rest = Text;
  Out.Deref = Rest.consume_front("at ");
  auto Indexed = [&](StringRef Prefix, ArgumentRef::SourceKind Kind) {
    StringRef Digits = Rest;
    if (!Digits.consume_front(Prefix) || Digits.getAsInteger(10, Out.Index))
      return false;
    Out.Source = Kind;
    return true;
  };
  if (Indexed("arg", ArgumentRef::Argument) ||
      Indexed("plain", ArgumentRef::Plain) ||
      Indexed("template", ArgumentRef::TemplateArg))
    return true;
  if (Rest == "args")
    Out.Source = ArgumentRef::AllArguments;
  else if (Rest == "this")
    Out.Source = ArgumentRef::This;
  else if (Rest.consume_front("this."))
    Out.Source = ArgumentRef::Member;
  else if (Rest.consume_front("hidden "))
    Out.Source = ArgumentRef::Hidden;
  else if (Rest.consume_front("tag "))
    Out.Source = ArgumentRef::Tag;
  else if (!Rest.getAsInteger(0, Out.Value))
    Out.Source = ArgumentRef::Constant;
  else
    return fail(Key, "cannot tell where '" + Text + "' comes from");
  if (Out.Source == ArgumentRef::Member || Out.Source == ArgumentRef::Hidden ||
      Out.Source == ArgumentRef::Tag)
    Out.Name = Rest.str();
  return true;
}

bool ModelBuilder::reference(StringRef Key, ArgumentRef &Out) {
  const RawText *T = get(Key);
  return !T || reference(Key, T->Text, Out);
}

template <typename EnumT>
bool ModelBuilder::orDefault(StringRef Key, EnumT (*Parse)(StringRef),
                             ArgumentRef &From, EnumT &Default) {
  const RawText *T = get(Key);
  if (!T)
    return true;
  auto [First, Second] = StringRef(T->Text).split(" or ");
  StringRef Word = Second;
  bool IsReference = First.starts_with("arg") || First.starts_with("tag ") ||
                     First.starts_with("template");
  if (IsReference) {
    if (!reference(Key, First, From))
      return false;
  } else {
    if (!Second.empty())
      return fail(Key, "'" + First + "' is fixed, 'or' is of no use");
    Word = First;
  }
  if (Word.empty() || Word == "unknown")
    return true;
  Default = Word == "none" ? EnumT::None : Parse(Word.trim());
  if (Default == EnumT::Unknown)
    return fail(Key, "unknown word '" + Word + "'");
  return true;
}

/// Accesses, fences and barriers on which an order says something.
static bool needsOrder(EventKind K) {
  return isMemoryAccess(K) || K == EventKind::Fence;
}

bool ModelBuilder::readAccess(EventTemplate &Out) {
  Event &E = Out.Proto;
  E.Ord = needsOrder(E.Kind) ? Order::Unknown : Order::None;
  E.Scp = Scope::None;
  if (needsOrder(E.Kind) && !get("order"))
    return fail("order", "missing");
  if (!orDefault("order", orderOfWord, Out.OrderFrom, E.Ord))
    return false;
  Out.DefaultOrder = E.Ord;
  if (needsOrder(E.Kind) && E.Ord != Order::Weak && !get("scope"))
    return fail("scope", "missing");
  if (get("scope"))
    E.Scp = Scope::Unknown;
  if (!orDefault("scope", scopeOfWord, Out.ScopeFrom, E.Scp))
    return false;
  if (const RawText *T = get("space"); T && T->Text == "tag space") {
    if (!reference("space", Out.SpaceFrom))
      return false;
  } else if (!word("space", E.Spc)) {
    return false;
  }
  if (const RawText *T = get("op"); T && T->Text == "tag op") {
    if (!reference("op", Out.OpFrom))
      return false;
    E.Rmw = RmwOp::Other;
  } else if (!word("op", E.Rmw)) {
    return false;
  }
  if (isRmw(E.Kind) != (E.Rmw != RmwOp::None))
    return fail("op", "every atom and red has one, nothing else");
  return reference("failure", Out.FailureOrderFrom) && word("proxy", E.Prx) &&
         word("hint", E.Hint);
}

bool ModelBuilder::readSync(EventTemplate &Out) {
  Event &E = Out.Proto;
  bool IsBarrier = E.Kind == EventKind::CtaBarrier ||
                   E.Kind == EventKind::ClusterBarrier ||
                   E.Kind == EventKind::GridDependency;
  // A fence of the initialisation of mbarriers says so.
  bool IsInitFence =
      E.Kind == EventKind::ProxyFence && get("action") != nullptr;
  bool IsMbarrier = E.Kind == EventKind::Mbarrier || IsInitFence;
  if ((IsBarrier || IsMbarrier) != (get("action") != nullptr))
    return fail("action", "every barrier, mbarrier and griddep has one, "
                          "nothing else but the fence of an init");
  if (IsBarrier && !word("action", E.Barrier))
    return false;
  if (IsMbarrier && !word("action", E.Mbar))
    return false;
  return word("done", E.Done) && reference("participants", Out.Participants) &&
         reference("id", Out.BarrierId) &&
         reference("object", Out.CompletionObject) &&
         flag("read", E.ReadOnlyWait);
}

bool ModelBuilder::readValues(EventTemplate &Out) {
  if (!reference("address", Out.Address) ||
      !reference("operand", Out.Operand) ||
      !reference("compare", Out.Compare) ||
      !reference("source", Out.SourceAddress) || !reference("size", Out.Size) ||
      !reference("result", Out.ResultTo))
    return false;
  Out.CompareByPointer = Out.Compare.Deref;
  if (isMemoryAccess(Out.Proto.Kind) && !Out.Address)
    return fail("address", "missing");
  if (const RawText *T = get("extra")) {
    llvm::SmallVector<StringRef, 4> Parts;
    StringRef(T->Text).split(Parts, ',', -1, false);
    for (StringRef Part : Parts)
      if (!reference("extra", Part, Out.Extra.emplace_back()))
        return false;
  }
  return true;
}

bool ModelBuilder::readFlags(EventTemplate &Out) {
  if (const RawText *T = get("returns")) {
    if (T->Text != "old" && T->Text != "new" && T->Text != "success")
      return fail("returns",
                  "expected old, new or success, not '" + T->Text + "'");
    Out.Returns = true;
    Out.ReturnsNew = T->Text == "new";
    Out.ReturnsSuccess = T->Text == "success";
  }
  return flag("repeats", Out.Repeats) && flag("elected", Out.Elected) &&
         flag("clobber", Out.Proto.CompilerBarrier) &&
         flag("volatile", Out.Proto.IsVolatile);
}

bool ModelBuilder::buildEvent(const RawFields &Fields, EventTemplate &Out) {
  Current = &Fields;
  Out.Encoding = Encoding;
  if (!get("event"))
    return fail("event", "missing");
  if (const RawText *T = get("encoding")) {
    std::optional<ApiEncoding> E = parseEncoding(T->Text);
    if (!E)
      return fail("encoding", "unknown word '" + T->Text + "'");
    Out.Encoding = *E;
  }
  return word("event", Out.Proto.Kind) && readAccess(Out) && readSync(Out) &&
         readValues(Out) && readFlags(Out);
}

bool ModelBuilder::buildEffect(const RawFields &Fields, ApiModel &Out) {
  Current = &Fields;
  if (const RawText *T = get("is")) {
    auto What = llvm::StringSwitch<std::optional<ApiModel::Effect>>(T->Text)
                    .Case("pure", ApiModel::Effect::Pure)
                    .Case("nothing", ApiModel::Effect::Nothing)
                    .Case("opaque", ApiModel::Effect::Opaque)
                    .Case("noreturn", ApiModel::Effect::NoReturn)
                    .Case("events", ApiModel::Effect::Events)
                    .Default(std::nullopt);
    if (What) {
      Out.What = *What;
      return true;
    }
    Out.What = ApiModel::Effect::Returns;
    return argument("is", Out.Index);
  }
  if (const RawText *T = get("special")) {
    Out.What = ApiModel::Effect::Special;
    Out.Register = T->Text;
    return true;
  }
  if (const RawText *T = get("value")) {
    Out.What = ApiModel::Effect::Computes;
    auto E = ApiExpression::parse(T->Text);
    if (!E)
      return fail("value", llvm::toString(E.takeError()));
    Out.Expression = std::move(*E);
    return true;
  }
  if (get("invokes")) {
    Out.What = ApiModel::Effect::Invokes;
    return argument("invokes", Out.Index);
  }
  Out.What = ApiModel::Effect::Binds;
  Out.Register = "ref";
  return argument("binds", Out.Index);
}

bool ModelBuilder::build(const RawFields &Fields,
                         llvm::ArrayRef<RawFields> Events, ApiModel &Out) {
  Current = &Fields;
  if (get("arity")) {
    unsigned N = 0;
    if (!number("arity", N))
      return false;
    Out.Arity = N;
  }
  unsigned Effects = llvm::count_if(
      modelKeys(), [&](StringRef Key) { return Key != "arity" && get(Key); });
  bool HasEvents = !Events.empty() || get("event");
  if (Effects + HasEvents != 1 || (!Events.empty() && get("event"))) {
    Message = "a model has exactly one of is, special, value, invokes, binds, "
              "event and events";
    return false;
  }
  if (Effects)
    return buildEffect(Fields, Out);
  if (get("event"))
    return buildEvent(Fields, Out.Events.emplace_back());
  for (const RawFields &E : Events)
    if (!buildEvent(E, Out.Events.emplace_back()))
      return false;
  return true;
}
