// A loop deals the elements out to all threads of the grid; their values choose
// the word, so threads of all blocks come to each.
struct InBlock {
  static __device__ void put(int *at) { atomicAdd_block(at, 1); }
};
struct OnDevice {
  static __device__ void put(int *at) { atomicAdd(at, 1); }
};
template <class How>
__global__ void tally(const unsigned *letter, int n, int *counts) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    How::put(&counts[letter[i]]);
}
__global__ void tally_block(const unsigned *letter, int n, int *counts) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd_block(&counts[letter[i]], 1); // expect: narrow-scope
}
void on_device(const unsigned *letter, int n, int *counts) {
  tally<OnDevice><<<64, 256>>>(letter, n, counts); // ok: narrow-scope
}

// A stretch of the elements, and a table, for each block.
__global__ void tally_stretch(const unsigned *letter, int length, int *counts) {
  const unsigned *mine = letter + blockIdx.x * length;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    atomicAdd_block(&counts[blockIdx.x * 65536 + mine[i]], 1); // ok: narrow-scope
}
// A stretch for each block alone: the words may be in order, too.
__global__ void tally_sorted(const unsigned *word, int length, int *counts) {
  const unsigned *mine = word + blockIdx.x * length;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    atomicAdd_block(&counts[mine[i]], 1); // ok: narrow-scope
}
// One block has it all.
__global__ void tally_alone(const unsigned *letter, int n, int *counts) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd_block(&counts[letter[i]], 1); // ok: narrow-scope
}
void alone(const unsigned *letter, int n, int *counts) { tally_alone<<<1, 1024>>>(letter, n, counts); }
