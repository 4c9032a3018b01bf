// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the cheaper form of each fence rule still right, and what does it save?
// First a message is passed from block 0 to all others, with lines that are
// warm in the readers' L1 cache, once with the form that the rule reports and
// once with the form that it offers: words read, words that were old, time per
// round. Then pairs of blocks pass more than ten million messages in each form
// that is offered; without order the same test must fail. Then the cost of
// single operations. Last, shared memory written by ordinary stores and stored
// by a bulk copy, with and without proxy fences.
//
//   nvcc -O3 -arch=sm_90a -o fences fences.cu && ./fences
//
// Zero old words show that this card and this test did not produce a fault, no
// more.

#include "check.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr int Threads = 256;
constexpr int Rounds = 400;

//===- Operations ---------------------------------------------------------===//

__device__ unsigned loadRelaxed(const unsigned *P) {
  unsigned V;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(V) : "l"(P) : "memory");
  return V;
}
__device__ unsigned loadAcquire(const unsigned *P) {
  unsigned V;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(V) : "l"(P) : "memory");
  return V;
}
__device__ void storeRelaxed(unsigned *P, unsigned V) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(P), "r"(V) : "memory");
}
__device__ void storeRelease(unsigned *P, unsigned V) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(P), "r"(V) : "memory");
}
__device__ void storeReleaseSys(unsigned *P, unsigned V) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(P), "r"(V) : "memory");
}
#define FENCE(text) asm volatile(text ";" ::: "memory")

//===- Message passing ----------------------------------------------------===//

enum class Publish {
  FenceByEveryThread, ///< fence-by-every-thread, as reported
  FenceOfSignaller,   ///< as offered
  FenceAndRelease,    ///< redundant-fence, as reported
  ReleaseOnly,        ///< as offered, also for fence-by-every-thread
  NoOrder,            ///< unreleased-publish: what the stress must notice
  FenceSys,           ///< wide-scope, as reported
  FenceSc,            ///< strong-fence, as reported; FenceOfSignaller offered
  ReleaseSys,         ///< wide-scope, as reported; ReleaseOnly offered
  AliasFence,         ///< alias-fence, as reported; ReleaseOnly offered
};
enum class Wait {
  NoOrder,            ///< relaxed-poll: what the stress must notice
  FenceInLoop,        ///< fence-in-poll, as reported
  AcquireLoop,        ///< fence-in-poll, the note
  FenceAfter,         ///< as offered
  AcquireFenceAfter,  ///< as offered on sm_90 and newer
  AcquireLoadAfter,   ///< as offered for every target
  RmwPoll,            ///< rmw-poll, as reported: atomicAdd(p, 0)
  CasPoll,            ///< rmw-poll, as reported: atomicCAS(p, 0, 0)
};

template <Publish How> __device__ void publish(unsigned *Flag, unsigned V) {
  if (How == Publish::FenceByEveryThread || How == Publish::FenceAndRelease)
    FENCE("fence.acq_rel.gpu");
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  switch (How) {
  case Publish::FenceByEveryThread:
    storeRelaxed(Flag, V);
    break;
  case Publish::FenceOfSignaller:
    FENCE("fence.acq_rel.gpu");
    storeRelaxed(Flag, V);
    break;
  case Publish::NoOrder:
    storeRelaxed(Flag, V);
    break;
  case Publish::FenceAndRelease:
  case Publish::ReleaseOnly:
    storeRelease(Flag, V);
    break;
  case Publish::FenceSys:
    FENCE("fence.acq_rel.sys");
    storeRelaxed(Flag, V);
    break;
  case Publish::FenceSc:
    FENCE("fence.sc.gpu");
    storeRelaxed(Flag, V);
    break;
  case Publish::ReleaseSys:
    storeReleaseSys(Flag, V);
    break;
  case Publish::AliasFence:
    FENCE("fence.proxy.alias");
    storeRelease(Flag, V);
    break;
  }
}

