// A word of the block says whether another round is needed. It is read by all
// threads and cleared by one: between the two a barrier has to stand.
__global__ void spread(int *marks, const int *from, int n) {
  __shared__ int again;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  do {
    if (threadIdx.x == 0)
      again = 0; // expect: mixed-access
    __syncthreads();
    if (i < n && marks[from[i]] > marks[i]) {
      marks[i] = marks[from[i]];
      atomicOr(&again, 1);
    }
    __syncthreads();
  } while (again);
}

__global__ void spreadInStep(int *marks, const int *from, int n) {
  __shared__ int again;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool goOn;
  do {
    if (threadIdx.x == 0)
      again = 0; // ok: mixed-access
    __syncthreads();
    if (i < n && marks[from[i]] > marks[i]) {
      marks[i] = marks[from[i]];
      atomicOr(&again, 1);
    }
    __syncthreads();
    goOn = again;
    __syncthreads();
  } while (goOn);
}

// Two words in turn: the one that is cleared was read a barrier ago.
__global__ void spreadByTurns(int *marks, const int *from, int n) {
  __shared__ int even, odd;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    even = odd = 0;
  __syncthreads();
  for (;;) {
    if (i < n && marks[from[i]] > marks[i])
      atomicOr(&even, 1);
    __syncthreads();
    if (!even)
      break;
    if (threadIdx.x == 0)
      odd = 0; // ok: mixed-access
    __syncthreads();
    if (threadIdx.x == 0)
      even = 0; // ok: mixed-access
    if (i < n && marks[from[i]] > marks[i])
      atomicOr(&odd, 1);
    __syncthreads();
    if (!odd)
      break;
  }
}

// One thread alone reads the count and clears it.
__global__ void drained(const int *in, int *out, int rounds) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    if (in[r * blockDim.x + threadIdx.x] > 0)
      atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
      out[r] = count;
      count = 0; // ok: mixed-access
    }
    __syncthreads();
  }
}

// The last one that has read clears: all others have read before.
__global__ void clearedByLast(const int *in, int *out, int rounds) {
  __shared__ int word, done;
  if (threadIdx.x == 0)
    word = done = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    if (in[r * blockDim.x + threadIdx.x] > 0)
      atomicOr(&word, 1);
    __syncthreads();
    int seen = word;
    out[r * blockDim.x + threadIdx.x] = seen;
    if (atomicAdd(&done, 1) == blockDim.x - 1) {
      word = 0; // ok: mixed-access
      done = 0;
    }
    __syncthreads();
  }
}
