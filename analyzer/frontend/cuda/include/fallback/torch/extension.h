// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no PyTorch is: tensors as extensions use them, and the macros
// that bind functions to Python, declared.
#pragma once
#pragma clang system_header

#include <torch/fencepost_kernels.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct cublasContext;

namespace c10 {
enum class DeviceType { CPU, CUDA };
enum class DispatchKey { CPU, CUDA };
enum class MemoryFormat { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
enum class Layout { Strided, Sparse };
inline constexpr Layout kStrided = Layout::Strided;
using DeviceIndex = signed char;
using std::optional;
using std::nullopt;
struct Device {
  Device(DeviceType Type, int Index = 0);
  int index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  DeviceType type() const;
  bool operator==(const Device &) const;
  bool operator!=(const Device &) const;
};
struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType Type);
  TensorOptions(DeviceType Type);
  TensorOptions(Device __D);
  TensorOptions dtype(ScalarType Type) const;
  TensorOptions dtype(optional<ScalarType> Type) const;
  TensorOptions device(DeviceType Type, int Index = 0) const;
  TensorOptions device(Device __D) const;
  TensorOptions layout(Layout) const;
  TensorOptions requires_grad(bool) const;
  TensorOptions pinned_memory(bool) const;
  TensorOptions memory_format(MemoryFormat) const;
  ScalarType dtype() const;
  Device device() const;
  Layout layout() const;
  bool requires_grad() const;
};
std::ostream &operator<<(std::ostream &, const TensorOptions &);
std::ostream &operator<<(std::ostream &, const Device &);
std::ostream &operator<<(std::ostream &, ScalarType);
template <typename __T> struct ArrayRef {
  ArrayRef();
  ArrayRef(const __T &One);
  ArrayRef(const __T *From, size_t Count);
  ArrayRef(std::initializer_list<__T> Sizes);
  ArrayRef(const std::vector<__T> &Sizes);
  size_t size() const;
  bool empty() const;
  const __T *data() const;
  const __T *begin() const;
  const __T *end() const;
  const __T &front() const;
  const __T &back() const;
  ArrayRef slice(size_t From, size_t Count) const;
  std::vector<__T> vec() const;
  const __T &operator[](size_t At) const;
  bool equals(ArrayRef) const;
  bool operator==(ArrayRef) const;
  bool operator!=(ArrayRef) const;
};
using IntArrayRef = ArrayRef<int64_t>;
struct Scalar {
  template <typename __T> Scalar(__T);
  template <typename __T> __T to() const;
};
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool = false);
template <typename __T> struct IntegerRange {
  struct Iterator {
    __T At;
    __T operator*() const { return At; }
    Iterator &operator++() { return ++At, *this; }
    bool operator!=(Iterator Other) const { return At != Other.At; }
  };
  __T From, To;
  Iterator begin() const { return {From}; }
  Iterator end() const { return {To}; }
};
template <typename __T> IntegerRange<__T> irange(__T To) { return {0, To}; }
template <typename __S, typename __T> IntegerRange<__T> irange(__S From, __T To) {
  return {__T(From), To};
}
template <typename __T> struct intrusive_ptr {
  template <typename... __A> static intrusive_ptr make(__A &&...);
  __T *operator->() const;
  __T &operator*() const;
  __T *get() const;
  explicit operator bool() const;
};
template <typename __T, typename... __A> intrusive_ptr<__T> make_intrusive(__A &&...);
template <typename... __A> [[noreturn]] void throwError(__A &&...);
struct Error {
  const char *what() const;
};
} // namespace c10

