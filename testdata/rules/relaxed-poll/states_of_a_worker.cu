// A worker as a machine of states: it looks at its mailbox in one state and reads the order in the next one.
#include <cuda/atomic>

enum State { Idle, Fetch, Work, Stop };

struct Order {
  unsigned number;
  int what, first, last;
};

__device__ void work(int what, int first, int last, float *x) {
  for (int i = first + threadIdx.x; i < last; i += blockDim.x)
    x[i] = what == 1 ? 2 * x[i] : x[i] + 1;
}

__global__ void serve(Order *orders, float *x) {
  __shared__ int what, first, last;
  Order *mine = orders + blockIdx.x;
  unsigned done = 0;
  for (State state = Idle; state != Stop;) {
    if (state == Idle) {
      unsigned number = cuda::atomic_ref<unsigned>(mine->number).load(cuda::memory_order_relaxed); // expect: relaxed-poll
      if (number != done) {
        done = number;
        state = Fetch;
      }
    } else if (state == Fetch) {
      if (threadIdx.x == 0) {
        what = mine->what;
        first = mine->first;
        last = mine->last;
      }
      __syncthreads();
      state = what == 0 ? Stop : Work;
    } else {
      work(what, first, last, x);
      __syncthreads();
      state = Idle;
    }
  }
}

__global__ void serveInOrder(Order *orders, float *x) {
  __shared__ int what, first, last;
  Order *mine = orders + blockIdx.x;
  unsigned done = 0;
  for (State state = Idle; state != Stop;) {
    if (state == Idle) {
      unsigned number = cuda::atomic_ref<unsigned>(mine->number).load(cuda::memory_order_relaxed);
      if (number != done) { // ok: relaxed-poll, fence-in-poll
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_system);
        done = number;
        state = Fetch;
      }
    } else if (state == Fetch) {
      if (threadIdx.x == 0) {
        what = mine->what;
        first = mine->first;
        last = mine->last;
      }
      __syncthreads();
      state = what == 0 ? Stop : Work;
    } else {
      work(what, first, last, x);
      __syncthreads();
      state = Idle;
    }
  }
}
