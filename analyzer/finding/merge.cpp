//===- merge.cpp - from what checks said to what users read ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/finding/fingerprint.h"
#include "analyzer/finding/merge_layers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <tuple>

namespace fencepost {
namespace {

auto orderOf(const Place &P) {
  return std::tie(P.File, P.Line, P.Column, P.EndLine, P.EndColumn);
}

const Place &keyPlace(const Finding &F) {
  return F.Spelled.Line ? F.Spelled : F.Primary;
}

bool sameKey(const Finding &A, const Finding &B) {
  return A.Rule == B.Rule && A.Kind == B.Kind && keyPlace(A) == keyPlace(B) &&
         A.Skeleton == B.Skeleton;
}

/// A total order on what users can see: findings that compare equal are
/// interchangeable. Within one key the best representative comes first: the
/// highest level, then the one that assumes least.
bool keyedBefore(const Finding &A, const Finding &B) {
  auto Key = [](const Finding &F) {
    return std::tuple_cat(orderOf(keyPlace(F)),
                          std::tie(F.Rule, F.Skeleton, F.Kind));
  };
  if (Key(A) != Key(B))
    return Key(A) < Key(B);
  if (A.Severity != B.Severity)
    return A.Severity > B.Severity;
  if (A.Assumptions.size() != B.Assumptions.size())
    return A.Assumptions.size() < B.Assumptions.size();
  auto Rest = [](const Finding &F) {
    return std::tuple_cat(orderOf(F.Primary),
                          std::tie(F.Origin, F.Function, F.Message, F.Archs));
  };
  if (Rest(A) != Rest(B))
    return Rest(A) < Rest(B);
  return std::lexicographical_compare(
      A.Steps.begin(), A.Steps.end(), B.Steps.begin(), B.Steps.end(),
      [](const Step &X, const Step &Y) {
        return std::tuple_cat(orderOf(X.At), std::tie(X.What, X.Message)) <
               std::tuple_cat(orderOf(Y.At), std::tie(Y.What, Y.Message));
      });
}

constexpr unsigned MaxExpansions = 4;

/// The same macro body at another expansion: told as a step, so that a reader
/// finds every place although there is one finding.
void tellOtherPlace(Finding &To, const Finding &From, unsigned &Told) {
  if (From.Primary == To.Primary || Told >= MaxExpansions)
    return;
  for (const Step &S : To.Steps)
    if (S.What == Role::CallSite && S.At == From.Primary)
      return;
  ++Told;
  To.Steps.push_back({Role::CallSite, From.Primary,
                      "the same happens here, in '" + From.Function + "'"});
}

/// [Begin, End) share a key; the first becomes their sum.
void sumUp(llvm::MutableArrayRef<Finding> Group) {
  Finding &First = Group.front();
  std::map<std::string, uint32_t> Instances;
  unsigned Told = 0;
  for (const Finding &F : Group) {
    uint32_t &Count = Instances[F.Function];
    Count = std::max(Count, F.InstanceCount);
    addArchs(First, F);
    addLayers(First, F);
    tellOtherPlace(First, F, Told);
  }
  First.InstanceCount = 0;
  for (const auto &[Name, Count] : Instances)
    First.InstanceCount += Count;
  First.InstanceExample = First.Function;
}

void mergeEqualKeys(std::vector<Finding> &Findings) {
  llvm::sort(Findings, keyedBefore);
  size_t Kept = 0;
  for (size_t Begin = 0, End; Begin < Findings.size(); Begin = End) {
    for (End = Begin + 1;
         End < Findings.size() && sameKey(Findings[Begin], Findings[End]);)
      ++End;
    sumUp(llvm::MutableArrayRef(Findings).slice(Begin, End - Begin));
    if (Kept != Begin)
      Findings[Kept] = std::move(Findings[Begin]);
    ++Kept;
  }
  Findings.resize(Kept);
}

void addFingerprints(std::vector<Finding> &Findings, SourceText &Sources) {
  llvm::StringMap<unsigned> Seen;
  for (Finding &F : Findings) {
    auto Line = Sources.line(F.Primary.File, F.Primary.Line);
    F.Fingerprint = fingerprint(F, Line.value_or(""));
    F.Fingerprint += ":" + std::to_string(++Seen[F.Fingerprint]);
  }
}

bool shownBefore(const Finding &A, const Finding &B) {
  auto Key = [](const Finding &F) {
    return std::tie(F.Primary.File, F.Primary.Line, F.Primary.Column, F.Rule,
                    F.Skeleton);
  };
  return Key(A) != Key(B) ? Key(A) < Key(B) : keyedBefore(A, B);
}

} // namespace

void finishFindings(std::vector<Finding> &Findings, const MergeOptions &Options,
                    SourceText &Sources) {
  llvm::erase_if(Findings, [&](const Finding &F) {
    return F.InSystemHeader && !Options.SystemHeaders;
  });
  // What is suppressed in one place does not speak for another.
  auto First =
      std::partition(Findings.begin(), Findings.end(), [](const Finding &F) {
        return F.Suppressed == Suppression::None;
      });
  std::vector<Finding> Suppressed(std::make_move_iterator(First),
                                  std::make_move_iterator(Findings.end()));
  Findings.erase(First, Findings.end());
  for (std::vector<Finding> *Each : {&Findings, &Suppressed}) {
    mergeEqualKeys(*Each);
    mergeLayers(*Each);
  }
  llvm::append_range(Findings, Suppressed);
  llvm::erase_if(Findings,
                 [&](const Finding &F) { return F.Severity < Options.Lowest; });
  llvm::sort(Findings, shownBefore);
  addFingerprints(Findings, Sources);
}

void finishFindings(std::vector<Finding> &Findings,
                    const MergeOptions &Options) {
  SourceText Sources;
  finishFindings(Findings, Options, Sources);
}

std::string instancesText(const Finding &F) {
  std::string Text, Layers = layersText(F);
  if (F.InstanceCount > 1)
    Text = std::to_string(F.InstanceCount) + " instances, one is '" +
           F.InstanceExample + "'";
  if (!Text.empty() && !Layers.empty())
    Text += "; ";
  Text += Layers;
  return Text.empty() ? "" : " (" + Text + ")";
}

} // namespace fencepost
