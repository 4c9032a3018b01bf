// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the alternatives that contended-atomic, known-index-atomic and
// redundant-atomic name gain? Each pair is a kernel in the form of the rule's
// page and its repair, on the same input. Prints one table: milliseconds of
// each form (median of 9), the ratio, and the error of both against the result
// computed in double on the host (integers: exact or not).
//
//   nvcc -O3 -std=c++17 -arch=native -o contention contention.cu &&
//   ./contention
//
// Exit code 1 if a result is wrong.

#include "timing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

constexpr int N = 1 << 22, Threads = 256, Blocks = 132 * 8;
constexpr int Grid = (N + Threads - 1) / Threads;
constexpr double FloatBound = 2e-4;

static double Worst = 0;

static void row(const char *What, const char *First, double Before,
                double ErrorBefore, const char *Then, double After,
                double ErrorAfter, bool Exact) {
  char Errors[64];
  if (Exact)
    std::snprintf(Errors, sizeof Errors, "%s, %s",
                  ErrorBefore == 0 ? "exact" : "WRONG",
                  ErrorAfter == 0 ? "exact" : "WRONG");
  else
    std::snprintf(Errors, sizeof Errors, "%.1e, %.1e", ErrorBefore, ErrorAfter);
  std::printf("| %s | %s | %.3f | %s | %.3f | %.1f | %s |\n", What, First,
              Before, Then, After, Before / After, Errors);
  // Naive float sums of millions of values drift; the repair must not.
  double Bound = Exact ? 0 : FloatBound;
  if (ErrorAfter > Bound || (Exact && ErrorBefore > 0))
    Worst = 1;
}

// A total: one atomic per element; per block; two kernels.
template <typename T> __global__ void sumEach(const T *X, T *Sum) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(Sum, X[I]);
}
template <typename T> __global__ void sumBlocks(const T *X, T *Sum) {
  T Part = 0;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N;
       I += gridDim.x * blockDim.x)
    Part += X[I];
  Part = blockSum(Part);
  if (threadIdx.x == 0)
    atomicAdd(Sum, Part);
}
template <typename T> __global__ void sumPartial(const T *X, T *Part) {
  T V = 0;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N;
       I += gridDim.x * blockDim.x)
    V += X[I];
  V = blockSum(V);
  if (threadIdx.x == 0)
    Part[blockIdx.x] = V;
}
template <typename T>
__global__ void sumFinish(const T *Part, int Count, T *S) {
  T V = 0;
  for (int I = threadIdx.x; I < Count; I += blockDim.x)
    V += Part[I];
  V = blockSum(V);
  if (threadIdx.x == 0)
    *S = V;
}

template <typename T> static void totals(const char *Name, bool Exact) {
  std::vector<T> X(N);
  double Want = 0;
  for (int I = 0; I < N; ++I)
    Want += double(X[I] = T(I % 7 + (Exact ? 0 : 0.25)));
  Buffer<T> In(X), Sum(1), Part(Blocks);
  double Before = timeOf([&] { Sum.clear(); },
                         [&] { sumEach<<<Grid, Threads>>>(In.P, Sum.P); });
  double ErrorBefore = errorOf(Sum.host(), {Want});
  double After = timeOf([&] { Sum.clear(); },
                        [&] { sumBlocks<<<Blocks, Threads>>>(In.P, Sum.P); });
  char What[64];
  std::snprintf(What, sizeof What, "%s total", Name);
  row(What, "atomic per element", Before, ErrorBefore,
      "block reduce, then atomic", After, errorOf(Sum.host(), {Want}), Exact);
  After = timeOf([&] { Sum.clear(); },
                 [&] {
                   sumPartial<<<Blocks, Threads>>>(In.P, Part.P);
                   sumFinish<<<1, Threads>>>(Part.P, Blocks, Sum.P);
                 });
  row(What, "atomic per element", Before, ErrorBefore, "two kernels", After,
      errorOf(Sum.host(), {Want}), Exact);
}

// A counter: one atomic per warp, per block.
__global__ void countWarps(const int *X, int *Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned M = __ballot_sync(~0u, I < N && X[I] > 3);
  if (threadIdx.x % 32 == 0 && M)
    atomicAdd(Count, __popc(M));
}
__global__ void countBlocks(const int *X, int *Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int Hits = __syncthreads_count(I < N && X[I] > 3);
  if (threadIdx.x == 0)
    atomicAdd(Count, Hits);
}

