// The count that a thread keeps in a table of its links is what it tells the
// other side: whoever sees the word has the count.
struct Link {
  unsigned long long *word;
  unsigned long long step;
};
__shared__ Link *links[8];

__global__ void tell(Link *all, int which, int by) {
  if (threadIdx.x < 8)
    links[threadIdx.x] = all + 8 * blockIdx.x + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    Link *l = links[which];
    l->step += by; // ok: unreleased-publish
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(l->word),
                 "l"(l->step)
                 : "memory");
  }
}

// Here the word says that something else is there.
struct Box {
  unsigned long long *word;
  unsigned long long step;
  double letter;
};
__shared__ Box *boxes[8];

__global__ void send(Box *all, int which, double letter) {
  if (threadIdx.x < 8)
    boxes[threadIdx.x] = all + 8 * blockIdx.x + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    Box *b = boxes[which];
    b->step += 1;
    b->letter = letter;
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" // expect: unreleased-publish
                 ::"l"(b->word), "l"(b->step)
                 : "memory");
  }
}
