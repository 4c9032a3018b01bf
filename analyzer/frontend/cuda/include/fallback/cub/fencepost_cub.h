// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no CUB is: the collectives of a block and of a warp in their
// simplest form, with the barriers that CUB promises and no other; what runs on
// a device as a whole is declared.
#pragma once
#pragma clang system_header

#include <cfloat>
#include <cstddef>
#include <cuda_runtime.h>
#include <iterator>

#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_NS_QUALIFIER ::cub
#define CUB_VERSION 300000
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_PTX_ARCH 900
#define CUB_MIN(A, B) (((A) > (B)) ? (B) : (A))
#define CUB_MAX(A, B) (((A) > (B)) ? (A) : (B))
#define CUB_QUOTIENT_CEILING(A, B) (((A) + (B) - 1) / (B))
#define CubDebug(E) (E)
#define CubDebugExit(E) (void)(E)

namespace cub {

// --- Values ---

struct NullType {};
template <int __V> struct Int2Type {
  enum { VALUE = __V };
};
template <typename __K, typename __V> struct KeyValuePair {
  typedef __K Key;
  typedef __V Value;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const __K &Key, const __V &Value)
      : key(Key), value(Value) {}
};
template <typename __T> struct DoubleBuffer {
  __T *d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() : d_buffers{}, selector(0) {}
  __host__ __device__ DoubleBuffer(__T *Now, __T *Then)
      : d_buffers{Now, Then}, selector(0) {}
  __host__ __device__ __T *Current() { return d_buffers[selector]; }
  __host__ __device__ __T *Alternate() { return d_buffers[selector ^ 1]; }
};

#define FENCEPOST_OPERATOR(NAME, EXPRESSION)                                   \
  struct NAME {                                                                \
    template <typename __T>                                                    \
    __host__ __device__ __T operator()(const __T &__A, const __T &__B) const { \
      return EXPRESSION;                                                       \
    }                                                                          \
  }
FENCEPOST_OPERATOR(Sum, __A + __B);
FENCEPOST_OPERATOR(Difference, __A - __B);
FENCEPOST_OPERATOR(Max, __A < __B ? __B : __A);
FENCEPOST_OPERATOR(Min, __B < __A ? __B : __A);
FENCEPOST_OPERATOR(ArgMax, __A.value < __B.value ? __B : __A);
FENCEPOST_OPERATOR(ArgMin, __B.value < __A.value ? __B : __A);
#undef FENCEPOST_OPERATOR
struct Equality {
  template <typename __T>
  __host__ __device__ bool operator()(const __T &__A, const __T &__B) const {
    return __A == __B;
  }
};
struct Inequality {
  template <typename __T>
  __host__ __device__ bool operator()(const __T &__A, const __T &__B) const {
    return __A != __B;
  }
};

__device__ inline unsigned LaneId() { return threadIdx.x % 32; }
__device__ inline unsigned WarpId() { return threadIdx.x / 32; }
__device__ inline int RowMajorTid(int __X, int __Y, int) {
  return (threadIdx.z * __Y + threadIdx.y) * __X + threadIdx.x;
}
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned Mask) { __syncwarp(Mask); }
template <typename __A, typename __B>
__host__ __device__ constexpr __A DivideAndRoundUp(__A Whole, __B Part) {
  return (Whole + Part - 1) / Part;
}

// --- Loads and stores that name their caches ---

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE
};
template <CacheLoadModifier __M, typename It>
__device__ auto ThreadLoad(It At) {
  if constexpr (__M == LOAD_VOLATILE)
    return *const_cast<const volatile
                       typename std::iterator_traits<It>::value_type *>(At);
  else if constexpr (__M == LOAD_CG)
    return __ldcg(At);
  else if constexpr (__M == LOAD_LDG)
    return __ldg(At);
  else
    return *At;
}
template <CacheStoreModifier __M, typename It, typename __T>
__device__ void ThreadStore(It At, __T Value) {
  if constexpr (__M == STORE_VOLATILE)
    *const_cast<volatile __T *>(At) = Value;
  else
    *At = Value;
}

// --- Of a block and of a warp ---

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

