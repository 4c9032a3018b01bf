// One workspace: a round in front, a row of counters behind it.
struct Workspace {
  char *base;
  __device__ unsigned long long *round() const {
    return reinterpret_cast<unsigned long long *>(base + 16);
  }
  __device__ int *counters() const {
    return reinterpret_cast<int *>(base + 64);
  }
};

__global__ void meet(char *workspace, int *slot, const int *rank, int *signal) {
  Workspace w{workspace};
  int phase = (int)*w.round() & 3; // ok: mixed-access
  int to = rank[threadIdx.x];
  if (to >= 0)
    slot[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(w.counters() + to, 1); // ok: mixed-access
  if (threadIdx.x == 0)
    atomicAdd(signal, phase);
}

// The row of counters itself is read.
__global__ void meetInRow(char *workspace, int *slot, const int *rank,
                          int *signal) {
  Workspace w{workspace};
  int phase = w.counters()[3]; // expect: mixed-access
  int to = rank[threadIdx.x];
  if (to >= 0)
    slot[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(w.counters() + to, 1);
  if (threadIdx.x == 0)
    atomicAdd(signal, phase);
}

// Arrays of long counts and of small ones behind each other.
__global__ void countBoth(char *workspace, const int *rank, int *slot) {
  auto *longs = reinterpret_cast<unsigned long long *>(workspace + 64);
  int *ints = reinterpret_cast<int *>(workspace + 64 + 1024 * 8);
  int to = rank[threadIdx.x];
  atomicAdd(longs + threadIdx.x, 1ull); // ok: mixed-access
  if (to >= 0)
    slot[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(ints + to, 1); // ok: mixed-access
}

// Long counts behind a head of 8 bytes, small ones from the front: one buffer
// counted in two ways.
__global__ void countTwice(unsigned *counts, const int *longOf,
                           const int *shortOf) {
  atomicAdd((unsigned long long *)counts + 1 + longOf[threadIdx.x], 1ull); // expect: mixed-access
  atomicAdd(counts + shortOf[threadIdx.x], 1u); // expect: mixed-access
}

// A block's 1,024 long counts take 8,192 bytes: the small ones begin within.
__global__ void countShort(char *workspace, const int *rank) {
  auto *longs = reinterpret_cast<unsigned long long *>(workspace);
  int *ints = reinterpret_cast<int *>(workspace + 4096);
  atomicAdd(longs + threadIdx.x, 1ull); // expect: mixed-access
  atomicAdd(ints + rank[threadIdx.x], 1); // expect: mixed-access
}

// Nothing bounds the first index.
__global__ void countFar(char *workspace, const int *rank, const int *other) {
  auto *longs = reinterpret_cast<unsigned long long *>(workspace);
  int *ints = reinterpret_cast<int *>(workspace + 64);
  atomicAdd(longs + other[threadIdx.x], 1ull); // miss: mixed-access — the second array is taken to lie behind all of the first
  atomicAdd(ints + rank[threadIdx.x], 1);
}
