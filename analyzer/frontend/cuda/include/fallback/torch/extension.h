// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no PyTorch is: tensors as extensions use them, and the macros
// that bind functions to Python, declared.
#pragma once
#pragma clang system_header

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace c10 {
enum class ScalarType { Byte, Int, Long, Half, Float, Double, BFloat16, Bool };
enum class DeviceType { CPU, CUDA };
enum class DispatchKey { CPU, CUDA };
struct Device {
  Device(DeviceType Type, int Index = 0);
  int index() const;
  bool is_cuda() const;
};
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType Type);
  TensorOptions(DeviceType Type);
  TensorOptions(Device D);
  TensorOptions dtype(ScalarType Type) const;
  TensorOptions device(DeviceType Type) const;
  TensorOptions device(Device D) const;
};
struct IntArrayRef {
  IntArrayRef(std::initializer_list<int64_t> Sizes);
  IntArrayRef(const std::vector<int64_t> &Sizes);
  size_t size() const;
  int64_t operator[](size_t At) const;
};
} // namespace c10

namespace at {
using namespace c10;
class Tensor {
public:
  Tensor();
  template <typename T> T *data_ptr() const;
  template <typename T> T *mutable_data_ptr() const;
  template <typename T> const T *const_data_ptr() const;
  void *data_ptr() const;
  template <typename T> T *data() const;
  template <typename T> T item() const;
  int64_t size(int64_t Dimension) const;
  IntArrayRef sizes() const;
  int64_t stride(int64_t Dimension) const;
  int64_t numel() const;
  int64_t dim() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_contiguous() const;
  Device device() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  TensorOptions options() const;
  Tensor contiguous() const;
  Tensor clone() const;
  Tensor detach() const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor to(TensorOptions Options) const;
  Tensor view(IntArrayRef Sizes) const;
  Tensor reshape(IntArrayRef Sizes) const;
  Tensor sum() const;
  Tensor &zero_();

private:
  void *Memory;
};
using TensorList = std::vector<Tensor>;
Tensor zeros(IntArrayRef Sizes, TensorOptions Options = {});
Tensor empty(IntArrayRef Sizes, TensorOptions Options = {});
Tensor ones(IntArrayRef Sizes, TensorOptions Options = {});
Tensor full(IntArrayRef Sizes, double Value, TensorOptions Options = {});
Tensor zeros_like(const Tensor &Like, TensorOptions Options = {});
Tensor empty_like(const Tensor &Like, TensorOptions Options = {});
Tensor ones_like(const Tensor &Like, TensorOptions Options = {});

namespace cuda {
struct CUDAStream {
  operator cudaStream_t() const;
  cudaStream_t stream() const;
};
CUDAStream getCurrentCUDAStream(int Device = -1);
} // namespace cuda
} // namespace at

namespace c10::cuda {
using at::cuda::CUDAStream;
using at::cuda::getCurrentCUDAStream;
struct CUDAGuard {
  CUDAGuard(Device D);
  CUDAGuard(int Device);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard(Device D);
};
} // namespace c10::cuda
namespace at::cuda {
using c10::cuda::CUDAGuard;
using c10::cuda::OptionalCUDAGuard;
} // namespace at::cuda

namespace torch {
using namespace at;
using Dtype = c10::ScalarType;
inline constexpr ScalarType kUInt8 = ScalarType::Byte;
inline constexpr ScalarType kInt32 = ScalarType::Int, kInt = ScalarType::Int;
inline constexpr ScalarType kInt64 = ScalarType::Long, kLong = kInt64;
inline constexpr ScalarType kFloat16 = ScalarType::Half, kHalf = kFloat16;
inline constexpr ScalarType kFloat32 = ScalarType::Float, kFloat = kFloat32;
inline constexpr ScalarType kFloat64 = ScalarType::Double, kDouble = kFloat64;
inline constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
inline constexpr ScalarType kBool = ScalarType::Bool;
inline constexpr DeviceType kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;
TensorOptions dtype(ScalarType Type);
TensorOptions device(DeviceType Type);
/// Of TORCH_LIBRARY.
class Library {
public:
  template <typename... Parts> Library &def(const char *Schema, Parts &&...);
  template <typename... Parts> Library &impl(const char *Name, Parts &&...);
};
} // namespace torch

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define TORCH_CHECK(...) ((void)(__VA_ARGS__))
#define AT_ASSERTM TORCH_CHECK
#define AT_CUDA_CHECK(CALL) ((void)(CALL))
#define C10_CUDA_CHECK(CALL) ((void)(CALL))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define TORCH_FN(FUNCTION) FUNCTION
#define TORCH_LIBRARY(NAME, M) static void fencepostLibrary_##NAME(::torch::Library &M)
#define TORCH_LIBRARY_IMPL(NAME, KEY, M)                                       \
  static void fencepostLibrary_##NAME##_##KEY(::torch::Library &M)
#define TORCH_LIBRARY_FRAGMENT(NAME, M)                                        \
  static void fencepostFragment_##NAME(::torch::Library &M)
#define FENCEPOST_DISPATCH(NAME, ...)                                          \
  [&] {                                                                        \
    using scalar_t = float;                                                    \
    return __VA_ARGS__();                                                      \
  }()
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                            \
  FENCEPOST_DISPATCH(NAME, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...)                   \
  FENCEPOST_DISPATCH(NAME, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...)                                 \
  FENCEPOST_DISPATCH(NAME, __VA_ARGS__)

#include <pybind11/pybind11.h>
namespace py = pybind11;