namespace detail {
struct of_block {
  template <int __X, int __Y> __device__ static int rank() {
    return RowMajorTid(__X, __Y, 1);
  }
  __device__ static void sync() { __syncthreads(); }
};
struct of_warp {
  template <int __X, int> __device__ static int rank() {
    return threadIdx.x % __X;
  }
  __device__ static void sync() { __syncwarp(); }
};

/// The threads of a group give values to each other through shared memory.
template <typename __T, typename Group, int __X, int __Y, int __Z>
class exchanged {
public:
  struct TempStorage {
    __T Parts[__X * __Y * __Z];
  };
  __device__ exchanged() : Parts(ownStorage().Parts) {}
  __device__ exchanged(TempStorage &Storage) : Parts(Storage.Parts) {}

protected:
  static constexpr int Size = __X * __Y * __Z;
  __T *Parts;

  __device__ static TempStorage &ownStorage() {
    __shared__ TempStorage Storage;
    return Storage;
  }
  __device__ static int rank() { return Group::template rank<__X, __Y>(); }
  __device__ void give(__T Value) {
    Parts[rank()] = Value;
    Group::sync();
  }
  template <typename Op>
  __device__ __T reduced(__T Value, Op Combine, int Valid) {
    give(Value);
    __T Out = Parts[0];
    for (int __I = 1; __I < Valid; ++__I)
      Out = Combine(Out, Parts[__I]);
    return Out;
  }
  /// Over those before the thread.
  template <typename Op>
  __device__ __T scanned(__T Value, __T First, Op Combine, __T &Aggregate) {
    give(Value);
    __T Out = First, All = First;
    for (int __I = 0; __I < Size; ++__I) {
      if (__I == rank())
        Out = All;
      All = Combine(All, Parts[__I]);
    }
    Aggregate = All;
    return Out;
  }
  template <int __N, typename Op>
  __device__ static __T within(__T (&In)[__N], Op Combine) {
    __T Out = In[0];
    for (int __I = 1; __I < __N; ++__I)
      Out = Combine(Out, In[__I]);
    return Out;
  }
};

template <typename __Base, typename __T> class reduce : public __Base {
public:
  using __Base::__Base;
  template <typename Op> __device__ __T Reduce(__T In, Op Combine) {
    return this->reduced(In, Combine, __Base::Size);
  }
  template <typename Op> __device__ __T Reduce(__T In, Op Combine, int Valid) {
    return this->reduced(In, Combine, Valid);
  }
  template <int __N, typename Op>
  __device__ __T Reduce(__T (&In)[__N], Op Combine) {
    return Reduce(__Base::within(In, Combine), Combine);
  }
  __device__ __T Sum(__T In) { return Reduce(In, cub::Sum()); }
  __device__ __T Sum(__T In, int Valid) {
    return Reduce(In, cub::Sum(), Valid);
  }
  template <int __N> __device__ __T Sum(__T (&In)[__N]) {
    return Reduce(In, cub::Sum());
  }
  __device__ __T Max(__T In) { return Reduce(In, cub::Max()); }
  __device__ __T Min(__T In) { return Reduce(In, cub::Min()); }
};

template <typename __Base, typename __T> class scan : public __Base {
public:
  using __Base::__Base;
  template <typename Op>
  __device__ void ExclusiveScan(__T In, __T &Out, __T First, Op Combine) {
    __T All;
    Out = this->scanned(In, First, Combine, All);
  }
  template <typename Op>
  __device__ void ExclusiveScan(__T In, __T &Out, __T First, Op Combine,
                                __T &All) {
    Out = this->scanned(In, First, Combine, All);
  }
  template <typename Op>
  __device__ void InclusiveScan(__T In, __T &Out, Op Combine) {
    __T All;
    Out = Combine(this->scanned(In, __T(), Combine, All), In);
  }
  template <typename Op>
  __device__ void InclusiveScan(__T In, __T &Out, Op Combine, __T &All) {
    Out = Combine(this->scanned(In, __T(), Combine, All), In);
  }
  template <int __N, typename Op>
  __device__ void ExclusiveScan(__T (&In)[__N], __T (&Out)[__N], __T First,
                                Op Combine) {
    __T All;
    spread(In, Out, First, Combine, All, /*Inclusive=*/false);
  }
  template <int __N, typename Op>
  __device__ void ExclusiveScan(__T (&In)[__N], __T (&Out)[__N], __T First,
                                Op Combine, __T &All) {
    spread(In, Out, First, Combine, All, /*Inclusive=*/false);
  }
  template <int __N, typename Op>
  __device__ void InclusiveScan(__T (&In)[__N], __T (&Out)[__N], Op Combine) {
    __T All;
    spread(In, Out, __T(), Combine, All, /*Inclusive=*/true);
  }
  template <int __N, typename Op>
  __device__ void InclusiveScan(__T (&In)[__N], __T (&Out)[__N], Op Combine,
                                __T &All) {
    spread(In, Out, __T(), Combine, All, /*Inclusive=*/true);
  }
  template <typename __V> __device__ void ExclusiveSum(__V &In, __V &Out) {
    ExclusiveScan(In, Out, __T(), cub::Sum());
  }
  template <typename __V>
  __device__ void ExclusiveSum(__V &In, __V &Out, __T &All) {
    ExclusiveScan(In, Out, __T(), cub::Sum(), All);
  }
  template <typename __V> __device__ void InclusiveSum(__V &In, __V &Out) {
    InclusiveScan(In, Out, cub::Sum());
  }
  template <typename __V>
  __device__ void InclusiveSum(__V &In, __V &Out, __T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }
  __device__ void ExclusiveSum(const __T &In, __T &Out) {
    ExclusiveScan(In, Out, __T(), cub::Sum());
  }
  __device__ void ExclusiveSum(const __T &In, __T &Out, __T &All) {
    ExclusiveScan(In, Out, __T(), cub::Sum(), All);
  }
  __device__ void InclusiveSum(const __T &In, __T &Out) {
    InclusiveScan(In, Out, cub::Sum());
  }
  __device__ void InclusiveSum(const __T &In, __T &Out, __T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }

private:
  template <int __N, typename Op>
  __device__ void spread(__T (&In)[__N], __T (&Out)[__N], __T First, Op Combine,
                         __T &All, bool Inclusive) {
    __T Before =
        this->scanned(__Base::within(In, Combine), First, Combine, All);
    for (int __I = 0; __I < __N; ++__I) {
      __T After = Combine(Before, In[__I]);
      Out[__I] = Inclusive ? After : Before;
      Before = After;
    }
  }
};
} // namespace detail