static std::vector<int> keys(int Range) {
  std::vector<int> K(N);
  unsigned S = 1;
  for (int &V : K)
    V = (S = S * 1664525u + 1013904223u) / 65536 % Range;
  return K;
}

static void counters() {
  std::vector<int> X = keys(8);
  double Want = std::count_if(X.begin(), X.end(), [](int V) { return V > 3; });
  Buffer<int> In(X), Count(1);
  double Before = timeOf([&] { Count.clear(); },
                         [&] { countWarps<<<Grid, Threads>>>(In.P, Count.P); });
  double Error = errorOf(Count.host(), {Want});
  double After = timeOf([&] { Count.clear(); },
                        [&] { countBlocks<<<Grid, Threads>>>(In.P, Count.P); });
  row("int counter", "atomic per warp", Before, Error, "atomic per block",
      After, errorOf(Count.host(), {Want}), true);
}

// One word of each block in a loop; the block owns it.
constexpr int Rows = 4096, Columns = N / Rows;
__global__ void rowsAtomic(const float *X, float *Out) {
  for (int R = blockIdx.x; R < Rows; R += gridDim.x)
    for (int I = threadIdx.x; I < Columns; I += blockDim.x)
      atomicAdd(&Out[R], X[R * Columns + I]);
}
__global__ void rowsOwned(const float *X, float *Out) {
  for (int R = blockIdx.x; R < Rows; R += gridDim.x) {
    float V = 0;
    for (int I = threadIdx.x; I < Columns; I += blockDim.x)
      V += X[R * Columns + I];
    V = blockSum(V);
    if (threadIdx.x == 0)
      Out[R] = V;
  }
}
// Sums of columns: a remainder of the thread's index; a thread owns a column.
__global__ void columnsAtomic(const float *X, float *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(&Out[I % Columns], X[I]);
}
__global__ void columnsOwned(const float *X, float *Out) {
  int C = blockIdx.x * blockDim.x + threadIdx.x;
  float V = 0;
  for (int R = 0; R < Rows; ++R)
    V += X[R * Columns + C];
  Out[C] = V;
}
// Too few columns for the card: the rows are split over blocks, which add once.
__global__ void columnsSplit(const float *X, float *Out) {
  __shared__ float Part[8][32];
  int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  int C = blockIdx.x * 32 + Lane;
  float V = 0;
  for (int R = blockIdx.y * 8 + Warp; R < Rows; R += gridDim.y * 8)
    V += X[R * Columns + C];
  Part[Warp][Lane] = V;
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int W = 1; W < 8; ++W)
      V += Part[W][threadIdx.x];
    atomicAdd(&Out[C], V);
  }
}

static void owners() {
  std::vector<float> X(N);
  std::vector<double> ByRow(Rows), ByColumn(Columns);
  for (int I = 0; I < N; ++I) {
    X[I] = (I % 11) * 0.25f;
    ByRow[I / Columns] += X[I];
    ByColumn[I % Columns] += X[I];
  }
  Buffer<float> In(X), R(Rows), C(Columns);
  double Before = timeOf([&] { R.clear(); },
                         [&] { rowsAtomic<<<Blocks, Threads>>>(In.P, R.P); });
  double Error = errorOf(R.host(), ByRow);
  double After = timeOf([&] { R.clear(); },
                        [&] { rowsOwned<<<Blocks, Threads>>>(In.P, R.P); });
  row("one word per block, in a loop", "atomic per element", Before, Error,
      "the block owns it", After, errorOf(R.host(), ByRow), false);
  Before = timeOf([&] { C.clear(); },
                  [&] { columnsAtomic<<<Grid, Threads>>>(In.P, C.P); });
  Error = errorOf(C.host(), ByColumn);
  After = timeOf([&] { C.clear(); },
                 [&] { columnsOwned<<<Columns / 32, 32>>>(In.P, C.P); });
  row("sums of 1,024 columns", "atomic per element", Before, Error,
      "a thread owns a column", After, errorOf(C.host(), ByColumn), false);
  After = timeOf(
      [&] { C.clear(); },
      [&] { columnsSplit<<<dim3(Columns / 32, 32), Threads>>>(In.P, C.P); });
  row("sums of 1,024 columns", "atomic per element", Before, Error,
      "rows split over blocks, each adds once", After,
      errorOf(C.host(), ByColumn), false);
}