namespace at {
using namespace c10;
inline constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = kByte;
inline constexpr ScalarType kChar = ScalarType::Char, kInt8 = kChar;
inline constexpr ScalarType kShort = ScalarType::Short, kInt16 = kShort;
inline constexpr ScalarType kInt = ScalarType::Int, kInt32 = kInt;
inline constexpr ScalarType kLong = ScalarType::Long, kInt64 = kLong;
inline constexpr ScalarType kHalf = ScalarType::Half, kFloat16 = kHalf;
inline constexpr ScalarType kFloat = ScalarType::Float, kFloat32 = kFloat;
inline constexpr ScalarType kDouble = ScalarType::Double, kFloat64 = kDouble;
inline constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
inline constexpr ScalarType kBool = ScalarType::Bool;
inline constexpr ScalarType kFloat8_e4m3fn = ScalarType::Float8_e4m3fn;
inline constexpr ScalarType kFloat8_e5m2 = ScalarType::Float8_e5m2;
inline constexpr DeviceType kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;
struct Generator;
struct DeprecatedType {
  ScalarType scalarType() const;
  bool is_cuda() const;
  operator ScalarType() const;
};
class Tensor {
public:
  Tensor();
  template <typename __T> __T *data_ptr() const;
  template <typename __T> __T *mutable_data_ptr() const;
  template <typename __T> const __T *const_data_ptr() const;
  void *data_ptr() const;
  void *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  template <typename __T> __T *data() const;
  template <typename __T> __T item() const;
  template <typename __T, size_t __N,
            template <typename> class __P = DefaultPtrTraits>
  PackedTensorAccessor32<__T, __N, __P> packed_accessor32() const;
  template <typename __T, size_t __N,
            template <typename> class __P = DefaultPtrTraits>
  PackedTensorAccessor64<__T, __N, __P> packed_accessor64() const;
  template <typename __T, size_t __N,
            template <typename> class __P = DefaultPtrTraits,
            typename __I = int64_t>
  PackedTensorAccessor<__T, __N, __P, __I> packed_accessor() const;
  template <typename __T, size_t __N> TensorAccessor<__T, __N> accessor() const;
  int64_t size(int64_t Dimension) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t stride(int64_t Dimension) const;
  int64_t numel() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t element_size() const;
  int64_t itemsize() const;
  int64_t nbytes() const;
  int64_t storage_offset() const;
  int64_t get_device() const;
  bool defined() const;
  bool has_value() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_sparse() const;
  bool is_floating_point() const;
  bool requires_grad() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  MemoryFormat suggest_memory_format() const;
  Layout layout() const;
  DeprecatedType type() const;
  Scalar item() const;
  Device device() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  TensorOptions options() const;
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  Tensor clone() const;
  Tensor detach() const;
  Tensor cpu() const;
  Tensor cuda() const;
  template <typename... __A> Tensor to(TensorOptions Options, __A &&...) const;
  template <typename... __A> Tensor to(ScalarType Type, __A &&...) const;
  template <typename... __A> Tensor to(Device Where, __A &&...) const;
  template <typename... __A> Tensor to(DeviceType Where, __A &&...) const;
  Tensor toType(ScalarType Type) const;
  Tensor view(ScalarType Type) const;
  Tensor view(IntArrayRef Sizes) const;
  Tensor view_as(const Tensor &Like) const;
  Tensor reshape(IntArrayRef Sizes) const;
  Tensor sum() const;
  template <typename... __A> Tensor sum(IntArrayRef Dims, __A &&...) const;
  Tensor &zero_();
  const Tensor &set_requires_grad(bool) const;
  Tensor operator[](int64_t At) const;
  Tensor operator[](const Tensor &At) const;
  template <typename __S> void record_stream(__S) const;
  template <typename... __A> std::tuple<Tensor, Tensor> sort(__A &&...) const;
  template <typename... __A> std::tuple<Tensor, Tensor> topk(__A &&...) const;
#define FENCEPOST_TENSOR(NAME)                                                 \
  template <typename... __A> Tensor NAME(__A &&...) const;                     \
  template <typename... __A> Tensor NAME(IntArrayRef, __A &&...) const;
  FENCEPOST_TENSOR(transpose) FENCEPOST_TENSOR(permute) FENCEPOST_TENSOR(select)
  FENCEPOST_TENSOR(narrow) FENCEPOST_TENSOR(slice) FENCEPOST_TENSOR(squeeze)
  FENCEPOST_TENSOR(unsqueeze) FENCEPOST_TENSOR(flatten) FENCEPOST_TENSOR(expand)
  FENCEPOST_TENSOR(expand_as) FENCEPOST_TENSOR(repeat) FENCEPOST_TENSOR(fill_)
  FENCEPOST_TENSOR(copy_) FENCEPOST_TENSOR(mul) FENCEPOST_TENSOR(mul_)
  FENCEPOST_TENSOR(add) FENCEPOST_TENSOR(add_) FENCEPOST_TENSOR(sub)
  FENCEPOST_TENSOR(div) FENCEPOST_TENSOR(div_) FENCEPOST_TENSOR(pow)
  FENCEPOST_TENSOR(sqrt) FENCEPOST_TENSOR(abs) FENCEPOST_TENSOR(max)
  FENCEPOST_TENSOR(min) FENCEPOST_TENSOR(mean) FENCEPOST_TENSOR(amax)
  FENCEPOST_TENSOR(amin) FENCEPOST_TENSOR(any) FENCEPOST_TENSOR(all)
  FENCEPOST_TENSOR(eq) FENCEPOST_TENSOR(ne) FENCEPOST_TENSOR(lt)
  FENCEPOST_TENSOR(gt) FENCEPOST_TENSOR(ge) FENCEPOST_TENSOR(cumsum)
  FENCEPOST_TENSOR(index) FENCEPOST_TENSOR(index_select)
  FENCEPOST_TENSOR(index_put_) FENCEPOST_TENSOR(masked_select)
  FENCEPOST_TENSOR(masked_fill) FENCEPOST_TENSOR(masked_fill_)
  FENCEPOST_TENSOR(nonzero)
  FENCEPOST_TENSOR(resize_) FENCEPOST_TENSOR(argsort)
  FENCEPOST_TENSOR(matmul) FENCEPOST_TENSOR(mm) FENCEPOST_TENSOR(bmm)
  FENCEPOST_TENSOR(t) FENCEPOST_TENSOR(log) FENCEPOST_TENSOR(exp)
  FENCEPOST_TENSOR(clamp) FENCEPOST_TENSOR(floor) FENCEPOST_TENSOR(square)
  FENCEPOST_TENSOR(scatter_) FENCEPOST_TENSOR(scatter_add_)
  FENCEPOST_TENSOR(gather) FENCEPOST_TENSOR(unfold) FENCEPOST_TENSOR(reshape_as)
  FENCEPOST_TENSOR(new_zeros) FENCEPOST_TENSOR(new_empty)
  FENCEPOST_TENSOR(new_full) FENCEPOST_TENSOR(as_strided)
#undef FENCEPOST_TENSOR
  Tensor operator-() const;
  Tensor &operator+=(const Tensor &);
  Tensor &operator*=(const Tensor &);
  Tensor &operator/=(const Tensor &);

private:
  void *Memory;
};
using TensorList = std::vector<Tensor>;
#define FENCEPOST_TENSOR(OP)                                                   \
  Tensor operator OP(const Tensor &, const Tensor &);                          \
  Tensor operator OP(const Tensor &, double);                                  \
  Tensor operator OP(double, const Tensor &);
FENCEPOST_TENSOR(+) FENCEPOST_TENSOR(-) FENCEPOST_TENSOR(*) FENCEPOST_TENSOR(/)
FENCEPOST_TENSOR(<) FENCEPOST_TENSOR(>) FENCEPOST_TENSOR(<=) FENCEPOST_TENSOR(>=)
FENCEPOST_TENSOR(==) FENCEPOST_TENSOR(!=)
#undef FENCEPOST_TENSOR
#define FENCEPOST_TENSOR(NAME)                                                 \
  template <typename... __A> Tensor NAME(__A &&...);                           \
  template <typename... __A> Tensor NAME(IntArrayRef, __A &&...);
FENCEPOST_TENSOR(arange) FENCEPOST_TENSOR(stack)
FENCEPOST_TENSOR(cat) FENCEPOST_TENSOR(sum) FENCEPOST_TENSOR(rand)
FENCEPOST_TENSOR(randn) FENCEPOST_TENSOR(randint) FENCEPOST_TENSOR(tensor)
FENCEPOST_TENSOR(scalar_tensor) FENCEPOST_TENSOR(empty_strided)
FENCEPOST_TENSOR(cumsum) FENCEPOST_TENSOR(where) FENCEPOST_TENSOR(mm_out)
FENCEPOST_TENSOR(matmul) FENCEPOST_TENSOR(bmm) FENCEPOST_TENSOR(mm)
FENCEPOST_TENSOR(full_like) FENCEPOST_TENSOR(sqrt) FENCEPOST_TENSOR(abs)
FENCEPOST_TENSOR(mul)
#undef FENCEPOST_TENSOR
Tensor max(const Tensor &);
Tensor min(const Tensor &);
Tensor max(const Tensor &, const Tensor &);
Tensor min(const Tensor &, const Tensor &);
std::tuple<Tensor, Tensor> max(const Tensor &, int64_t Dim, bool Keep = false);
std::tuple<Tensor, Tensor> min(const Tensor &, int64_t Dim, bool Keep = false);
template <typename... __A> Tensor from_blob(void *, IntArrayRef, __A &&...);
Tensor from_blob(void *, IntArrayRef, IntArrayRef, TensorOptions = {});
bool allclose(const Tensor &, const Tensor &, double = 0, double = 0, bool = false);
bool equal(const Tensor &, const Tensor &);
struct TensorArg {
  TensorArg(const Tensor &, const char *Name, int Position);
  const Tensor *operator->() const;
  const Tensor &operator*() const;
};
using CheckedFrom = const char *;
void checkAllSameGPU(CheckedFrom, std::initializer_list<TensorArg>);
void checkAllSameType(CheckedFrom, std::initializer_list<TensorArg>);
template <typename... __A> void checkSameGPU(__A &&...);
template <typename... __A> void checkSize(CheckedFrom, const TensorArg &, __A &&...);
struct DeviceGuard {
  DeviceGuard(Device);
};
struct OptionalDeviceGuard {
  OptionalDeviceGuard(optional<Device>);
};
optional<Device> device_of(const Tensor &);
struct Context {
  template <typename... __A> bool deterministicAlgorithms(__A &&...);
  template <typename... __A> void alertNotDeterministic(__A &&...);
};
Context &globalContext();
struct PhiloxCudaState {
  uint64_t seed_, offset_;
};
struct CUDAGeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t Increment);
  struct Mutex {
    void lock();
    void unlock();
  } mutex_;
};
template <typename __T, typename... __A> __T *get_generator_or_default(__A &&...);
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
CUDAStream getDefaultCUDAStream(int Device = -1);
CUDAStream getStreamFromPool(bool HighPriority = false, int Device = -1);
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int Device);
int warp_size();
int current_device();
int device_count();
bool is_available();
cublasContext *getCurrentCUDABlasHandle();
namespace detail {
CUDAGeneratorImpl &getDefaultCUDAGenerator(int Device = -1);
template <typename __T, typename __I>
TensorInfo<__T, __I> getTensorInfo(const Tensor &);
bool canUse32BitIndexMath(const Tensor &, int64_t = 0);
bool maybeOverlappingIndices(const Tensor &);
} // namespace detail
namespace philox {
inline C10_HOST_DEVICE std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState State) {
  return {State.seed_, State.offset_};
}
} // namespace philox
} // namespace cuda
} // namespace at

