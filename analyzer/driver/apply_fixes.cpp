//===- apply_fixes.cpp - fixes written to files ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/apply_fixes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fencepost {

/// The file's text, or why it must not be changed.
static Expected<std::string> textToFix(StringRef File, ArrayRef<Edit> Edits) {
  auto Refuse = [](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(), Why);
  };
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(File, Status))
    return Refuse(Code.message());
  if (Status.type() != sys::fs::file_type::regular_file)
    return Refuse("it is no regular file");
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return Refuse(Buffer.getError().message());
  std::string Text = (*Buffer)->getBuffer().str();
  uint64_t Hash = xxh3_64bits(Text);
  for (const Edit &E : Edits)
    if (E.FileHash != Hash || uint64_t(E.Offset) + E.Length > Text.size())
      return Refuse("it has changed since it was analysed");
  return Text;
}

/// A file of several names stays one.
static Error overwriteFile(StringRef File, StringRef Text) {
  int FD = -1;
  if (std::error_code Code = sys::fs::openFileForWrite(
          File, FD, sys::fs::CD_OpenExisting, sys::fs::OF_None))
    return errorCodeToError(Code);
  raw_fd_ostream OS(FD, /*shouldClose=*/true);
  OS << Text;
  OS.flush();
  std::error_code Code =
      OS.error() ? OS.error() : sys::fs::resize_file(FD, Text.size());
  OS.clear_error();
  return errorCodeToError(Code);
}

static Error replaceFile(StringRef File, StringRef Text) {
  SmallString<256> Target; // Of a link, the file behind it.
  if (std::error_code Code = sys::fs::real_path(File, Target))
    return errorCodeToError(Code);
  ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(Target);
  if (!Mode)
    return errorCodeToError(Mode.getError());
  // A folder may be written to although the file is not to be.
  if (std::error_code Code =
          sys::fs::access(Target, sys::fs::AccessMode::Write))
    return errorCodeToError(Code);
  sys::fs::file_status Status;
  if (!sys::fs::status(Target, Status) && Status.getLinkCount() > 1)
    return overwriteFile(Target, Text);
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(Target + ".fencepost-%%%%%%", *Mode);
  if (!Temp)
    return Temp.takeError();
  {
    raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    OS << Text;
    OS.flush();
    if (std::error_code Code = OS.error()) {
      OS.clear_error();
      consumeError(Temp->discard());
      return errorCodeToError(Code);
    }
  }
  // The umask took part in the file's making.
  (void)sys::fs::setPermissions(Temp->FD, *Mode);
  return Temp->keep(Target);
}

FixResult applyFixes(const FixPlan &Plan) {
  FixResult Out;
  for (const auto &[File, Edits] : Plan.Files) {
    Expected<std::string> Text = textToFix(File, Edits);
    Error E =
        Text ? replaceFile(File, applyEdits(*Text, Edits)) : Text.takeError();
    if (E)
      Out.Refused.push_back({File, toString(std::move(E))});
    else
      Out.Written.push_back(File);
  }
  return Out;
}

FixResult printFixes(const FixPlan &Plan, StringRef Here, raw_ostream &OS) {
  FixResult Out;
  for (const auto &[File, Edits] : Plan.Files) {
    Expected<std::string> Text = textToFix(File, Edits);
    if (!Text) {
      Out.Refused.push_back({File, toString(Text.takeError())});
      continue;
    }
    StringRef Name = File;
    if (!Here.empty() && Name.consume_front(Here))
      Name = Name.ltrim('/');
    OS << unifiedDiff(Name, *Text, Edits);
  }
  return Out;
}

} // namespace fencepost
