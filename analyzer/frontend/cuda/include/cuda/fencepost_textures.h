// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture and surface objects (CUDA C++ Programming Guide, "Texture and Surface
// Memory"), declared; what the functions of device code do to memory is in
// rules/models/textures.yaml.
#pragma once
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "driver_types.h"

enum cudaTextureAddressMode {
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode {
  cudaReadModeElementType,
  cudaReadModeNormalizedFloat
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
enum cudaResourceType {
  cudaResourceTypeArray,
  cudaResourceTypeMipmappedArray,
  cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
struct cudaResourceViewDesc;
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
enum {
  cudaArrayDefault = 0,
  cudaArrayLayered = 1,
  cudaArraySurfaceLoadStore = 2
};
enum { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

extern "C" {
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *Out,
                                    const cudaResourceDesc *Resource,
                                    const cudaTextureDesc *Texture,
                                    const cudaResourceViewDesc *View);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t Object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *Out,
                                    const cudaResourceDesc *Resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t Object);
cudaError_t cudaMallocArray(cudaArray_t *Out, const cudaChannelFormatDesc *Desc,
                            size_t Width, size_t Height = 0,
                            unsigned Flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *Out,
                              const cudaChannelFormatDesc *Desc,
                              cudaExtent Extent, unsigned Flags = 0);
cudaError_t cudaFreeArray(cudaArray_t Array);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *Parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *Parameters,
                              cudaStream_t Stream = nullptr);
cudaError_t cudaMemcpyToArray(cudaArray_t To, size_t Width, size_t Height,
                              const void *From, size_t Count,
                              cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t To, size_t Width, size_t Height,
                                const void *From, size_t Pitch, size_t Bytes,
                                size_t Rows, cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DFromArray(void *To, size_t Pitch,
                                  cudaArray_const_t From, size_t Width,
                                  size_t Height, size_t Bytes, size_t Rows,
                                  cudaMemcpyKind Kind);
}
cudaChannelFormatDesc cudaCreateChannelDesc(int __X, int __Y, int __Z, int __W,
                                            cudaChannelFormatKind Kind);
template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();

#define FENCEPOST_FETCH(NAME, ...)                                             \
  template <class __T>                                                         \
  __device__ __T NAME(cudaTextureObject_t Object, __VA_ARGS__);                \
  template <class __T>                                                         \
  __device__ void NAME(__T *Out, cudaTextureObject_t Object, __VA_ARGS__);
FENCEPOST_FETCH(tex1Dfetch, int __X)
FENCEPOST_FETCH(tex1D, float __X)
FENCEPOST_FETCH(tex1DLod, float __X, float Level)
FENCEPOST_FETCH(tex1DLayered, float __X, int Layer)
FENCEPOST_FETCH(tex2D, float __X, float __Y)
FENCEPOST_FETCH(tex2DLod, float __X, float __Y, float Level)
FENCEPOST_FETCH(tex2DLayered, float __X, float __Y, int Layer)
FENCEPOST_FETCH(tex2Dgather, float __X, float __Y, int Component = 0)
FENCEPOST_FETCH(tex3D, float __X, float __Y, float __Z)
FENCEPOST_FETCH(tex3DLod, float __X, float __Y, float __Z, float Level)
FENCEPOST_FETCH(tex1DGrad, float __X, float ByX, float ByY)
FENCEPOST_FETCH(tex2DGrad, float __X, float __Y, float2 ByX, float2 ByY)
FENCEPOST_FETCH(tex3DGrad, float __X, float __Y, float __Z, float4 ByX,
                float4 ByY)
FENCEPOST_FETCH(texCubemap, float __X, float __Y, float __Z)
#undef FENCEPOST_FETCH
#define FENCEPOST_SURFACE(NAME, ...)                                           \
  template <class __T>                                                         \
  __device__ __T NAME##read(cudaSurfaceObject_t Object, __VA_ARGS__,           \
                            int Mode = cudaBoundaryModeTrap);                  \
  template <class __T>                                                         \
  __device__ void NAME##read(__T *Out, cudaSurfaceObject_t Object,             \
                             __VA_ARGS__, int Mode = cudaBoundaryModeTrap);    \
  template <class __T>                                                         \
  __device__ void NAME##write(__T Value, cudaSurfaceObject_t Object,           \
                              __VA_ARGS__, int Mode = cudaBoundaryModeTrap);
FENCEPOST_SURFACE(surf1D, int __X)
FENCEPOST_SURFACE(surf2D, int __X, int __Y)
FENCEPOST_SURFACE(surf2DLayered, int __X, int __Y, int Layer)
FENCEPOST_SURFACE(surf3D, int __X, int __Y, int __Z)
#undef FENCEPOST_SURFACE
