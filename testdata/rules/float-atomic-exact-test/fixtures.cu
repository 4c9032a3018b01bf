// Fixtures of templates and matchers of GoogleTest; thrust vectors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <vector>

template <class T> __global__ void total(const T *x, int n, T *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

template <class T> class TotalOf : public ::testing::Test {
protected:
  void SetUp() override {
    cudaMalloc(&x, 1024 * sizeof(T));
    cudaMalloc(&sum, sizeof(T));
  }
  T run() {
    T got;
    total<<<4, 256>>>(x, 1024, sum);
    cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
    return got;
  }
  T *x, *sum;
};
class TotalOfFloats : public TotalOf<float> {};
class TotalOfInts : public TotalOf<int> {};
TEST_F(TotalOfFloats, TwiceTheSame) {
  float first = run();
  EXPECT_EQ(first, run()); // expect: float-atomic-exact-test
  EXPECT_NEAR(first, run(), 1e-2);
}
TEST_F(TotalOfInts, TwiceTheSame) {
  int first = run();
  EXPECT_EQ(first, run());
}

TEST(Matchers, Elements) {
  std::vector<float> got(2), want(2);
  float *x, *sum;
  cudaMalloc(&x, 64);
  cudaMalloc(&sum, 8);
  total<<<4, 256>>>(x, 16, sum);
  cudaMemcpy(got.data(), sum, 8, cudaMemcpyDeviceToHost);
  ASSERT_THAT(got, ::testing::ElementsAre(1.5f, 2.5f)); // expect: float-atomic-exact-test
}
TEST(Matchers, Near) {
  std::vector<float> got(2), want(2);
  float *x, *sum;
  cudaMalloc(&x, 64);
  cudaMalloc(&sum, 8);
  total<<<4, 256>>>(x, 16, sum);
  cudaMemcpy(got.data(), sum, 8, cudaMemcpyDeviceToHost);
  ASSERT_THAT(got, ::testing::Pointwise(::testing::FloatNear(1e-3f), want));
}

bool hostVectors(const thrust::device_vector<float> &x, const thrust::host_vector<float> &want) {
  thrust::device_vector<float> sum(1);
  total<<<4, 256>>>(thrust::raw_pointer_cast(x.data()), 1024, thrust::raw_pointer_cast(sum.data()));
  thrust::host_vector<float> got = sum;
  return got == want; // expect: float-atomic-exact-test
}
bool hostVectorsOfInts(const thrust::device_vector<int> &x, const thrust::host_vector<int> &want) {
  thrust::device_vector<int> sum(1);
  total<<<4, 256>>>(thrust::raw_pointer_cast(x.data()), 1024, thrust::raw_pointer_cast(sum.data()));
  thrust::host_vector<int> got = sum;
  return got == want;
}
