// A cell is claimed, filled and marked; who finds the mark acquires, and the mark must have been released.
#include <cuda/atomic>

using Mark = cuda::atomic_ref<int, cuda::thread_scope_device>;
struct Cell {
  int mark;
  int name;
  float weight;
};
enum : int { Open, Claimed, Filled };

template <cuda::memory_order How>
__device__ void put(Cell *cells, unsigned size, int name, float weight) {
  for (unsigned at = name % size;; at = (at + 1) % size) {
    int was = Open;
    if (!Mark(cells[at].mark).compare_exchange_strong(was, Claimed, cuda::memory_order_relaxed))
      continue;
    cells[at].name = name;
    cells[at].weight = weight;
    Mark(cells[at].mark).store(Filled, How); // expect: unreleased-publish
    return;
  }
}

__device__ float get(Cell *cells, unsigned size, int name) {
  for (unsigned at = name % size;; at = (at + 1) % size) {
    int mark = Mark(cells[at].mark).load(cuda::memory_order_acquire);
    if (mark == Open)
      return 0;
    if (mark == Filled && cells[at].name == name)
      return cells[at].weight;
  }
}

__global__ void putAndGet(Cell *cells, unsigned size, const int *names, const float *weights, const int *wanted, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  put<cuda::memory_order_relaxed>(cells, size, names[i], weights[i]);
  out[i] = get(cells, size, wanted[i]);
}
