// Suites and subcases of doctest, around a buffer that frees itself.
#include <doctest/doctest.h>
#include <vector>

__global__ void perKey(const float *value, const int *key, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[key[i]], value[i]);
}

template <typename T> class Buffer {
public:
  explicit Buffer(size_t n) : size(n) {
    cudaMalloc(&data, n * sizeof(T));
    cudaMemset(data, 0, n * sizeof(T));
  }
  ~Buffer() { cudaFree(data); }
  T *get() { return data; }
  std::vector<T> toHost() const {
    std::vector<T> host(size);
    cudaMemcpy(host.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }

private:
  T *data = nullptr;
  size_t size;
};
std::vector<float> reference();

TEST_SUITE("sums") {
  TEST_CASE("per key") {
    Buffer<float> value(4096), sum(8);
    Buffer<int> key(4096);
    perKey<<<16, 256>>>(value.get(), key.get(), 4096, sum.get());
    auto got = sum.toHost(), want = reference();
    SUBCASE("exact") {
      CHECK(got == want); // expect: float-atomic-exact-test
      for (size_t i = 0; i < got.size(); ++i)
        REQUIRE_EQ(got[i], want[i]); // expect: float-atomic-exact-test
    }
    SUBCASE("near") {
      for (size_t i = 0; i < got.size(); ++i)
        CHECK(got[i] == doctest::Approx(want[i]).epsilon(1e-4)); // ok: float-atomic-exact-test
    }
  }
}