template <typename __T, int __X,
          BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int __Y = 1,
          int __Z = 1, int = 0>
class BlockReduce
    : public detail::reduce<
          detail::exchanged<__T, detail::of_block, __X, __Y, __Z>, __T> {
  using Base =
      detail::reduce<detail::exchanged<__T, detail::of_block, __X, __Y, __Z>,
                     __T>;

public:
  using Base::Base;
};
template <typename __T, int __X, BlockScanAlgorithm = BLOCK_SCAN_RAKING,
          int __Y = 1, int __Z = 1, int = 0>
class BlockScan
    : public detail::scan<
          detail::exchanged<__T, detail::of_block, __X, __Y, __Z>, __T> {
  using Base =
      detail::scan<detail::exchanged<__T, detail::of_block, __X, __Y, __Z>,
                   __T>;

public:
  using Base::Base;
};
template <typename __T, int __W = 32, int = 0>
class WarpReduce
    : public detail::reduce<detail::exchanged<__T, detail::of_warp, __W, 1, 1>,
                            __T> {
  using Base =
      detail::reduce<detail::exchanged<__T, detail::of_warp, __W, 1, 1>, __T>;

public:
  using Base::Base;
};
template <typename __T, int __W = 32, int = 0>
class WarpScan
    : public detail::scan<detail::exchanged<__T, detail::of_warp, __W, 1, 1>,
                          __T> {
  using Base =
      detail::scan<detail::exchanged<__T, detail::of_warp, __W, 1, 1>, __T>;

public:
  using Base::Base;
  __device__ __T Broadcast(__T In, unsigned Lane) {
    this->give(In);
    return this->Parts[Lane];
  }
};

template <typename __T, int __X, int __N,
          BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int __Y = 1, int __Z = 1,
          int = 0>
class BlockLoad
    : public detail::exchanged<__T, detail::of_block, __X, __Y, __Z> {
  using Base = detail::exchanged<__T, detail::of_block, __X, __Y, __Z>;

public:
  using Base::Base;
  template <typename It> __device__ void Load(It From, __T (&To)[__N]) {
    for (int __I = 0; __I < __N; ++__I)
      To[__I] = From[Base::rank() * __N + __I];
  }
  template <typename It>
  __device__ void Load(It From, __T (&To)[__N], int Valid) {
    for (int __I = 0; __I < __N; ++__I)
      if (Base::rank() * __N + __I < Valid)
        To[__I] = From[Base::rank() * __N + __I];
  }
  template <typename It, typename __D>
  __device__ void Load(It From, __T (&To)[__N], int Valid, __D Default) {
    for (int __I = 0; __I < __N; ++__I)
      To[__I] = Default;
    Load(From, To, Valid);
  }
};
template <typename __T, int __X, int __N,
          BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int __Y = 1, int __Z = 1,
          int = 0>
