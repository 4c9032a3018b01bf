//===- manifest.cpp - files and outcomes of one unit, as text -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   =OUTCOME
//   KIND SETTLED INODE SIZE MODIFIED CHANGED DIGEST<tab>PATH
//
// with KIND one of a (absent), p (present), l (listing), c (content); an absent
// file has its kind alone, and what is present no stamp.
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/manifest.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fencepost {

static constexpr StringLiteral Kinds = "aplc";

static void write(const AnsweredFile &F, raw_ostream &OS) {
  const FileStamp &S = F.State.Stamp;
  OS << Kinds[static_cast<size_t>(F.State.Answer)];
  if (S.Inode)
    OS << ' ' << (S.IsSettled ? 1 : 0) << ' ' << S.Inode << ' ' << S.Size << ' '
       << S.Modified << ' ' << S.Changed;
  if (!F.State.Digest.empty())
    OS << ' ' << F.State.Digest;
  OS << '\t' << F.Path << '\n';
}

std::string writeManifest(const std::vector<FilesView> &Views) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const FilesView &V : Views) {
    OS << '=' << V.Outcome << '\n';
    for (const AnsweredFile &F : V.Files)
      write(F, OS);
  }
  return Text;
}

template <typename N> static bool number(StringRef &Rest, N &Out) {
  return Rest.consume_front(" ") && !Rest.consumeInteger(10, Out);
}

static bool read(StringRef Line, AnsweredFile &F) {
  auto [Rest, Path] = Line.split('\t');
  size_t Kind = Rest.empty() ? StringRef::npos : Kinds.find(Rest.front());
  if (Kind == StringRef::npos || Path.empty())
    return false;
  F.Path = Path.str();
  F.State.Answer = static_cast<FileAnswer>(Kind);
  Rest = Rest.drop_front();
  FileStamp &S = F.State.Stamp;
  // " 1 " or " 0 ": a stamp. No digest is one digit.
  if (Rest.size() > 2 && Rest[2] == ' ') {
    unsigned IsSettled = 0;
    if (!number(Rest, IsSettled) || !number(Rest, S.Inode) ||
        !number(Rest, S.Size) || !number(Rest, S.Modified) ||
        !number(Rest, S.Changed))
      return false;
    S.IsSettled = IsSettled == 1;
  }
  if (Rest.consume_front(" "))
    F.State.Digest = Rest.str();
  else if (!Rest.empty())
    return false;
  return true;
}

std::optional<std::vector<FilesView>> readManifest(StringRef Text) {
  std::vector<FilesView> Views;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (Line.consume_front("=")) {
      Views.emplace_back().Outcome = Line.str();
      continue;
    }
    if (Views.empty() || !read(Line, Views.back().Files.emplace_back()))
      return std::nullopt;
  }
  return Views;
}

} // namespace fencepost
