//===- torch_headers_test.cpp - extensions read without PyTorch -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernel templates of an extension are instantiated where its host code
// launches them: what host code and kernels name of PyTorch is declared.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "gmock/gmock.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

CudaUnit readText(StringRef Text) {
  CudaInput In;
  In.File = "extension.cu";
  In.Buffer = Text.str();
  In.Arch = "sm_90";
  In.CudaPath = "none";
  for (char Letter = 'A'; Letter <= 'Z'; ++Letter)
    In.Arguments.push_back(std::string("-D") + Letter + "=4");
  return readCuda(In);
}

size_t kernels(const CudaUnit &Unit) {
  return llvm::count_if(Unit.M->Functions, [](const auto &Fn) {
    return Fn->Kind == FunctionKind::Kernel && Fn->State == Coverage::Analysed;
  });
}

TEST(TorchHeaders, DispatchAccessorsAndAtomics) {
  CudaUnit Unit = readText(R"(
#include <ATen/ATen.h>
#include <ATen/AccumulateType.h>
#include <ATen/cuda/Atomic.cuh>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>
template <typename scalar_t, typename acc_t>
__global__ void addRows(at::PackedTensorAccessor32<scalar_t, 2, at::RestrictPtrTraits> from,
                        const int64_t *to, scalar_t *out, acc_t scale) {
  CUDA_KERNEL_LOOP(i, from.size(0)) {
    gpuAtomicAdd(&out[to[i]], scalar_t(from[i][threadIdx.y] * scale));
  }
}
at::Tensor addAll(at::Tensor from, torch::Tensor to) {
  TORCH_CHECK(from.is_cuda() && from.device() == to.device(), "on one device");
  const at::cuda::OptionalCUDAGuard guard(device_of(from));
  auto out = torch::zeros({from.size(0), from.size(1)}, from.options().dtype(at::kFloat));
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, from.scalar_type(), "addAll", [&] {
    using acc_t = at::acc_type<scalar_t, true>;
    addRows<scalar_t, acc_t><<<8, 128, 0, at::cuda::getCurrentCUDAStream()>>>(
        from.packed_accessor32<scalar_t, 2, at::RestrictPtrTraits>(),
        to.data_ptr<int64_t>(), out.data_ptr<scalar_t>(), acc_t(2));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  });
  if (from.options().dtype() != at::kFloat)
    std::cout << from.options() << from.options().device() << from.dtype();
  std::tuple<at::Tensor, at::Tensor> most = torch::max(from, 0);
  at::Tensor order = std::get<1>(from.sort(0, true));
  return out.view({-1, 4}).contiguous();
}
)");
  EXPECT_FALSE(Unit.HadErrors) << testing::PrintToString(Unit.ErrorCount);
  EXPECT_EQ(kernels(Unit), 1u);
}

TEST(TorchHeaders, SwitchOfCasesHasThemAll) {
  CudaUnit Unit = readText(R"(
#include <ATen/Dispatch.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
template <typename scalar_t> __global__ void scale(scalar_t *p, float by) {
  p[threadIdx.x] = static_cast<scalar_t>(p[threadIdx.x] * by);
  atomicAdd(p, scalar_t(1.0f));
}
void run(at::Tensor &t) {
  AT_DISPATCH_SWITCH(t.scalar_type(), "run",
    AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES([&] { scale<scalar_t><<<1, 32>>>(t.data_ptr<scalar_t>(), 2.0f); })
    AT_DISPATCH_CASE(at::ScalarType::Double, [&] { scale<scalar_t><<<1, 32>>>(t.data_ptr<scalar_t>(), 2.0f); }));
}
)");
  EXPECT_FALSE(Unit.HadErrors) << testing::PrintToString(Unit.ErrorCount);
  EXPECT_EQ(Unit.M->Host.Launches.size(), 3u);
}

} // namespace
