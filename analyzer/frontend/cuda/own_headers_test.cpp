//===- own_headers_test.cpp - programs that our headers must carry --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each snippet is a valid CUDA 13 program; nvcc takes all of them. It is read
// with the headers in the binary and, where there is one, with a toolkit's.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/own_headers_testing.h"

#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "analyzer/frontend/cuda/invocation.h"
#include "analyzer/frontend/cuda/toolkit.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

const Snippet Snippets[] = {
    {"keywords", R"(
__constant__ int Table[4];
__device__ volatile int Flag;
__managed__ int Shared_;
__device__ __noinline__ int helper(int x) { return x; }
__global__ void __launch_bounds__(128, 2) __cluster_dims__(2, 1, 1)
kernel(const __grid_constant__ int n, int *__restrict__ p) {
  extern __shared__ __align__(16) unsigned char buffer[];
  __shared__ int one;
  buffer[threadIdx.x] = blockIdx.y + blockDim.z + gridDim.x + warpSize;
  one = Table[0] + Flag + helper(n);
  p[0] = one;
})"},
    {"launches", R"(
__global__ void kernel(int *p) {}
template <class T, int N> __global__ void generic(T *p) {}
int main() {
  int *p;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&p, 64);
  kernel<<<1, 2>>>(p);
  kernel<<<dim3(1, 2), dim3(32), 1024, s>>>(p);
  generic<float, 4><<<1, 32>>>((float *)p);
  void *args[] = {&p};
  cudaLaunchKernel((const void *)kernel, dim3(1), dim3(2), args, 0, s);
  cudaLaunchCooperativeKernel((void *)kernel, 1, 2, args, 0, s);
  cudaLaunchCooperativeKernel(kernel, dim3(1), dim3(2), args);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  cudaLaunchConfig_t config = {};
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, p);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 9);
  cudaError_t e = cudaGetLastError();
  return e == cudaSuccess ? 0 : cudaGetErrorString(e)[0];
})"},
    {"runtime", R"(
__device__ int Symbol[4];
void host() {
  int *p, h[4], n, occupancy;
  cudaDeviceProp properties;
  cudaGetDeviceCount(&n);
  cudaSetDevice(0);
  cudaGetDeviceProperties(&properties, 0);
  n = properties.multiProcessorCount + properties.major;
  cudaMallocManaged(&p, 64);
  cudaMallocHost(&p, 64);
  cudaHostAlloc(&p, 64, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&p, p, 0);
  cudaMemcpy(h, p, 16, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(h, p, 16, cudaMemcpyDefault, 0);
  cudaMemcpyToSymbol(Symbol, h, 16);
  cudaMemcpyFromSymbol(h, Symbol, 16);
  cudaMemset(p, 0, 16);
  cudaMemsetAsync(p, 0, 16);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaMemcpyPeer(p, 0, p, 1, 16);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreateWithFlags(&b, cudaEventDisableTiming);
  cudaEventRecord(a);
  cudaStreamWaitEvent(0, a, 0);
  cudaEventSynchronize(b);
  float ms;
  cudaEventElapsedTime(&ms, a, b);
  cudaDeviceSynchronize();
  cudaFree(p);
})"},
    {"classic atomics", R"(
__global__ void kernel(int *i, unsigned *u, unsigned long long *l, float *f,
                       double *d, unsigned short *s) {
  atomicAdd(i, 1); atomicAdd(u, 1u); atomicAdd(l, 1ull); atomicAdd(f, 1.f);
  atomicAdd(d, 1.0); atomicAdd_block(i, 1); atomicAdd_system(f, 1.f);
  atomicSub(i, 1); atomicExch(f, 1.f); atomicExch(l, 2ull);
  atomicMin(i, 1); atomicMax(l, 1ull); atomicMin((long long *)l, 1ll);
  atomicInc(u, 7u); atomicDec_system(u, 7u); atomicAnd(u, 1u);
  atomicOr_block(l, 1ull); atomicXor(i, 1);
  i[1] = atomicCAS(i, 0, 1) + atomicCAS_system(u, 0u, 1u) + atomicCAS(l, 0ull, 1ull)
         + atomicCAS(s, (unsigned short)0, (unsigned short)1);
})"},
    {"fences and barriers", R"(
__global__ void kernel(int *p) {
  __threadfence(); __threadfence_block(); __threadfence_system();
  __syncthreads(); __syncwarp(); __syncwarp(0xf);
  p[0] = __syncthreads_count(p[1]) + __syncthreads_and(p[2]) + __syncthreads_or(1);
  __nanosleep(100);
  if (p[3]) __trap();
})"},
    {"warp functions", R"(
__global__ void kernel(int *p, float f, double d, unsigned long long u) {
  unsigned m = __activemask();
  p[0] = __shfl_sync(m, p[1], 0) + __shfl_xor_sync(m, f, 1) + __shfl_up_sync(m, d, 1)
         + __shfl_down_sync(m, u, 16, 32);
  p[1] = __ballot_sync(m, p[2]) + __any_sync(m, 1) + __all_sync(m, 1);
  p[2] = __match_any_sync(m, p[3]) + __reduce_add_sync(m, 1u) + __reduce_max_sync(m, 2);
  int predicate;
  p[3] = __match_all_sync(m, p[4], &predicate);
})"},
    {"hinted accesses", R"(
__global__ void kernel(int *p, float4 *v, const double2 *d, longlong4 *l) {
  p[0] = __ldg(p) + __ldca(p) + __ldcg(p) + __ldcs(p) + __ldlu(p) + __ldcv(p);
  v[0] = __ldg(v + 1); v[1] = __ldcg(v); v[2] = __ldlu(v); v[3].x = __ldg(d).x;
  __stwb(p, 1); __stcg(v, make_float4(0, 0, 0, 0)); __stcs(p, 2); __stwt(v, v[1]);
  __stcg((float *)p, 0); *l = __ldcg(l + 1);
})"},
    {"nvcc atomic builtins", R"(
__global__ void kernel(int *p, unsigned long long *q) {
  int e = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store_n(p, e, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
  e += __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED);
  __nv_atomic_add(q, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  while (!__nv_atomic_compare_exchange_n(p, &e, 1, false, __NV_ATOMIC_ACQ_REL,
                                         __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_CLUSTER)) {}
  e = __nv_atomic_exchange_n(p, 3, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
})"},
    {"16-byte atomics", R"(
struct alignas(16) Pair { unsigned long long a, b; };
__global__ void kernel(Pair *p) {
  Pair old = atomicCAS(p, Pair{1, 2}, Pair{3, 4});
  p[1] = atomicExch_system(p, old);
})"},
    {"address spaces", R"(
#include <cstdint>
__global__ void kernel(int *p) {
  __shared__ uint64_t bar;
  uint32_t a = __cvta_generic_to_shared(&bar);
  p[0] = a + __cvta_generic_to_global(p) + __isShared(&bar) + __isGlobal(p);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(a), "r"(32) : "memory");
  int lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  p[1] = lane;
})"},
    {"mathematics", R"(
#include <cmath>
#include <algorithm>
__global__ void kernel(float *f, double d, int i, unsigned u) {
  f[0] = fminf(1.f, f[1]) + fmaxf(f[2], 0.f) + sqrtf(2.f) + rsqrtf(3.f) + __expf(f[3])
         + std::sqrt(f[4]) + powf(2, 3) + fmaf(1, 2, 3) + exp2f(2) + fabsf(f[5])
         + tanhf(f[6]) + floorf(f[7]) + __fdividef(1, 2) + __saturatef(3.f)
         + (isnan(f[8]) || isinf(f[9]) || std::isfinite(f[9]));
  f[1] = sin(d) + fabs(d) + floor(d) + pow(d, 3.0) + log(d) + std::abs(i) + rsqrt(d);
  f[2] = __popc(u) + __popcll(7ull) + __ffs(i) + __clz(i) + __brev(u) + __byte_perm(u, u, 1)
         + __float_as_int(f[0]) + __int_as_float(i) + __double_as_longlong(d)
         + __float2int_rn(f[0]) + __umulhi(u, u) + __funnelshift_l(u, u, 3);
  f[3] = min(i, 3) + max(u, 3u) + min(1, u) + max(f[0], f[1]) + min(d, f[0]) + std::min(i, 2)
         + std::max(f[0], 1.f);
}
int host(int a, unsigned b) { return max(a, 3) + min(b, 2u) + min(a, b) + std::max(a, 2); })"},
    {"vector types", R"(
__global__ void kernel(float4 *p, uint2 *u, short4 *s, uchar4 c) {
  float4 a = make_float4(1, 2, 3, 4);
  a.w += p[0].x + c.z;
  p[1] = a; u[0] = make_uint2(1, 2); s[0] = make_short4(1, 2, 3, 4);
  dim3 d(1, 2); uint3 t = threadIdx; dim3 b = blockDim;
  p[2].x = d.z + t.x + b.y + make_double2(1, 2).y + make_int3(1, 2, 3).z + make_longlong2(1, 2).x;
})"},
    {"host library", R"(
#include <cassert>
#include <cstdio>
#include <cstring>
#include <vector>
#include <algorithm>
__global__ void kernel(int *p, const int *q) {
  assert(p[0] == 1);
  printf("%d\n", p[0]);
  memcpy(p, q, 8);
  memset(p, 0, 8);
  int *m = (int *)malloc(4);
  free(m);
}
int main() {
  std::vector<float> v(4);
  std::sort(v.begin(), v.end());
  std::printf("%zu\n", v.size());
  return std::memcmp(v.data(), v.data(), 4);
})"},
    {"libcu++ atomics", R"(
#include <cuda/atomic>
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> Counter;
__global__ void kernel(int *p, float *f, int **q) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> local;
  cuda::atomic_ref<int, cuda::thread_scope_device> r(*p);
  int e = r.load(cuda::memory_order_acquire);
  r.store(1, cuda::memory_order_release);
  while (!r.compare_exchange_weak(e, e + 1, cuda::memory_order_acq_rel,
                                  cuda::memory_order_relaxed)) {}
  if (!r.compare_exchange_strong(e, 2)) ++r;
  r.fetch_max(3, cuda::memory_order_relaxed); r.fetch_and(1); r += 2; r--; r = 4;
  int v = r;
  cuda::atomic_ref<float> g(*f);
  g.fetch_add(1.f, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<int *, cuda::thread_scope_system> pointer(*q);
  pointer.fetch_add(3);
  local.store(v); local.fetch_add(1, cuda::memory_order_relaxed); local.wait(0); local.notify_all();
  const auto &constant = Counter;
  p[1] = constant.load() + Counter++ + local.exchange(3);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  cuda::atomic_thread_fence(cuda::std::memory_order_acq_rel);
})"},
    {"cuda::std atomics", R"(
#include <cuda/std/atomic>
#include <cuda/std/cstdint>
struct Lock {
  cuda::std::atomic_flag flag;
  __device__ void lock() { while (flag.test_and_set(cuda::std::memory_order_acquire)) {} }
  __device__ void unlock() { flag.clear(cuda::std::memory_order_release); }
};
__global__ void kernel(Lock *l, cuda::std::atomic<cuda::std::int32_t> *a, cuda::std::atomic_int *b) {
  l->lock(); l->unlock();
  a->fetch_add(1); b->store(a->load(cuda::std::memory_order_relaxed));
  cuda::std::atomic_thread_fence(cuda::std::memory_order_release);
})"},
    {"early libcu++", R"(
#include <simt/atomic>
struct Slot { simt::atomic<unsigned, simt::thread_scope_device> turn; simt::std::atomic<int> free; };
__global__ void kernel(Slot *s) {
  while (s->turn.load(simt::memory_order_acquire) != 1) {}
  s->turn.fetch_add(1, simt::memory_order_acq_rel);
  s->free.store(1, simt::memory_order_release);
})"},
    {"libcu++ synchronisation", R"(
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/pipeline>
#include <cooperative_groups.h>
__global__ void kernel(int *p, const int *q, cuda::latch<cuda::thread_scope_device> *l,
                       cuda::counting_semaphore<cuda::thread_scope_device, 4> *s) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int buffer[64];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token = bar.arrive();
  bar.wait(std::move(token));
  bar.arrive_and_wait();
  cuda::memcpy_async(block, buffer, q, 256, bar);
  cuda::memcpy_async(buffer, q, cuda::aligned_size_t<16>(256), bar);
  l->count_down(); l->wait(); l->arrive_and_wait();
  s->acquire(); s->release();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire(); pipe.producer_commit(); pipe.consumer_wait(); pipe.consumer_release();
  p[0] = *cuda::device::barrier_native_handle(bar);
})"},
    {"cooperative groups", R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <class Group> __device__ int sum(Group g, int v) {
  return cg::reduce(g, v, cg::plus<int>());
}
__global__ void kernel(int *p) {
  auto grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(tile);
  cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0) atomicAdd(p, (int)active.size());
  p[0] = tile.shfl_down(p[1], 1) + half.any(1) + tile.ballot(1) + tile.meta_group_rank() + sum(tile, 1);
  tile.sync(); block.sync(); cg::sync(block); grid.sync();
  p[1] = grid.thread_rank() + block.group_index().x + block.thread_index().y + grid.num_blocks();
  auto cluster = cg::this_cluster();
  int *peer = cluster.map_shared_rank(p, 1);
  cluster.sync();
  p[2] = *peer + cluster.block_rank() + cluster.num_blocks();
})"},
    {"cuda::ptx", R"(
#include <cuda/ptx>
#include <cuda/barrier>
namespace ptx = cuda::ptx;
__global__ void kernel(int *p, const int *q) {
  __shared__ uint64_t bar;
  __shared__ alignas(128) int buffer[64];
  ptx::mbarrier_init(&bar, 1);
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer, q, 256u, &bar);
  uint64_t token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                                  ptx::space_shared, &bar, 256u);
  while (!ptx::mbarrier_try_wait(&bar, token)) {}
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, p, buffer, 256u);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
  p[0] = ptx::get_sreg_laneid();
})"},
    {"half", R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void kernel(__half *h, half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, float *f) {
  half x = __float2half(1.5f);
  x = h[0] + h[1] * x - half(2.0f);
  h[2] = __hadd(x, h[0]); h[3] = __hfma(x, x, x); h[4] = hsqrt(x); h[5] = -x;
  f[0] = __half2float(x) + float(h[1]) + __low2float(h2[0]);
  h2[1] = __hadd2(h2[0], __floats2half2_rn(1, 2)); h2[2] = __float22half2_rn(make_float2(1, 2));
  h2[3] = __halves2half2(x, x);
  if (x > h[1] || __hgt(x, h[2]) || x == h[3]) f[1] = __half22float2(h2[1]).x;
  __nv_bfloat16 y = __float2bfloat16(f[0]);
  b[0] = y + b[1]; f[2] = __bfloat162float(b[0]); b2[0] = __halves2bfloat162(y, y);
  atomicAdd(h, x); atomicAdd(h2, h2[1]); atomicAdd(b, y); atomicAdd(b2, b2[0]);
  h[6] = __ldg(h + 1); h[7] = __shfl_xor_sync(~0u, x, 1); h += 1; h[0] += x;
  unsigned short bits = __half_as_ushort(x);
  f[3] = bits;
})"},
    {"cp.async", R"(
#include <cuda_pipeline.h>
__global__ void kernel(int *p, const int *q) {
  __shared__ int buffer[64];
  __pipeline_memcpy_async(&buffer[threadIdx.x], &q[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  p[0] = buffer[0];
})"},
    {"driver API", R"(
#include <cuda.h>
#include <cuda_runtime_api.h>
__global__ void kernel(const __grid_constant__ CUtensorMap map, int *p) { p[0] = 1; }
void host(CUmodule m, CUstream s) {
  CUdeviceptr d;
  CUfunction f;
  if (cuInit(0) != CUDA_SUCCESS) return;
  cuMemAlloc(&d, 64);
  cuModuleGetFunction(&f, m, "k");
  void *args[] = {&d};
  cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, args, nullptr);
  cuStreamSynchronize(s);
})"},
    {"arithmetic on pairs", R"(
__global__ void kernel(float2 *p) {
  p[0] = __fmul2_rn(p[1], p[2]);
  p[1] = __ffma2_rn(p[0], p[1], p[2]);
  p[2] = __fadd2_rz(p[0], p[1]);
})",
     "sm_100a"},
    {"shared memory of sm_75", R"(
#include <cuda/atomic>
__global__ void kernel(int *p) {
  cuda::atomic_ref<int, cuda::thread_scope_block> r(*p);
  r.fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
})",
     "sm_75"},
    {"lambdas and typeof", R"(
template <class F> __global__ void call(F f, int *p) { p[0] = f(p[1]); }
__global__ void kernel(int *p) {
  auto twice = [] __device__(int x) { return 2 * x; };
  p[0] = twice(*(volatile typeof(*p) *)p);
}
void host(int *p) {
  call<<<1, 1>>>([=] __device__(int x) { return x + 1; }, p);
  call<<<1, 1>>>([=] __host__ __device__(int x) { return x + 1; }, p);
})"},
};

