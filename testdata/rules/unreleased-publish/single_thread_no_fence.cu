__global__ void post(int *mailbox, int *seq, int msg) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    mailbox[0] = msg;
    mailbox[1] = msg * 2;
    atomicExch(seq, 1);  // expect: unreleased-publish
  }
}
__global__ void take(int *mailbox, int *seq, int *out) {
  while (atomicAdd(seq, 0) == 0) { // expect: rmw-poll
  }
  __threadfence();
  out[0] = mailbox[0] + mailbox[1];
}
