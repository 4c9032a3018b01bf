//===- merge_layers.cpp - one fault in source, PTX and SASS ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge_layers.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace fencepost {

/// Architectures by number: sm_90 before sm_100.
static bool archBefore(StringRef A, StringRef B) {
  return A.compare_numeric(B) < 0;
}

void addArchs(Finding &To, const Finding &From) {
  for (const std::string &A : From.Archs)
    if (!is_contained(To.Archs, A))
      To.Archs.push_back(A);
  llvm::sort(To.Archs, archBefore);
}

void addLayers(Finding &To, const Finding &From) {
  for (Layer L : From.Layers)
    if (!is_contained(To.Layers, L))
      To.Layers.push_back(L);
  for (Layer L : {To.Origin, From.Origin})
    if (!is_contained(To.Layers, L))
      To.Layers.push_back(L);
  llvm::sort(To.Layers);
}

static StringRef nameOf(Layer L) {
  switch (L) {
  case Layer::Cuda:
    return "source";
  case Layer::Ptx:
    return "PTX";
  case Layer::Sass:
    return "SASS";
  case Layer::Events:
    return "events";
  }
  llvm_unreachable("layer outside its set");
}

std::string layersText(const Finding &F) {
  std::string Text;
  for (Layer L : F.Layers)
    if (L != F.Origin)
      Text += (Text.empty() ? "also in the " : " and the ") + nameOf(L).str();
  return Text;
}

namespace {

class LayerMerge {
public:
  explicit LayerMerge(std::vector<Finding> &All)
      : All(All), IsAbsorbed(All.size()) {}
  void onLines();
  void byKernel();
  void drop();

private:
  using Group = std::vector<size_t>;
  /// Findings of one kernel that others may join. One in a listing is asked for
  /// by its own function alone: a template may have very many.
  struct HostList {
    Group WithLine;
    StringMap<Group> InListing; ///< By function.
    bool empty() const { return WithLine.empty() && InListing.empty(); }
  };
  bool nearerToSource(size_t A, size_t B) const;
  void addHosts(HostList &Hosts, ArrayRef<size_t> New) const;
  void pairListing(HostList &Hosts, ArrayRef<size_t> Listing);
  void absorb(size_t Host, size_t Guest);
  std::vector<Finding> &All;
  std::vector<bool> IsAbsorbed;
};

} // namespace

/// `dir/a` of `dir/a.sm_90.cubin`, `dir/lib` of `dir/lib.so:lib.1.sm_90.ptx`.
static std::string programOf(StringRef File) {
  size_t Slash = File.rfind('/');
  size_t Name = Slash == StringRef::npos ? 0 : Slash + 1;
  if (size_t Colon = File.rfind(':'); Colon != StringRef::npos && Colon >= Name)
    File = File.take_front(Colon);
  size_t Part = File.find_last_of("/:");
  Part = Part == StringRef::npos ? 0 : Part + 1;
  return File.take_front(File.find('.', Part)).str();
}

/// Where the listing itself shows the claim, if it is known.
static const Place *placeInListing(const Finding &F) {
  if (F.IsInListing)
    return &F.Primary;
  for (const Step &S : F.Steps)
    if (S.What == Role::Declaration)
      return &S.At;
  return nullptr;
}

/// The file that the kernel was read from.
static StringRef fileOf(const Finding &F) {
  const Place *At = F.Origin == Layer::Cuda ? nullptr : placeInListing(F);
  return At ? At->File : F.Primary.File;
}

/// `ns::k` of `ns::k<int, (E)2>`; a name that does not nest is itself.
static std::string templateOf(StringRef Function) {
  if (Function.contains("operator"))
    return Function.str();
  std::string Stem;
  unsigned Depth = 0;
  for (char C : Function) {
    if (C == '>' && Depth-- == 0)
      return Function.str();
    if (C == '<')
      ++Depth;
    else if (C != '>' && Depth == 0)
      Stem += C;
  }
  return Depth ? Function.str() : Stem;
}

/// Newer architectures first, since they are what is read by default.
bool LayerMerge::nearerToSource(size_t A, size_t B) const {
  const Finding &X = All[A], &Y = All[B];
  if (X.Origin != Y.Origin)
    return X.Origin < Y.Origin;
  StringRef ArchX = X.Archs.empty() ? "" : StringRef(X.Archs.back()),
            ArchY = Y.Archs.empty() ? "" : StringRef(Y.Archs.back());
  if (ArchX != ArchY)
    return archBefore(ArchY, ArchX);
  auto Rest = [](const Finding &F) {
    return std::make_tuple(fileOf(F), StringRef(F.Function),
                           StringRef(F.Primary.File), F.Primary.Line,
                           F.Primary.Column, StringRef(F.Skeleton),
                           StringRef(F.Message));
  };
  return Rest(X) < Rest(Y);
}

