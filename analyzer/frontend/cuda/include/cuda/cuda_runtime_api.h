// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime API (CUDA Runtime API reference), as far as programs that
// synchronise use it. Functions that device code may call too are marked.
#pragma once
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"
#include "library_types.h"

extern "C" {
__host__ __device__ cudaError_t cudaGetLastError(void);
__host__ __device__ cudaError_t cudaPeekAtLastError(void);
__host__ __device__ const char *cudaGetErrorString(cudaError_t Error);
__host__ __device__ const char *cudaGetErrorName(cudaError_t Error);
__host__ __device__ cudaError_t cudaGetDevice(int *Device);
__host__ __device__ cudaError_t cudaGetDeviceCount(int *Count);
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *Value,
                                                       cudaDeviceAttr Attribute,
                                                       int Device);
__host__ __device__ cudaError_t cudaDeviceSynchronize(void);
__host__ __device__ cudaError_t cudaFree(void *__P);
__host__ __device__ cudaError_t cudaMalloc(void **__P, size_t Size);
__host__ __device__ cudaError_t cudaMemcpyAsync(void *To, const void *From,
                                                size_t Count,
                                                cudaMemcpyKind Kind,
                                                cudaStream_t Stream = nullptr);
__host__ __device__ cudaError_t cudaMemsetAsync(void *__P, int Value,
                                                size_t Count,
                                                cudaStream_t Stream = nullptr);
__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream,
                                                          unsigned int Flags);
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t Stream);
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t Stream,
                                                    cudaEvent_t Event,
                                                    unsigned int Flags = 0);
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event,
                                                         unsigned int Flags);
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t Event,
                                                cudaStream_t Stream = nullptr);
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t Event);
__host__ __device__ cudaError_t
cudaFuncGetAttributes(cudaFuncAttributes *Attributes, const void *Function);
__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *Version);

// What Clang calls for a launch in device code.
__device__ void *cudaGetParameterBuffer(size_t Alignment, size_t Size);
__device__ cudaError_t cudaLaunchDevice(void *Function, void *Arguments,
                                        dim3 Grid, dim3 Block,
                                        unsigned int Shared,
                                        cudaStream_t Stream);

__device__ void cudaGridDependencySynchronize(void);
__device__ void cudaTriggerProgrammaticLaunchCompletion(void);

cudaError_t cudaDeviceReset(void);
cudaError_t cudaSetDevice(int Device);
cudaError_t cudaInitDevice(int Device, unsigned int Flags, unsigned int Mask);
cudaError_t cudaSetDeviceFlags(unsigned int Flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int Device);
cudaError_t cudaDeviceSetLimit(cudaLimit Limit, size_t Value);
cudaError_t cudaDeviceGetLimit(size_t *Value, cudaLimit Limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache Config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig Config);
cudaError_t cudaDeviceCanAccessPeer(int *CanAccess, int Device, int Peer);
cudaError_t cudaDeviceEnablePeerAccess(int Peer, unsigned int Flags);
cudaError_t cudaDeviceDisablePeerAccess(int Peer);
cudaError_t cudaDeviceGetP2PAttribute(int *Value, cudaDeviceP2PAttr Attribute,
                                      int Source, int Destination);
cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest);
cudaError_t cudaDeviceGetPCIBusId(char *Id, int Length, int Device);
cudaError_t cudaDriverGetVersion(int *Version);

cudaError_t cudaMallocHost(void **__P, size_t Size);
cudaError_t cudaHostAlloc(void **__P, size_t Size, unsigned int Flags);
cudaError_t cudaFreeHost(void *__P);
cudaError_t cudaHostRegister(void *__P, size_t Size, unsigned int Flags);
cudaError_t cudaHostUnregister(void *__P);
cudaError_t cudaHostGetDevicePointer(void **Device, void *Host,
                                     unsigned int Flags);
cudaError_t cudaHostGetFlags(unsigned int *Flags, void *Host);
cudaError_t cudaMallocManaged(void **__P, size_t Size,
                              unsigned int Flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **__P, size_t *Pitch, size_t Width,
                            size_t Height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *__P, cudaExtent Extent);
cudaError_t cudaMallocAsync(void **__P, size_t Size, cudaStream_t Stream);
cudaError_t cudaFreeAsync(void *__P, cudaStream_t Stream);
cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total);
cudaError_t cudaMemcpy(void *To, const void *From, size_t Count,
                       cudaMemcpyKind Kind);
cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From,
                           int FromDevice, size_t Count);
cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From,
                                int FromDevice, size_t Count,
                                cudaStream_t Stream = nullptr);
cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                              size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind,
                              cudaStream_t Stream = nullptr);
cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From,
                               size_t Count, size_t Offset = 0,
                               cudaMemcpyKind Kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Count,
                                 size_t Offset = 0,
                                 cudaMemcpyKind Kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From,
                                    size_t Count, size_t Offset,
                                    cudaMemcpyKind Kind,
                                    cudaStream_t Stream = nullptr);
cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol,
                                      size_t Count, size_t Offset,
                                      cudaMemcpyKind Kind,
                                      cudaStream_t Stream = nullptr);
cudaError_t cudaGetSymbolAddress(void **__P, const void *Symbol);
cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol);
cudaError_t cudaMemset(void *__P, int Value, size_t Count);
cudaError_t cudaMemset2D(void *__P, size_t Pitch, int Value, size_t Width,
                         size_t Height);
cudaError_t cudaMemPrefetchAsync(const void *__P, size_t Count,
                                 cudaMemLocation Location, unsigned int Flags,
                                 cudaStream_t Stream = nullptr);
cudaError_t cudaMemAdvise(const void *__P, size_t Count,
                          cudaMemoryAdvise Advice, cudaMemLocation Location);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Attributes,
                                     const void *__P);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *Handle, void *__P);
cudaError_t cudaIpcOpenMemHandle(void **__P, cudaIpcMemHandle_t Handle,
                                 unsigned int Flags);
cudaError_t cudaIpcCloseMemHandle(void *__P);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *Handle,
                                  cudaEvent_t Event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *Event,
                                   cudaIpcEventHandle_t Handle);

cudaError_t cudaStreamCreate(cudaStream_t *Stream);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream,
                                         unsigned int Flags, int Priority);
cudaError_t cudaStreamSynchronize(cudaStream_t Stream);
cudaError_t cudaStreamQuery(cudaStream_t Stream);
cudaError_t cudaStreamAddCallback(cudaStream_t Stream,
                                  cudaStreamCallback_t Callback, void *Data,
                                  unsigned int Flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *__P,
                                     size_t Length = 0,
                                     unsigned int Flags = cudaMemAttachSingle);
cudaError_t cudaStreamBeginCapture(cudaStream_t Stream,
                                   cudaStreamCaptureMode Mode);
cudaError_t cudaStreamEndCapture(cudaStream_t Stream, cudaGraph_t *Graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t Stream,
                                  cudaStreamCaptureStatus *Status);
cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, cudaHostFn_t Function,
                               void *Data);
cudaError_t cudaEventCreate(cudaEvent_t *Event);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t Event, cudaStream_t Stream,
                                     unsigned int Flags);
cudaError_t cudaEventSynchronize(cudaEvent_t Event);
cudaError_t cudaEventQuery(cudaEvent_t Event);
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start,
                                 cudaEvent_t End);
cudaError_t cudaGraphCreate(cudaGraph_t *Graph, unsigned int Flags);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Exec, cudaGraph_t Graph,
                                 unsigned long long Flags = 0);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *Exec,
                                          cudaGraph_t Graph,
                                          unsigned long long Flags = 0);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *Pool, int Device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t Pool,
                                    cudaMemPoolAttr Attribute, void *Value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t Pool,
                                    cudaMemPoolAttr Attribute, void *Value);
cudaError_t cudaMemset2DAsync(void *__P, size_t Pitch, int Value, size_t Width,
                              size_t Height, cudaStream_t Stream = nullptr);
cudaError_t cudaGraphLaunch(cudaGraphExec_t Exec, cudaStream_t Stream);
cudaError_t cudaGraphDestroy(cudaGraph_t Graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t Exec);

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block,
                             void **Arguments, size_t Shared,
                             cudaStream_t Stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config,
                                const void *Function, void **Arguments);
cudaError_t cudaLaunchCooperativeKernel(const void *Function, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t Shared, cudaStream_t Stream);
cudaError_t cudaConfigureCall(dim3 Grid, dim3 Block, size_t Shared = 0,
                              cudaStream_t Stream = nullptr);
cudaError_t cudaFuncSetAttribute(const void *Function,
                                 cudaFuncAttribute Attribute, int Value);
cudaError_t cudaFuncSetCacheConfig(const void *Function, cudaFuncCache Config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                          const void *Function,
                                                          int BlockSize,
                                                          size_t Shared);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
}
