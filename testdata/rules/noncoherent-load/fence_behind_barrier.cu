// Two cards exchange parts through memory of the host: every thread fences
// behind the barrier, but the other's part is read through the read-only path.
__global__ void exchange(const float *own, float *sum, float *__restrict__ sent, const float *__restrict__ got, int n,
                         int *told, int *heard, int round) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sent[i] = own[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *(volatile int *)told = round;
    while (*(volatile int *)heard != round)
      __nanosleep(100);
  }
  __syncthreads();
  __threadfence_system();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum[i] = own[i] + got[i]; // expect: noncoherent-load
}

__global__ void exchangeCoherently(const float *own, float *sum, float *sent, const float *got, int n, int *told,
                                   int *heard, int round) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sent[i] = own[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *(volatile int *)told = round;
    while (*(volatile int *)heard != round)
      __nanosleep(100);
  }
  __syncthreads();
  __threadfence_system();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum[i] = own[i] + got[i]; // ok: noncoherent-load
}

// It sends, and waits for room: what it reads is its own.
__global__ void send(const float *__restrict__ in, float *ring, int n, volatile int *room, int *head, int round) {
  if (threadIdx.x == 0)
    while (*room < round) {
    }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    ring[i] = in[i]; // ok: noncoherent-load
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0)
    *(volatile int *)head = round;
}
