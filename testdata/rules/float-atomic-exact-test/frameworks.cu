#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/host_vector.h>

__global__ void scatter(const float *x, const int *row, int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&out[row[i]], x[i]);
}

class Scatter : public ::testing::Test {
protected:
  void SetUp() override {
    cudaMalloc(&out, 64);
    scatter<<<4, 256>>>(x, row, 1000, out);
    cudaMemcpy(got, out, 64, cudaMemcpyDeviceToHost);
  }
  const float *x;
  const int *row;
  float *out, got[16], want[16];
};
TEST_F(Scatter, Exact) {
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(got[i], want[i]) << i; // expect: float-atomic-exact-test
}
TEST_F(Scatter, Ulps) {
  EXPECT_FLOAT_EQ(got[3], want[3]); // expect: float-atomic-exact-test
}
TEST_F(Scatter, Near) {
  EXPECT_NEAR(got[3], want[3], 1e-4);
}

bool thrustVectors(const thrust::device_vector<float> &x, const thrust::device_vector<int> &row,
                   const thrust::host_vector<float> &want) {
  thrust::device_vector<float> out(16, 0.0f);
  scatter<<<4, 256>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(row.data()), 1000,
                      thrust::raw_pointer_cast(out.data()));
  thrust::host_vector<float> got = out;
  return thrust::equal(got.begin(), got.end(), want.begin()); // expect: float-atomic-exact-test
}
bool thrustVectorsNear(const thrust::device_vector<float> &x, const thrust::device_vector<int> &row,
                       const thrust::host_vector<float> &want) {
  thrust::device_vector<float> out(16, 0.0f);
  scatter<<<4, 256>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(row.data()), 1000,
                      thrust::raw_pointer_cast(out.data()));
  thrust::host_vector<float> got = out;
  return thrust::equal(got.begin(), got.end(), want.begin(),
                       [](float a, float b) { return fabsf(a - b) <= 1e-4f * fabsf(b); });
}
