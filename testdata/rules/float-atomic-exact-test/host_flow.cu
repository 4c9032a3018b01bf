#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

__device__ void addTo(float *at, float v) { atomicAdd(at, v); }
__global__ void scatter(const float *x, const int *row, int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) addTo(&out[row[i]], x[i]);
}

// Three levels of wrappers.
static void launchScatter(const float *x, const int *row, int n, float *out) {
  scatter<<<(n + 255) / 256, 256>>>(x, row, n, out);
}
static void scatterOnDevice(const float *x, const int *row, int n, float *out, int m) {
  cudaMemset(out, 0, m * sizeof(float));
  launchScatter(x, row, n, out);
}
static std::vector<float> scattered(const float *x, const int *row, int n, float *out, int m) {
  std::vector<float> host(m);
  scatterOnDevice(x, row, n, out, m);
  cudaMemcpy(host.data(), out, m * sizeof(float), cudaMemcpyDeviceToHost);
  return host;
}
bool threeLevels(const float *x, const int *row, int n, float *out, int m, const std::vector<float> &want) {
  return std::equal(want.begin(), want.end(), scattered(x, row, n, out, m).begin()); // expect: float-atomic-exact-test
}
bool threeLevelsFixed(const float *x, const int *row, int n, float *out, int m, const std::vector<float> &want) {
  std::vector<float> got = scattered(x, row, n, out, m);
  return std::equal(want.begin(), want.end(), got.begin(),
                    [](float a, float b) { return std::fabs(a - b) <= 1e-4f * std::fabs(b); });
}
bool pickyPredicate(const float *x, const int *row, int n, float *out, int m, const std::vector<float> &want) {
  std::vector<float> got = scattered(x, row, n, out, m);
  return std::equal(want.begin(), want.end(), got.begin(),
                    [](float a, float b) { return a == b; }); // expect: float-atomic-exact-test
}

// A fixture with members and an owner of device memory.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t n) : n_(n) { cudaMalloc(&data_, n * sizeof(T)); }
  ~DeviceArray() { cudaFree(data_); }
  T *get() const { return data_; }
  std::vector<T> toHost() const {
    std::vector<T> h(n_);
    cudaMemcpy(h.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    return h;
  }
private:
  T *data_ = nullptr;
  size_t n_;
};
template <typename T> __global__ void accumulate(const T *x, const int *row, int n, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out + row[i], x[i]);
}
template <typename T> struct Fixture {
  DeviceArray<T> in{1024}, out{16};
  DeviceArray<int> row{1024};
  std::vector<T> expected;
  void run() { accumulate<T><<<4, 256>>>(in.get(), row.get(), 1024, out.get()); }
  bool check(const T *values) {
    cudaMemcpy(in.get(), values, 1024 * sizeof(T), cudaMemcpyHostToDevice);
    run();
    auto got = out.toHost();
    for (size_t i = 0; i < got.size(); ++i)
      if (got[i] != expected[i]) // expect: float-atomic-exact-test
        return false;
    return true;
  }
};
bool fixtures(const double *values, const int *counts) {
  Fixture<double> d;
  Fixture<int> i; // Integers add up in any order.
  return d.check(values) && i.check(counts);
}

// A lambda for each element.
template <typename F> __global__ void eachKernel(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <typename F> void forEach(int n, F f) { eachKernel<<<(n + 127) / 128, 128>>>(n, f); }
int lambdaLauncher(const float *x, const int *row, int n, float *sums, int m, float *host, const float *again) {
  forEach(n, [=] __device__(int i) { atomicAdd(&sums[row[i]], x[i]); });
  cudaMemcpy(host, sums, m * sizeof(float), cudaMemcpyDeviceToHost);
  return memcmp(host, again, m * sizeof(float)); // expect: float-atomic-exact-test
}
int lambdaLauncherFixed(const float *x, const int *row, int n, float *gathered, int m, float *host, const float *again) {
  forEach(n, [=] __device__(int i) { gathered[i] = x[row[i]]; });
  cudaMemcpy(host, gathered, m * sizeof(float), cudaMemcpyDeviceToHost);
  return memcmp(host, again, m * sizeof(float));
}

// Structs of pointers by value.
struct Args { const float *x; const int *row; int n; struct { float *sum; int *count; } out; };
__global__ void both(Args a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n) {
    atomicAdd(&a.out.sum[a.row[i]], a.x[i]);
    atomicAdd(&a.out.count[a.row[i]], 1);
  }
}
bool members(Args a, float *sum, int *count, float want, int wantCount) {
  float hs; int hc;
  a.out.sum = sum;
  a.out.count = count;
  both<<<8, 64>>>(a);
  cudaMemcpy(&hs, sum, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&hc, count, 4, cudaMemcpyDeviceToHost);
  if (hc != wantCount)
    return false;
  return hs == want; // expect: float-atomic-exact-test
}

// The buffer is used again, by a kernel that writes each element once.
__global__ void scaled(const float *x, int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] * 2;
}
bool usedAgain(const float *x, const int *row, int n, float *out, float *host, const float *want) {
  scatter<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (std::fabs(host[i] - want[i]) > 1e-3f) return false;
  scaled<<<4, 256>>>(x, n, out);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (host[i] != want[i]) return false;
  return true;
}

// Whole numbers.
bool ones(const int *row, int n, float *out, float *x) {
  std::vector<float> h(n, 1.0f), got(16);
  cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 64);
  scatter<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(got.data(), out, 64, cudaMemcpyDeviceToHost);
  return got[0] == n;
}
bool tenths(const int *row, int n, float *out, float *x) {
  std::vector<float> h(n, 0.1f), got(16);
  cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scatter<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(got.data(), out, 64, cudaMemcpyDeviceToHost);
  return got[0] == n * 0.1f; // expect: float-atomic-exact-test
}

// Differences.
bool noDifference(const float *x, const int *row, int n, float *out, float *host, const float *want) {
  scatter<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  float worst = 0;
  for (int i = 0; i < n; ++i)
    worst = std::max(worst, std::fabs(host[i] - want[i]));
  return worst == 0; // expect: float-atomic-exact-test
}
bool emptySum(const float *x, const int *row, int n, float *out, float *host) {
  scatter<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  return host[0] == 0; // A question, no test.
}
