// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs on a device as a whole, kernels of the library's own on a stream:
// declared.
#pragma once
#pragma clang system_header

#include "fencepost_values.h"

namespace cub {

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
