// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ forms of the runtime API.
#pragma once
#define __CUDA_RUNTIME_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __DEVICE_TYPES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DRIVER_FUNCTIONS_H__

#include "cuda_runtime_api.h"
#include "fencepost_textures.h"
#include "vector_functions.h"

template <class __T>
__host__ __device__ static inline cudaError_t cudaMalloc(__T **__P,
                                                         size_t Size) {
  return ::cudaMalloc((void **)(void *)__P, Size);
}
template <class __T>
static inline cudaError_t cudaMallocHost(__T **__P, size_t Size,
                                         unsigned int Flags = 0) {
  return ::cudaHostAlloc((void **)(void *)__P, Size, Flags);
}
template <class __T>
static inline cudaError_t cudaHostAlloc(__T **__P, size_t Size,
                                        unsigned int Flags) {
  return ::cudaHostAlloc((void **)(void *)__P, Size, Flags);
}
template <class __T>
static inline cudaError_t cudaHostGetDevicePointer(__T **Device, void *Host,
                                                   unsigned int Flags) {
  return ::cudaHostGetDevicePointer((void **)(void *)Device, Host, Flags);
}
template <class __T>
static inline cudaError_t
cudaMallocManaged(__T **__P, size_t Size,
                  unsigned int Flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)(void *)__P, Size, Flags);
}
template <class __T>
static inline cudaError_t cudaMallocAsync(__T **__P, size_t Size,
                                          cudaStream_t Stream) {
  return ::cudaMallocAsync((void **)(void *)__P, Size, Stream);
}
template <class __T>
static inline cudaError_t cudaMallocPitch(__T **__P, size_t *Pitch,
                                          size_t Width, size_t Height) {
  return ::cudaMallocPitch((void **)(void *)__P, Pitch, Width, Height);
}
template <class __T>
static inline cudaError_t
cudaMemcpyToSymbol(const __T &Symbol, const void *From, size_t Count,
                   size_t Offset = 0,
                   cudaMemcpyKind Kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&Symbol, From, Count, Offset, Kind);
}
template <class __T>
static inline cudaError_t
cudaMemcpyFromSymbol(void *To, const __T &Symbol, size_t Count,
                     size_t Offset = 0,
                     cudaMemcpyKind Kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(To, (const void *)&Symbol, Count, Offset, Kind);
}
template <class __T>
static inline cudaError_t
cudaMemcpyToSymbolAsync(const __T &Symbol, const void *From, size_t Count,
                        size_t Offset = 0,
                        cudaMemcpyKind Kind = cudaMemcpyHostToDevice,
                        cudaStream_t Stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync((const void *)&Symbol, From, Count, Offset,
                                   Kind, Stream);
}
template <class __T>
static inline cudaError_t
cudaMemcpyFromSymbolAsync(void *To, const __T &Symbol, size_t Count,
                          size_t Offset = 0,
                          cudaMemcpyKind Kind = cudaMemcpyDeviceToHost,
                          cudaStream_t Stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(To, (const void *)&Symbol, Count, Offset,
                                     Kind, Stream);
}
template <class __T>
static inline cudaError_t cudaGetSymbolAddress(void **__P, const __T &Symbol) {
  return ::cudaGetSymbolAddress(__P, (const void *)&Symbol);
}
template <class __T>
static inline cudaError_t cudaGetSymbolSize(size_t *Size, const __T &Symbol) {
  return ::cudaGetSymbolSize(Size, (const void *)&Symbol);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *Event,
                                          unsigned int Flags) {
  return ::cudaEventCreateWithFlags(Event, Flags);
}
template <class __T>
static inline cudaError_t cudaLaunchKernel(__T *Function, dim3 Grid, dim3 Block,
                                           void **Arguments, size_t Shared = 0,
                                           cudaStream_t Stream = nullptr) {
  return ::cudaLaunchKernel((const void *)Function, Grid, Block, Arguments,
                            Shared, Stream);
}
template <class __T>
static inline cudaError_t
cudaLaunchCooperativeKernel(__T *Function, dim3 Grid, dim3 Block,
                            void **Arguments, size_t Shared = 0,
                            cudaStream_t Stream = nullptr) {
  return ::cudaLaunchCooperativeKernel((const void *)Function, Grid, Block,
                                       Arguments, Shared, Stream);
}
template <class... Formals, class... Actuals>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *Config,
                                             void (*Kernel)(Formals...),
                                             Actuals &&...Arguments) {
  return [&](Formals... Copies) {
    void *Pointers[] = {(void *)&Copies..., nullptr};
    return ::cudaLaunchKernelExC(Config, (const void *)Kernel, Pointers);
  }(static_cast<Actuals &&>(Arguments)...);
}
template <class __T>
static inline cudaError_t
cudaFuncSetAttribute(__T *Function, cudaFuncAttribute Attribute, int Value) {
  return ::cudaFuncSetAttribute((const void *)Function, Attribute, Value);
}
template <class __T>
static inline cudaError_t cudaFuncSetCacheConfig(__T *Function,
                                                 cudaFuncCache Config) {
  return ::cudaFuncSetCacheConfig((const void *)Function, Config);
}
template <class __T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes,
                                                __T *Function) {
  return ::cudaFuncGetAttributes(Attributes, (const void *)Function);
}
template <class __T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, __T Function,
                                              int BlockSize, size_t Shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      Blocks, (const void *)Function, BlockSize, Shared);
}
template <class __T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *MinimumGrid, int *BlockSize,
                                               __T Function, size_t Shared = 0,
                                               int Limit = 0);
template <class __T>
cudaError_t cudaOccupancyMaxActiveClusters(int *Clusters, __T *Function,
                                           const cudaLaunchConfig_t *Config);

static inline cudaExtent make_cudaExtent(size_t __W, size_t __H, size_t __D) {
  return {__W, __H, __D};
}
static inline cudaPos make_cudaPos(size_t __X, size_t __Y, size_t __Z) {
  return {__X, __Y, __Z};
}
static inline cudaPitchedPtr make_cudaPitchedPtr(void *__P, size_t Pitch,
                                                 size_t __X, size_t __Y) {
  return {__P, Pitch, __X, __Y};
}
