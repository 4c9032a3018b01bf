// Sections, templates and matchers of Catch2.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <vector>

__global__ void perKey(const float *value, const int *key, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[key[i]], value[i]);
}

std::vector<float> sums(const std::vector<float> &value, const int *key) {
  float *in, *out;
  std::vector<float> result(8);
  cudaMalloc(&in, value.size() * sizeof(float));
  cudaMalloc(&out, 8 * sizeof(float));
  cudaMemcpy(in, value.data(), value.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 8 * sizeof(float));
  perKey<<<16, 128>>>(in, key, int(value.size()), out);
  cudaMemcpy(result.data(), out, 8 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result;
}
std::vector<float> fractions(int n);
extern const int *Keys;

TEST_CASE("sums per key", "[sums]") {
  auto value = fractions(2048);
  auto got = sums(value, Keys);
  SECTION("one") {
    REQUIRE(got[0] == 17.5f); // expect: float-atomic-exact-test
  }
  SECTION("again") {
    CHECK(got == sums(value, Keys)); // expect: float-atomic-exact-test
  }
  SECTION("near") {
    CHECK(got[0] == Catch::Approx(17.5f).epsilon(1e-4)); // ok: float-atomic-exact-test
    REQUIRE_THAT(got[0], Catch::Matchers::WithinAbs(17.5, 1e-3)); // ok: float-atomic-exact-test
    CHECK(got.size() == 8); // ok: float-atomic-exact-test
  }
}

struct Device {
  float *out;
  Device() {
    cudaMalloc(&out, 32);
    cudaMemset(out, 0, 32);
  }
  ~Device() { cudaFree(out); }
};
TEST_CASE_METHOD(Device, "in a fixture") {
  float got[8], again[8];
  perKey<<<16, 128>>>(nullptr, Keys, 2048, out);
  cudaMemcpy(got, out, 32, cudaMemcpyDeviceToHost);
  CHECK_FALSE(got[2] != again[2]); // expect: float-atomic-exact-test
}

TEMPLATE_TEST_CASE("for a type", "[sums]", float) {
  auto got = sums(fractions(2048), Keys);
  TestType want = 3.25f;
  REQUIRE(got[3] == want); // expect: float-atomic-exact-test
}
