// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ forms of the runtime API.
#pragma once

#include "cuda_runtime_api.h"
#include "vector_functions.h"

template <class T>
__host__ __device__ static inline cudaError_t cudaMalloc(T **P, size_t Size) {
  return ::cudaMalloc((void **)(void *)P, Size);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **P, size_t Size,
                                         unsigned int Flags = 0) {
  return ::cudaHostAlloc((void **)(void *)P, Size, Flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T **P, size_t Size,
                                        unsigned int Flags) {
  return ::cudaHostAlloc((void **)(void *)P, Size, Flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **Device, void *Host,
                                                   unsigned int Flags) {
  return ::cudaHostGetDevicePointer((void **)(void *)Device, Host, Flags);
}
template <class T>
static inline cudaError_t
cudaMallocManaged(T **P, size_t Size,
                  unsigned int Flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)(void *)P, Size, Flags);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **P, size_t Size,
                                          cudaStream_t Stream) {
  return ::cudaMallocAsync((void **)(void *)P, Size, Stream);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **P, size_t *Pitch, size_t Width,
                                          size_t Height) {
  return ::cudaMallocPitch((void **)(void *)P, Pitch, Width, Height);
}
template <class T>
static inline cudaError_t
cudaMemcpyToSymbol(const T &Symbol, const void *From, size_t Count,
                   size_t Offset = 0,
                   cudaMemcpyKind Kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&Symbol, From, Count, Offset, Kind);
}
template <class T>
static inline cudaError_t
cudaMemcpyFromSymbol(void *To, const T &Symbol, size_t Count, size_t Offset = 0,
                     cudaMemcpyKind Kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(To, (const void *)&Symbol, Count, Offset, Kind);
}
template <class T>
static inline cudaError_t
cudaMemcpyToSymbolAsync(const T &Symbol, const void *From, size_t Count,
                        size_t Offset = 0,
                        cudaMemcpyKind Kind = cudaMemcpyHostToDevice,
                        cudaStream_t Stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync((const void *)&Symbol, From, Count, Offset,
                                   Kind, Stream);
}
template <class T>
static inline cudaError_t
cudaMemcpyFromSymbolAsync(void *To, const T &Symbol, size_t Count,
                          size_t Offset = 0,
                          cudaMemcpyKind Kind = cudaMemcpyDeviceToHost,
                          cudaStream_t Stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(To, (const void *)&Symbol, Count, Offset,
                                     Kind, Stream);
}
template <class T>
static inline cudaError_t cudaGetSymbolAddress(void **P, const T &Symbol) {
  return ::cudaGetSymbolAddress(P, (const void *)&Symbol);
}
template <class T>
static inline cudaError_t cudaGetSymbolSize(size_t *Size, const T &Symbol) {
  return ::cudaGetSymbolSize(Size, (const void *)&Symbol);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *Event,
                                          unsigned int Flags) {
  return ::cudaEventCreateWithFlags(Event, Flags);
}
template <class T>
static inline cudaError_t cudaLaunchKernel(T *Function, dim3 Grid, dim3 Block,
                                           void **Arguments, size_t Shared = 0,
                                           cudaStream_t Stream = nullptr) {
  return ::cudaLaunchKernel((const void *)Function, Grid, Block, Arguments,
                            Shared, Stream);
}
template <class T>
static inline cudaError_t
cudaLaunchCooperativeKernel(T *Function, dim3 Grid, dim3 Block,
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
template <class T>
static inline cudaError_t
cudaFuncSetAttribute(T *Function, cudaFuncAttribute Attribute, int Value) {
  return ::cudaFuncSetAttribute((const void *)Function, Attribute, Value);
}
template <class T>
static inline cudaError_t cudaFuncSetCacheConfig(T *Function,
                                                 cudaFuncCache Config) {
  return ::cudaFuncSetCacheConfig((const void *)Function, Config);
}
template <class T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes,
                                                T *Function) {
  return ::cudaFuncGetAttributes(Attributes, (const void *)Function);
}
template <class T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, T Function,
                                              int BlockSize, size_t Shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      Blocks, (const void *)Function, BlockSize, Shared);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *MinimumGrid, int *BlockSize,
                                               T Function, size_t Shared = 0,
                                               int Limit = 0);
template <class T>
cudaError_t cudaOccupancyMaxActiveClusters(int *Clusters, T *Function,
                                           const cudaLaunchConfig_t *Config);

static inline cudaExtent make_cudaExtent(size_t W, size_t H, size_t D) {
  return {W, H, D};
}
static inline cudaPos make_cudaPos(size_t X, size_t Y, size_t Z) {
  return {X, Y, Z};
}
static inline cudaPitchedPtr make_cudaPitchedPtr(void *P, size_t Pitch,
                                                 size_t X, size_t Y) {
  return {P, Pitch, X, Y};
}
