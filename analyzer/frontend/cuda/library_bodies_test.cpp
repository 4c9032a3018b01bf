//===- library_bodies_test.cpp --------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

/// Kernels that were read, of a unit with one kernel template.
size_t kernelsOf(const std::string &Host) {
  CudaInput In;
  In.File = "unit.cu";
  In.Buffer = R"(
#include <algorithm>
#include <memory>
#include <vector>
template <class T> __global__ void step(T *sum) { atomicAdd(sum, T(1)); }
struct Base { virtual void run() = 0; virtual ~Base(); };
template <class T> struct Impl : Base {
  T *p;
  void run() override { step<T><<<1, 32>>>(p); }
};
)" + Host;
  In.Arch = "sm_90";
  In.CudaPath = "none";
  CudaUnit Unit = readCuda(In);
  EXPECT_FALSE(Unit.HadErrors)
      << (Unit.Notes.empty() ? "" : Unit.Notes[0].Message);
  return Unit.M ? llvm::count_if(Unit.M->Functions,
                                 [](const auto &Fn) {
                                   return Fn->Kind == FunctionKind::Kernel &&
                                          Fn->State == Coverage::Analysed;
                                 })
                : 0;
}

// The library's body is all that makes the virtual member.
TEST(LibraryBodies, MakesAClassTemplateOfTheUser) {
  EXPECT_EQ(kernelsOf("std::unique_ptr<Base> make() {"
                      " return std::make_unique<Impl<float>>(); }"),
            1u);
  EXPECT_EQ(kernelsOf("void add(std::vector<std::shared_ptr<Base>> &all) {"
                      " all.push_back(std::make_shared<Impl<int>>()); }"),
            1u);
}

TEST(LibraryBodies, CallsAGenericLambda) {
  EXPECT_EQ(kernelsOf("void all(std::vector<float *> &sums) {"
                      " std::for_each(sums.begin(), sums.end(), [](auto *p) {"
                      " step<<<1, 32>>>(p); }); }"),
            1u);
}

TEST(LibraryBodies, MakesNothingOfTheUsers) {
  EXPECT_EQ(kernelsOf("std::vector<int> twice(std::vector<int> v) {"
                      " v.insert(v.end(), v.begin(), v.end()); return v; }"),
            0u);
}

} // namespace
