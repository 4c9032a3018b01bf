// A word that says that a peer has given up: who reads the peer's data has found
// the word unset, and learns nothing from whoever sets it.
__device__ __forceinline__ int readWord(const int *word) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(word)); // ok: missing-clobber
  return value;
}

__device__ __forceinline__ bool hasGivenUp(const int *given_up, int peer) {
  if (given_up == nullptr)
    return false;
  return readWord(given_up + peer) != 0;
}

__global__ void collect(int *given_up, float *inbox, const int *late, int n, float *out) {
  int peer = blockIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (hasGivenUp(given_up, peer))
      continue;
    out[i] += inbox[peer * n + i];
  }
  inbox[peer * n + threadIdx.x] = 0;
  __threadfence();
  if (late[peer])
    atomicExch(given_up + peer, 1);
}

// The same word, set when the data is there.
__device__ __forceinline__ int readFlag(const int *word) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(word)); // expect: missing-clobber
  return value;
}
__global__ void collectReady(int *ready, float *inbox, int n, float *out) {
  int peer = blockIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (readFlag(ready + peer) == 0)
      continue;
    out[i] += inbox[peer * n + i];
  }
}
__global__ void deliver(int *ready, float *inbox, int n) {
  inbox[blockIdx.x * n + threadIdx.x] = 1;
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(ready + blockIdx.x, 1);
}

// The word that is set when the data is there, and a list of those who need not
// look: the others read on.
__device__ __forceinline__ int readWord2(const int *word) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(word)); // expect: missing-clobber
  return value;
}
__global__ void collectOpen(int *brought, float *letters, const int *closed, int n, float *out) {
  int peer = blockIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int word = readWord2(brought + peer);
    if (word == 1) {
      if (closed[i])
        continue;
    }
    out[i] += letters[peer * n + i];
  }
}
__global__ void bringLetters(int *brought, float *letters, int n) {
  letters[blockIdx.x * n + threadIdx.x] = 1;
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(brought + blockIdx.x, 1);
}
