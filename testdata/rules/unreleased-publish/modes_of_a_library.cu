// Functions of a library without their callers: one chooses by a mode that it is
// given, another one is made for one mode alone.
enum Sharing { Alone, InGrid };

template <Sharing Mode>
__device__ void markReady(unsigned long long &word, unsigned long long from,
                          unsigned long long to) {
  if (Mode == Alone) {
    word = to;
  } else {
    __threadfence();
    while (atomicCAS(&word, from, to) != from) {
    }
    __threadfence();
  }
}

struct Lane {
  unsigned long long ready;
  unsigned long long *entries;
};

__device__ void postTwice(Lane *lane, unsigned long long at, unsigned long long value) {
  lane->entries[at & 63] = value;
  markReady<InGrid>(lane->ready, at, at + 1);
  lane->entries[(at + 1) & 63] += value;
  markReady<InGrid>(lane->ready, at + 1, at + 2);
}

__device__ void postByMode(Lane *lane, int mode, unsigned long long at, unsigned long long value) {
  lane->entries[at & 63] = value;
  if (mode == 0)
    markReady<Alone>(lane->ready, at, at + 1); // ok: unreleased-publish
  else
    markReady<InGrid>(lane->ready, at, at + 1);
}
