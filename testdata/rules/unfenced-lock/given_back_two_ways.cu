// One compare-and-swap takes the word; two exchanges give it back, as free or as
// done, and assert what they found. None of these takes it.
#include <cassert>

struct Store {
  unsigned state, used;
  int sums[32];
};
constexpr unsigned Free = 0, Done = 1, Taken = ~0u;

__device__ bool setUp(Store *store) {
  unsigned old = atomicCAS(&store->state, Free, Taken);
  if (old != Free)
    return old == Done;
  __threadfence();
  unsigned at = store->used;
  if (at >= 32) {
    __threadfence();
    old = atomicExch(&store->state, Free); // ok: unfenced-lock
    assert(old == Taken);
    return false;
  }
  store->used = at + 1;
  store->sums[at] = 0;
  __threadfence();
  old = atomicExch(&store->state, Done); // ok: unfenced-lock
  assert(old == Taken);
  return true;
}

__global__ void start(Store *store, int *failed) {
  while (!setUp(store) && *(volatile int *)failed == 0) {
  }
}

// The compare-and-swap takes it, and nothing acquires.
__global__ void startUnfenced(Store *store, int *failed) {
  bool done = false;
  while (!done && *(volatile int *)failed == 0) {
    if (atomicCAS(&store->state, Free, Taken) == Free) { // expect: unfenced-lock
      store->used = store->used + 1;
      done = true;
      __threadfence();
      unsigned old = atomicExch(&store->state, Free);
      assert(old == Taken);
    }
  }
}
