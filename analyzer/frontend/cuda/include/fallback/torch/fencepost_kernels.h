// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels of extensions call: atomics of PyTorch's types, shuffles,
// tensors as kernels see them.
#pragma once
#pragma clang system_header

#include <torch/fencepost_numbers.h>

#define C10_WARP_SIZE 32
#define CUDA_KERNEL_LOOP_TYPE(i, n, index_type)                                \
  for (index_type i = index_type(blockIdx.x) * blockDim.x + threadIdx.x;       \
       i < (n); i += index_type(blockDim.x) * gridDim.x)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#define CUDA_KERNEL_ASSERT(CONDITION) ((void)(CONDITION))

inline __device__ c10::Half atomicAdd(c10::Half *To, c10::Half Value) {
  return atomicAdd(reinterpret_cast<__half *>(To), __half(Value));
}
inline __device__ c10::BFloat16 atomicAdd(c10::BFloat16 *To, c10::BFloat16 Value) {
  return atomicAdd(reinterpret_cast<__nv_bfloat16 *>(To), __nv_bfloat16(Value));
}
inline __device__ int64_t atomicAdd(int64_t *To, int64_t Value) {
  return atomicAdd(reinterpret_cast<unsigned long long *>(To),
                   (unsigned long long)(Value));
}
template <typename __T> __device__ __T gpuAtomicAdd(__T *To, __T Value) {
  return atomicAdd(To, Value);
}
template <typename __T> __device__ void gpuAtomicAddNoReturn(__T *To, __T Value) {
  atomicAdd(To, Value);
}
template <typename __T> __device__ __T gpuAtomicMax(__T *To, __T Value) {
  return atomicMax(To, Value);
}
template <typename __T> __device__ __T gpuAtomicMin(__T *To, __T Value) {
  return atomicMin(To, Value);
}

template <typename __T>
__device__ __T WARP_SHFL(__T __V, int Lane, int Width = 32, unsigned Mask = ~0u) {
  return __shfl_sync(Mask, __V, Lane, Width);
}
template <typename __T>
__device__ __T WARP_SHFL_XOR(__T __V, int Lanes, int Width = 32, unsigned Mask = ~0u) {
  return __shfl_xor_sync(Mask, __V, Lanes, Width);
}
template <typename __T>
__device__ __T WARP_SHFL_UP(__T __V, unsigned By, int Width = 32, unsigned Mask = ~0u) {
  return __shfl_up_sync(Mask, __V, By, Width);
}
template <typename __T>
__device__ __T WARP_SHFL_DOWN(__T __V, unsigned By, int Width = 32, unsigned Mask = ~0u) {
  return __shfl_down_sync(Mask, __V, By, Width);
}
inline __device__ unsigned WARP_BALLOT(int __V, unsigned Mask = ~0u) {
  return __ballot_sync(Mask, __V);
}
template <typename __T> __device__ __T doLdg(const __T *From) { return __ldg(From); }

namespace at {
template <typename __T> struct DefaultPtrTraits {
  using PtrType = __T *;
};
template <typename __T> struct RestrictPtrTraits {
  using PtrType = __T *__restrict__;
};

template <typename __T, size_t __N,
          template <typename> class __P = DefaultPtrTraits, typename __I = int64_t>
struct TensorAccessor {
  typename __P<__T>::PtrType data_;
  const __I *sizes_, *strides_;
  C10_HOST_DEVICE __T *data() const { return data_; }
  C10_HOST_DEVICE __I size(__I At) const { return sizes_[At]; }
  C10_HOST_DEVICE __I stride(__I At) const { return strides_[At]; }
  C10_HOST_DEVICE TensorAccessor<__T, __N - 1, __P, __I> operator[](__I At) const {
    return {data_ + At * strides_[0], sizes_ + 1, strides_ + 1};
  }
};
template <typename __T, template <typename> class __P, typename __I>
struct TensorAccessor<__T, 1, __P, __I> {
  typename __P<__T>::PtrType data_;
  const __I *sizes_, *strides_;
  C10_HOST_DEVICE __T *data() const { return data_; }
  C10_HOST_DEVICE __I size(__I At) const { return sizes_[At]; }
  C10_HOST_DEVICE __I stride(__I At) const { return strides_[At]; }
  C10_HOST_DEVICE __T &operator[](__I At) const { return data_[At * strides_[0]]; }
};

template <typename __T, size_t __N,
          template <typename> class __P = DefaultPtrTraits, typename __I = int64_t>
struct GenericPackedTensorAccessor {
  typename __P<__T>::PtrType data_;
  __I sizes_[__N], strides_[__N];
  C10_HOST_DEVICE __T *data() const { return data_; }
  C10_HOST_DEVICE __I size(__I At) const { return sizes_[At]; }
  C10_HOST_DEVICE __I stride(__I At) const { return strides_[At]; }
  C10_HOST_DEVICE decltype(auto) operator[](__I At) const {
    if constexpr (__N == 1)
      return data_[At * strides_[0]];
    else
      return TensorAccessor<__T, __N - 1, __P, __I>{data_ + At * strides_[0],
                                                    sizes_ + 1, strides_ + 1};
  }
};
template <typename __T, size_t __N, template <typename> class __P = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<__T, __N, __P, int32_t>;
template <typename __T, size_t __N, template <typename> class __P = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<__T, __N, __P, int64_t>;
template <typename __T, size_t __N, template <typename> class __P = DefaultPtrTraits,
          typename __I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<__T, __N, __P, __I>;

namespace cuda {
template <typename __T> C10_HOST_DEVICE __T ATenCeilDiv(__T Of, __T By) {
  return (Of + By - 1) / By;
}
namespace detail {
template <typename __T, typename __I> struct TensorInfo {
  __T *data;
  __I sizes[25], strides[25];
  int dims;
};
template <typename __T, typename __I, int __D> struct IndexToOffset {
  static C10_HOST_DEVICE __I get(__I Linear, const TensorInfo<__T, __I> &Info) {
    __I Offset = 0;
    for (int Dim = Info.dims - 1; Dim > 0; --Dim) {
      Offset += Linear % Info.sizes[Dim] * Info.strides[Dim];
      Linear /= Info.sizes[Dim];
    }
    return Offset + Linear * Info.strides[0];
  }
};
} // namespace detail
} // namespace cuda
} // namespace at