namespace c10::cuda {
using at::cuda::CUDAStream;
using at::cuda::getCurrentCUDAStream;
using at::cuda::getDefaultCUDAStream;
using at::cuda::getStreamFromPool;
struct CUDAGuard {
  CUDAGuard(Device __D);
  CUDAGuard(int Device);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  OptionalCUDAGuard(Device __D);
  OptionalCUDAGuard(optional<Device> __D);
};
struct CUDAStreamGuard {
  CUDAStreamGuard(CUDAStream);
};
int device_count();
int current_device();
void device_synchronize();
void MaybeSetDevice(int);
namespace CUDACachingAllocator {
struct Allocator {
  void *raw_alloc(size_t Bytes);
  void raw_delete(void *);
};
Allocator *get();
void *raw_alloc(size_t Bytes);
void raw_delete(void *);
void emptyCache();
} // namespace CUDACachingAllocator
} // namespace c10::cuda
namespace at::cuda {
using c10::cuda::CUDAGuard;
using c10::cuda::CUDAStreamGuard;
using c10::cuda::OptionalCUDAGuard;
} // namespace at::cuda

namespace torch {
using namespace at;
using Dtype = c10::ScalarType;
TensorOptions dtype(ScalarType Type);
TensorOptions device(Device Where);
TensorOptions device(DeviceType Type);
TensorOptions requires_grad(bool = true);
struct NoGradGuard {
  NoGradGuard();
};
struct CustomClassHolder {};
namespace autograd {
using Variable = Tensor;
using variable_list = std::vector<Tensor>;
struct AutogradContext {
  template <typename... __A> void save_for_backward(__A &&...);
  void save_for_backward(variable_list);
  variable_list get_saved_variables() const;
  template <typename... __A> void mark_non_differentiable(__A &&...);
};
template <typename __T> struct Function {
  template <typename... __A> static auto apply(__A &&...);
};
} // namespace autograd
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
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 6
#define TORCH_API
#define TORCH_CHECK(...) ((void)(__VA_ARGS__))
#define TORCH_CHECK_VALUE TORCH_CHECK
#define TORCH_CHECK_ARG TORCH_CHECK
#define TORCH_CHECK_INDEX TORCH_CHECK
#define TORCH_CHECK_TYPE TORCH_CHECK
#define TORCH_CHECK_NOT_IMPLEMENTED TORCH_CHECK
#define TORCH_CHECK_EQ(LEFT, RIGHT) TORCH_CHECK((LEFT) == (RIGHT))
#define TORCH_CHECK_GE(LEFT, RIGHT) TORCH_CHECK((LEFT) >= (RIGHT))
#define TORCH_CHECK_GT(LEFT, RIGHT) TORCH_CHECK((LEFT) > (RIGHT))
#define TORCH_CHECK_LE(LEFT, RIGHT) TORCH_CHECK((LEFT) <= (RIGHT))
#define TORCH_INTERNAL_ASSERT TORCH_CHECK
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY TORCH_CHECK
#define TORCH_WARN TORCH_CHECK
#define TORCH_WARN_ONCE TORCH_CHECK
#define AT_ASSERTM TORCH_CHECK
#define AT_ASSERT TORCH_CHECK
#define AT_CHECK TORCH_CHECK
#define AT_ERROR(...) (::c10::throwError(__VA_ARGS__))
#define AT_CUDA_CHECK(CALL) ((void)(CALL))
#define C10_CUDA_CHECK(CALL) ((void)(CALL))
#define C10_CUDA_CHECK_WARN(CALL) ((void)(CALL))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define TORCH_CUDABLAS_CHECK(CALL) ((void)(CALL))
#define C10_LAUNCH_BOUNDS_1(THREADS) __launch_bounds__(THREADS)
#define C10_LAUNCH_BOUNDS_2(THREADS, BLOCKS) __launch_bounds__(THREADS, BLOCKS)
#define C10_UNUSED [[maybe_unused]]
#define C10_RESTRICT __restrict__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_LIKELY(CONDITION) (CONDITION)
#define C10_UNLIKELY(CONDITION) (CONDITION)
#define TORCH_FN(FUNCTION) FUNCTION
#define TORCH_LIBRARY(NAME, __M) static void fencepostLibrary_##NAME(::torch::Library &__M)
#define TORCH_LIBRARY_IMPL(NAME, KEY, __M)                                       \
  static void fencepostLibrary_##NAME##_##KEY(::torch::Library &__M)
#define TORCH_LIBRARY_FRAGMENT(NAME, __M)                                        \
  static void fencepostFragment_##NAME(::torch::Library &__M)
#include <torch/fencepost_dispatch.h>

#include <pybind11/pybind11.h>
namespace py = pybind11;
