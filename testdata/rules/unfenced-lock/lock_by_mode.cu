// Who has the queue alone marks it by plain stores; who shares it takes a
// lock. Which of both is chosen for each queue anew.
#include <cuda/atomic>

struct Queue {
  int lock;
  unsigned long long head;
};

template <bool Shared> __device__ void enter(int *lock) {
  if (Shared) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  } else {
    *lock = 1;
  }
}

template <bool Shared> __device__ void leave(int *lock) {
  if (Shared) {
    cuda::atomic_ref<int, cuda::thread_scope_device> word(*lock);
    word.store(0, cuda::memory_order_release);
  } else {
    *lock = 0; // ok: unfenced-lock
  }
}

template <bool Shared> __device__ void moveHead(Queue *q, int n) {
  enter<Shared>(&q->lock);
  q->head += n;
  leave<Shared>(&q->lock);
}

__global__ void moveAll(Queue *q, const int *mode, int queues, int n) {
  for (int i = threadIdx.x; i < queues; i += blockDim.x)
    if (mode[i] == 0)
      moveHead<false>(q, n);
    else
      moveHead<true>(q, n);
}

// The same lock, given back in two ways.
__global__ void moveHalf(Queue *q, const int *mode, int queues, int n) {
  for (int i = threadIdx.x; i < queues; i += blockDim.x)
    if (mode[i] == 0) {
      enter<true>(&q->lock);
      q->head += n;
      if (n > 4)
        q->lock = 0; // expect: unfenced-lock
      else
        leave<true>(&q->lock);
    }
}
