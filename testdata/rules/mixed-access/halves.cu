// A word of 64 bits that others exchange as a whole, and half of it.
union Entry {
  unsigned long long all;
  struct {
    unsigned count;
    unsigned name;
  } part;
};

__global__ void put(Entry *table, unsigned mask, const unsigned *name, const unsigned *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Entry mine;
  mine.part.name = name[i];
  mine.part.count = count[i];
  for (unsigned at = name[i] * 2654435761u;; ++at) {
    Entry &e = table[at & mask];
    Entry old;
    old.all = atomicCAS(&e.all, ~0ull, mine.all);
    if (old.all == ~0ull) return;
    if (old.part.name == name[i]) {
      e.part.count = count[i]; // expect: mixed-access
      return;
    }
  }
}
__global__ void put_whole(Entry *table, unsigned mask, const unsigned *name, const unsigned *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Entry mine;
  mine.part.name = name[i];
  mine.part.count = count[i];
  for (unsigned at = name[i] * 2654435761u;; ++at) {
    Entry &e = table[at & mask];
    Entry old;
    old.all = atomicCAS(&e.all, ~0ull, mine.all);
    if (old.all == ~0ull) return;
    if (old.part.name == name[i]) {
      atomicExch(&e.all, mine.all); // ok: mixed-access
      return;
    }
  }
}

// Who has put its name there completes the entry.
__global__ void put_first(Entry *table, unsigned mask, const unsigned *name, const unsigned *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned at = name[i] * 2654435761u;; ++at) {
    Entry &e = table[at & mask];
    unsigned long long old = atomicCAS(&e.all, ~0ull, (unsigned long long)name[i] << 32);
    if (old == ~0ull) {
      e.part.count = count[i]; // ok: mixed-access
      return;
    }
  }
}

// Other entries of the same type: the input.
__global__ void put_copy(Entry *table, unsigned mask, Entry *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned at = from[i].part.name * 2654435761u;; ++at)
    if (atomicCAS(&table[at & mask].all, ~0ull, from[i].all) == ~0ull) break;
  from[i].part.count = 0; // ok: mixed-access
}

// Parts of a struct that lie beside the word.
struct Slot {
  unsigned long long key;
  unsigned value;
};
__global__ void put_beside(Slot *table, unsigned mask, const unsigned long long *key, const unsigned *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned at = unsigned(key[i]) * 2654435761u;; ++at) {
    Slot &s = table[at & mask];
    unsigned long long old = atomicCAS(&s.key, ~0ull, key[i]);
    if (old == ~0ull) return;
    if (old == key[i]) {
      s.value = value[i]; // ok: mixed-access
      return;
    }
  }
}
