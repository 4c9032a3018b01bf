//===- text_lowering.cpp - all functions of a PTX text --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/text_lowering.h"
#include "analyzer/model/in_parallel.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

struct Task {
  const ModulePlan *In;
  const PlannedFunction *Fn;
  std::string Name; ///< Unique in the text.
};

/// A run of functions, lowered into a module of its own.
struct Piece {
  Module M;
  std::optional<LoweredText> Text;
};

void lowerTasks(ArrayRef<Task> Tasks, PtxBodies Read, LoweredText &Text) {
  std::optional<ModuleLowering> Lowering;
  const ModulePlan *In = nullptr;
  for (const Task &T : Tasks) {
    if (T.In != In)
      Lowering.emplace(Text, *T.In);
    In = T.In;
    Lowering->lower(*T.Fn, T.Name, Read);
  }
}

//===- Joining ------------------------------------------------------------===//

/// Moves what a piece made behind what is there. Its numbers are those of its
/// own module: files and places get the ones that they would have had here.
class Joiner {
public:
  Joiner(LoweredText &To, Piece &From) : To(To), From(From) {}

  void run() {
    for (const SourceFile &F : From.M.Files)
      Files.push_back(To.M.file(F.Path, F.IsSystem));
    for (const Location &L : llvm::drop_begin(From.M.Locations))
      Places.push_back(To.M.location(moved(L)));
    for (Global &G : From.M.Globals)
      if (To.GlobalNames.try_emplace(G.Name, G.Display).second) {
        place(G.Loc);
        To.M.Globals.push_back(std::move(G));
      }
    for (std::unique_ptr<Function> &Fn : From.M.Functions) {
      placeAll(*Fn);
      To.M.Functions.push_back(std::move(Fn));
    }
    To.IgnoredQualifiers += From.Text->IgnoredQualifiers;
  }

private:
  LoweredText &To;
  Piece &From;
  std::vector<FileId> Files;
  std::vector<LocationId> Places{Nowhere};

  void place(LocationId &L) const { L = Places[L]; }

  // A place is made after those that it refers to.
  Location moved(Location L) const {
    if (L.File != NoFile)
      L.File = Files[L.File];
    place(L.InlinedAt);
    place(L.Spelling);
    return L;
  }

  void placeAll(Function &Fn) const {
    place(Fn.Loc);
    for (Event &E : Fn.Events)
      place(E.Loc);
    for (Block &B : Fn.Blocks)
      place(B.Term.Loc);
  }
};

//===- Sharing out --------------------------------------------------------===//

/// Runs of about the same size, in their order; Count or fewer.
std::vector<ArrayRef<Task>> runsOf(ArrayRef<Task> Tasks, size_t Count) {
  auto Size = [](const Task &T) {
    return T.Fn->IsWorthIt ? T.Fn->Scanned->Body.size() : 0;
  };
  size_t Left = 0;
  for (const Task &T : Tasks)
    Left += Size(T);
  constexpr size_t LeastRun = 64u << 10;
  Count = std::clamp<size_t>(Left / LeastRun, 1, Count);
  std::vector<ArrayRef<Task>> Runs;
  for (; Count > 1; --Count) {
    size_t Taken = 0, End = 0;
    while (End < Tasks.size() && Taken + Size(Tasks[End]) / 2 < Left / Count)
      Taken += Size(Tasks[End++]);
    Runs.push_back(Tasks.take_front(End));
    Tasks = Tasks.drop_front(End);
    Left -= Taken;
  }
  Runs.push_back(Tasks);
  return Runs;
}

std::vector<Task> tasksOf(ArrayRef<std::unique_ptr<ModulePlan>> Plans) {
  std::vector<Task> Tasks;
  llvm::StringMap<unsigned> Names;
  for (const std::unique_ptr<ModulePlan> &Plan : Plans)
    for (const PlannedFunction &F : Plan->Functions) {
      if (!F.comesOut())
        continue;
      StringRef Name = F.Header.Name;
      unsigned Count = Names[Name]++;
      Tasks.push_back(
          {Plan.get(), &F,
           Count ? (Name + "." + llvm::Twine(Count + 1)).str() : Name.str()});
    }
  return Tasks;
}

} // namespace

void ptx::lowerModules(ArrayRef<ScannedModule> Modules, PtxBodies Read,
                       unsigned Threads, LoweredText &Text) {
  std::vector<std::unique_ptr<ModulePlan>> Plans(Modules.size());
  inParallel(Plans.size(), Threads, [&](size_t I) {
    Plans[I] = std::make_unique<ModulePlan>(Modules[I]);
  });
  llvm::StringSet<> Outside;
  Text.Outside = &Outside;
  for (const std::unique_ptr<ModulePlan> &Plan : Plans)
    for (PlannedVariable &V : Plan->Variables) {
      Outside.insert(V.Header.Name);
      Location L;
      L.File = Text.PtxFile;
      L.Line = L.EndLine = V.Line;
      L.Column = L.EndColumn = 1;
      Text.addGlobal(V.Header, V.Header.Name, std::move(V.Display),
                     Text.M.location(L));
    }
  std::vector<Task> Tasks = tasksOf(Plans);
  // More than threads: functions of one size do not cost the same.
  constexpr size_t RunsOfThread = 8;
  std::vector<ArrayRef<Task>> Runs =
      runsOf(Tasks, Threads > 1 ? RunsOfThread * Threads : 1);
  // The first goes where all belong.
  std::vector<Piece> Pieces(Runs.size());
  for (Piece &P : llvm::drop_begin(Pieces)) {
    P.M.Files = Text.M.Files;
    P.Text.emplace(P.M, Text.PtxFile, Text.GlobalNames, 0u, &Outside);
  }
  inParallel(Runs.size(), Threads, [&](size_t I) {
    lowerTasks(Runs[I], Read, I ? *Pieces[I].Text : Text);
  });
  for (Piece &P : llvm::drop_begin(Pieces))
    Joiner(Text, P).run();
  Text.Outside = nullptr;
}