template <Wait How> __device__ void await(unsigned *Flag, unsigned V) {
  if (threadIdx.x == 0) {
    switch (How) {
    case Wait::NoOrder:
      while (loadRelaxed(Flag) < V) {
      }
      break;
    case Wait::FenceInLoop:
      while (true) {
        unsigned Seen = loadRelaxed(Flag);
        FENCE("fence.acq_rel.gpu");
        if (Seen >= V)
          break;
      }
      break;
    case Wait::AcquireLoop:
      while (loadAcquire(Flag) < V) {
      }
      break;
    case Wait::FenceAfter:
      while (loadRelaxed(Flag) < V) {
      }
      FENCE("fence.acq_rel.gpu");
      break;
    case Wait::AcquireFenceAfter:
      while (loadRelaxed(Flag) < V) {
      }
      FENCE("fence.acquire.gpu");
      break;
    case Wait::AcquireLoadAfter:
      while (loadRelaxed(Flag) < V) {
      }
      (void)loadAcquire(Flag);
      break;
    case Wait::RmwPoll:
      while (atomicAdd(Flag, 0u) < V) {
      }
      FENCE("fence.acq_rel.gpu");
      break;
    case Wait::CasPoll:
      while (atomicCAS(Flag, 0u, 0u) < V) {
      }
      FENCE("fence.acq_rel.gpu");
      break;
    }
  }
  __syncthreads();
}

template <Publish P, Wait W>
__global__ void pass(unsigned *Flag, unsigned *Acks, unsigned *Data, int Words, unsigned long long *Old) {
  unsigned long long Stale = 0;
  for (unsigned Round = 1; Round <= Rounds; ++Round) {
    if (blockIdx.x == 0) {
      for (int I = threadIdx.x; I < Words; I += Threads)
        Data[I] = Round;
      publish<P>(Flag, Round);
      if (threadIdx.x == 0)
        while (loadAcquire(Acks) < Round * (gridDim.x - 1)) {
        }
      __syncthreads();
    } else {
      await<W>(Flag, Round);
      for (int I = threadIdx.x; I < Words; I += Threads)
        Stale += Data[I] != Round;
      __syncthreads();
      if (threadIdx.x == 0)
        asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(Acks) : "memory");
    }
  }
  if (Stale)
    atomicAdd(Old, Stale);
}

struct Memory {
  unsigned *Flag, *Acks, *Data;
  unsigned long long *Old;
  int Words = 4096, Blocks = 0;
};

template <Publish P, Wait W> void run(const char *Name, Memory &M) {
  cudaEvent_t Start, Stop;
  CHECK(cudaEventCreate(&Start));
  CHECK(cudaEventCreate(&Stop));
  unsigned long long Old = 0;
  float Best = 1e30f;
  for (int Try = 0; Try < 5; ++Try) {
    CHECK(cudaMemset(M.Flag, 0, 4));
    CHECK(cudaMemset(M.Acks, 0, 4));
    CHECK(cudaMemset(M.Old, 0, 8));
    CHECK(cudaEventRecord(Start));
    void *Args[] = {&M.Flag, &M.Acks, &M.Data, &M.Words, &M.Old};
    CHECK(cudaLaunchCooperativeKernel((void *)pass<P, W>, dim3(M.Blocks), dim3(Threads), Args, 0, nullptr));
    CHECK(cudaEventRecord(Stop));
    CHECK(cudaEventSynchronize(Stop));
    float Ms = 0;
    CHECK(cudaEventElapsedTime(&Ms, Start, Stop));
    Best = Ms < Best ? Ms : Best;
    unsigned long long Now = 0;
    CHECK(cudaMemcpy(&Now, M.Old, 8, cudaMemcpyDeviceToHost));
    Old += Now;
  }
  std::printf("%-44s old %12llu of %llu   %7.3f us a round\n", Name, Old,
              5ull * Rounds * M.Words * (M.Blocks - 1), Best * 1000 / Rounds);
}

//===- Stress -------------------------------------------------------------===//

/// Each block of even number passes messages to the next one, which has read
/// the same lines in the round before.
template <Publish P, Wait W>
__global__ void passInPairs(unsigned *Lines, unsigned *Data, unsigned Turns, unsigned long long *Old) {
  unsigned Pair = blockIdx.x / 2;
  unsigned *Flag = Lines + Pair * 64, *Ack = Flag + 32;
  unsigned *Word = Data + Pair * Threads + threadIdx.x;
  unsigned long long Stale = 0;
  for (unsigned Turn = 1; Turn <= Turns; ++Turn) {
    if (blockIdx.x % 2 == 0) {
      *Word = Turn;
      publish<P>(Flag, Turn);
      if (threadIdx.x == 0)
        while (loadAcquire(Ack) < Turn) {
        }
      __syncthreads();
    } else {
      await<W>(Flag, Turn);
      Stale += *Word != Turn;
      __syncthreads();
      if (threadIdx.x == 0)
        storeRelease(Ack, Turn);
    }
  }
  if (Stale)
    atomicAdd(Old, Stale);
}

