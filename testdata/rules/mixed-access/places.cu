// A plain look at a counter, and then a place taken with an atomic.

// What the atomic returned is used as it is: the look alone keeps the limit.
__global__ void into_rooms(const int *room_of, int n, int *guests, int *list, int beds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int room = room_of[i];
  if (guests[room] < beds) { // expect: mixed-access
    int bed = atomicAdd(&guests[room], 1);
    list[room * beds + bed] = i;
  }
}
__global__ void into_rooms_checked(const int *room_of, int n, int *guests, int *list, int beds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int room = room_of[i];
  int bed = atomicAdd(&guests[room], 1); // ok: mixed-access
  if (bed < beds)
    list[room * beds + bed] = i;
}

// The look spares an atomic; what it returned is compared as well.
__global__ void into_rooms_twice(const int *room_of, int n, int *guests, int *list, int beds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int room = room_of[i];
  if (guests[room] < beds) { // expect: mixed-access
    int bed = atomicAdd(&guests[room], 1);
    if (bed < beds)
      list[room * beds + bed] = i;
  }
}

// A ring: a number that is too large is a place of its own.
__global__ void into_ring(const int *item, int n, unsigned *tail, int *ring, unsigned size, unsigned stop) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (*tail < stop) { // expect: mixed-access
    unsigned at = atomicAdd(tail, 1u);
    ring[at % size] = item[i];
  }
}

// From a stack: the last item is taken twice, and then some.
__global__ void from_stack(int *top, const int *items, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*top > 0) { // expect: mixed-access
    int at = atomicSub(top, 1);
    out[i] = items[at - 1];
  }
}

// Each thread has a counter of its own.
__global__ void own_counters(int *used, int *list, int room) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (used[i] < room) { // ok: mixed-access
    int at = atomicAdd(&used[i], 1);
    list[i * room + at] = i;
  }
}

// The list has room for all that read the same old number: a slack of one
// block above the limit. The look may be old, and that is all (a note).
__global__ void with_slack(const int *item, int n, int *out, int *total) {
  __shared__ int taken;
  __shared__ int list[1024 + 256];
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256) {
    if (taken < 1024) // expect: mixed-access
      list[atomicAdd(&taken, 1)] = item[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < taken; i += 256)
    out[i] = list[i];
}
__global__ void without_slack(const int *item, int n, int *out) {
  __shared__ int taken;
  __shared__ int list[1024];
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256) {
    if (taken < 1024) // expect: mixed-access
      list[atomicAdd(&taken, 1)] = item[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 256)
    out[i] = list[i];
}