class BlockStore
    : public detail::exchanged<__T, detail::of_block, __X, __Y, __Z> {
  using Base = detail::exchanged<__T, detail::of_block, __X, __Y, __Z>;

public:
  using Base::Base;
  template <typename It> __device__ void Store(It To, __T (&From)[__N]) {
    for (int __I = 0; __I < __N; ++__I)
      To[Base::rank() * __N + __I] = From[__I];
  }
  template <typename It>
  __device__ void Store(It To, __T (&From)[__N], int Valid) {
    for (int __I = 0; __I < __N; ++__I)
      if (Base::rank() * __N + __I < Valid)
        To[Base::rank() * __N + __I] = From[__I];
  }
};

// --- Of a device: kernels of the library's own, on a stream ---

#define FENCEPOST_ON_DEVICE(NAME)                                              \
  template <typename... __A>                                                   \
  __host__ __device__ static cudaError_t NAME(void *Temporary, size_t &Bytes,  \
                                              __A &&...Arguments)
struct DeviceReduce {
  FENCEPOST_ON_DEVICE(Reduce);
  FENCEPOST_ON_DEVICE(Sum);
  FENCEPOST_ON_DEVICE(Min);
  FENCEPOST_ON_DEVICE(Max);
  FENCEPOST_ON_DEVICE(ArgMin);
  FENCEPOST_ON_DEVICE(ArgMax);
  FENCEPOST_ON_DEVICE(ReduceByKey);
  FENCEPOST_ON_DEVICE(TransformReduce);
};
struct DeviceSegmentedReduce : DeviceReduce {};
struct DeviceScan {
  FENCEPOST_ON_DEVICE(ExclusiveSum);
  FENCEPOST_ON_DEVICE(ExclusiveScan);
  FENCEPOST_ON_DEVICE(InclusiveSum);
  FENCEPOST_ON_DEVICE(InclusiveScan);
  FENCEPOST_ON_DEVICE(ExclusiveSumByKey);
  FENCEPOST_ON_DEVICE(ExclusiveScanByKey);
  FENCEPOST_ON_DEVICE(InclusiveSumByKey);
  FENCEPOST_ON_DEVICE(InclusiveScanByKey);
};
struct DeviceRadixSort {
  FENCEPOST_ON_DEVICE(SortPairs);
  FENCEPOST_ON_DEVICE(SortPairsDescending);
  FENCEPOST_ON_DEVICE(SortKeys);
  FENCEPOST_ON_DEVICE(SortKeysDescending);
};
struct DeviceSegmentedRadixSort : DeviceRadixSort {};
struct DeviceSegmentedSort : DeviceRadixSort {
  FENCEPOST_ON_DEVICE(StableSortPairs);
  FENCEPOST_ON_DEVICE(StableSortKeys);
};
struct DeviceMergeSort : DeviceRadixSort {
  FENCEPOST_ON_DEVICE(SortPairsCopy);
  FENCEPOST_ON_DEVICE(SortKeysCopy);
  FENCEPOST_ON_DEVICE(StableSortPairs);
  FENCEPOST_ON_DEVICE(StableSortKeys);
};
struct DeviceSelect {
  FENCEPOST_ON_DEVICE(Flagged);
  FENCEPOST_ON_DEVICE(If);
  FENCEPOST_ON_DEVICE(FlaggedIf);
  FENCEPOST_ON_DEVICE(Unique);
  FENCEPOST_ON_DEVICE(UniqueByKey);
};
struct DevicePartition : DeviceSelect {};
struct DeviceRunLengthEncode {
  FENCEPOST_ON_DEVICE(Encode);
  FENCEPOST_ON_DEVICE(NonTrivialRuns);
};
struct DeviceHistogram {
  FENCEPOST_ON_DEVICE(HistogramEven);
  FENCEPOST_ON_DEVICE(HistogramRange);
};
struct DeviceAdjacentDifference {
  FENCEPOST_ON_DEVICE(SubtractLeft);
  FENCEPOST_ON_DEVICE(SubtractLeftCopy);
};
#undef FENCEPOST_ON_DEVICE

struct CachingDeviceAllocator {
  CachingDeviceAllocator(...);
  cudaError_t DeviceAllocate(void **Out, size_t Bytes,
                             cudaStream_t Stream = nullptr);
  cudaError_t DeviceFree(void *Memory);
  cudaError_t FreeAllCached();
};

} // namespace cub