// 256 bins: in global memory; a private copy in shared memory.
__global__ void binsGlobal(const int *Key, unsigned *Hist) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(&Hist[Key[I] & 255], 1u);
}
__global__ void binsPrivate(const int *Key, unsigned *Hist) {
  __shared__ unsigned Part[256];
  Part[threadIdx.x] = 0;
  __syncthreads();
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N;
       I += gridDim.x * blockDim.x)
    atomicAdd_block(&Part[Key[I] & 255], 1u);
  __syncthreads();
  atomicAdd(&Hist[threadIdx.x], Part[threadIdx.x]);
}

static void histograms() {
  for (int Range : {256, 4}) {
    std::vector<int> K = keys(Range);
    std::vector<double> Want(256);
    for (int V : K)
      Want[V] += 1;
    Buffer<int> In(K);
    Buffer<unsigned> Hist(256);
    double Before =
        timeOf([&] { Hist.clear(); },
               [&] { binsGlobal<<<Grid, Threads>>>(In.P, Hist.P); });
    double Error = errorOf(Hist.host(), Want);
    double After =
        timeOf([&] { Hist.clear(); },
               [&] { binsPrivate<<<Blocks, Threads>>>(In.P, Hist.P); });
    row(Range == 256 ? "histogram, 256 bins hit evenly"
                     : "histogram, 4 of 256 bins hit",
        "bins in global memory", Before, Error, "private copy per block", After,
        errorOf(Hist.host(), Want), true);
  }
}

// Backward pass of a convolution: scatter over inputs; gather by outputs.
constexpr int C = 8, K = 8, H = 130, R = 3, OH = H - R + 1, B = 4;
__global__ void scatter(const float *Dy, const float *W, float *Dx) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= B * K * OH * OH)
    return;
  int X = I % OH, Y = I / OH % OH, F = I / (OH * OH) % K, S = I / (OH * OH * K);
  for (int Ch = 0; Ch < C; ++Ch)
    for (int U = 0; U < R; ++U)
      for (int V = 0; V < R; ++V)
        atomicAdd(&Dx[((S * C + Ch) * H + Y + U) * H + X + V],
                  Dy[I] * W[((F * C + Ch) * R + U) * R + V]);
}
__global__ void gather(const float *Dy, const float *W, float *Dx) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= B * C * H * H)
    return;
  int X = I % H, Y = I / H % H, Ch = I / (H * H) % C, S = I / (H * H * C);
  float Sum = 0;
  for (int F = 0; F < K; ++F)
    for (int U = 0; U < R; ++U)
      for (int V = 0; V < R; ++V) {
        int P = Y - U, Q = X - V;
        if (P >= 0 && P < OH && Q >= 0 && Q < OH)
          Sum += Dy[((S * K + F) * OH + P) * OH + Q] *
                 W[((F * C + Ch) * R + U) * R + V];
      }
  Dx[I] = Sum;
}

static void convolution() {
  std::vector<float> Dy(B * K * OH * OH), W(K * C * R * R);
  for (size_t I = 0; I < Dy.size(); ++I)
    Dy[I] = int(I * 37 % 101) * 0.01f - 0.5f;
  for (size_t I = 0; I < W.size(); ++I)
    W[I] = int(I * 29 % 53) * 0.02f - 0.5f;
  std::vector<double> Want(B * C * H * H);
  for (int S = 0; S < B; ++S)
    for (int F = 0; F < K; ++F)
      for (int Y = 0; Y < OH; ++Y)
        for (int X = 0; X < OH; ++X)
          for (int Ch = 0; Ch < C; ++Ch)
            for (int U = 0; U < R; ++U)
              for (int V = 0; V < R; ++V)
                Want[((S * C + Ch) * H + Y + U) * H + X + V] +=
                    double(Dy[((S * K + F) * OH + Y) * OH + X]) *
                    W[((F * C + Ch) * R + U) * R + V];
  Buffer<float> A(Dy), F(W), Out(Want.size());
  int Before1 = (int(Dy.size()) + Threads - 1) / Threads;
  int After1 = (int(Want.size()) + Threads - 1) / Threads;
  double Before =
      timeOf([&] { Out.clear(); },
             [&] { scatter<<<Before1, Threads>>>(A.P, F.P, Out.P); });
  double Error = errorOf(Out.host(), Want);
  double After = timeOf([&] { Out.clear(); },
                        [&] { gather<<<After1, Threads>>>(A.P, F.P, Out.P); });
  row("convolution, gradient of the input", "scatter over inputs", Before,
      Error, "a thread owns an output", After, errorOf(Out.host(), Want),
      false);
}

