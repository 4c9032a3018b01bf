//===- lower_layout.h - types as lists of leaves ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local object is a row of SSA variables, one per leaf of its type: scalars
// (by byte offset), arrays as one leaf, unions and bit-field storage as one
// leaf of their size.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_LAYOUT_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_LAYOUT_H

#include "analyzer/model/value.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <vector>

namespace fencepost::lower {

struct Leaf {
  uint64_t Offset = 0;  ///< Bytes from the start of the object.
  uint64_t Size = 0;    ///< Bytes; 0: unknown.
  clang::QualType Type; ///< Null for a union or bit-field storage.
  std::string Path;     ///< `a.b`; empty for a scalar object.
  bool IsArray = false;
  clang::QualType Element; ///< Innermost element of an array leaf.
  uint64_t ElementSize = 0;
};

struct Layout {
  std::vector<Leaf> Leaves;
  uint64_t Size = 0;
  /// Index of the leaf that holds byte Offset; NoId if none does.
  uint32_t leafAt(uint64_t Offset) const;
};

class Layouts {
public:
  explicit Layouts(const clang::ASTContext &Ctx) : Ctx(Ctx) {}
  /// The leaves of T; references count as pointers. Types with more than
  /// MaxLeaves leaves are one leaf.
  const Layout &of(clang::QualType T);
  ValueType valueType(clang::QualType T) const;
  uint64_t sizeOf(clang::QualType T) const; ///< Bytes; 0: incomplete.
  /// Byte offset of Field in its parent; nullopt if the layout is not known.
  std::optional<uint64_t> offsetOf(const clang::FieldDecl *Field) const;
  /// Bytes from Derived to its base class.
  uint64_t baseOffset(const clang::CXXRecordDecl *Derived,
                      const clang::CXXRecordDecl *Base) const;

private:
  static constexpr unsigned MaxLeaves = 64;
  const clang::ASTContext &Ctx;
  llvm::DenseMap<const void *, std::unique_ptr<Layout>> Cache;
  bool collect(clang::QualType T, uint64_t Offset, const std::string &Path,
               Layout &Out, unsigned Depth);
  bool collectRecord(const clang::RecordDecl *Record, uint64_t Offset,
                     const std::string &Path, Layout &Out, unsigned Depth);
};

/// The name of Record, or that of the typedef that it was declared in; empty
/// for one without a name.
std::string recordName(const clang::RecordDecl *Record);

/// The name of Field; what a lambda captures is named by its variable.
std::string fieldName(const clang::FieldDecl *Field);

/// True if sizes and offsets of Record may be asked for.
bool hasLayout(const clang::RecordDecl *Record);

} // namespace fencepost::lower

#endif
