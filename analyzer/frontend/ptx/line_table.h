//===- line_table.h - from PTX lines to source lines ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.loc`, `.file` and `.debug_str` (PTX ISA 9.0, section 11.5). A place is the
// source line, with the lines that inlined it; the PTX line is the Spelling of
// the innermost, so that what they inlined shares the others. Where no `.loc`
// is in force the PTX line is the place itself.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_LINE_TABLE_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_LINE_TABLE_H

#include "analyzer/frontend/ptx/debug_strings.h"
#include "analyzer/frontend/ptx/module_scan.h"
#include "analyzer/model/module.h"
#include "llvm/ADT/StringMap.h"
#include <tuple>

namespace fencepost::ptx {

class LineTable {
public:
  /// PtxFile is the text itself in M.Files. Scanned and Strings must outlive
  /// the table.
  LineTable(Module &M, const ScannedModule &Scanned,
            const DebugStrings &Strings, FileId PtxFile);

  /// Starts a body: of a function, or spliced at CallSite.
  void enter(llvm::StringRef Function, LocationId CallSite = Nowhere);
  void leave();
  /// A `.loc` directive, as written. Clang tells who inlined a place in the
  /// comment behind it alone: `// a.h:5:3 @[ a.cu:9:1 ]`.
  void loc(llvm::StringRef Directive, llvm::StringRef Comment = {});
  /// The place of what stands at this line of the PTX.
  LocationId at(uint32_t PtxLine, uint32_t PtxColumn);

private:
  using Position = std::tuple<uint32_t, uint32_t, uint32_t>;
  static constexpr uint32_t None = ~0u;
  /// One `.loc`; Parent is the one that inlined it.
  struct Node {
    FileId File;
    uint32_t Line, Column;
    SharedName Function;   ///< Empty if Label says it.
    llvm::StringRef Label; ///< Of the name; few are ever asked for.
    uint32_t Parent = None, Depth = 0;
    // Of the chain from here outwards.
    bool HasUsers = false;      ///< A place outside system headers.
    bool InSystem = false;      ///< The innermost place known is in one.
    bool IsCut = false;         ///< Not told.
    bool HasOuter = false;      ///< Outer is known.
    LocationId Outer = Nowhere; ///< Of the next place told.
  };
  struct Frame {
    SharedName Function;
    LocationId CallSite = Nowhere;
    uint32_t Current = None;
    llvm::DenseMap<Position, uint32_t>
        Known; ///< The latest node of a position.
  };

  Module &M;
  const ScannedModule &Scanned;
  const DebugStrings &Strings;
  FileId PtxFile;
  std::vector<Node> Nodes;
  std::vector<Frame> Frames;
  llvm::DenseMap<uint32_t, FileId> Files;
  llvm::StringMap<SharedName> FunctionNames; ///< By label.

  FileId fileOf(uint32_t Number);
  std::optional<uint32_t> fileNumber(llvm::StringRef Path) const;
  uint32_t callersIn(llvm::StringRef Comment);
  SharedName functionName(llvm::StringRef Label);
  uint32_t node(Position P, SharedName Function, uint32_t Parent,
                llvm::StringRef Label = {});
  void settle(Node &N);
  Location placeOf(uint32_t N, LocationId Spelling);
  uint32_t told(uint32_t N);
};

/// `ns::reduce<float>` for its mangled name; the name itself if it is none.
std::string demangledName(llvm::StringRef Mangled);

} // namespace fencepost::ptx

#endif
