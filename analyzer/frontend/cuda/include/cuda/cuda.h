// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver API, as far as programs that synchronise use it.
#pragma once
#define __cuda_cuda_h__

#include <stddef.h>
#include <stdint.h>

#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;

typedef struct CUtensorMap_st {
  alignas(64) cuuint64_t opaque[16];
} CUtensorMap;

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 132
} CUdevice_attribute;
typedef enum CUfunction_attribute_enum {
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14
} CUfunction_attribute;

typedef enum CUtensorMapDataType_enum {
  CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  CU_TENSOR_MAP_DATA_TYPE_UINT16,
  CU_TENSOR_MAP_DATA_TYPE_UINT32,
  CU_TENSOR_MAP_DATA_TYPE_INT32,
  CU_TENSOR_MAP_DATA_TYPE_UINT64,
  CU_TENSOR_MAP_DATA_TYPE_INT64,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} CUtensorMapDataType;
typedef enum CUtensorMapInterleave_enum {
  CU_TENSOR_MAP_INTERLEAVE_NONE = 0,
  CU_TENSOR_MAP_INTERLEAVE_16B,
  CU_TENSOR_MAP_INTERLEAVE_32B
} CUtensorMapInterleave;
typedef enum CUtensorMapSwizzle_enum {
  CU_TENSOR_MAP_SWIZZLE_NONE = 0,
  CU_TENSOR_MAP_SWIZZLE_32B,
  CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B
} CUtensorMapSwizzle;
typedef enum CUtensorMapL2promotion_enum {
  CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
  CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;
typedef enum CUtensorMapFloatOOBfill_enum {
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} CUtensorMapFloatOOBfill;

extern "C" {
CUresult cuInit(unsigned int Flags);
CUresult cuGetErrorString(CUresult Error, const char **Text);
CUresult cuGetErrorName(CUresult Error, const char **Text);
CUresult cuDeviceGet(CUdevice *Device, int Ordinal);
CUresult cuDeviceGetCount(int *Count);
CUresult cuDeviceGetAttribute(int *Value, CUdevice_attribute Attribute,
                              CUdevice Device);
CUresult cuCtxSetCurrent(CUcontext Context);
CUresult cuCtxGetCurrent(CUcontext *Context);
CUresult cuCtxSynchronize(void);
CUresult cuModuleLoad(CUmodule *Module, const char *Name);
CUresult cuModuleLoadData(CUmodule *Module, const void *Image);
CUresult cuModuleGetFunction(CUfunction *Function, CUmodule Module,
                             const char *Name);
CUresult cuFuncSetAttribute(CUfunction Function, CUfunction_attribute Attribute,
                            int Value);
CUresult cuLaunchKernel(CUfunction Function, unsigned int GridX,
                        unsigned int GridY, unsigned int GridZ,
                        unsigned int BlockX, unsigned int BlockY,
                        unsigned int BlockZ, unsigned int Shared,
                        CUstream Stream, void **Arguments, void **Extra);
CUresult cuLaunchCooperativeKernel(CUfunction Function, unsigned int GridX,
                                   unsigned int GridY, unsigned int GridZ,
                                   unsigned int BlockX, unsigned int BlockY,
                                   unsigned int BlockZ, unsigned int Shared,
                                   CUstream Stream, void **Arguments);
CUresult cuMemAlloc(CUdeviceptr *__P, size_t Size);
CUresult cuMemAllocManaged(CUdeviceptr *__P, size_t Size, unsigned int Flags);
CUresult cuMemAllocHost(void **__P, size_t Size);
CUresult cuMemHostAlloc(void **__P, size_t Size, unsigned int Flags);
CUresult cuMemFree(CUdeviceptr __P);
CUresult cuMemFreeHost(void *__P);
CUresult cuMemcpyHtoD(CUdeviceptr To, const void *From, size_t Size);
CUresult cuMemcpyDtoH(void *To, CUdeviceptr From, size_t Size);
CUresult cuMemcpyDtoD(CUdeviceptr To, CUdeviceptr From, size_t Size);
CUresult cuMemsetD8(CUdeviceptr __P, unsigned char Value, size_t Count);
CUresult cuMemsetD32(CUdeviceptr __P, unsigned int Value, size_t Count);
CUresult cuStreamCreate(CUstream *Stream, unsigned int Flags);
CUresult cuStreamDestroy(CUstream Stream);
CUresult cuStreamSynchronize(CUstream Stream);
CUresult cuStreamWaitValue32(CUstream Stream, CUdeviceptr Address,
                             cuuint32_t Value, unsigned int Flags);
CUresult cuStreamWriteValue32(CUstream Stream, CUdeviceptr Address,
                              cuuint32_t Value, unsigned int Flags);
CUresult cuStreamWaitValue64(CUstream Stream, CUdeviceptr Address,
                             cuuint64_t Value, unsigned int Flags);
CUresult cuStreamWriteValue64(CUstream Stream, CUdeviceptr Address,
                              cuuint64_t Value, unsigned int Flags);
CUresult cuEventCreate(CUevent *Event, unsigned int Flags);
CUresult cuEventRecord(CUevent Event, CUstream Stream);
CUresult cuEventSynchronize(CUevent Event);
CUresult cuTensorMapEncodeTiled(
    CUtensorMap *Map, CUtensorMapDataType Type, cuuint32_t Rank, void *Address,
    const cuuint64_t *Dimensions, const cuuint64_t *Strides,
    const cuuint32_t *Box, const cuuint32_t *ElementStrides,
    CUtensorMapInterleave Interleave, CUtensorMapSwizzle Swizzle,
    CUtensorMapL2promotion Promotion, CUtensorMapFloatOOBfill Fill);
}

#include "fencepost_memory_mapping.h"