std::string words(const CudaUnit &Unit) {
  std::string Out;
  for (const Notification &Note : Unit.Notes)
    Out += Note.File + ":" + std::to_string(Note.Line) + ": " + Note.Message +
           "\n";
  return Out;
}

CudaUnit read(const Snippet &S, StringRef CudaPath) {
  CudaInput In;
  In.Arguments = {"-std=c++17"};
  // Before what a machine has of its own in /usr/include.
  if (CudaPath == "none")
    In.Arguments.insert(In.Arguments.end(),
                        {"-isystem", (OwnHeaderRoot + "/cuda").str(),
                         "-isystem", (OwnHeaderRoot + "/fallback").str()});
  In.File = "snippet.cu";
  In.Buffer = S.Text;
  In.Arch = S.Arch;
  In.CudaPath = CudaPath.str();
  return readCuda(In);
}

TEST_P(SnippetTest, OwnHeaders) {
  CudaUnit Unit = read(GetParam(), "none");
  EXPECT_FALSE(Unit.HadErrors) << words(Unit);
  ASSERT_NE(Unit.M, nullptr);
  // A machine may have CUDA headers in /usr/include: none of them may help.
  for (const std::string &File : Unit.FilesRead) {
    StringRef Name = llvm::sys::path::filename(File);
    EXPECT_FALSE(Name.starts_with("cu") || Name == "vector_types.h" ||
                 Name == "driver_types.h" || Name == "sm_70_rt.hpp" ||
                 Name == "mma.h")
        << File;
  }
}

TEST_P(SnippetTest, Toolkit) {
  std::vector<Notification> Notes;
  Toolkit Kit = findToolkit({"", ""}, realMachine(), Notes);
  if (!Kit.found() || Kit.Version < 13000)
    GTEST_SKIP() << "no CUDA 13 toolkit on this machine";
  CudaUnit Unit = read(GetParam(), Kit.Root);
  EXPECT_FALSE(Unit.HadErrors) << words(Unit);
}

INSTANTIATE_TEST_SUITE_P(Programs, SnippetTest, testing::ValuesIn(Snippets),
                         nameOf);

} // namespace