template <Publish P, Wait W> void stress(const char *Name, Memory &M) {
  unsigned Pairs = M.Blocks / 2, Turns = 10'500'000 / Pairs, *Lines, *Data;
  CHECK(cudaMalloc(&Lines, Pairs * 256));
  CHECK(cudaMalloc(&Data, Pairs * Threads * 4));
  CHECK(cudaMemset(Lines, 0, Pairs * 256));
  CHECK(cudaMemset(Data, 0, Pairs * Threads * 4));
  CHECK(cudaMemset(M.Old, 0, 8));
  void *Args[] = {&Lines, &Data, &Turns, &M.Old};
  CHECK(cudaLaunchCooperativeKernel((void *)passInPairs<P, W>, dim3(Pairs * 2), dim3(Threads), Args, 0, nullptr));
  unsigned long long Old = 0;
  CHECK(cudaMemcpy(&Old, M.Old, 8, cudaMemcpyDeviceToHost));
  std::printf("%-44s old %12llu of %llu words, %u rounds\n", Name, Old, 1ull * Pairs * Turns * Threads, Pairs * Turns);
  CHECK(cudaFree(Lines));
  CHECK(cudaFree(Data));
}

//===- Cost of one operation ----------------------------------------------===//

enum class Op {
  FenceGpu, FenceScGpu, FenceSys, FenceAcquire, ProxyAlias, ProxyAsync, ProxyAsyncShared,
  ProxyAsyncGlobal, ReleaseGpu, ReleaseSys, LoadRelaxed, LoadAcquire, RmwRead, CasRead, ArriveCta, ArriveCluster
};
constexpr const char *OpNames[] = {
    "fence.acq_rel.gpu", "fence.sc.gpu", "fence.acq_rel.sys", "fence.acquire.gpu", "fence.proxy.alias",
    "fence.proxy.async", "fence.proxy.async.shared::cta", "fence.proxy.async.global", "st.release.gpu",
    "st.release.sys", "ld.relaxed.gpu", "ld.acquire.gpu", "atomicAdd(p, 0)", "atomicCAS(p, 0, 0)",
    "mbarrier.arrive.release.cta", "mbarrier.arrive.release.cluster"};

template <Op What> __global__ void cost(unsigned *P, unsigned *Sink, long long *Cycles) {
  __shared__ __align__(8) uint64_t Bar;
  uint32_t B = (uint32_t)__cvta_generic_to_shared(&Bar);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1048575;" ::"r"(B) : "memory");
  __syncthreads();
  constexpr int N = 256;
  unsigned Sum = 0;
  unsigned *Mine = Sink + blockIdx.x * blockDim.x + threadIdx.x;
  long long T = clock64();
  for (int I = 0; I < N; ++I) {
    *(volatile unsigned *)Mine = I;
    switch (What) {
    case Op::FenceGpu: FENCE("fence.acq_rel.gpu"); break;
    case Op::FenceScGpu: FENCE("fence.sc.gpu"); break;
    case Op::FenceSys: FENCE("fence.acq_rel.sys"); break;
    case Op::FenceAcquire: FENCE("fence.acquire.gpu"); break;
    case Op::ProxyAlias: FENCE("fence.proxy.alias"); break;
    case Op::ProxyAsync: FENCE("fence.proxy.async"); break;
    case Op::ProxyAsyncShared: FENCE("fence.proxy.async.shared::cta"); break;
    case Op::ProxyAsyncGlobal: FENCE("fence.proxy.async.global"); break;
    case Op::ReleaseGpu: storeRelease(Mine, I); break;
    case Op::ReleaseSys: storeReleaseSys(Mine, I); break;
    case Op::LoadRelaxed: Sum += loadRelaxed(P); break;
    case Op::LoadAcquire: Sum += loadAcquire(P); break;
    case Op::RmwRead: Sum += atomicAdd(P, 0u); break;
    case Op::CasRead: Sum += atomicCAS(P, 0u, 0u); break;
    case Op::ArriveCta:
      asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(B) : "memory");
      break;
    case Op::ArriveCluster:
      asm volatile("mbarrier.arrive.release.cluster.shared::cta.b64 _, [%0];" ::"r"(B) : "memory");
      break;
    }
  }
  T = clock64() - T;
  Sink[blockIdx.x * blockDim.x + threadIdx.x] = Sum;
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *Cycles = T / N;
}

