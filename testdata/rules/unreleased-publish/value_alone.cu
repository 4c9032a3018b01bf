// A table gives each key a number. Those who come second wait for the number
// itself, and read nothing else.

__global__ void numberKeys(const unsigned *key, unsigned *first, unsigned *number, int n, unsigned *keys,
                           unsigned *numbers, unsigned size, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mine = key[i];
  for (unsigned at = mine % size;; at = (at + 1) % size) {
    unsigned old = atomicCAS(&keys[at], ~0u, mine);
    volatile unsigned &given = numbers[at];
    if (old == ~0u) {
      unsigned next = atomicAdd(count, 1u);
      first[next] = mine;
      number[i] = next;
      given = next; // ok: unreleased-publish
      return;
    }
    if (old == mine) {
      while (given == ~0u) {
      }
      number[i] = given;
      return;
    }
  }
}

// The number leads the others to a record that was filled before it was told.
__global__ void recordKeys(const unsigned *key, float *weight, float *out, int n, unsigned *keys, unsigned *records,
                           unsigned size, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mine = key[i];
  for (unsigned at = mine % size;; at = (at + 1) % size) {
    unsigned old = atomicCAS(&keys[at], ~0u, mine);
    volatile unsigned &given = records[at];
    if (old == ~0u) {
      unsigned next = atomicAdd(count, 1u);
      weight[next] = 1.0f / mine;
      given = next; // expect: unreleased-publish
      return;
    }
    if (old == mine) {
      while (given == ~0u) { // expect: relaxed-poll
      }
      out[i] = weight[given];
      return;
    }
  }
}
