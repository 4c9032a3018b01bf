// One allocation under two addresses: what is written through one of them is
// read through the other.
#include <cuda.h>
__global__ void mirror(int *ring, const int *behind, int *out, int n) {
  ring[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.alias;" ::: "memory"); // ok: alias-fence
  __syncthreads();
  out[threadIdx.x] = behind[(threadIdx.x + 1) % n];
}
void start(CUmemGenericAllocationHandle memory, size_t bytes, int *out) {
  CUdeviceptr twice;
  cuMemAddressReserve(&twice, 2 * bytes, 0, 0, 0);
  cuMemMap(twice, bytes, 0, memory, 0);
  cuMemMap(twice + bytes, bytes, 0, memory, 0);
  mirror<<<1, 128>>>((int *)twice, (const int *)(twice + bytes), out, 128);
}
