// What was read is whole if the count of changes is the same before and behind.
// The second look has to stay behind the reads: an acquire does not hold it.
#include <cuda/atomic>
using Count = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using Word = cuda::atomic_ref<float, cuda::thread_scope_device>;

__device__ void change(unsigned *count, float *x, float *y, float a, float b) {
  Count changes(*count);
  unsigned now = changes.load(cuda::memory_order_relaxed);
  changes.store(now + 1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  Word(*x).store(a, cuda::memory_order_relaxed);
  Word(*y).store(b, cuda::memory_order_relaxed);
  changes.store(now + 2, cuda::memory_order_release);
}

__device__ float2 look(unsigned *count, float *x, float *y) {
  float2 read;
  unsigned first, second;
  do {
    first = Count(*count).load(cuda::memory_order_acquire);
    read.x = Word(*x).load(cuda::memory_order_relaxed);
    read.y = Word(*y).load(cuda::memory_order_relaxed);
    second = Count(*count).load(cuda::memory_order_acquire); // expect: relaxed-poll
  } while (first % 2 || first != second);
  return read;
}

__device__ float2 lookBehindFence(unsigned *count, float *x, float *y) {
  float2 read;
  unsigned first, second;
  do {
    first = Count(*count).load(cuda::memory_order_acquire);
    read.x = Word(*x).load(cuda::memory_order_relaxed);
    read.y = Word(*y).load(cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    second = Count(*count).load(cuda::memory_order_relaxed); // ok: relaxed-poll
  } while (first % 2 || first != second);
  return read;
}

__global__ void watched(unsigned *count, float *x, float *y, float2 *out, int n) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i)
    if (blockIdx.x == 0)
      change(count, x, y, i, -i);
    else
      out[blockIdx.x] = look(count, x, y);
}

__global__ void watchedInOrder(unsigned *count, float *x, float *y, float2 *out, int n) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i)
    if (blockIdx.x == 0)
      change(count, x, y, i, -i);
    else
      out[blockIdx.x] = lookBehindFence(count, x, y);
}

// The word is read twice for another reason: nobody changes it around the data.
__global__ void readTwice(volatile unsigned *round, volatile float *x, float *out) {
  if (threadIdx.x != 0)
    return;
  unsigned first, second;
  float read;
  do {
    first = *round;
    read = *x;
    second = *round; // ok: relaxed-poll
  } while (first != second);
  out[blockIdx.x] = read;
}

// A second look before a compare-and-swap of the word only spares the swap.
__global__ void pop(unsigned *head, unsigned *next, unsigned *out) {
  unsigned h, n;
  do {
    h = *(volatile unsigned *)head;
    if (h == 0)
      return;
    n = *(volatile unsigned *)&next[h];
    if (h != *(volatile unsigned *)head) // ok: relaxed-poll
      continue;
  } while (atomicCAS(head, h, n) != h);
  out[blockIdx.x * blockDim.x + threadIdx.x] = h;
}
__global__ void popAndPush(unsigned *head, unsigned *next) {
  unsigned h, n;
  do {
    h = *(volatile unsigned *)head;
    if (h == 0)
      return;
    n = *(volatile unsigned *)&next[h];
  } while (atomicCAS(head, h, n) != h);
  unsigned mine = h;
  do {
    h = *(volatile unsigned *)head;
    *(volatile unsigned *)&next[mine] = h;
    __threadfence();
  } while (atomicCAS(head, h, mine) != h);
}
