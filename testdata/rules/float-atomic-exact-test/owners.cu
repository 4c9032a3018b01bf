// partly: a function calls what is not here
// Results that come back through classes, views, pinned memory and macros; each with a twin that is fine.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

__global__ void perBin(const float *x, const int *bin, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sum[bin[i]], x[i]);
}
__global__ void countPerBin(const int *bin, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&count[bin[i]], 1);
}
__global__ void largest(const int *x, int n, int *most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(most, x[i]);
}
__global__ void binSums(const float *x, int n, float *sum) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= 16) return;
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 16) s += x[i];
  sum[threadIdx.x + blockIdx.x * blockDim.x] = s;
}

// A class that owns device memory; nobody in the program fills its input.
template <class T> class Array {
  T *ptr = nullptr;
  size_t count;

public:
  explicit Array(size_t n) : count(n) {
    cudaMalloc(&ptr, n * sizeof(T));
    cudaMemset(ptr, 0, n * sizeof(T));
  }
  Array(const Array &) = delete;
  ~Array() { cudaFree(ptr); }
  T *get() { return ptr; }
  std::vector<T> download() const {
    std::vector<T> h(count);
    cudaMemcpy(h.data(), ptr, count * sizeof(T), cudaMemcpyDeviceToHost);
    return h;
  }
};
int ownedExactly() {
  Array<float> x(4096), sum(16);
  Array<int> bin(4096);
  perBin<<<16, 256>>>(x.get(), bin.get(), 4096, sum.get());
  std::vector<float> got = sum.download(), want(16);
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != want[i]) return 1; // expect: float-atomic-exact-test
  return 0;
}
int ownedWithin() {
  Array<float> x(4096), sum(16);
  Array<int> bin(4096);
  perBin<<<16, 256>>>(x.get(), bin.get(), 4096, sum.get());
  std::vector<float> got = sum.download(), want(16);
  for (size_t i = 0; i < got.size(); ++i)
    if (std::abs(got[i] - want[i]) > 1e-3f) return 1;
  return 0;
}
int ownedCounts() {
  Array<int> bin(4096), count(16);
  countPerBin<<<16, 256>>>(bin.get(), 4096, count.get());
  std::vector<int> got = count.download(), want(16);
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != want[i]) return 1;
  return 0;
}
int ownedLargest() {
  Array<int> x(4096), most(1);
  largest<<<16, 256>>>(x.get(), 4096, most.get());
  return most.download()[0] != 7;
}

// unique_ptr with a deleter that frees device memory.
struct FreeDevice {
  void operator()(void *p) const { cudaFree(p); }
};
using DeviceFloats = std::unique_ptr<float[], FreeDevice>;
static DeviceFloats deviceFloats(size_t n) {
  float *p = nullptr;
  cudaMalloc(&p, n * sizeof(float));
  return DeviceFloats(p);
}
bool uniquePointer(const float *x, const int *bin, int n, const std::array<float, 16> &want) {
  DeviceFloats sum = deviceFloats(16);
  cudaMemset(sum.get(), 0, 64);
  perBin<<<16, 256>>>(x, bin, n, sum.get());
  std::array<float, 16> got;
  cudaMemcpy(got.data(), sum.get(), sizeof got, cudaMemcpyDeviceToHost);
  return got == want; // expect: float-atomic-exact-test
}
bool uniquePointerInOrder(const float *x, int n, const std::array<float, 16> &want) {
  DeviceFloats sum = deviceFloats(16);
  binSums<<<1, 16>>>(x, n, sum.get());
  std::array<float, 16> got;
  cudaMemcpy(got.data(), sum.get(), sizeof got, cudaMemcpyDeviceToHost);
  return got == want;
}

// A struct of pointers passed by value.
struct Bins {
  const float *values;
  const int *bin;
  float *sum;
  int n;
};
__global__ void perBinOf(Bins b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < b.n) atomicAdd(b.sum + b.bin[i], b.values[i]);
}
bool structView(Bins b, float *host, const float *want) {
  perBinOf<<<16, 256>>>(b);
  cudaMemcpy(host, b.sum, 64, cudaMemcpyDeviceToHost);
  return memcmp(host, want, 64) == 0; // expect: float-atomic-exact-test
}

