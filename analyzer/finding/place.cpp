//===- place.cpp - from module locations to the user's places -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/place.h"

namespace fencepost {
namespace {

/// Calls are spliced within a budget far below this; a longer chain is a
/// cycle in a hand-written .events file.
constexpr unsigned MaxChain = 256;

bool isKnown(const Module &M, LocationId L) {
  return L != Nowhere && L < M.Locations.size() &&
         M.Locations[L].File < M.Files.size();
}

bool isUsers(const Module &M, LocationId L) {
  return isKnown(M, L) && !M.Files[M.Locations[L].File].IsSystem;
}

} // namespace

Place placeOf(const Module &M, LocationId L) {
  if (!isKnown(M, L))
    return {};
  const Location &At = M.Locations[L];
  return {M.Files[At.File].Path, At.Line, At.Column, At.EndLine, At.EndColumn};
}

PrimaryChoice choosePrimary(const Module &M, LocationId L) {
  PrimaryChoice C;
  llvm::SmallVector<LocationId, 8> Frames;
  for (unsigned I = 0; I < MaxChain && L != Nowhere && L < M.Locations.size();
       ++I, L = M.Locations[L].InlinedAt)
    if (isKnown(M, L))
      Frames.push_back(L);
  if (Frames.empty())
    return C;

  for (LocationId Frame : Frames)
    if (isUsers(M, Frame)) {
      C.Chosen = Frame;
      break;
    }
  C.InSystemHeader = C.Chosen == Nowhere;
  if (C.InSystemHeader)
    C.Chosen = Frames.front();

  for (LocationId Frame : Frames)
    if (Frame != C.Chosen && C.Others.size() < PrimaryChoice::MaxFrames)
      C.Others.push_back(Frame);

  LocationId S = M.Locations[C.Chosen].Spelling;
  // A line of PTX is told of the innermost place that was inlined there.
  if (M.Origin == Layer::Ptx)
    for (LocationId Frame : Frames) {
      if (LocationId Line = M.Locations[Frame].Spelling; Line != Nowhere)
        S = Line;
      if (Frame == C.Chosen)
        break;
    }
  for (unsigned I = 0; I < MaxChain && isUsers(M, S); ++I) {
    C.Spelled = S;
    S = M.Locations[S].Spelling;
  }
  return C;
}

} // namespace fencepost
