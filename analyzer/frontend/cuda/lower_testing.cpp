//===- lower_testing.cpp - snippets to events, for tests --------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of the test executable only.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_testing.h"
#include "analyzer/frontend/cuda/lower_unit.h"
#include "analyzer/model/text.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

using namespace fencepost;
using namespace fencepost::lower::testing;

static constexpr llvm::StringLiteral Prelude = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
struct uint3 { unsigned x, y, z; };
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) int4 { int x, y, z, w; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned X = 1, unsigned Y = 1,
                                     unsigned Z = 1) : x(X), y(Y), z(Z) {}
};
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0, void * = 0);
struct Builtin {
#define R(F, I) __declspec(property(get = __fetch_builtin_##F)) unsigned F; \
  static inline __attribute__((always_inline)) __device__ unsigned \
  __fetch_builtin_##F() { return I; }
};
struct ThreadIdx { R(x, __nvvm_read_ptx_sreg_tid_x()) };
struct BlockIdx { R(x, __nvvm_read_ptx_sreg_ctaid_x()) };
struct BlockDim { R(x, __nvvm_read_ptx_sreg_ntid_x()) };
extern const __device__ ThreadIdx threadIdx;
extern const __device__ BlockIdx blockIdx;
extern const __device__ BlockDim blockDim;
__device__ void __syncthreads();
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __nanosleep(unsigned);
__device__ int atomicAdd(int *, int);
__device__ unsigned atomicAdd(unsigned *, unsigned);
__device__ float atomicAdd(float *, float);
__device__ int atomicCAS(int *, int, int);
__device__ int atomicExch(int *, int);
__device__ unsigned __shfl_sync(unsigned, unsigned, int, int = 32);
)";

Lowered fencepost::lower::testing::lowered(llvm::StringRef Code) {
  Lowered Out;
  Out.M = std::make_unique<Module>();
  Out.M->Name = "snippet.cu";
  Out.M->Origin = Layer::Cuda;
  Out.M->Arch = "sm_90";
  clang::IgnoringDiagConsumer Quiet;
  auto Tree = clang::tooling::buildASTFromCodeWithArgs(
      Code,
      {"-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib",
       "--cuda-gpu-arch=sm_90", "-std=c++20", "-w", "-ferror-limit=0",
       "-fgpu-rdc", "-fdeclspec", "-isystem/prelude", "-include", "prelude.h"},
      "snippet.cu", "fencepost",
      std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(),
      {{"/prelude/prelude.h", Prelude.str()}}, &Quiet);
  if (Tree)
    lowerUnit(Tree->getASTContext(), *Out.M, Out.Notes);
  return Out;
}

const Function *Lowered::function(llvm::StringRef Name) const {
  for (const auto &Fn : M->Functions)
    if (Fn->Display == Name)
      return Fn.get();
  for (const auto &Fn : M->Functions)
    if (llvm::StringRef(Fn->Display).starts_with(Name))
      return Fn.get();
  return nullptr;
}

std::string Lowered::events(llvm::StringRef Name) const {
  const Function *Fn = function(Name);
  if (!Fn)
    return "no function";
  std::string Out;
  for (const Block &Block : Fn->Blocks)
    for (EventId Id : Block.Events) {
      const Event &E = Fn->event(Id);
      if (!Out.empty())
        Out += "; ";
      Out += spelling(E.Kind);
      if (E.Ord != Order::None && E.Ord != Order::Unknown)
        Out += (" " + spelling(E.Ord)).str();
      if (E.Scp != Scope::None && E.Scp != Scope::Unknown)
        Out += ("." + spelling(E.Scp)).str();
      if (!E.Object.empty())
        Out += " " + E.Object;
      else if (E.Kind == EventKind::OpaqueCall)
        Out += " " + E.Spelling;
    }
  return Out;
}

std::string Lowered::text() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(*M, OS);
  return Text;
}
