//===- planner.h - the state of planInputs() --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_PLANNER_H
#define FENCEPOST_ANALYZER_INPUT_PLANNER_H

#include "analyzer/input/compile_database.h"
#include "analyzer/input/image_choice.h"
#include "analyzer/input/includers.h"
#include "analyzer/input/nvcc_adjuster.h"
#include "analyzer/input/unit.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

namespace fencepost {

class Planner {
public:
  explicit Planner(const InputRequest &Request) : Request(Request) {}
  InputPlan run();

private:
  // What the options ask for.
  bool readArchs();
  bool readExtra();
  bool readDatabase();

  // One named input each.
  void addPath(llvm::StringRef Path);
  void addStream(llvm::StringRef Path);
  void addFile(llvm::StringRef Path);
  void addFolder(llvm::StringRef Folder);
  void addDatabase(llvm::StringRef Folder, llvm::StringRef AbsoluteFolder);

  void addCuda(llvm::StringRef Shown,
               llvm::ArrayRef<const CompileEntry *> Entries, bool WasNamed,
               llvm::StringRef Only = "");
  void addDefault(Unit U);
  void addCommand();
  /// A file without a command of its own: through a unit that includes it, or
  /// alone with the options of a neighbour. False: there is no such unit.
  bool addThroughDatabase(llvm::StringRef Path);
  void addText(llvm::StringRef Shown, Layer What, bool WasNamed,
               std::optional<std::string> Buffer = std::nullopt);
  void push(Unit U);

  // Binaries.
  static constexpr const char *OnlyLinkTimeCode =
      "holds only code for link-time optimisation, which cannot be read: scan "
      "what the linker makes of it, or put PTX beside it "
      "('-gencode=arch=compute_90,code=[lto_90,compute_90]')";
  struct BinaryFile {
    std::string Shown;
    std::shared_ptr<const std::string> Bytes; ///< Of a pipe.
    bool WasNamed = true, IsImage = false;
    size_t Units = 0, Others = 0;
    std::set<std::string> LeftOut; ///< Architectures.
  };
  void addBinaryFile(llvm::StringRef Path, bool WasNamed);
  void addBinaryStream(llvm::StringRef Path, std::string Bytes);
  void addBinary(llvm::StringRef File, BinaryFile From);
  void addGroup(const ImageGroup &G, llvm::ArrayRef<std::string> Names,
                BinaryFile &From);
  void addImage(const Image &I, std::string Name, BinaryFile &From);
  void findTheDisassembler();
  void tellNothingChosen(const BinaryFile &From);
  void tellLeftOut();

  std::vector<const CompileEntry *> entriesOf(llvm::StringRef Path) const;
  std::vector<std::string>
  archsFor(llvm::ArrayRef<std::string> OfCommand) const;
  void noteUnknown(llvm::StringRef File, llvm::ArrayRef<std::string> Options);
  void note(NoticeClass Class, const llvm::Twine &Message,
            llvm::StringRef File = "") {
    Out.Notes.push_back({Class, Message.str(), File.str(), 0});
  }
  void userError(const llvm::Twine &Message, llvm::StringRef File = "") {
    note(NoticeClass::User, Message, File);
    Out.HasUserError = true;
  }

  const InputRequest &Request;
  InputPlan Out;
  std::vector<std::string> Archs; ///< --arch, checked; empty: by the command.
  bool AllArchs = false;          ///< --arch=all
  AdjustedCommand Extra;
  CompileDatabase Database;
  llvm::StringMap<std::vector<const CompileEntry *>> ByFileName;
  /// The CUDA entries of Database, adjusted when first needed.
  std::optional<std::vector<IncludingUnit>> CudaUnits;
  std::vector<const CompileEntry *> CudaEntries; ///< Parallel to CudaUnits.
  llvm::StringSet<> Seen;
  std::map<std::string, std::string> UnknownOptions; ///< Option to first file.
  bool ReadStdin = false;
  std::optional<std::string> Disassembler; ///< Looked for when needed.
  std::string WhyNoDisassembler;
  size_t LeftOutImages = 0;
  llvm::StringSet<> LeftOutArchs, PassedMachineCode;
};

} // namespace fencepost

#endif
