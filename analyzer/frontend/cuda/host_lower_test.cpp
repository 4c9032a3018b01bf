//===- host_lower_test.cpp - launches, buffers, host operations -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/lower_testing.h"
#include <gtest/gtest.h>

using namespace fencepost;
using fencepost::lower::testing::Lowered;
using fencepost::lower::testing::lowered;

namespace {

constexpr char Runtime[] = R"(
extern "C" {
int cudaMalloc(void **, unsigned long);
int cudaMallocManaged(void **, unsigned long, unsigned = 1);
int cudaHostAlloc(void **, unsigned long, unsigned);
int cudaMallocHost(void **, unsigned long);
int cudaIpcOpenMemHandle(void **, int, unsigned);
int cudaMemcpy(void *, const void *, unsigned long, int);
int cudaSetDevice(int);
int cudaDeviceEnablePeerAccess(int, unsigned);
int cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                unsigned long = 0, void * = 0);
int memcmp(const void *, const void *, unsigned long);
}
)";

Lowered read(const std::string &Code) { return lowered(Runtime + Code); }

const HostBuffer *named(const Lowered &L, llvm::StringRef Name) {
  for (const HostBuffer &B : L.M->Host.Buffers)
    if (B.Name == Name)
      return &B;
  return nullptr;
}

/// "copy a <- b; launch; compare a, b": the operations of the last function.
std::string operations(const Lowered &L) {
  std::string Out;
  const HostFacts &Host = L.M->Host;
  if (Host.Functions.empty())
    return "no function";
  for (const HostOp &Op : Host.Functions.back().Ops) {
    Out += Out.empty() ? "" : "; ";
    Out += spelling(Op.Kind);
    if (Op.Target)
      Out += " " + Host.buffer(Op.Target).Name;
    const char *Separator = Op.Target ? " <- " : " ";
    for (BufferId B : Op.Sources)
      Out += std::exchange(Separator, ", ") + Host.buffer(B).Name;
  }
  return Out;
}

TEST(HostLaunches, SizesThatAreConstant) {
  Lowered L = read(R"(
__global__ void k(int *p, int n);
void f(int *d) {
  const int threads = 128;
  k<<<dim3{4, 2, 1}, threads * 2, 64>>>(d, 7);
})");
  ASSERT_EQ(L.M->Host.Launches.size(), 1u);
  const HostLaunch &Launch = L.M->Host.Launches[0];
  EXPECT_EQ(Launch.Display, "k");
  EXPECT_EQ(Launch.Grid, (LaunchExtent{4, 2, 1}));
  EXPECT_EQ(Launch.Grid.product(), 8u);
  EXPECT_EQ(Launch.Block, (LaunchExtent{256, 1, 1}));
  EXPECT_EQ(Launch.SharedBytes, 64u);
  EXPECT_FALSE(Launch.IsCooperative);
  EXPECT_FALSE(Launch.IsRepeated);
  EXPECT_EQ(Launch.Devices, 1u);
  ASSERT_EQ(Launch.Arguments.size(), 2u);
  EXPECT_EQ(L.M->Host.buffer(Launch.Arguments[0]).Name, "d");
  EXPECT_EQ(Launch.Arguments[1], UnknownBuffer);
}

TEST(HostLaunches, ConstantsAmongTheArguments) {
  Lowered L = read(R"(
struct Pair { int *p; int n; };
__global__ void k(int *p, int mode, bool on, float x, Pair q, int n);
__global__ void none(int *p, int n);
void f(int *d, Pair q, int n) {
  const int mode = 3;
  k<<<1, 32>>>(d, mode, false, 2, q, n);
  none<<<1, 32>>>(d, n);
})");
  ASSERT_EQ(L.M->Host.Launches.size(), 2u);
  using All = std::vector<std::optional<uint64_t>>;
  constexpr auto No = std::nullopt;
  EXPECT_EQ(L.M->Host.Launches[0].Constants, (All{No, 3, 0, No, No, No, No}));
  EXPECT_EQ(L.M->Host.Launches[1].Constants, All{});
}

