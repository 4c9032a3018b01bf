// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges and marks for profilers, declared.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef enum nvtxColorType_t {
  NVTX_COLOR_UNKNOWN,
  NVTX_COLOR_ARGB
} nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN,
  NVTX_MESSAGE_TYPE_ASCII,
  NVTX_MESSAGE_TYPE_UNICODE,
  NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
  NVTX_PAYLOAD_TYPE_INT64,
  NVTX_PAYLOAD_TYPE_DOUBLE,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
  NVTX_PAYLOAD_TYPE_INT32,
  NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;
typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#ifdef __cplusplus
extern "C" {
#endif
void nvtxInitialize(const void *Reserved);
void nvtxMarkA(const char *Message);
void nvtxMarkEx(const nvtxEventAttributes_t *Attributes);
int nvtxRangePushA(const char *Message);
int nvtxRangePushEx(const nvtxEventAttributes_t *Attributes);
int nvtxRangePop(void);
nvtxRangeId_t nvtxRangeStartA(const char *Message);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *Attributes);
void nvtxRangeEnd(nvtxRangeId_t Id);
nvtxDomainHandle_t nvtxDomainCreateA(const char *Name);
void nvtxDomainDestroy(nvtxDomainHandle_t Domain);
int nvtxDomainRangePushEx(nvtxDomainHandle_t Domain,
                          const nvtxEventAttributes_t *Attributes);
int nvtxDomainRangePop(nvtxDomainHandle_t Domain);
void nvtxNameOsThreadA(uint32_t Thread, const char *Name);
void nvtxNameCategoryA(uint32_t Category, const char *Name);
#ifdef __cplusplus
}
#endif
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCategory nvtxNameCategoryA