// An exchange as a store.
__global__ void exchange(const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicExch(&Y[I], X[I] * 2);
}
__global__ void store(const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Y[I] = X[I] * 2;
}
// Two adds in a row.
__global__ void addTwice(const float *X, const int *Key, float *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N) {
    atomicAdd(&Out[Key[I]], X[I]);
    atomicAdd(&Out[Key[I]], 2.0f);
  }
}
__global__ void addOnce(const float *X, const int *Key, float *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(&Out[Key[I]], X[I] + 2.0f);
}

static void stores() {
  std::vector<float> X(N);
  std::vector<double> Want(N);
  for (int I = 0; I < N; ++I)
    Want[I] = 2 * (X[I] = float(I % 97));
  Buffer<float> In(X), Y(N);
  double Before = timeOf([&] { Y.clear(); },
                         [&] { exchange<<<Grid, Threads>>>(In.P, Y.P); });
  double Error = errorOf(Y.host(), Want);
  double After =
      timeOf([&] { Y.clear(); }, [&] { store<<<Grid, Threads>>>(In.P, Y.P); });
  row("store of 4 M words", "atomicExch", Before, Error, "plain store", After,
      errorOf(Y.host(), Want), true);
  constexpr int Range = 65536;
  std::vector<int> Key = keys(Range);
  std::vector<double> Sums(Range);
  for (int I = 0; I < N; ++I)
    Sums[Key[I]] += X[I] + 2.0;
  Buffer<int> KeyIn(Key);
  Buffer<float> Out(Range);
  Before = timeOf([&] { Out.clear(); },
                  [&] { addTwice<<<Grid, Threads>>>(In.P, KeyIn.P, Out.P); });
  Error = errorOf(Out.host(), Sums);
  After = timeOf([&] { Out.clear(); },
                 [&] { addOnce<<<Grid, Threads>>>(In.P, KeyIn.P, Out.P); });
  row("two additions to one scattered word", "two atomics", Before, Error,
      "one atomic", After, errorOf(Out.host(), Sums), false);
}

// Counting sort: the rank drawn again; the rank kept.
__global__ void count(const int *Key, unsigned *Counts) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(&Counts[Key[I]], 1u);
}
__global__ void place(const int *Key, unsigned *Offset, int *Order) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Order[atomicAdd(&Offset[Key[I]], 1u)] = I;
}
__global__ void countRank(const int *Key, unsigned *Counts, unsigned *Rank) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Rank[I] = atomicAdd(&Counts[Key[I]], 1u);
}
__global__ void placeRank(const int *Key, const unsigned *Offset,
                          const unsigned *Rank, int *Order) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Order[Offset[Key[I]] + Rank[I]] = I;
}

/// Zero if Order holds each index once, sorted by key.
static double disorder(const std::vector<int> &Order,
                       const std::vector<int> &Key) {
  std::vector<bool> Seen(N);
  for (int I = 0; I < N; ++I) {
    if (Order[I] < 0 || Order[I] >= N || Seen[Order[I]] ||
        (I && Key[Order[I - 1]] > Key[Order[I]]))
      return 1;
    Seen[Order[I]] = true;
  }
  return 0;
}

static void ranks() {
  constexpr int Range = 4096;
  std::vector<int> Key = keys(Range);
  std::vector<unsigned> Offset(Range);
  for (int V : Key)
    if (V + 1 < Range)
      ++Offset[V + 1];
  for (int V = 1; V < Range; ++V)
    Offset[V] += Offset[V - 1];
  Buffer<int> In(Key), Order(N);
  Buffer<unsigned> Counts(Range), Start(Offset), Rank(N);
  auto Prepare = [&] {
    Counts.clear();
    CHECK(cudaMemcpy(Start.P, Offset.data(), Range * 4, cudaMemcpyDefault));
  };
  double Before = timeOf(Prepare, [&] {
    count<<<Grid, Threads>>>(In.P, Counts.P);
    place<<<Grid, Threads>>>(In.P, Start.P, Order.P);
  });
  double Error = disorder(Order.host(), Key);
  double After = timeOf(Prepare, [&] {
    countRank<<<Grid, Threads>>>(In.P, Counts.P, Rank.P);
    placeRank<<<Grid, Threads>>>(In.P, Start.P, Rank.P, Order.P);
  });
  row("counting sort, 4,096 keys", "two atomics per element", Before, Error,
      "the first one's rank kept", After, disorder(Order.host(), Key), true);
}

