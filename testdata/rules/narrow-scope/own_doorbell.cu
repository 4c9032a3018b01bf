// Entries for a network adapter, which has a doorbell of its own, before a word
// for another GPU: the word is not for the entries.
struct Adapter {
  unsigned long long *entries;
  unsigned long long *door;
};

__device__ void ring(unsigned long long *door, unsigned long long value) {
  asm volatile("st.mmio.relaxed.sys.global.b64 [%0], %1;" ::"l"(door), "l"(value) : "memory");
}

__global__ void entryThenWord(Adapter *a, unsigned long long what, int *peer) {
  if (threadIdx.x != 0)
    return;
  a->entries[blockIdx.x] = what;
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  ring(a->door, what);
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // ok: narrow-scope
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(peer), "r"(1) : "memory");
}

// Data behind the doorbell is for the word.
__global__ void dataThenWord(Adapter *a, unsigned long long what, int *data,
                             int *peer) {
  if (threadIdx.x != 0)
    return;
  ring(a->door, what);
  data[blockIdx.x] = 1;
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // expect: narrow-scope
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(peer), "r"(1) : "memory");
}
