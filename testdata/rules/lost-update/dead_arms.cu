// partly: the arms that never run are left out
// A template makes the kernels of all arms of its `switch`; those of arms that
// its constants rule out never run.
enum class Each { row, entry, weight };

template <typename F> __global__ void apply(F f, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

template <Each each, typename F>
void run(F f, const unsigned *weight, unsigned n) {
  switch (each) {
  case Each::weight: {
    auto g = [=] __device__(unsigned i) { f(weight[i]); };
    apply<<<(n + 255) / 256, 256>>>(g, n);
    break;
  }
  default: {
    auto g = [=] __device__(unsigned i) { f(i); };
    apply<<<(n + 255) / 256, 256>>>(g, n);
    break;
  }
  }
}

void mark_rows(unsigned *marked, const unsigned *next, const unsigned *weight,
               unsigned n) {
  auto f = [=] __device__(unsigned v) {
    marked[v] = marked[v] | next[v]; // ok: lost-update
  };
  run<Each::row>(f, weight, n);
}

void mark_weights(unsigned *marked, const unsigned *next,
                  const unsigned *weight, unsigned n) {
  auto f = [=] __device__(unsigned v) {
    marked[v] = marked[v] | next[v]; // expect: lost-update
  };
  run<Each::weight>(f, weight, n);
}

template <int way>
__global__ void add(unsigned *count, const unsigned *to, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (way == 0)
      atomicAdd(&count[to[i]], 1u);
    if (way == 1)
      count[to[i]] += 1; // ok: lost-update
    if (way == 2)
      count[to[i]] += 2; // expect: lost-update
  }
}

template <bool exact>
void add_all(unsigned *count, const unsigned *to, unsigned n) {
  if (exact)
    add<0><<<(n + 255) / 256, 256>>>(count, to, n);
  else
    add<1><<<(n + 255) / 256, 256>>>(count, to, n);
  if (exact || n > 7)
    add<2><<<(n + 255) / 256, 256>>>(count, to, n);
}

void count_all(unsigned *count, const unsigned *to, unsigned n) {
  add_all<true>(count, to, n);
}
