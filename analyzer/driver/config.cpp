//===- config.cpp - .fencepost.yaml ---------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/config.h"

#include "analyzer/driver/config_yaml.h"
#include "analyzer/driver/near_name.h"
#include "analyzer/driver/rule_globs.h"
#include "analyzer/finding/names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace fencepost {
namespace {

constexpr unsigned MaxExtends = 16; ///< Files that extend one another.
constexpr unsigned MaxReads = 256;  ///< Of files, for one configuration.
constexpr size_t MaxMessage = 400;  ///< A word of any length may stand in it.
constexpr uint64_t MaxBytes = 1u << 20;
constexpr StringRef LevelWords[] = {"error", "warning", "note"};
constexpr StringRef HomeWords[] = {"block", "cluster", "gpu", "peer", "host"};

std::string absolute(StringRef Path) {
  SmallString<256> Out(Path);
  (void)sys::fs::make_absolute(Out);
  path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

std::optional<Level> levelOfWord(StringRef Word) {
  return StringSwitch<std::optional<Level>>(Word)
      .Case("error", Level::Error)
      .Case("warning", Level::Warning)
      .Case("note", Level::Note)
      .Default(std::nullopt);
}

Home homeOfWord(StringRef Word) {
  return StringSwitch<Home>(Word)
      .Case("block", Home::Block)
      .Case("cluster", Home::Cluster)
      .Case("gpu", Home::Device)
      .Case("peer", Home::Peer)
      .Case("host", Home::Host)
      .Default(Home::Unknown);
}

class Reader {
public:
  Reader(ArrayRef<StringRef> Rules, std::vector<Notification> &Faults)
      : Rules(Rules), Faults(Faults) {}

  Config Out;

  /// What a file extends is read before it.
  void read(StringRef Path, const PlacedText *NamedAt = nullptr,
            StringRef NamedIn = "");

private:
  ArrayRef<StringRef> Rules;
  std::vector<Notification> &Faults;
  std::vector<std::string> Open; ///< Files being read, outermost first.
  std::shared_ptr<ApiModels> Models;
  unsigned Reads = 0;

  void fault(StringRef File, unsigned Line, unsigned Column,
             const Twine &Message) {
    std::string Told = Message.str();
    if (Told.size() > MaxMessage)
      Told = Told.substr(0, MaxMessage) + " ...";
    Faults.push_back(
        {NoticeClass::User,
         (File + ":" + Twine(Line) + ":" + Twine(Column) + ": " + Told).str(),
         File.str(), Line});
  }
  void fault(const PlacedText &At, const Twine &Message) {
    fault(Open.back(), At.Line, At.Column, Message);
  }
  void notAmong(const PlacedText &T, StringRef What,
                ArrayRef<StringRef> Words) {
    fault(T, "'" + T.Text + "' is no " + What + didYouMean(T.Text, Words) +
                 "; there are " + join(Words.drop_back(), ", ") + " and " +
                 Words.back());
  }
  bool isGlob(const PlacedText &T) {
    Expected<GlobPattern> Glob = GlobPattern::create(T.Text);
    if (Glob && !T.Text.empty())
      return true;
    fault(T, "'" + T.Text + "' is no pattern: " +
                 (Glob ? "it is empty" : toString(Glob.takeError())));
    return false;
  }
  void takeRules(const ConfigText &Text);
  void takeLevels(const ConfigText &Text);
  void takeSkip(const ConfigText &Text);
  void takeHomes(const ConfigText &Text);
  void takeRun(const ConfigText &Text);
  void takeModels(StringRef Yaml);
};

void Reader::takeRules(const ConfigText &Text) {
  if (Text.Rules.empty())
    return;
  std::string Globs;
  for (const PlacedText &T : Text.Rules) {
    for (const Notification &N : selectRules(T.Text, Rules).Notes)
      fault(T, N.Message);
    Globs += (Globs.empty() ? "" : ",") + T.Text;
  }
  Out.Rules = Globs;
}

void Reader::takeLevels(const ConfigText &Text) {
  constexpr StringRef Words[] = {"error", "warning", "note", "off"};
  for (const auto &[Rule, To] : Text.Levels) {
    if (none_of(Rules, [&](StringRef R) { return matchesGlob(Rule.Text, R); }))
      fault(Rule, "no rule matches '" + Rule.Text + "'" +
                      didYouMean(Rule.Text, Rules) +
                      "; 'fencepost rules' lists them");
    std::optional<Level> L = levelOfWord(To.Text);
    if (!L && To.Text != "off") {
      notAmong(To, "level", Words);
      continue;
    }
    Out.Levels.push_back({Rule.Text, L});
  }
}

void Reader::takeSkip(const ConfigText &Text) {
  for (const PlacedText &T : Text.Skip)
    if (isGlob(T))
      Out.Skip.push_back(
          {T.Text, path::parent_path(Open.back()).str(), Open.back()});
}

void Reader::takeHomes(const ConfigText &Text) {
  std::vector<HomeNote> Own;
  for (const ConfigText::HomeEntry &H : Text.Homes) {
    const std::optional<PlacedText> &Name = H.Pointer ? H.Pointer : H.Type;
    const std::optional<PlacedText> &Any = Name ? Name : H.Home;
    if (!Name || !H.Home || (H.Pointer && H.Type)) {
      fault(Any.value_or(PlacedText{"", 1, 1}),
            "a home has either 'pointer' or 'type', and 'home'");
      continue;
    }
    HomeNote N;
    N.Pattern = Name->Text;
    N.IsType = H.Type.has_value();
    N.Is = homeOfWord(H.Home->Text);
    N.Where = (path::filename(Open.back()) + ":" + Twine(Name->Line)).str();
    if (N.Is == Home::Unknown)
      notAmong(*H.Home, "home", HomeWords);
    else if (isGlob(*Name))
      Own.push_back(std::move(N));
  }
  Out.Homes.insert(Out.Homes.begin(), Own.begin(), Own.end());
}

void Reader::takeRun(const ConfigText &Text) {
  Regex Arch("^(all|sm_[1-9][0-9]+[af]?)$");
  if (!Text.Archs.empty())
    Out.Archs.clear();
  for (const PlacedText &T : Text.Archs)
    if (Arch.match(T.Text))
      Out.Archs.push_back(T.Text);
    else
      fault(T, "'" + T.Text +
                   "' is no target; write it as sm_90 or sm_100a, or 'all'");
  if (Text.Lowest) {
    Out.Lowest = levelOfWord(Text.Lowest->Text);
    if (!Out.Lowest)
      notAmong(*Text.Lowest, "level", LevelWords);
  }
  if (Text.FailOn) {
    constexpr StringRef Words[] = {"error", "warning", "note", "never"};
    Out.FailOn = levelOfWord(Text.FailOn->Text);
    Out.FailsNever = Text.FailOn->Text == "never";
    if (!Out.FailOn && !Out.FailsNever)
      notAmong(*Text.FailOn, "level", Words);
  }
  if (Text.SystemHeaders) {
    constexpr StringRef Words[] = {"true", "false"};
    if (is_contained(Words, Text.SystemHeaders->Text))
      Out.SystemHeaders = Text.SystemHeaders->Text == "true";
    else
      notAmong(*Text.SystemHeaders, "truth value", Words);
  }
}

void Reader::takeModels(StringRef Yaml) {
  if (!Models)
    Models = std::make_shared<ApiModels>(ApiModels::builtin());
  if (Error E = Models->add(Yaml, Open.back(), /*IsConfig=*/true))
    Faults.push_back(
        {NoticeClass::User, toString(std::move(E)), Open.back(), 0});
  Out.Models = Models;
}

void Reader::read(StringRef Path, const PlacedText *NamedAt,
                  StringRef NamedIn) {
  auto Fail = [&](const Twine &Message) {
    if (NamedAt)
      return fault(NamedIn, NamedAt->Line, NamedAt->Column, Message);
    Faults.push_back({NoticeClass::User, Message.str(), Path.str(), 0});
  };
  if (is_contained(Open, Path))
    return Fail("'" + Path + "' extends itself");
  if (Open.size() >= MaxExtends)
    return Fail("more than " + Twine(MaxExtends) + " files extend one another");
  if (Reads >= MaxReads) {
    if (Reads++ == MaxReads)
      Fail("more than " + Twine(MaxReads) + " files are extended");
    return;
  }
  ++Reads;
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(Path, Status))
    return Fail("cannot read '" + Path + "': " + Code.message());
  if (Status.type() != sys::fs::file_type::regular_file ||
      Status.getSize() > MaxBytes)
    return Fail("cannot read '" + Path + "': it is no file of at most 1 MiB");
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Fail("cannot read '" + Path + "': " + Buffer.getError().message());
  ConfigText Text = readConfigText((*Buffer)->getBuffer());
  Out.Key += utohexstr(xxh3_64bits((*Buffer)->getBuffer())) + ".";
  Open.push_back(Path.str());
  for (const ConfigFault &F : Text.Faults)
    fault(Path, F.Line, F.Column, F.Message);
  for (const PlacedText &Base : Text.Extends) {
    SmallString<256> File(Base.Text);
    path::make_absolute(path::parent_path(Path), File);
    path::remove_dots(File, /*remove_dot_dot=*/true);
    Out.Extended.push_back(std::string(File));
    read(File, &Base, Path);
  }
  takeRules(Text);
  takeLevels(Text);
  takeSkip(Text);
  takeHomes(Text);
  takeRun(Text);
  if (Text.HasModels && Text.Faults.empty())
    takeModels((*Buffer)->getBuffer());
  Open.pop_back();
}

} // namespace

