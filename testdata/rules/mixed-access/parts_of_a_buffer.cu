// One buffer for words of several kinds; where a part begins is read from a
// table, or how far the buffer of a peer is away.

struct Peers {
  long long away[8];
};

__global__ void signalPeers(char *buffer, const Peers *peers, int rank, unsigned long long round) {
  unsigned long long *turn = (unsigned long long *)buffer;
  if (threadIdx.x < 8) {
    int *theirs = (int *)(buffer + 64 + peers->away[threadIdx.x]);
    *(volatile int *)(theirs + rank) = int(round); // ok: mixed-access
  }
  if (threadIdx.x == 0)
    atomicAdd(turn, 1ull); // ok: mixed-access
}

// The halves of the very word that is counted.
__global__ void countInHalves(char *buffer, unsigned long long round) {
  unsigned long long *turn = (unsigned long long *)buffer;
  if (threadIdx.x < 2)
    *(volatile int *)(buffer + 4 * threadIdx.x) = int(round); // expect: mixed-access
  if (threadIdx.x == 0)
    atomicAdd(turn, 1ull);
}
