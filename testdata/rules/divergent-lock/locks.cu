// Locks that warps keep for themselves, and their repaired twins.

__global__ void everyLane(int *lock, int *x) {
  while (atomicCAS(lock, 0, 1) != 0) { // expect: divergent-lock, contended-atomic
  }
  __threadfence();
  x[0] += threadIdx.x;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void leaveByFlag(int *lock, int *x) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) { // ok: divergent-lock // expect: contended-atomic
      __threadfence();
      x[0] += threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void oneOfBlock(int *lock, int *x) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { // ok: divergent-lock
    }
    __threadfence();
    x[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void impatient(int *lock, volatile int *head) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    while ((int)blockIdx.x - *head >= 8) {
      atomicExch(lock, 0); // expect: divergent-lock
      while (atomicCAS(lock, 0, 1) != 0) {
      }
      __threadfence();
    }
    *head = *head + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void patient(int *lock, volatile int *head) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    while ((int)blockIdx.x - *head >= 8) {
      atomicExch(lock, 0); // ok: divergent-lock
      __nanosleep(100);
      while (atomicCAS(lock, 0, 1) != 0) {
      }
      __threadfence();
    }
    *head = *head + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// The representative of a set may move while its lock is awaited: the search
// goes on to the next word, and does not wait for the one it gives back.
__global__ void follow(int *lock, volatile int *parent, int *size) {
  if (threadIdx.x == 0) {
    int node = blockIdx.x;
    while (true) {
      while (atomicCAS(&lock[node], 0, 1) != 0) {
      }
      __threadfence();
      int up = parent[node];
      if (up == node)
        break;
      atomicExch(&lock[node], 0); // ok: divergent-lock
      node = up;
    }
    size[node] += 1;
    __threadfence();
    atomicExch(&lock[node], 0);
  }
}

// The same word each turn, for a root that others must move first.
__global__ void stay(int *lock, volatile int *parent, int *size) {
  if (threadIdx.x == 0) {
    int node = blockIdx.x;
    while (true) {
      while (atomicCAS(&lock[node], 0, 1) != 0) {
      }
      __threadfence();
      if (parent[node] == node)
        break;
      atomicExch(&lock[node], 0); // expect: divergent-lock
    }
    size[node] += 1;
    __threadfence();
    atomicExch(&lock[node], 0);
  }
}
