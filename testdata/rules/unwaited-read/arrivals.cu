// Arrivals that are taken for waits, and those that are not.

#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) early(const float *in, float *out) {
  __shared__ float mine[128];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  auto token = cluster.barrier_arrive();
  const float *peer = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 128 + threadIdx.x] = peer[threadIdx.x]; // expect: unwaited-read
  cluster.barrier_wait(static_cast<decltype(token) &&>(token));
}

__global__ void __cluster_dims__(2, 1, 1) behindTheWait(const float *in, float *out) {
  __shared__ float mine[128];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  auto token = cluster.barrier_arrive();
  float own = mine[threadIdx.x]; // ok: unwaited-read
  cluster.barrier_wait(static_cast<decltype(token) &&>(token));
  const float *peer = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 128 + threadIdx.x] = own + peer[threadIdx.x]; // ok: unwaited-read
  cluster.sync();
}

// The peer may go on once this block has read: the arrival only says so.
__global__ void __cluster_dims__(2, 1, 1) ofThePhaseBefore(const float *in, float *out) {
  __shared__ float mine[128];
  __shared__ float other[128];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  cluster.sync();
  other[threadIdx.x] = in[threadIdx.x];
  auto token = cluster.barrier_arrive();
  const float *peer = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 128 + threadIdx.x] = peer[threadIdx.x]; // ok: unwaited-read
  cluster.barrier_wait(static_cast<decltype(token) &&>(token));
  cluster.sync();
}

__global__ void readerArrives(const float *in, float *out) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[lane] = tile[31 - lane]; // expect: unwaited-read
  }
}

__global__ void writerArrives(const float *in, float *out) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[lane] = tile[31 - lane]; // ok: unwaited-read
  }
}

// A ring: the reader arrives to give room back, after it has waited for data.
__global__ void ring(const float *in, float *out, int rounds) {
  __shared__ float tile[2][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; ++r) {
      if (r >= 2)
        asm volatile("bar.sync 2, 64;" ::: "memory");
      tile[r % 2][lane] = in[r * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int r = 0; r < rounds; ++r) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      float first = tile[r % 2][lane];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      out[r * 32 + lane] = first + tile[r % 2][31 - lane]; // ok: unwaited-read
    }
  }
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void nobodyWaits(const float *in, float *out) {
  __shared__ alignas(8) unsigned char room[sizeof(Barrier)];
  __shared__ float row[256];
  Barrier &bar = *reinterpret_cast<Barrier *>(room);
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  row[threadIdx.x] = in[threadIdx.x];
  (void)bar.arrive();
  out[threadIdx.x] = row[255 - threadIdx.x]; // expect: unwaited-read
}

__global__ void everyoneWaits(const float *in, float *out) {
  __shared__ alignas(8) unsigned char room[sizeof(Barrier)];
  __shared__ float row[256];
  Barrier &bar = *reinterpret_cast<Barrier *>(room);
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  row[threadIdx.x] = in[threadIdx.x];
  bar.wait(bar.arrive());
  out[threadIdx.x] = row[255 - threadIdx.x]; // ok: unwaited-read
}

// A barrier of the block takes the place of the wait.
__global__ void arrivesAndSyncs(const float *in, float *out) {
  __shared__ alignas(8) unsigned char room[sizeof(Barrier)];
  __shared__ float row[256];
  Barrier &bar = *reinterpret_cast<Barrier *>(room);
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  row[threadIdx.x] = in[threadIdx.x];
  (void)bar.arrive();
  __syncthreads();
  out[threadIdx.x] = row[255 - threadIdx.x]; // ok: unwaited-read
}

// Two parts of one buffer: the first was handed over by the barrier before.
__global__ void anotherPart(const float *in, float *out, float g) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 128) {
    asm volatile("bar.arrive 1, 256;" ::: "memory");
    out[t] = s[t]; // ok: unwaited-read
  } else {
    s[512 + t] = g;
    asm volatile("bar.sync 1, 256;" ::: "memory");
    out[t] = s[512 + (t ^ 1)];
  }
}

__global__ void thatPart(const float *in, float *out, float g) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 128) {
    asm volatile("bar.arrive 1, 256;" ::: "memory");
    out[t] = s[512 + t]; // expect: unwaited-read
  } else {
    s[512 + (t & 127)] = g;
    asm volatile("bar.sync 1, 256;" ::: "memory");
    out[t] = s[512 + (t & 127)];
  }
}

// The same for an object: the part that is read came before a barrier.
__global__ void objectOfAnotherPart(const float *in, float *out, float g) {
  __shared__ alignas(8) unsigned char room[sizeof(Barrier)];
  extern __shared__ float s[];
  Barrier &bar = *reinterpret_cast<Barrier *>(room);
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  s[512 + threadIdx.x] = g;
  (void)bar.arrive();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // ok: unwaited-read
}

// Halves of one variable, used by turns.
__global__ void __cluster_dims__(2, 1, 1) byTurns(const float *in, float *out, int rounds) {
  __shared__ float mine[2][128];
  cg::cluster_group cluster = cg::this_cluster();
  const float *peer = cluster.map_shared_rank(&mine[0][0], cluster.block_rank() ^ 1);
  mine[0][threadIdx.x] = in[threadIdx.x];
  cluster.sync();
  for (int r = 1; r < rounds; ++r) {
    mine[r & 1][threadIdx.x] = in[threadIdx.x + 128 * r];
    cluster.barrier_arrive();
    out[threadIdx.x + r * 128] = peer[((r + 1) & 1) * 128 + 127 - threadIdx.x]; // ok: unwaited-read
    cluster.barrier_wait();
  }
  cluster.sync();
}

// The number of the barrier is computed by each role.
__global__ void numberTwice(const float *in, float *out, int stage) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    int id = stage + 1;
    tile[lane] = in[lane];
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    asm volatile("bar.sync 3, 64;" ::: "memory");
  } else {
    unsigned id = 1u + stage;
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    asm volatile("bar.arrive 3, 64;" ::: "memory");
    out[lane] = tile[31 - lane]; // ok: unwaited-read
  }
}

__global__ void numberTwiceArrives(const float *in, float *out, int stage) {
  __shared__ float tile[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    int id = stage + 1;
    tile[lane] = in[lane];
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
  } else {
    unsigned id = 1u + stage;
    asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory");
    out[lane] = tile[31 - lane]; // expect: unwaited-read
  }
}
