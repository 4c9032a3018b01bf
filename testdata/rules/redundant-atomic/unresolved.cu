// partly: the source has errors
// Calls that do not compile for float: what the kernel does with the array is
// not known, so nobody is told that a thread has it for itself.

__device__ float readAtomically(float *address) {
  return atomicOr(address, 0);
}
__global__ void follow(float *next, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    int v = i;
    while (v > readAtomically(&next[v]))
      v = readAtomically(&next[v]);
    atomicExch(&next[i], float(v)); // ok: redundant-atomic
  }
}
