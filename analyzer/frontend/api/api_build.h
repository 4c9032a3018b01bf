//===- api_build.h - from the strings of a model to an ApiModel -*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_API_API_BUILD_H
#define FENCEPOST_ANALYZER_FRONTEND_API_API_BUILD_H

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/frontend/api/api_pattern.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace fencepost {

struct RawText {
  std::string Text;
  const char *At = nullptr; ///< In the YAML text.
};
using RawFields = std::map<llvm::StringRef, RawText>;

/// The keys of an event and those that only a model has.
llvm::ArrayRef<llvm::StringRef> eventKeys();
llvm::ArrayRef<llvm::StringRef> modelKeys();

std::optional<ApiEncoding> parseEncoding(llvm::StringRef Word);

/// Reads one model; on false, fault() says why and faultAt() where.
class ModelBuilder {
public:
  explicit ModelBuilder(ApiEncoding Encoding) : Encoding(Encoding) {}
  bool build(const RawFields &Fields, llvm::ArrayRef<RawFields> Events,
             ApiModel &Out);
  const std::string &fault() const { return Message; }
  const char *faultAt() const { return At; }

private:
  ApiEncoding Encoding;
  const RawFields *Current = nullptr;
  std::string Message;
  const char *At = nullptr;

  const RawText *get(llvm::StringRef Key) const;
  bool fail(llvm::StringRef Key, const llvm::Twine &What);
  bool buildEffect(const RawFields &Fields, ApiModel &Out);
  bool buildEvent(const RawFields &Fields, EventTemplate &Out);
  bool readAccess(EventTemplate &Out);
  bool readSync(EventTemplate &Out);
  bool readValues(EventTemplate &Out);
  bool readFlags(EventTemplate &Out);
  bool reference(llvm::StringRef Key, llvm::StringRef Text, ArgumentRef &Out);
  bool reference(llvm::StringRef Key, ArgumentRef &Out);
  bool flag(llvm::StringRef Key, bool &Out);
  bool number(llvm::StringRef Key, unsigned &Out);
  bool argument(llvm::StringRef Key, unsigned &Out);
  /// `arg1 or seq_cst`, `arg1`, `seq_cst`.
  template <typename EnumT>
  bool orDefault(llvm::StringRef Key, EnumT (*Parse)(llvm::StringRef),
                 ArgumentRef &From, EnumT &Default);
  template <typename EnumT> bool word(llvm::StringRef Key, EnumT &Out);
};

} // namespace fencepost

#endif