// Pinned memory that the kernel writes itself, and copies on a stream.
bool pinned(const float *x, const int *bin, int n, float want) {
  float *sum;
  cudaHostAlloc(&sum, 64, cudaHostAllocMapped);
  perBin<<<16, 256>>>(x, bin, n, sum);
  cudaDeviceSynchronize();
  return sum[0] == want; // expect: float-atomic-exact-test
}
bool streamed(const float *x, const int *bin, int n, float *sum, cudaStream_t s, const float *want) {
  float *host;
  cudaMallocHost(&host, 64);
  perBin<<<16, 256, 0, s>>>(x, bin, n, sum);
  cudaMemcpyAsync(host, sum, 64, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  bool same = true;
  for (int i = 0; i < 16; ++i) same &= host[i] == want[i]; // expect: float-atomic-exact-test
  return same;
}
bool streamedCounts(const int *bin, int n, int *count, cudaStream_t s, const int *want) {
  int *host;
  cudaMallocHost(&host, 64);
  countPerBin<<<16, 256, 0, s>>>(bin, n, count);
  cudaMemcpyAsync(host, count, 64, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  bool same = true;
  for (int i = 0; i < 16; ++i) same &= host[i] == want[i];
  return same;
}

// Lambdas that launch and compare.
bool lambdas(const float *x, const int *bin, int n, float *sum, float *host) {
  auto once = [&] {
    cudaMemset(sum, 0, 64);
    perBin<<<16, 256>>>(x, bin, n, sum);
    cudaMemcpy(host, sum, 64, cudaMemcpyDeviceToHost);
    return std::vector<float>(host, host + 16);
  };
  auto first = once(), second = once();
  return first == second; // expect: float-atomic-exact-test
}

// Macros of a project's own, and a helper around memcmp.
#define CHECK_SAME(a, b) \
  do { \
    if (!((a) == (b))) { std::printf("%s:%d: differs\n", __FILE__, __LINE__); std::abort(); } \
  } while (0)
#define CHECK_CLOSE(a, b, eps) \
  do { \
    if (!(std::fabs((a) - (b)) <= (eps))) { std::printf("%s:%d: differs\n", __FILE__, __LINE__); std::abort(); } \
  } while (0)
void macros(const float *x, const int *bin, int n, float *sum, float want) {
  float got[16];
  perBin<<<16, 256>>>(x, bin, n, sum);
  cudaMemcpy(got, sum, sizeof got, cudaMemcpyDeviceToHost);
  CHECK_CLOSE(got[3], want, 1e-2f);
  CHECK_SAME(got[3], want); // expect: float-atomic-exact-test
}
template <typename T> static bool sameBytes(const std::vector<T> &a, const std::vector<T> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0; // expect: float-atomic-exact-test
}
bool bytes(const float *x, const int *bin, int n, float *sum, const std::vector<float> &want) {
  std::vector<float> got(16);
  perBin<<<16, 256>>>(x, bin, n, sum);
  cudaMemcpy(got.data(), sum, 64, cudaMemcpyDeviceToHost);
  return sameBytes(got, want);
}
bool byteCounts(const int *bin, int n, int *count, const std::vector<int> &want) {
  std::vector<int> got(16);
  countPerBin<<<16, 256>>>(bin, n, count);
  cudaMemcpy(got.data(), count, 64, cudaMemcpyDeviceToHost);
  return sameBytes(got, want);
}

// Whole numbers as input: exact in any order.
bool wholeDraws(const int *bin, int n, float *d, float *sum) {
  float *h = (float *)malloc(n * sizeof(float)), got, want = 0;
  for (int i = 0; i < n; ++i) {
    h[i] = rand() % 9;
    want += h[i];
  }
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int run = 0; run < 3; ++run) {
    cudaMemset(sum, 0, sizeof(float));
    perBin<<<16, 256>>>(d, bin, n, sum);
  }
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return got == want;
}
bool listedWholes(const int *bin, float *d, float *sum) {
  const std::vector<float> h = {3, 1, 4, 1, 5, 9, 2, 6};
  float got;
  cudaMemcpy(d, h.data(), 32, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(float));
  perBin<<<16, 256>>>(d, bin, 8, sum);
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return got == 31;
}
bool listedFractions(const int *bin, float *d, float *sum) {
  const float h[] = {0.3f, 0.1f, 0.4f};
  float got;
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(float));
  perBin<<<16, 256>>>(d, bin, 3, sum);
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return got == 0.8f; // expect: float-atomic-exact-test
}

// A sum of the block by a function that is not read: whole numbers stay whole, fractions do not.
__device__ float totalOfBlock(float mine);
__global__ void products(const float *a, const float *b, int n, float *sum) {
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += a[i] * b[i];
  float all = totalOfBlock(mine);
  if (threadIdx.x == 0) atomicAdd(sum, all);
}
bool wholeProducts(float *a, float *b, int n, float *da, float *db, float *sum) {
  float got, want = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = i % 5;
    b[i] = rand() & 7;
    want += a[i] * b[i];
  }
  std::vector<float> one(n), other(n);
  for (int i = 0; i < n; ++i) one[i] = other[i] = (i * 7) % 11;
  cudaMemcpy(da, one.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, other.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int repeat = 0; repeat < 100; ++repeat) {
    cudaMemset(sum, 0, sizeof(float));
    products<<<32, 256>>>(da, db, n, sum);
  }
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return got == want;
}
bool fractionalProducts(int n, float *da, float *db, float *sum, float want) {
  float got;
  std::vector<float> one(n), other(n);
  for (int i = 0; i < n; ++i) one[i] = other[i] = 1.0f / (i + 1);
  cudaMemcpy(da, one.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, other.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(float));
  products<<<32, 256>>>(da, db, n, sum);
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return got == want; // expect: float-atomic-exact-test
}
