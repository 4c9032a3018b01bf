// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Virtual memory and multicast objects of the driver API: memory that has an
// address of its own on each device, or several on one.
#pragma once

typedef enum CUmemAllocationType_enum {
  CU_MEM_ALLOCATION_TYPE_INVALID = 0,
  CU_MEM_ALLOCATION_TYPE_PINNED = 1
} CUmemAllocationType;
typedef enum CUmemAllocationHandleType_enum {
  CU_MEM_HANDLE_TYPE_NONE = 0,
  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
  CU_MEM_HANDLE_TYPE_WIN32 = 2,
  CU_MEM_HANDLE_TYPE_WIN32_KMT = 4,
  CU_MEM_HANDLE_TYPE_FABRIC = 8
} CUmemAllocationHandleType;
typedef enum CUmemLocationType_enum {
  CU_MEM_LOCATION_TYPE_INVALID = 0,
  CU_MEM_LOCATION_TYPE_DEVICE = 1,
  CU_MEM_LOCATION_TYPE_HOST = 2,
  CU_MEM_LOCATION_TYPE_HOST_NUMA = 3
} CUmemLocationType;
typedef enum CUmemAccess_flags_enum {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
  CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
  CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
typedef enum CUmemAllocationGranularity_flags_enum {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} CUmemAllocationGranularity_flags;
typedef enum CUmulticastGranularity_flags_enum {
  CU_MULTICAST_GRANULARITY_MINIMUM = 0,
  CU_MULTICAST_GRANULARITY_RECOMMENDED = 1
} CUmulticastGranularity_flags;

typedef struct CUmemLocation_st {
  CUmemLocationType type;
  int id;
} CUmemLocation;
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} CUmemAllocationProp;
typedef struct CUmemAccessDesc_st {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc;
typedef struct CUmulticastObjectProp_st {
  unsigned int numDevices;
  size_t size;
  unsigned long long handleTypes, flags;
} CUmulticastObjectProp;

extern "C" {
CUresult cuMemAddressReserve(CUdeviceptr *__P, size_t Size, size_t Alignment,
                             CUdeviceptr Wanted, unsigned long long Flags);
CUresult cuMemAddressFree(CUdeviceptr __P, size_t Size);
CUresult cuMemCreate(CUmemGenericAllocationHandle *Memory, size_t Size,
                     const CUmemAllocationProp *Property,
                     unsigned long long Flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle Memory);
CUresult cuMemMap(CUdeviceptr __P, size_t Size, size_t Offset,
                  CUmemGenericAllocationHandle Memory,
                  unsigned long long Flags);
CUresult cuMemUnmap(CUdeviceptr __P, size_t Size);
CUresult cuMemSetAccess(CUdeviceptr __P, size_t Size,
                        const CUmemAccessDesc *Access, size_t Count);
CUresult cuMemGetAllocationGranularity(size_t *Size,
                                       const CUmemAllocationProp *Property,
                                       CUmemAllocationGranularity_flags Which);
CUresult cuMemExportToShareableHandle(void *To,
                                      CUmemGenericAllocationHandle Memory,
                                      CUmemAllocationHandleType Type,
                                      unsigned long long Flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *Memory,
                                        void *From,
                                        CUmemAllocationHandleType Type);
CUresult cuMulticastCreate(CUmemGenericAllocationHandle *Group,
                           const CUmulticastObjectProp *Property);
CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle Group,
                              CUdevice Device);
CUresult cuMulticastBindMem(CUmemGenericAllocationHandle Group,
                            size_t GroupOffset,
                            CUmemGenericAllocationHandle Memory,
                            size_t Offset, size_t Size,
                            unsigned long long Flags);
CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle Group,
                             size_t GroupOffset, CUdeviceptr __P, size_t Size,
                             unsigned long long Flags);
CUresult cuMulticastGetGranularity(size_t *Size,
                                   const CUmulticastObjectProp *Property,
                                   CUmulticastGranularity_flags Which);
}
