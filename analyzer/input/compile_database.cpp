//===- compile_database.cpp - compile_commands.json -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/compile_database.h"

#include "analyzer/input/words.h"
#include "analyzer/model/json_depth.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

/// Entries that are named one by one before the rest is only counted.
static constexpr unsigned MaxBadEntries = 5;

std::string absolutePath(StringRef Path, StringRef Base) {
  SmallString<256> Result(Path);
  if (sys::path::is_relative(Path) && !Base.empty()) {
    Result = Base;
    sys::path::append(Result, Path);
  }
  sys::fs::make_absolute(Result);
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return std::string(Result);
}

static uint32_t lineOf(StringRef Text, size_t Offset) {
  return 1 + Text.take_front(Offset).count('\n');
}

namespace {
class Reader {
public:
  Reader(CompileDatabase &Out, StringRef Text) : Out(Out), Text(Text) {}
  void read();

private:
  void fail(const Twine &Message, uint32_t Line) {
    Out.Notes.push_back({NoticeClass::User, Message.str(), Out.Path, Line});
  }
  void parseError(Error E);
  void entry(const json::Value &V, size_t Index);
  /// Why the entry cannot be used; empty if it was added.
  std::string add(const json::Value &V);

  CompileDatabase &Out;
  StringRef Text;
  unsigned Bad = 0;
};
} // namespace

void Reader::parseError(Error E) {
  uint32_t Line = 0;
  std::string Message = toString(std::move(E));
  // "[line:column, byte=offset]: what"
  StringRef Rest = Message;
  if (Rest.consume_front("[") && !Rest.consumeInteger(10, Line))
    Message = Rest.split("]: ").second.str();
  if (!Message.empty())
    Message[0] = toLower(Message[0]);
  fail("the compilation database is no valid JSON: " + Message +
           "; make it anew with the build system",
       Line);
}

std::string Reader::add(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return "is no object";
  std::optional<StringRef> File = O->getString("file");
  if (!File || File->empty())
    return "has no \"file\"";
  CompileEntry Entry;
  StringRef Folder = sys::path::parent_path(Out.Path);
  Entry.Directory =
      absolutePath(O->getString("directory").value_or(Folder), Folder);
  Entry.File = absolutePath(*File, Entry.Directory);
  // `link/../a.cu` names what the link leads to.
  if (File->contains("..") && !sys::fs::exists(Entry.File)) {
    SmallString<256> Written(sys::path::is_absolute(*File) ? StringRef()
                                                           : Entry.Directory);
    sys::path::append(Written, *File);
    SmallString<256> Real;
    if (!sys::fs::real_path(Written, Real))
      Entry.File = std::string(Real);
  }
  if (const json::Array *Arguments = O->getArray("arguments")) {
    for (const json::Value &A : *Arguments) {
      std::optional<StringRef> S = A.getAsString();
      if (!S)
        return "has an argument that is no string";
      Entry.Argv.push_back(S->str());
    }
  } else if (std::optional<StringRef> Command = O->getString("command")) {
    Entry.Argv = splitShell(*Command);
  }
  if (Entry.Argv.empty())
    return "has neither \"command\" nor \"arguments\"";
  Out.Entries.push_back(std::move(Entry));
  return "";
}

void Reader::entry(const json::Value &V, size_t Index) {
  std::string Why = add(V);
  if (Why.empty() || ++Bad > MaxBadEntries)
    return;
  fail("entry " + Twine(Index + 1) + " of the compilation database " + Why +
           " and is left out",
       0);
}

void Reader::read() {
  size_t Deep = tooDeepAt(Text);
  if (Deep != StringRef::npos)
    return fail("the compilation database nests too deeply to be one",
                lineOf(Text, Deep));
  if (!json::isUTF8(Text))
    return fail("the compilation database is not UTF-8", 0);
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return parseError(Root.takeError());
  const json::Array *Array = Root->getAsArray();
  if (!Array)
    return fail("the compilation database is not a list of commands", 1);
  Out.Usable = true;
  for (size_t I = 0; I < Array->size(); ++I)
    entry((*Array)[I], I);
  if (Bad > MaxBadEntries)
    fail(Twine(Bad - MaxBadEntries) +
             " more entries of the compilation database are left out",
         0);
}

CompileDatabase readCompileDatabase(StringRef BuildPath) {
  CompileDatabase Out;
  SmallString<256> Path(BuildPath);
  auto Fail = [&](const Twine &Message) {
    Out.Notes.push_back({NoticeClass::User, Message.str(), Out.Path, 0});
  };
  if (!sys::fs::exists(Path)) {
    Out.Path = std::string(Path);
    Fail("'" + BuildPath + "' (-p) does not exist");
    return Out;
  }
  if (sys::fs::is_directory(Path))
    sys::path::append(Path, "compile_commands.json");
  Out.Path = absolutePath(Path);
  if (!sys::fs::exists(Path)) {
    Fail(
        "no compile_commands.json in '" + BuildPath +
        "': configure CMake with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or record "
        "the build with 'bear -- make', or run 'ninja -t compdb > "
        "compile_commands.json' there");
    return Out;
  }
  if (!sys::fs::is_regular_file(Path)) {
    Fail("'" + Path.str() + "' is not a regular file");
    return Out;
  }
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer) {
    Fail("cannot read '" + Path.str() + "': " + Buffer.getError().message());
    return Out;
  }
  StringRef Text = (*Buffer)->getBuffer();
  Text.consume_front("\xef\xbb\xbf");
  Reader(Out, Text).read();
  return Out;
}

} // namespace fencepost
