// The lanes of a warp write a record together and one gives it back. A fence by
// every lane joins none of them.
struct Record {
  unsigned long long slot[32];
  unsigned lock;
};

__global__ void put(Record *records, const unsigned long long *in) {
  Record *r = &records[blockIdx.x];
  unsigned lane = threadIdx.x % 32;
  r->slot[lane] = in[threadIdx.x];
  __threadfence();
  if (lane == 0)
    atomicExch(&r->lock, 0u); // expect: publish-before-block-done
}

__global__ void putTogether(Record *records, const unsigned long long *in) {
  Record *r = &records[blockIdx.x];
  unsigned lane = threadIdx.x % 32;
  r->slot[lane] = in[threadIdx.x];
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    atomicExch(&r->lock, 0u); // ok: publish-before-block-done
  }
}