TEST(HostLaunches, SizesThatChangeAreNotKnown) {
  Lowered L = read(R"(
__global__ void k(int *p);
void f(int *d, int n) {
  int blocks = 4;
  if (n > 3) blocks = n;
  k<<<blocks, 32>>>(d);
})");
  ASSERT_EQ(L.M->Host.Launches.size(), 1u);
  EXPECT_EQ(L.M->Host.Launches[0].Grid.X, std::nullopt);
  EXPECT_EQ(L.M->Host.Launches[0].Grid.product(), std::nullopt);
  EXPECT_EQ(L.M->Host.Launches[0].Block.product(), 32u);
}

TEST(HostLaunches, CooperativeWithAnArrayOfArguments) {
  Lowered L = read(R"(
__global__ void k(int *p, float *q) { *p = 1; *q = 2; }
void f(int *d, float *e) {
  void *args[] = {&d, &e};
  cudaLaunchCooperativeKernel((const void *)k, dim3{2, 1, 1}, dim3{64, 1, 1}, args);
})");
  ASSERT_EQ(L.M->Host.Launches.size(), 1u);
  const HostLaunch &Launch = L.M->Host.Launches[0];
  EXPECT_TRUE(Launch.IsCooperative);
  ASSERT_TRUE(L.function("k"));
  EXPECT_EQ(Launch.Kernel, L.function("k")->Name);
  ASSERT_EQ(Launch.Arguments.size(), 2u);
  EXPECT_EQ(L.M->Host.buffer(Launch.Arguments[0]).Name, "d");
  EXPECT_EQ(L.M->Host.buffer(Launch.Arguments[1]).Name, "e");
}

TEST(HostLaunches, AnInstanceThatWasMergedHasTheNameOfTheOneThatStays) {
  Lowered L = read(R"(
template <int N> __global__ void k(int *p) { *p = 1; }
void f(int *d) { k<1><<<1, 1>>>(d); k<2><<<1, 1>>>(d); }
)");
  ASSERT_EQ(L.M->Host.Launches.size(), 2u);
  ASSERT_EQ(L.M->Functions.size(), 1u);
  EXPECT_EQ(L.M->Host.launchesOf(L.M->Functions[0]->Name).size(), 2u);
}

TEST(HostLaunches, AStructByValueGivesOneArgumentPerLeaf) {
  Lowered L = read(R"(
struct Args { int *in; struct { float *sum; } out; };
__global__ void k(Args a) { *a.out.sum = *a.in; }
void f(Args a) { k<<<1, 1>>>(a); }
)");
  ASSERT_EQ(L.M->Host.Launches.size(), 1u);
  ASSERT_EQ(L.function("k")->Params.size(), 2u);
  const HostLaunch &Launch = L.M->Host.Launches[0];
  ASSERT_EQ(Launch.Arguments.size(), 2u);
  EXPECT_EQ(L.M->Host.buffer(Launch.Arguments[1]).Name, "a.out.sum");
}

