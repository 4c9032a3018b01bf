// One kernel with two ways to send, between which a value chooses each time: a
// store of one way is never behind a flag of the other.
__global__ void chosen(int how, float *out, int *word) {
  if (threadIdx.x != 0)
    return;
  switch (how) {
  case 2:
    out[blockIdx.x] = 1;
    break;
  case 3:
    break;
  }
  switch (how) {
  case 3:
    *(volatile int *)word = 1; // ok: unreleased-publish
    break;
  }
}

__global__ void chosenWait(const float *out, int *word, float *res) {
  if (threadIdx.x == 0)
    while (*(volatile int *)word == 0)
      ;
  __threadfence();
  __syncthreads();
  res[threadIdx.x] = out[threadIdx.x];
}

// Both in the same case.
__global__ void sameCase(int how, float *out, int *word) {
  if (threadIdx.x != 0)
    return;
  if (how == 2)
    out[blockIdx.x] = 1;
  if (how != 3)
    *(volatile int *)word = 1; // expect: unreleased-publish
}

// What is chosen anew each time may be one and then the other.
__global__ void chosenAnew(const int *how, int n, float *out, int *word) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i)
    if (how[i] == 2)
      out[i] = 1;
    else if (how[i] == 3)
      *(volatile int *)word = 1; // expect: unreleased-publish
}

// Each turn has a pipe of its own, and a way to send by it: what another turn
// has stored is not behind this one's word.
struct PipeOfTurn {
  int raised;
  int mode;
};
__global__ void pipeOfTurn(PipeOfTurn *pipes, int n, float *out) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i)
    if (pipes[i].mode == 2)
      out[i] = 1;
    else
      *(volatile int *)&pipes[i].raised = 1; // ok: unreleased-publish
}
__global__ void pipeOfTurnWait(PipeOfTurn *pipes, const float *out, float *res) {
  if (threadIdx.x == 0)
    while (*(volatile int *)&pipes[blockIdx.x].raised == 0) {
    }
  __threadfence();
  __syncthreads();
  res[threadIdx.x] = out[threadIdx.x];
}

// Turns that store and turns that tell of it take each other's place.
__global__ void inTurns(float *out, int *raised, int n) {
  if (threadIdx.x != 0)
    return;
  for (int s = 0; s < 2 * n; ++s)
    if (s % 2 == 0)
      out[s / 2] = s;
    else
      *(volatile int *)&raised[s / 2] = 1; // expect: unreleased-publish
}
__global__ void inTurnsWait(const float *out, int *raised, float *res, int n) {
  if (threadIdx.x != 0)
    return;
  for (int s = 0; s < n; ++s) {
    while (*(volatile int *)&raised[s] == 0) {
    }
    __threadfence();
    res[s] = out[s];
  }
}