template <Op What> void measure(Memory &M, unsigned *Sink, long long *Cycles) {
  const int Grids[3][2] = {{1, 32}, {132, 128}, {528, 256}};
  std::printf("%-34s", OpNames[(int)What]);
  for (auto &G : Grids) {
    cost<What><<<G[0], G[1]>>>(M.Flag, Sink, Cycles);
    CHECK(cudaDeviceSynchronize());
    long long C = 0;
    CHECK(cudaMemcpy(&C, Cycles, 8, cudaMemcpyDeviceToHost));
    std::printf(" %8lld", C);
  }
  std::printf("\n");
}

//===- missing-proxy-fence ------------------------------------------------===//

enum class Proxy { None, SharedBySignaller, SharedByWriters, Full };

/// Each turn writes a tile, stores it by a bulk copy over that of the turn
/// before, and reads it back. An older word: the copy took the tile before the
/// writes of this turn. A newer one: the next turn's copy overtook this read.
template <int Width, int Words, Proxy Fence> __global__ void bulkStore(unsigned *Out, int Turns, unsigned long long *Wrong) {
  __shared__ __align__(128) unsigned Tile[Width * Words];
  uint32_t S = (uint32_t)__cvta_generic_to_shared(Tile);
  unsigned *To = Out + size_t(blockIdx.x) * Width * Words;
  unsigned long long Older = 0, Newer = 0;
  for (unsigned Turn = 1; Turn <= unsigned(Turns); ++Turn) {
    for (int I = 0; I < Words; ++I)
      Tile[I * Width + threadIdx.x] = Turn;
    if (Fence == Proxy::SharedByWriters)
      FENCE("fence.proxy.async.shared::cta");
    if (Fence == Proxy::Full)
      FENCE("fence.proxy.async");
    __syncthreads();
    if (threadIdx.x == 0) {
      if (Fence == Proxy::SharedBySignaller)
        FENCE("fence.proxy.async.shared::cta");
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(To), "r"(S), "r"(Width * Words * 4) : "memory");
      asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    for (int I = 0; I < Words; ++I) {
      unsigned V = loadRelaxed(To + I * Width + threadIdx.x);
      Older += V < Turn;
      Newer += V > Turn;
    }
    __syncthreads();
  }
  atomicAdd(Wrong, Older);
  atomicAdd(Wrong + 1, Newer);
}

template <int Width, int Words, Proxy Fence> void runBulk(const char *Name) {
  constexpr int Turns = 20000, Blocks = 264;
  unsigned *Out;
  unsigned long long *Wrong, Host[2];
  CHECK(cudaMalloc(&Out, size_t(Blocks) * Width * Words * 4));
  CHECK(cudaMalloc(&Wrong, sizeof(Host)));
  CHECK(cudaMemset(Wrong, 0, sizeof(Host)));
  bulkStore<Width, Words, Fence><<<Blocks, Width>>>(Out, Turns, Wrong);
  CHECK(cudaMemcpy(Host, Wrong, sizeof(Host), cudaMemcpyDeviceToHost));
  std::printf("%-44s %4d threads: older %10llu, newer %9llu of %llu\n", Name, Width, Host[0], Host[1],
              1ull * Turns * Blocks * Width * Words);
  CHECK(cudaFree(Out));
  CHECK(cudaFree(Wrong));
}

template <int Width, int Words> void runBulkForms() {
  runBulk<Width, Words, Proxy::None>("no proxy fence");
  runBulk<Width, Words, Proxy::SharedBySignaller>("fence.proxy.async.shared::cta, signaller");
  runBulk<Width, Words, Proxy::SharedByWriters>("fence.proxy.async.shared::cta, writers");
  runBulk<Width, Words, Proxy::Full>("fence.proxy.async, writers");
}

