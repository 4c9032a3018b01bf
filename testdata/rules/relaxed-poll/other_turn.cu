// Handles of two kinds, each served in a turn of its own: who waits for a word
// of one does not read what belongs to the other kind behind it.
struct Handle {
  unsigned *word;
  int count;
};

__global__ void serveEach(Handle *handles, const int *kinds, int n, int *out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    switch (kinds[i]) {
    case 2:
      while (*(volatile unsigned *)handles[i].word != 0) { // ok: relaxed-poll
      }
      *handles[i].word = 0;
      break;
    case 3:
      out[i] = handles[i].count;
      break;
    }
}

// In the turn that waits, the read comes behind the wait.
__global__ void serveInTurn(Handle *handles, const int *kinds, int n, int *out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (kinds[i] == 2) {
      while (*(volatile unsigned *)handles[i].word != 0) { // expect: relaxed-poll
      }
      out[i] = handles[i].count;
    }
}