void LayerMerge::absorb(size_t Host, size_t Guest) {
  Finding &To = All[Host];
  const Finding &From = All[Guest];
  bool IsNew =
      From.Origin != To.Origin && !is_contained(To.Layers, From.Origin);
  addArchs(To, From);
  addLayers(To, From);
  To.Severity = std::max(To.Severity, From.Severity);
  To.InstanceCount = std::max(To.InstanceCount, From.InstanceCount);
  IsAbsorbed[Guest] = true;
  const Place *At = placeInListing(From);
  if (IsNew && At)
    To.Steps.push_back(
        {Role::Declaration, *At,
         (Twine("in the ") + nameOf(From.Origin) + ": " + From.Message).str()});
}

/// Columns of a .loc and of Clang need not agree, so layers meet on lines.
void LayerMerge::onLines() {
  std::map<std::tuple<std::string, std::string, std::string, uint32_t>, Group>
      Groups;
  for (size_t I = 0; I < All.size(); ++I)
    if (const Finding &F = All[I]; F.Origin != Layer::Events && !F.IsInListing)
      Groups[{F.Rule, F.Kind, F.Primary.File, F.Primary.Line}].push_back(I);
  for (auto &[Key, G] : Groups) {
    llvm::sort(G, [&](size_t A, size_t B) { return nearerToSource(A, B); });
    size_t Hosts = 0;
    while (Hosts < G.size() && All[G[Hosts]].Origin == All[G[0]].Origin)
      ++Hosts;
    for (size_t Guest : ArrayRef(G).drop_front(Hosts)) {
      auto Own = ArrayRef(G).take_front(Hosts);
      const size_t *Same = find_if(Own, [&](size_t H) {
        return All[H].Skeleton == All[Guest].Skeleton;
      });
      absorb(Same == Own.end() ? G[0] : *Same, Guest);
    }
  }
}

void LayerMerge::addHosts(HostList &Hosts, ArrayRef<size_t> New) const {
  for (size_t H : New)
    (All[H].IsInListing ? Hosts.InListing[All[H].Function] : Hosts.WithLine)
        .push_back(H);
}

/// Of one function of one listing.
void LayerMerge::pairListing(HostList &Hosts, ArrayRef<size_t> Listing) {
  StringRef Function = All[Listing[0]].Function;
  // Two layers that both name source lines meet there or not at all; a host
  // with a line may speak for all arguments of a template.
  auto MayBeOne = [&](size_t H, size_t Guest) {
    return All[H].IsInListing || All[Guest].IsInListing;
  };
  // By number alone, only what was found in this instance or in several.
  auto IsOfInstance = [&](size_t H) {
    return All[H].Function == Function || All[H].InstanceCount > 1;
  };
  Group Free = Hosts.WithLine, Left;
  append_range(Free, Hosts.InListing.lookup(Function));
  for (size_t Guest : Listing) {
    auto Same = find_if(Free, [&](size_t H) {
      return MayBeOne(H, Guest) && All[H].Skeleton == All[Guest].Skeleton;
    });
    if (Same == Free.end()) {
      Left.push_back(Guest);
      continue;
    }
    absorb(*Same, Guest);
    Free.erase(Same);
  }
  if (Left.size() == 1 && Free.size() == 1 && MayBeOne(Free[0], Left[0]) &&
      IsOfInstance(Free[0]))
    return absorb(Free[0], Left[0]);
  addHosts(Hosts, Left);
}

void LayerMerge::byKernel() {
  std::map<std::tuple<std::string, std::string, std::string, std::string>,
           Group>
      Groups;
  for (size_t I = 0; I < All.size(); ++I)
    if (const Finding &F = All[I]; !IsAbsorbed[I] && F.Origin != Layer::Events)
      Groups[{F.Rule, F.Kind, programOf(fileOf(F)), templateOf(F.Function)}]
          .push_back(I);
  auto Listing = [&](size_t I) {
    return std::pair(fileOf(All[I]), StringRef(All[I].Function));
  };
  for (auto &[Key, G] : Groups) {
    llvm::sort(G, [&](size_t A, size_t B) { return nearerToSource(A, B); });
    HostList Hosts;
    for (size_t Begin = 0, End; Begin < G.size(); Begin = End) {
      End = Begin + 1;
      while (End < G.size() && Listing(G[End]) == Listing(G[Begin]))
        ++End;
      ArrayRef<size_t> Own = ArrayRef(G).slice(Begin, End - Begin);
      if (Hosts.empty() || All[G[Begin]].Origin == Layer::Cuda)
        addHosts(Hosts, Own);
      else
        pairListing(Hosts, Own);
    }
  }
}

void LayerMerge::drop() {
  size_t Kept = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    if (IsAbsorbed[I])
      continue;
    if (Kept != I)
      All[Kept] = std::move(All[I]);
    ++Kept;
  }
  All.resize(Kept);
}

void mergeLayers(std::vector<Finding> &Findings) {
  LayerMerge Merge(Findings);
  Merge.onLines();
  Merge.byKernel();
  Merge.drop();
}

} // namespace fencepost
