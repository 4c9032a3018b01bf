// One buffer for words of several kinds; where a part begins is read from a
// table, or how far the buffer of a peer is away.

struct Peers {
  long long away[8];
};

__global__ void signalPeers(char *buffer, const Peers *peers, int rank, unsigned long long round) {
  unsigned long long *turn = (unsigned long long *)buffer;
  if (threadIdx.x < 8) {
    int *theirs = (int *)(buffer + 64 + peers->away[threadIdx.x]);
    *(volatile int *)(theirs + rank) = int(round); // ok: mixed-access
  }
  if (threadIdx.x == 0)
    atomicAdd(turn, 1ull); // ok: mixed-access
}

// The halves of the very word that is counted.
__global__ void countInHalves(char *buffer, unsigned long long round) {
  unsigned long long *turn = (unsigned long long *)buffer;
  if (threadIdx.x < 2)
    *(volatile int *)(buffer + 4 * threadIdx.x) = int(round); // expect: mixed-access
  if (threadIdx.x == 0)
    atomicAdd(turn, 1ull);
}

// The block's shared memory: where its starts end, its counts begin.
__global__ void countByStart(const int *ids, int n, int *out,
                             const unsigned long *starts, int parts) {
  extern __shared__ char room[];
  unsigned long *start = reinterpret_cast<unsigned long *>(room);
  int *count = reinterpret_cast<int *>(room + 8 * (parts + 1));
  for (int i = threadIdx.x; i < parts; i += blockDim.x) {
    count[i] = 0;
    start[i + 1] = starts[i];
  }
  __syncthreads();
  int id = ids[blockIdx.x * n + threadIdx.x];
  if (id < start[parts]) // ok: mixed-access
    atomicAdd(&count[id % parts], 1);
  __syncthreads();
  out[blockIdx.x * n + threadIdx.x] = count[threadIdx.x % parts];
}

// One start too few, and the last of them is the first count.
__global__ void countOverStart(const int *ids, int n, int *out,
                               const unsigned long *starts, int parts) {
  extern __shared__ char room[];
  unsigned long *start = reinterpret_cast<unsigned long *>(room);
  int *count = reinterpret_cast<int *>(room + 8 * parts);
  for (int i = threadIdx.x; i < parts; i += blockDim.x) {
    count[i] = 0;
    start[i + 1] = starts[i];
  }
  __syncthreads();
  int id = ids[blockIdx.x * n + threadIdx.x];
  if (id < start[parts]) // expect: mixed-access
    atomicAdd(&count[id % parts], 1);
  __syncthreads();
  out[blockIdx.x * n + threadIdx.x] = count[threadIdx.x % parts];
}

// One array of bins: the bin of a number is a bin like any other.
__global__ void clearsOneBin(unsigned *bins, const unsigned *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins[keys[i]], 1u);
    bins[32] = 0; // expect: mixed-access
  }
}
