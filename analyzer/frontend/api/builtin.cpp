//===- builtin.cpp - the models that ship with the product ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/frontend/api/embedded.h"

using namespace fencepost;

const ApiModels &ApiModels::builtin() {
  static const ApiModels Models = [] {
    ApiModels M;
    for (const EmbeddedModels &File : embeddedModels())
      llvm::cantFail(M.add({File.Text, File.Size}, File.Path));
    return M;
  }();
  return Models;
}