// Appends: a ticket per element, per warp, per block.
__global__ void appendEach(const int *X, unsigned *Count, int *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N && X[I] > 3)
    Out[atomicAdd(Count, 1u)] = I;
}
__global__ void appendWarps(const int *X, unsigned *Count, int *Out) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  bool Has = I < N && X[I] > 3;
  unsigned M = __ballot_sync(~0u, Has), Lane = threadIdx.x % 32, Base = 0;
  if (Lane == 0 && M)
    Base = atomicAdd(Count, __popc(M));
  Base = __shfl_sync(~0u, Base, 0);
  if (Has)
    Out[Base + __popc(M & ((1u << Lane) - 1))] = I;
}
__global__ void appendBlocks(const int *X, unsigned *Count, int *Out) {
  __shared__ unsigned Warps[8], Base;
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  bool Has = I < N && X[I] > 3;
  unsigned M = __ballot_sync(~0u, Has), Lane = threadIdx.x % 32,
           Warp = threadIdx.x / 32;
  if (Lane == 0)
    Warps[Warp] = __popc(M);
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned Sum = 0;
    for (int W = 0; W < 8; ++W) {
      unsigned Own = Warps[W];
      Warps[W] = Sum;
      Sum += Own;
    }
    Base = atomicAdd(Count, Sum);
  }
  __syncthreads();
  if (Has)
    Out[Base + Warps[Warp] + __popc(M & ((1u << Lane) - 1))] = I;
}

static void appends() {
  std::vector<int> X = keys(8);
  std::vector<int> Want;
  for (int I = 0; I < N; ++I)
    if (X[I] > 3)
      Want.push_back(I);
  Buffer<int> In(X), Out(N);
  Buffer<unsigned> Count(1);
  auto Error = [&] {
    if (Count.host()[0] != Want.size())
      return 1.0;
    std::vector<int> Got = Out.host();
    Got.resize(Want.size());
    std::sort(Got.begin(), Got.end());
    return Got == Want ? 0.0 : 1.0;
  };
  auto Prepare = [&] { Count.clear(); };
  double Each = timeOf(
      Prepare, [&] { appendEach<<<Grid, Threads>>>(In.P, Count.P, Out.P); });
  double ErrorEach = Error();
  double Warps = timeOf(
      Prepare, [&] { appendWarps<<<Grid, Threads>>>(In.P, Count.P, Out.P); });
  row("append", "ticket per element", Each, ErrorEach, "ticket per warp", Warps,
      Error(), true);
  double Block = timeOf(
      Prepare, [&] { appendBlocks<<<Grid, Threads>>>(In.P, Count.P, Out.P); });
  row("append", "ticket per element", Each, ErrorEach, "ticket per block",
      Block, Error(), true);
}

