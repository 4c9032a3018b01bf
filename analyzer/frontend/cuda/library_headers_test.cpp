//===- library_headers_test.cpp - libraries beside the language -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What of the toolkit's libraries kernels use most: tensor cores, small floats,
// CUB, cuRAND, Thrust.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/own_headers_testing.h"

using namespace fencepost;

namespace {

const Snippet Snippets[] = {
    {"code for some targets", R"(
#include <nv/target>
__device__ int which() {
  NV_IF_TARGET(NV_IS_DEVICE, (__syncthreads();))
  NV_IF_TARGET(NV_IS_DEVICE, __syncwarp();)
  NV_IF_ELSE_TARGET(NV_IS_HOST, (no_such();), (__threadfence();))
  NV_IF_TARGET(NV_PROVIDES_SM_120, (no_such();))
  NV_IF_TARGET(NV_HAS_FEATURE_SM_90a, (no_such();))
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_120, (no_such();), NV_PROVIDES_SM_70, (__syncthreads();), NV_IS_DEVICE, (no_such();))
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80, (int a[] = {1, 2}; return a[0];), (no_such(); return 0;))
})"},
    {"small floats", R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
__global__ void kernel(float *f, half *h, __nv_bfloat16 *b, __nv_fp8_e4m3 *q) {
  half x = half(f[0]);
  h[0] = x + half(2.0f);
  h[1] *= x;
  f[1] = float(h[2] / x);
  half2 y = __float2half2_rn(2.f) * __half2half2(x);
  h[3] = -y.x;
  b[0] = f[2];
  b[1] = __nv_bfloat16(1) + b[2];
  q[0] = __nv_fp8_e4m3(f[3]);
  f[4] = float(q[1]) + float(__nv_fp8_e5m2(half(1)));
  float2 two = float2(__nv_fp8x2_e4m3(float2{1, 2}));
  f[5] = h[4] < h[5] ? two.x : two.y;
})"},
    {"warp matrices", R"(
#include <mma.h>
using namespace nvcuda;
__global__ void kernel(const half *a, const signed char *c, half *out, int *whole) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
  wmma::load_matrix_sync(sum, out, 16, wmma::mem_row_major);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, a, 16);
  wmma::mma_sync(sum, left, right, sum);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = half(0);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_col_major);
  wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::row_major> l;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> r;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> s;
  wmma::fill_fragment(s, 0);
  wmma::load_matrix_sync(l, c, 16);
  wmma::load_matrix_sync(r, c, 16);
  wmma::mma_sync(s, l, r, s);
  wmma::store_matrix_sync(whole, s, 8, wmma::mem_row_major);
})"},
    {"collectives of CUB", R"(
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/cub.cuh>
struct Larger {
  __device__ float operator()(float a, float b) const { return a < b ? b : a; }
};
__global__ void kernel(const float *in, float *out, int n) {
  using Reduce = cub::BlockReduce<float, 256>;
  using Scan = cub::BlockScan<int, 256>;
  using Load = cub::BlockLoad<float, 256, 4>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Load::TempStorage load;
  } storage;
  float four[4];
  Load(storage.load).Load(in + blockIdx.x * 1024, four, n, 0.0f);
  __syncthreads();
  float sum = Reduce(storage.reduce).Sum(four) + Reduce(storage.reduce).Reduce(in[0], Larger());
  __syncthreads();
  int one = threadIdx.x, before, all;
  Scan(storage.scan).ExclusiveSum(one, before, all);
  using Warp = cub::WarpReduce<int>;
  __shared__ typename Warp::TempStorage warps[8];
  int of_warp = Warp(warps[threadIdx.x / 32]).Sum(one);
  out[threadIdx.x] = sum + before + all + of_warp;
}
void host(float *in, float *out, int *keys) {
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, 10);
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, keys, keys, 10);
  cub::DoubleBuffer<int> both(keys, keys);
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, both, 10);
})"},
    {"items moved about by CUB", R"(
#include <cub/cub.cuh>
#include <cuda/functional>
struct Running {
  int before;
  __device__ int operator()(int all) {
    int was = before;
    before += all;
    return was;
  }
};
__global__ void kernel(int *in, int *out, int n) {
  using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS>;
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;
  using Exchange = cub::BlockExchange<int, 128, 4>;
  using Sort = cub::BlockRadixSort<int, 128, 4, int>;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Exchange::TempStorage exchange;
    typename Sort::TempStorage sort;
  } storage;
  Running running{0};
  for (int i = 0; i < n; i += 512) {
    int four[4], keys[4], one = four[0];
    Load(storage.load).Load(in + i, four, n - i, 0);
    __syncthreads();
    Scan(storage.scan).ExclusiveSum(four, four, running);
    __syncthreads();
    Scan(storage.scan).InclusiveSum(one, one, running);
    __syncthreads();
    Exchange(storage.exchange).StripedToBlocked(four);
    __syncthreads();
    cub::LoadDirectStriped<128>(threadIdx.x, in, keys);
    Sort(storage.sort).Sort(keys, four);
    __syncthreads();
    cub::StoreDirectBlocked(threadIdx.x, out, keys);
    Store(storage.store).Store(out + i, four, n - i);
    __syncthreads();
  }
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage reduce;
  int most = Reduce(reduce).Reduce(in[threadIdx.x], cuda::maximum<>());
  if (threadIdx.x == 0)
    *out = most;
})"},
    {"random numbers", R"(
#include <curand_kernel.h>
__global__ void kernel(curandState *states, float *out) {
  curandState mine = states[threadIdx.x];
  curand_init(1234, threadIdx.x, 0, &mine);
  curandStatePhilox4_32_10_t other;
  curand_init(1234, threadIdx.x, 0, &other);
  out[0] = curand_uniform(&mine) + curand_normal(&mine) + curand_uniform4(&other).x;
  out[1] = curand(&mine) % 7;
  states[threadIdx.x] = mine;
})"},
    {"iterators and tuples of Thrust", R"(
#include <thrust/device_vector.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
struct Twice {
  __host__ __device__ float operator()(float x) const { return 2 * x; }
};
__global__ void kernel(float *out) {
  thrust::default_random_engine next(threadIdx.x);
  thrust::uniform_real_distribution<float> some(0, 1);
  out[threadIdx.x] = some(next);
}
int host() {
  thrust::device_vector<int> keys(10), values(10);
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  int left = thrust::unique(keys.begin(), keys.end()) - keys.begin();
  thrust::gather(thrust::device, keys.begin(), keys.end(), values.begin(), keys.begin());
  left += thrust::remove_if(keys.begin(), keys.end(), [] __device__(int x) { return x < 0; }) - keys.begin();
  auto twice = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Twice());
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), values.begin()));
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), keys.begin(), values.begin());
  return left + (ends.first - keys.begin()) + int(*twice);
})"},
    {"textures and surfaces", R"(
__global__ void kernel(cudaTextureObject_t t, cudaSurfaceObject_t s, float *out) {
  out[0] = tex1Dfetch<float>(t, 1) + tex2D<float4>(t, 1.0f, 2.0f).x + tex3D<float>(t, 1, 2, 3);
  float v;
  surf2Dread(&v, s, 4, 1);
  surf2Dwrite(v, s, 8, 1, cudaBoundaryModeClamp);
}
void host(float *p) {
  cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &channel, 64, 64, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, p, 256, 256, 64, cudaMemcpyDefault);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = p;
  resource.res.linear.desc = channel;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  how.addressMode[0] = cudaAddressModeClamp;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  cudaFreeArray(array);
})"},
    {"linear algebra", R"(
#include <cublas_v2.h>
void host(float *a, float *b, float *c) {
  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
    return;
  float one = 1, zero = 0;
  cublasSetStream(handle, nullptr);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, a, 8, b, 8, &zero, c, 8);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, CUDA_R_32F, 8, b, CUDA_R_32F, 8, &zero, c,
               CUDA_R_32F, 8, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasDestroy(handle);
})"},
    {"marks for profilers, constants, complex numbers", R"(
#include <cuComplex.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExt.h>
#include <thrust/complex.h>
__global__ void numbers(thrust::complex<float> *z) {
  thrust::complex<float> sum = z[0] * z[1] + 2.0f;
  sum += thrust::exp(thrust::conj(z[2]));
  z[3] = sum / thrust::abs(z[4]);
}
__global__ void kernel(cuDoubleComplex *z, cuComplex *c, float *f) {
  z[0] = cuCmul(cuCadd(z[1], make_cuDoubleComplex(1, 2)), cuConj(z[2]));
  c[0] = make_cuComplex(cuCrealf(c[1]), cuCabsf(c[2]));
  f[0] = -CUDART_INF_F + CUDART_PI_F;
}
void host() {
  nvtxRangePushA("step");
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.message.ascii = "step";
  nvtxRangePushEx(&attributes);
  nvtxRangePop();
})"},
};

INSTANTIATE_TEST_SUITE_P(Libraries, SnippetTest, testing::ValuesIn(Snippets),
                         nameOf);

} // namespace
