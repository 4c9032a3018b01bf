// The same in the manner of template libraries: memory in a struct, a tensor
// map, fences and copies behind small functions and objects.
#include <cstdint>

struct TensorMap {
  alignas(64) uint64_t opaque[16];
};

namespace arch {
__device__ inline uint32_t toUint(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ inline void fenceViewAsyncShared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void storeArrive() {
  asm volatile("cp.async.bulk.commit_group;");
}

template <int Count> __device__ inline void storeWait() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Count) : "memory");
}

__device__ inline void namedBarrier(int threads, int id) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
} // namespace arch

struct Store2D {
  __device__ static void copy(const TensorMap *map, const void *from, int x,
                              int y) {
    uint64_t at = reinterpret_cast<uint64_t>(map);
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                 "[%0, {%2, %3}], [%1];" ::"l"(at),
                 "r"(arch::toUint(from)), "r"(x), "r"(y)
                 : "memory");
  }
};

struct Load2D {
  __device__ static void copy(const TensorMap *map, uint64_t *full, void *to,
                              int x, int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
        "bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(arch::toUint(to)),
        "l"(reinterpret_cast<uint64_t>(map)), "r"(arch::toUint(full)), "r"(x),
        "r"(y)
        : "memory");
  }
};

struct Barrier {
  uint64_t value;
  __device__ void init(int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(
                     arch::toUint(&value)),
                 "r"(count)
                 : "memory");
  }
  __device__ void expect(int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                     arch::toUint(&value)),
                 "r"(bytes)
                 : "memory");
  }
  __device__ void wait(int phase) {
    asm volatile("{\n.reg .pred p;\nL: mbarrier.try_wait.parity.shared::cta.b64 "
                 "p, [%0], %1;\n@p bra D;\nbra L;\nD:\n}" ::"r"(
                     arch::toUint(&value)),
                 "r"(phase)
                 : "memory");
  }
};

struct SharedStorage {
  alignas(128) float a[1024];
  alignas(128) float c[1024];
  alignas(8) Barrier full;
};

template <bool Fence> struct Epilogue {
  __device__ static void write(SharedStorage &s, float v) {
    for (int i = threadIdx.x; i < 1024; i += 128)
      s.c[i] = v * i;
    if constexpr (Fence)
      arch::fenceViewAsyncShared();
    arch::namedBarrier(128, 1);
  }
};

template <bool Fence>
__device__ void epilogue(SharedStorage &s, const TensorMap *map, float v) {
  Epilogue<Fence>::write(s, v);
  if (threadIdx.x == 0) {
    Store2D::copy(map, s.c, blockIdx.x, 0);
    arch::storeArrive();
  }
  arch::storeWait<0>();
}

__global__ void unfenced(const __grid_constant__ TensorMap map) {
  extern __shared__ unsigned char memory[];
  SharedStorage &s = *reinterpret_cast<SharedStorage *>(memory);
  for (int i = threadIdx.x; i < 1024; i += 128)
    s.c[i] = i;
  arch::namedBarrier(128, 1);
  if (threadIdx.x == 0) {
    Store2D::copy(&map, s.c, blockIdx.x, 0); // expect: missing-proxy-fence
    arch::storeArrive();
    arch::storeWait<0>();
  }
}

__global__ void fenced(const __grid_constant__ TensorMap map, float v) {
  extern __shared__ unsigned char memory[];
  epilogue<true>(*reinterpret_cast<SharedStorage *>(memory), &map, v); // ok: missing-proxy-fence
}

// What bulk loads bring, bulk stores may take after the wait.
__global__ void loadedThenStored(const __grid_constant__ TensorMap in,
                                 const __grid_constant__ TensorMap out) {
  extern __shared__ unsigned char memory[];
  SharedStorage &s = *reinterpret_cast<SharedStorage *>(memory);
  for (int i = threadIdx.x; i < 1024; i += 128)
    s.a[i] = 0;
  if (threadIdx.x == 0) {
    s.full.init(1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    s.full.expect(4096);
    Load2D::copy(&in, &s.full.value, s.a, blockIdx.x, 0);
  }
  s.full.wait(0);
  if (threadIdx.x == 0) {
    Store2D::copy(&out, s.a, blockIdx.x, 0); // ok: missing-proxy-fence
    arch::storeArrive();
    arch::storeWait<0>();
  }
}

// Loaded, changed in place by the threads, stored.
template <bool Fence>
__device__ void changeInPlace(SharedStorage &s, const TensorMap *in) {
  if (threadIdx.x == 0) {
    s.full.init(1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    s.full.expect(4096);
    Load2D::copy(in, &s.full.value, s.a, blockIdx.x, 0);
  }
  s.full.wait(0);
  for (int i = threadIdx.x; i < 1024; i += 128)
    s.a[i] *= 2;
  if (Fence)
    arch::fenceViewAsyncShared();
  __syncthreads();
}

__global__ void changed(const __grid_constant__ TensorMap in,
                        const __grid_constant__ TensorMap out) {
  extern __shared__ unsigned char memory[];
  SharedStorage &s = *reinterpret_cast<SharedStorage *>(memory);
  changeInPlace<false>(s, &in);
  if (threadIdx.x == 0) {
    Store2D::copy(&out, s.a, blockIdx.x, 0); // expect: missing-proxy-fence
    arch::storeArrive();
    arch::storeWait<0>();
  }
}

__global__ void changedAndFenced(const __grid_constant__ TensorMap in,
                                 const __grid_constant__ TensorMap out) {
  extern __shared__ unsigned char memory[];
  SharedStorage &s = *reinterpret_cast<SharedStorage *>(memory);
  changeInPlace<true>(s, &in);
  if (threadIdx.x == 0) {
    Store2D::copy(&out, s.a, blockIdx.x, 0); // ok: missing-proxy-fence
    arch::storeArrive();
    arch::storeWait<0>();
  }
}