// The largest float: a compare-and-swap loop per thread; after a reduction.
__device__ void casMax(float *Max, float V) {
  int *P = reinterpret_cast<int *>(Max), Old = *P, Seen;
  do {
    Seen = Old;
    Old = atomicCAS(P, Seen, __float_as_int(fmaxf(V, __int_as_float(Seen))));
  } while (Old != Seen);
}
constexpr int Few = 1 << 18;
__global__ void maxEach(const float *X, float *Max) {
  casMax(Max, X[blockIdx.x * blockDim.x + threadIdx.x]);
}
__global__ void maxBlocks(const float *X, float *Max) {
  __shared__ float Warps[8];
  float V = X[blockIdx.x * blockDim.x + threadIdx.x];
  for (int O = 16; O; O >>= 1)
    V = fmaxf(V, __shfl_down_sync(~0u, V, O));
  if (threadIdx.x % 32 == 0)
    Warps[threadIdx.x / 32] = V;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int W = 1; W < 8; ++W)
      V = fmaxf(V, Warps[W]);
    casMax(Max, V);
  }
}
// One float word in shared memory: by each thread; by each warp.
__global__ void sharedEach(const float *X, float *Out) {
  __shared__ float Sum;
  if (threadIdx.x == 0)
    Sum = 0;
  __syncthreads();
  atomicAdd(&Sum, X[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Sum;
}
__global__ void sharedReduced(const float *X, float *Out) {
  float V = blockSum(X[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    Out[blockIdx.x] = V;
}
// A lock per thread and column; the block combines and locks once.
__device__ void addLocked(int *Lock, float2 *S, float2 V) {
  for (bool Done = false; !Done;)
    if (atomicCAS(Lock, 0, 1) == 0) {
      __threadfence();
      volatile float *P = reinterpret_cast<volatile float *>(S);
      P[0] = P[0] + V.x;
      P[1] = P[1] + V.y;
      __threadfence();
      atomicExch(Lock, 0);
      Done = true;
    }
}
constexpr int Locks = 32, Locked = 1 << 17;
__global__ void lockEach(const float *X, int *Lock, float2 *S) {
  int I = blockIdx.x * blockDim.x + threadIdx.x, Column = threadIdx.x % Locks;
  addLocked(&Lock[Column], &S[Column], {X[I], 1.0f});
}
__global__ void lockBlocks(const float *X, int *Lock, float2 *S) {
  __shared__ float Part[Threads];
  int I = blockIdx.x * blockDim.x + threadIdx.x, Column = threadIdx.x;
  Part[threadIdx.x] = X[I];
  __syncthreads();
  if (Column < Locks) {
    float V = 0;
    for (int T = Column; T < Threads; T += Locks)
      V += Part[T];
    addLocked(&Lock[Column], &S[Column], {V, float(Threads / Locks)});
  }
}

static void others() {
  std::vector<float> X(Few);
  std::vector<double> Sums(Few / Threads), Columns(2 * Locks);
  double Max = 0;
  for (int I = 0; I < Few; ++I) {
    X[I] = float((I * 7919ll) % 1048573);
    Max = std::max(Max, double(X[I]));
    Sums[I / Threads] += X[I];
    if (I < Locked) {
      Columns[I % Locks * 2] += X[I];
      Columns[I % Locks * 2 + 1] += 1;
    }
  }
  Buffer<float> In(X), Out(1), Parts(Few / Threads);
  int Blocks = Few / Threads;
  double Before = timeOf([&] { Out.clear(); },
                         [&] { maxEach<<<Blocks, Threads>>>(In.P, Out.P); });
  double Error = errorOf(Out.host(), {Max});
  double After = timeOf([&] { Out.clear(); },
                        [&] { maxBlocks<<<Blocks, Threads>>>(In.P, Out.P); });
  row("largest of 262,144 floats", "compare-and-swap loop per thread", Before,
      Error, "block reduce first", After, errorOf(Out.host(), {Max}), true);
  Before = timeOf([&] { Parts.clear(); },
                  [&] { sharedEach<<<Blocks, Threads>>>(In.P, Parts.P); });
  Error = errorOf(Parts.host(), Sums);
  After = timeOf([&] { Parts.clear(); },
                 [&] { sharedReduced<<<Blocks, Threads>>>(In.P, Parts.P); });
  row("one float word in shared memory", "atomic per thread", Before, Error,
      "warp reduce first", After, errorOf(Parts.host(), Sums), false);
  Buffer<int> Lock(Locks);
  Buffer<float> S(2 * Locks);
  auto Word = [&] { return reinterpret_cast<float2 *>(S.P); };
  Before = timeOf(
      [&] { S.clear(); },
      [&] { lockEach<<<Locked / Threads, Threads>>>(In.P, Lock.P, Word()); });
  Error = errorOf(S.host(), Columns);
  After = timeOf(
      [&] { S.clear(); },
      [&] { lockBlocks<<<Locked / Threads, Threads>>>(In.P, Lock.P, Word()); });
  row("32 locks, 131,072 updates", "a lock per thread", Before, Error,
      "combined per block", After, errorOf(S.host(), Columns), false);
}

int main() {
  cudaDeviceProp Card;
  CHECK(cudaGetDeviceProperties(&Card, 0));
  int Version = 0;
  CHECK(cudaRuntimeGetVersion(&Version));
  std::printf("%s, sm_%d%d, CUDA %d.%d\n\n", Card.name, Card.major, Card.minor,
              Version / 1000, Version % 1000 / 10);
  std::printf("| what | first form | ms | repaired | ms | times | errors |\n"
              "|---|---|---|---|---|---|---|\n");
  totals<float>("float", false);
  totals<double>("double", false);
  totals<int>("int", true);
  counters();
  owners();
  histograms();
  convolution();
  stores();
  ranks();
  appends();
  others();
  return Worst != 0;
}
