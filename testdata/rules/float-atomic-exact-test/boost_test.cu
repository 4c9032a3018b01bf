// Boost.Test: a fixture, collections, and tolerances that the macro takes.
#define BOOST_TEST_MODULE sums
#include <boost/test/unit_test.hpp>
#include <vector>

__global__ void perKey(const float *value, const int *key, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[key[i]], value[i]);
}

struct Sums {
  float *sum;
  std::vector<float> got, want;
  Sums() : got(8), want(8) {
    cudaMalloc(&sum, 32);
    cudaMemset(sum, 0, 32);
  }
  ~Sums() { cudaFree(sum); }
  void run(const float *value, const int *key) {
    perKey<<<16, 256>>>(value, key, 4096, sum);
    cudaMemcpy(got.data(), sum, 32, cudaMemcpyDeviceToHost);
  }
};
extern const float *Values;
extern const int *Keys;

BOOST_FIXTURE_TEST_SUITE(perKeySums, Sums)
BOOST_FIXTURE_TEST_CASE(exact, Sums) {
  run(Values, Keys);
  BOOST_CHECK_EQUAL(got[0], want[0]); // expect: float-atomic-exact-test
  BOOST_TEST(got[1] == want[1]); // expect: float-atomic-exact-test
  BOOST_REQUIRE(got == want); // expect: float-atomic-exact-test
  BOOST_CHECK_EQUAL_COLLECTIONS(got.begin(), got.end(), // expect: float-atomic-exact-test
                                want.begin(), want.end());
}
BOOST_FIXTURE_TEST_CASE(near, Sums) {
  run(Values, Keys);
  BOOST_CHECK_CLOSE(got[0], want[0], 0.01); // ok: float-atomic-exact-test
  BOOST_TEST(got[1] == want[1], boost::test_tools::tolerance(0.001f)); // ok: float-atomic-exact-test
  BOOST_CHECK_SMALL(got[2] - want[2], 0.001f); // ok: float-atomic-exact-test
  BOOST_CHECK_EQUAL(got.size(), want.size()); // ok: float-atomic-exact-test
}
BOOST_AUTO_TEST_SUITE_END()
