#include <cstdio>
// What is read behind the wait is the text of a message.
__device__ void complain(int got) {
  const char *path = "kernels/all/meet.cu";
  const char *name = path;
  for (const char *at = path; *at != '\0'; ++at) // ok: relaxed-poll
    if (*at == '/')
      name = at + 1;
  printf("%s: got %d\n", name, got);
}
__global__ void raiseAndWait(int *const *peers, int rank, int round,
                             long long limit, float *out) {
  out[threadIdx.x + blockIdx.x * blockDim.x] = round;
  __syncthreads();
  if (threadIdx.x < 8) {
    __threadfence_system();
    volatile int *theirs = peers[threadIdx.x] + rank;
    volatile int *mine = peers[rank] + threadIdx.x;
    *theirs = round;
    long long start = clock64();
    while (*mine < round)
      if (clock64() - start > limit) {
        complain(*mine);
        break;
      }
  }
}

// What is read where the time is over is for the complaint, too.
__global__ void waitOnly(int *round, int *word, int by, long long limit,
                         const int *first, const int *second) {
  int wanted = *round + by;
  *round = wanted;
  volatile int *flag = word;
  long long start = clock64();
  while (*flag < wanted)
    if (clock64() - start > limit) {
      if (*first != *second) // ok: relaxed-poll
        printf("stuck at %d\n", *flag);
      return;
    }
}

// What is read where the wait is over.
__global__ void waitAndRead(int *round, int *word, int by, float *table,
                            float *out) {
  volatile int *flag = word;
  if (threadIdx.x == 0)
    while (*flag < by) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x];
}
