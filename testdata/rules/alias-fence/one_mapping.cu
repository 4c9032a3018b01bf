// The same without a second address: nothing aliases.
__global__ void mirror(int *ring, const int *behind, int *out, int n) {
  ring[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.alias;" ::: "memory"); // expect: alias-fence
  __syncthreads();
  out[threadIdx.x] = behind[(threadIdx.x + 1) % n];
}
void start(int *memory, int *out) {
  mirror<<<1, 128>>>(memory, memory + 128, out, 128);
}