const SkippedPath *Config::skips(StringRef Path) const {
  for (const SkippedPath &S : Skip) {
    StringRef Rest = Path;
    if (!Rest.consume_front(S.Folder) ||
        !(Rest.starts_with("/") || S.Folder == "/"))
      continue;
    Rest = Rest.ltrim('/');
    StringRef Glob = S.Glob;
    Glob = Glob.rtrim('/');
    for (StringRef Form :
         {Glob, Glob.starts_with("**/") ? Glob.drop_front(3) : Glob}) {
      Expected<GlobPattern> Pattern = GlobPattern::create(Form);
      if (!Pattern) {
        consumeError(Pattern.takeError());
        continue;
      }
      for (StringRef P = Rest; !P.empty(); P = path::parent_path(P))
        if (Pattern->match(P))
          return &S;
    }
  }
  return nullptr;
}

const RuleLevel *Config::levelOf(StringRef Rule) const {
  for (const RuleLevel &L : reverse(Levels))
    if (matchesGlob(L.Glob, Rule))
      return &L;
  return nullptr;
}

Config readConfig(StringRef File, ArrayRef<StringRef> Rules,
                  std::vector<Notification> &Faults) {
  Reader R(Rules, Faults);
  std::string Path = absolute(File);
  R.read(Path);
  R.Out.File = Path;
  return std::move(R.Out);
}

