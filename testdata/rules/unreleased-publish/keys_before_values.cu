// A table in which threads insert and find at once. Whoever puts the key in
// first fills the value only then, and who finds the key reads it at once.
struct Pair {
  int key;
  int value;
};
constexpr int Free = -1, Busy = -2;

__global__ void keyFirst(Pair *table, int size, const int *keys,
                         const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int at = keys[i] % size;; at = (at + 1) % size) {
    int was = atomicCAS(&table[at].key, Free, keys[i]); // expect: unreleased-publish
    if (was == Free) {
      table[at].value = values[i];
      break;
    }
    if (was == keys[i]) {
      found[i] = table[at].value;
      break;
    }
  }
}

// A fence behind the key comes too late as well.
__global__ void inTwoArrays(int *names, float *weights, int size,
                            const int *keys, const float *values, float *found,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = keys[i] & (size - 1);
  while (true) {
    int was = atomicCAS(names + at, Free, keys[i]); // expect: unreleased-publish
    if (was == Free) {
      weights[at] = values[i];
      __threadfence();
      return;
    }
    if (was == keys[i]) {
      __threadfence();
      found[i] = weights[at];
      return;
    }
    at = (at + 1) & (size - 1);
  }
}

// The slot is taken by a mark, and the key stands behind the value.
__global__ void valueFirst(Pair *table, int size, const int *keys,
                           const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int at = keys[i] % size;; at = (at + 1) % size) {
    int was = atomicCAS(&table[at].key, Free, Busy); // ok: unreleased-publish
    if (was == Free) {
      table[at].value = values[i];
      __threadfence();
      atomicExch(&table[at].key, keys[i]);
      break;
    }
    while (was == Busy)
      was = *(volatile int *)&table[at].key;
    __threadfence();
    if (was == keys[i]) {
      found[i] = table[at].value;
      break;
    }
  }
}

// Both in one word.
__global__ void inOneWord(unsigned long long *table, int size, const int *keys,
                          const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long mine = (unsigned long long)(unsigned)keys[i] << 32 | (unsigned)values[i];
  for (int at = keys[i] % size;; at = (at + 1) % size) {
    unsigned long long was = atomicCAS(table + at, ~0ull, mine); // ok: unreleased-publish
    if (was == ~0ull)
      break;
    if (int(was >> 32) == keys[i]) {
      found[i] = int(was);
      break;
    }
  }
}

// Who finds the key asks whether the value is there.
__global__ void asksForValue(Pair *table, int size, const int *keys,
                             const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int at = keys[i] % size;; at = (at + 1) % size) {
    int was = atomicCAS(&table[at].key, Free, keys[i]); // ok: unreleased-publish
    if (was == Free) {
      *(volatile int *)&table[at].value = values[i];
      break;
    }
    if (was == keys[i]) {
      int value = *(volatile int *)&table[at].value;
      found[i] = value == Free ? 0 : value;
      break;
    }
  }
}

// Values are counted up, whoever put the key in.
__global__ void counts(Pair *table, int size, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int at = keys[i] % size;; at = (at + 1) % size) {
    int was = atomicCAS(&table[at].key, Free, keys[i]); // ok: unreleased-publish
    if (was == Free || was == keys[i]) {
      atomicAdd(&table[at].value, 1);
      break;
    }
  }
}

// A table of the warp, whose lanes meet before anyone looks.
__global__ void ofTheWarp(Pair *tables, int size, const int *keys,
                          const int *values, int *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pair *table = tables + i / 32 * size;
  for (int at = keys[i] % size;; at = (at + 1) % size) {
    int was = atomicCAS(&table[at].key, Free, keys[i]); // ok: unreleased-publish
    unsigned same = __match_any_sync(__activemask(), at);
    if (was == Free)
      table[at].value = values[i];
    __syncwarp(same);
    if (was == Free || was == keys[i]) {
      found[i] = table[at].value;
      break;
    }
  }
}

// What the owner reads and writes back is for it alone: nobody finds the key.
__global__ void ownSum(Pair *table, int size, const int *keys,
                       const int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = keys[i] % size;
  if (atomicCAS(&table[at].key, Free, keys[i]) == Free) // ok: unreleased-publish
    table[at].value += values[i];
}
__global__ void ownSumOfFirst(Pair *table, int size, const int *keys,
                              const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int s = 0; s < size; ++s) {
    int was = atomicCAS(&table[s].key, Free, keys[i]); // ok: unreleased-publish
    if (was == Free) {
      int before = table[s].value;
      table[s].value = before + values[i];
      found[i] = before;
      break;
    }
    if (was == keys[i])
      break;
  }
}
// Owner and finder read it at one place.
__global__ void readByBoth(Pair *table, int size, const int *keys,
                           const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = keys[i] % size;
  int was = atomicCAS(&table[at].key, Free, keys[i]); // expect: unreleased-publish
  if (was == Free)
    table[at].value = values[i];
  if (was == Free || was == keys[i])
    found[i] = table[at].value;
}
// The next slot is none of what the key's slot holds.
__global__ void slotBehind(int *table, int size, const int *keys, int *found,
                           int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = keys[i] % size;
  int was = atomicCAS(&table[at], Free, keys[i]); // ok: unreleased-publish
  if (was == Free)
    table[at + 1] = Busy;
  else if (was == keys[i])
    found[i] = table[at + 1];
}
// Key and value in turn in one array are a record of two words.
__global__ void inTurn(int *table, int size, const int *keys,
                       const int *values, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = keys[i] % size;
  int was = atomicCAS(&table[2 * at], Free, keys[i]); // expect: unreleased-publish
  if (was == Free)
    table[2 * at + 1] = values[i];
  else if (was == keys[i])
    found[i] = table[2 * at + 1];
}