TEST(HostLaunches, Devices) {
  Lowered Loop = read(R"(
__global__ void k(int *p);
void f(int **d, int n) {
  for (int i = 0; i < n; ++i) { cudaSetDevice(i); k<<<1, 1>>>(d[i]); }
})");
  ASSERT_EQ(Loop.M->Host.Launches.size(), 1u);
  EXPECT_TRUE(Loop.M->Host.Launches[0].IsRepeated);
  EXPECT_EQ(Loop.M->Host.Launches[0].Devices, HostLaunch::SeveralDevices);
  EXPECT_EQ(Loop.M->Host.Devices, HostLaunch::SeveralDevices);
  Lowered InTurn = read(R"(
int cudaDeviceSynchronize();
__global__ void k(int *p);
void f(int *d, int n) {
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    k<<<1, 1>>>(d);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < n; ++i) { cudaSetDevice(i); k<<<1, 1>>>(d); }
  for (int i = 0; i < n; ++i) { cudaSetDevice(i); cudaDeviceSynchronize(); }
})");
  ASSERT_EQ(InTurn.M->Host.Launches.size(), 2u);
  EXPECT_EQ(InTurn.M->Host.Launches[0].Devices, 1u);
  EXPECT_EQ(InTurn.M->Host.Launches[1].Devices, HostLaunch::SeveralDevices);
  Lowered Rank = read(R"(
__global__ void k(int *p);
void f(int *d, int rank) { cudaSetDevice(rank); k<<<1, 1>>>(d); })");
  EXPECT_EQ(Rank.M->Host.Launches[0].Devices, std::nullopt);
  EXPECT_EQ(Rank.M->Host.Devices, 1u);
  Lowered None = read("__global__ void k(int *p); void f(int *d) { "
                      "k<<<1, 1>>>(d); }");
  EXPECT_EQ(None.M->Host.Devices, 0u);
  EXPECT_FALSE(None.M->Host.HasPeerAccess);
  Lowered Peer = read("void f() { cudaDeviceEnablePeerAccess(1, 0); }");
  EXPECT_TRUE(Peer.M->Host.HasPeerAccess);
  EXPECT_FALSE(Peer.M->Host.MapsMemory);
  Lowered Mapped = read("int cuMemMap(unsigned long long, unsigned long, "
                        "unsigned long, int, unsigned long long);\n"
                        "void f(int h) { cuMemMap(0, 1 << 21, 0, h, 0); }");
  EXPECT_TRUE(Mapped.M->Host.MapsMemory);
}

TEST(HostBuffers, HomesByTheAllocation) {
  Lowered L = read(R"(
void f() {
  void *device, *managed, *pinned, *mapped, *peer;
  cudaMalloc(&device, 4096);
  cudaMallocManaged(&managed, 64);
  cudaMallocHost(&pinned, 64);
  cudaHostAlloc(&mapped, 64, 2);
  cudaIpcOpenMemHandle(&peer, 0, 0);
})");
  ASSERT_TRUE(named(L, "device") && named(L, "peer"));
  EXPECT_EQ(named(L, "device")->Home, MemoryHome::Device);
  EXPECT_EQ(named(L, "device")->Bytes, 4096u);
  EXPECT_EQ(named(L, "managed")->Home, MemoryHome::Managed);
  EXPECT_EQ(named(L, "pinned")->Home, MemoryHome::Pinned);
  EXPECT_EQ(named(L, "mapped")->Home, MemoryHome::Mapped);
  EXPECT_EQ(named(L, "peer")->Home, MemoryHome::Peer);
}

TEST(HostOperations, CopiesLaunchesAndComparisonsInOrder) {
  Lowered L = read(R"(
__global__ void k(float *p);
bool f(float *d, float *h, float want) {
  k<<<1, 32>>>(d);
  cudaMemcpy(h, d, 4, 2);
  if (h[0] == want) return true;
  return memcmp(h, d, 4) == 0;
})");
  EXPECT_EQ(operations(L), "launch; copy h <- d; compare h, want; if; return ; "
                           "end; compare h, d; return ");
}

TEST(HostOperations, ValuesThatAreRoundedAreNotFollowed) {
  Lowered L = read(R"(
bool f(float *h, int want, float *other) { *other = h[1]; return (int)h[0] == want; })");
  EXPECT_EQ(operations(L).find("compare h"), std::string::npos);
}

TEST(HostOperations, AQuestionAboutNanIsNoComparison) {
  Lowered L = read("bool f(float x, float *y) { *y = x; return x != x; }");
  EXPECT_EQ(operations(L).find("compare"), std::string::npos);
}

} // namespace
