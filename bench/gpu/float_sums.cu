// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do sums by float atomics differ from run to run, and do the repaired forms of
// the rule's page not? The same input, 20 times per form. Prints, per form, how
// many of the 19 repeats differ from the first in any bit, and the largest
// difference against the bound of the page (n * eps * sum of absolutes).
//
//   nvcc -O3 -arch=native -o float_sums float_sums.cu && ./float_sums

#include "check.h"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int N = 1 << 20, Bins = 256, Repeats = 20, Threads = 256;

__global__ void scatter(const float *X, const int *Row, int Count, float *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Count)
    atomicAdd(&Out[Row[I]], X[I]);
}

// Fixed point: 32 fractional bits.
__global__ void scatterFixed(const float *X, const int *Row, int Count,
                             unsigned long long *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Count)
    atomicAdd(&Out[Row[I]],
              (unsigned long long)(long long)(X[I] * 4294967296.0f));
}

// Each bin has one owner, a block that reads all that goes into it.
__global__ void gather(const float *X, const int *Row, int Count, float *Out) {
  __shared__ float Parts[Threads];
  float Sum = 0;
  for (int I = threadIdx.x; I < Count; I += Threads)
    if (Row[I] == blockIdx.x)
      Sum += X[I];
  Parts[threadIdx.x] = Sum;
  for (int Half = Threads / 2; Half; Half /= 2) {
    __syncthreads();
    if (threadIdx.x < Half)
      Parts[threadIdx.x] += Parts[threadIdx.x + Half];
  }
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Parts[0];
}

// Two kernels: a sum per block and bin, then the blocks' sums in their order.
constexpr int Blocks = 64;
__global__ void partial(const float *X, const int *Row, int Count, float *Part) {
  int Per = Count / Blocks;
  const float *Mine = X + blockIdx.x * Per;
  float Sum = 0;
  for (int I = 0; I < Per; ++I)
    if (Row[blockIdx.x * Per + I] == threadIdx.x)
      Sum += Mine[I];
  Part[blockIdx.x * Bins + threadIdx.x] = Sum;
}
__global__ void combine(const float *Part, float *Out) {
  float Sum = 0;
  for (int B = 0; B < Blocks; ++B)
    Sum += Part[B * Bins + threadIdx.x];
  Out[threadIdx.x] = Sum;
}

template <typename T, typename Launch>
void form(const char *Name, T *Out, const std::vector<double> &Magnitude,
          const std::vector<int> &Size, Launch Run) {
  std::vector<T> First(Bins), Again(Bins);
  int Differ = 0;
  double Worst = 0;
  for (int R = 0; R < Repeats; ++R) {
    CHECK(cudaMemset(Out, 0, Bins * sizeof(T)));
    Run();
    CHECK(cudaMemcpy(R ? Again.data() : First.data(), Out, Bins * sizeof(T),
                     cudaMemcpyDeviceToHost));
    if (!R)
      continue;
    Differ += std::memcmp(First.data(), Again.data(), Bins * sizeof(T)) != 0;
    for (int B = 0; B < Bins; ++B)
      Worst = std::fmax(Worst, std::fabs(double(First[B]) - double(Again[B])) /
                                   (Size[B] * double(FLT_EPSILON) *
                                    Magnitude[B]));
  }
  std::printf("%-22s %2d of %d repeats differ, at most %.5f of the bound\n",
              Name, Differ, Repeats - 1, Worst);
}

int main() {
  std::vector<float> X(N);
  std::vector<int> Row(N), Size(Bins);
  std::vector<double> Magnitude(Bins);
  std::srand(1);
  for (int I = 0; I < N; ++I) {
    X[I] = float(std::rand()) / float(RAND_MAX) - 0.5f;
    Row[I] = std::rand() % Bins;
    Magnitude[Row[I]] += std::fabs(X[I]);
    ++Size[Row[I]];
  }
  float *DX, *DOut, *DPart;
  int *DRow;
  unsigned long long *DFixed;
  CHECK(cudaMalloc(&DX, N * sizeof(float)));
  CHECK(cudaMalloc(&DRow, N * sizeof(int)));
  CHECK(cudaMalloc(&DOut, Bins * sizeof(float)));
  CHECK(cudaMalloc(&DPart, Blocks * Bins * sizeof(float)));
  CHECK(cudaMalloc(&DFixed, Bins * sizeof(unsigned long long)));
  CHECK(cudaMemcpy(DX, X.data(), N * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(DRow, Row.data(), N * sizeof(int), cudaMemcpyHostToDevice));

  form("float atomics", DOut, Magnitude, Size,
       [&] { scatter<<<N / Threads, Threads>>>(DX, DRow, N, DOut); });
  form("two kernels", DOut, Magnitude, Size, [&] {
    partial<<<Blocks, Bins>>>(DX, DRow, N, DPart);
    combine<<<1, Bins>>>(DPart, DOut);
  });
  form("one owner per output", DOut, Magnitude, Size,
       [&] { gather<<<Bins, Threads>>>(DX, DRow, N, DOut); });
  form("fixed point", DFixed, Magnitude, Size,
       [&] { scatterFixed<<<N / Threads, Threads>>>(DX, DRow, N, DFixed); });
}
