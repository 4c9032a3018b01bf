// One index kept in two ways: by one thread alone, or by several in turn. Who
// keeps it alone waits for nobody, and nobody for it.
struct Queue {
  unsigned long long ready;
  unsigned long long taken;
  unsigned long long *door;
};
template <bool Shared>
__device__ void mark(Queue *q, unsigned long long from, unsigned long long to) {
  if (Shared) {
    __threadfence();
    while (atomicCAS(&q->ready, from, to) != from) {
    }
    __threadfence();
  } else {
    q->ready = to; // ok: unreleased-publish
  }
}
template <bool Shared>
__device__ unsigned long long reserve(Queue *q, unsigned n) {
  if (Shared)
    return atomicAdd(&q->taken, (unsigned long long)n);
  unsigned long long at = q->taken;
  q->taken = at + n;
  return at;
}
template <bool Shared> __device__ void post(Queue *q, unsigned n) {
  unsigned long long at = reserve<Shared>(q, n);
  mark<Shared>(q, at, at + n);
}
template __device__ void post<true>(Queue *, unsigned);
template __device__ void post<false>(Queue *, unsigned);
__global__ void postShared(Queue *q) { post<true>(q, 1); }
__global__ void postAlone(Queue *q) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    post<false>(q, 4);
}

// Who takes the word by a compare-and-swap waits for what another kernel stores
// plainly: no count that anybody keeps.
__device__ float parcel;
__device__ int isThere;

__global__ void handIn(float what) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    parcel = what;
    isThere = 1; // expect: unreleased-publish
  }
}
__global__ void handOut(float *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&isThere, 1, 0) != 1) {
    }
    __threadfence();
    out[0] = parcel;
  }
}

// A count, kept alone by one function and shared by another, of slots that are
// read where it is waited for.
struct Rail {
  float item[64];
  int filled;
};

__global__ void fillAlone(Rail *r, float what) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    int at = r->filled;
    r->item[at] = what;
    r->filled = at + 1; // expect: unreleased-publish
  }
}
__global__ void fillShared(Rail *r) { atomicAdd(&r->filled, 1); }
__global__ void takeItem(Rail *r, float *out, int k) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)&r->filled <= k) {
    }
    __threadfence();
    out[k] = r->item[k];
  }
}