std::string findConfig(StringRef Folder) {
  std::string Start = absolute(Folder);
  for (StringRef D = Start; !D.empty(); D = path::parent_path(D)) {
    SmallString<256> File(D);
    path::append(File, ".fencepost.yaml");
    // A link to nowhere is told where it is read.
    sys::fs::file_status Status;
    (void)sys::fs::status(File, Status, /*follow=*/false);
    if (sys::fs::exists(Status))
      return std::string(File);
  }
  return {};
}

ConfigSet::ConfigSet(ConfigChoice Choice, StringRef Root,
                     ArrayRef<StringRef> Rules)
    : Choice(std::move(Choice)), Root(Root), Rules(Rules) {}

const Config &ConfigSet::read(StringRef File) {
  std::unique_ptr<Config> &Known = ByFile[File];
  if (!Known)
    Known = std::make_unique<Config>(readConfig(File, Rules, Faults));
  return *Known;
}

const Config *ConfigSet::nearest(StringRef Folder) {
  auto [It, IsNew] = ByFolder.try_emplace(Folder, nullptr);
  if (!IsNew)
    return It->second;
  std::string File = findConfig(Folder);
  const Config *Found = File.empty() ? nullptr : &read(File);
  return ByFolder[Folder] = Found;
}

const Config &ConfigSet::of(StringRef Input) {
  if (!Choice.IsWanted)
    return None;
  if (!Choice.File.empty())
    return read(Choice.File);
  std::string Path = absolute(Input == "-" ? "." : Input);
  const Config *Found = nearest(
      sys::fs::is_directory(Path) ? StringRef(Path) : path::parent_path(Path));
  if (!Found && !Root.empty())
    Found = nearest(absolute(Root));
  return Found ? *Found : None;
}

const Config &ConfigSet::ofRun(ArrayRef<std::string> Inputs) {
  if (!Root.empty())
    return of(Root);
  return of(Inputs.empty() ? "-" : StringRef(Inputs.front()));
}

} // namespace fencepost