int main() {
  cudaDeviceProp Card;
  CHECK(cudaGetDeviceProperties(&Card, 0));
  std::printf("%s, %d SMs\n", Card.name, Card.multiProcessorCount);
  Memory M;
  M.Blocks = Card.multiProcessorCount;
  unsigned *Sink;
  long long *Cycles;
  CHECK(cudaMalloc(&M.Flag, 256));
  CHECK(cudaMalloc(&M.Acks, 256));
  CHECK(cudaMalloc(&M.Data, M.Words * 4));
  CHECK(cudaMalloc(&M.Old, 8));
  CHECK(cudaMalloc(&Sink, 528 * 256 * 4));
  CHECK(cudaMalloc(&Cycles, 8));
  CHECK(cudaMemset(M.Data, 0, M.Words * 4));

  std::printf("\npublication, readers with an acquire load\n");
  run<Publish::FenceByEveryThread, Wait::AcquireLoop>("fence by every thread", M);
  run<Publish::FenceOfSignaller, Wait::AcquireLoop>("  barrier, then fence of the signaller", M);
  run<Publish::FenceAndRelease, Wait::AcquireLoop>("fence by every thread and st.release", M);
  run<Publish::ReleaseOnly, Wait::AcquireLoop>("  barrier, then st.release.gpu", M);
  run<Publish::FenceSys, Wait::AcquireLoop>("fence.acq_rel.sys, local flag", M);
  run<Publish::ReleaseSys, Wait::AcquireLoop>("st.release.sys, local flag", M);
  run<Publish::FenceSc, Wait::AcquireLoop>("fence.sc.gpu", M);
  run<Publish::AliasFence, Wait::AcquireLoop>("fence.proxy.alias and st.release.gpu", M);

  std::printf("\nwait, writer with st.release.gpu\n");
  run<Publish::ReleaseOnly, Wait::FenceInLoop>("fence in the loop", M);
  run<Publish::ReleaseOnly, Wait::AcquireLoop>("ld.acquire in the loop", M);
  run<Publish::ReleaseOnly, Wait::FenceAfter>("  ld.relaxed, fence.acq_rel behind", M);
  run<Publish::ReleaseOnly, Wait::AcquireFenceAfter>("  ld.relaxed, fence.acquire behind", M);
  run<Publish::ReleaseOnly, Wait::AcquireLoadAfter>("  ld.relaxed, one ld.acquire behind", M);
  run<Publish::ReleaseOnly, Wait::RmwPoll>("atomicAdd(p, 0) as the poll", M);
  run<Publish::ReleaseOnly, Wait::CasPoll>("atomicCAS(p, 0, 0) as the poll", M);

  std::printf("\npairs of blocks\n");
  stress<Publish::ReleaseOnly, Wait::NoOrder>("no order behind the poll", M);
  stress<Publish::NoOrder, Wait::AcquireLoop>("no order before the flag", M);
  stress<Publish::FenceOfSignaller, Wait::FenceAfter>("  fence of the signaller, fence behind", M);
  stress<Publish::ReleaseOnly, Wait::FenceAfter>("  st.release.gpu, fence.acq_rel behind", M);
  stress<Publish::ReleaseOnly, Wait::AcquireFenceAfter>("  st.release.gpu, fence.acquire behind", M);
  stress<Publish::ReleaseOnly, Wait::AcquireLoadAfter>("  st.release.gpu, one ld.acquire behind", M);
  stress<Publish::ReleaseOnly, Wait::AcquireLoop>("  st.release.gpu, ld.acquire in the loop", M);

  std::printf("\ncycles of a store and:                 1 x 32  132 x 128  528 x 256\n");
  measure<Op::FenceGpu>(M, Sink, Cycles);
  measure<Op::FenceScGpu>(M, Sink, Cycles);
  measure<Op::FenceSys>(M, Sink, Cycles);
  measure<Op::FenceAcquire>(M, Sink, Cycles);
  measure<Op::ProxyAlias>(M, Sink, Cycles);
  measure<Op::ProxyAsync>(M, Sink, Cycles);
  measure<Op::ProxyAsyncShared>(M, Sink, Cycles);
  measure<Op::ProxyAsyncGlobal>(M, Sink, Cycles);
  measure<Op::ReleaseGpu>(M, Sink, Cycles);
  measure<Op::ReleaseSys>(M, Sink, Cycles);
  measure<Op::LoadRelaxed>(M, Sink, Cycles);
  measure<Op::LoadAcquire>(M, Sink, Cycles);
  measure<Op::RmwRead>(M, Sink, Cycles);
  measure<Op::CasRead>(M, Sink, Cycles);
  measure<Op::ArriveCta>(M, Sink, Cycles);
  measure<Op::ArriveCluster>(M, Sink, Cycles);

  std::printf("\nordinary stores, then a bulk store of the same shared memory\n");
  runBulkForms<128, 1>();
  runBulkForms<1024, 2>();
  return 0;
}
