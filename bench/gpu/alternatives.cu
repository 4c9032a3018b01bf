// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which alternative to a contended atomic is the fastest, on one and the same
// task? First an atomic per element, then what contended-atomic names, in its
// order: an owner per output, two kernels, a reduction in the block before one
// atomic. Outputs are many, few or one; the sums are checked against double.
//
//   nvcc -O3 -std=c++17 -arch=native -o alternatives alternatives.cu &&
//   ./alternatives
//
// Exit code 1 if a result is wrong.

#include "timing.h"

#include <cstdio>

constexpr int N = 1 << 22, Threads = 256;
constexpr double FloatBound = 2e-4;

static bool IsWrong = false;

// Sums of rows: the input has Rows of N / Rows elements.
template <typename T> __global__ void each(const T *X, int Columns, T *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&Out[I / Columns], X[I]);
}

/// The part of its row that block y of a row has.
template <typename T> __device__ T partOf(const T *X, int Columns) {
  T V = 0;
  const T *Row = X + size_t(blockIdx.x) * Columns;
  for (int I = blockIdx.y * blockDim.x + threadIdx.x; I < Columns;
       I += gridDim.y * blockDim.x)
    V += Row[I];
  return blockSum(V);
}

template <typename T> __global__ void owned(const T *X, int Columns, T *Out) {
  T V = partOf(X, Columns);
  if (threadIdx.x == 0)
    Out[blockIdx.x] = V;
}

template <typename T> __global__ void parts(const T *X, int Columns, T *Part) {
  T V = partOf(X, Columns);
  if (threadIdx.x == 0)
    Part[blockIdx.x * gridDim.y + blockIdx.y] = V;
}

template <typename T> __global__ void join(const T *Part, int Each, T *Out) {
  T V = 0;
  for (int I = threadIdx.x; I < Each; I += blockDim.x)
    V += Part[blockIdx.x * Each + I];
  V = blockSum(V);
  if (threadIdx.x == 0)
    Out[blockIdx.x] = V;
}

template <typename T> __global__ void reduced(const T *X, int Columns, T *Out) {
  T V = partOf(X, Columns);
  if (threadIdx.x == 0)
    atomicAdd(&Out[blockIdx.x], V);
}

static void tell(const char *Type, int Rows, const char *Form, double Time,
                 double First, double Error, double Bound) {
  std::printf("| %s, %d sums of %d | %s | %.4f | %.1f | %.1e |\n", Type, Rows,
              N / Rows, Form, Time, First / Time, Error);
  IsWrong |= Error > Bound;
}

template <typename T>
static void rows(const char *Type, int Rows, double Bound) {
  int Columns = N / Rows;
  int Split = std::max(1, 132 * 8 / Rows);
  std::vector<T> X(N);
  std::vector<double> Want(Rows);
  for (int I = 0; I < N; ++I)
    Want[I / Columns] += double(X[I] = T((I % 11) * (Bound > 0 ? 0.25 : 1)));
  Buffer<T> In(X), Out(Rows), Part(size_t(Rows) * Split);
  auto Clear = [&] { Out.clear(); };
  auto Error = [&] { return errorOf(Out.host(), Want); };
  double First = timeOf(
      Clear, [&] { each<<<N / Threads, Threads>>>(In.P, Columns, Out.P); });
  // Sums of millions of floats in one word drift: not judged.
  tell(Type, Rows, "atomic per element", First, First, Error(),
       Bound > 0 ? 1 : 0);
  double Time =
      timeOf(Clear, [&] { owned<<<Rows, Threads>>>(In.P, Columns, Out.P); });
  tell(Type, Rows, "one owner per sum", Time, First, Error(), Bound);
  dim3 Grid(Rows, Split);
  Time = timeOf(Clear, [&] {
    parts<<<Grid, Threads>>>(In.P, Columns, Part.P);
    join<<<Rows, Threads>>>(Part.P, Split, Out.P);
  });
  tell(Type, Rows, "two kernels", Time, First, Error(), Bound);
  Time =
      timeOf(Clear, [&] { reduced<<<Grid, Threads>>>(In.P, Columns, Out.P); });
  tell(Type, Rows, "block reduce, then one atomic", Time, First, Error(),
       Bound);
}

int main() {
  cudaDeviceProp Card;
  CHECK(cudaGetDeviceProperties(&Card, 0));
  int Version = 0;
  CHECK(cudaRuntimeGetVersion(&Version));
  std::printf("%s, sm_%d%d, CUDA %d.%d\n\n", Card.name, Card.major, Card.minor,
              Version / 1000, Version % 1000 / 10);
  std::printf("| what | form | ms | times | error |\n|---|---|---|---|---|\n");
  for (int Rows : {4096, 128, 8, 1}) {
    rows<float>("float", Rows, FloatBound);
    rows<double>("double", Rows, 1e-9);
    rows<int>("int", Rows, 0);
  }
  return IsWrong;
}
