// A container of sums that knows its extent: the extent is exact.
struct Index {
  int at[3];
  bool operator!=(const Index &o) const {
    return at[0] != o.at[0] || at[1] != o.at[1] || // ok: float-atomic-exact-test
           at[2] != o.at[2];                       // ok: float-atomic-exact-test
  }
};

struct Box {
  Index low, high;
  unsigned kind;
  bool isOf(unsigned bit) const {
    return (kind & bit) != 0; // ok: float-atomic-exact-test
  }
  int length(int d) const { return high.at[d] - low.at[d]; }
};

struct Field {
  double *data;
  Box box;
  const Box &domain() const { return box; }
};

__global__ void deposit(Field f, const int *cell, const double *mass, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&f.data[cell[i]], mass[i]);
}

static void run(Field &f, const int *cell, const double *mass, int n) {
  deposit<<<(n + 255) / 256, 256>>>(f, cell, mass, n);
}

static int rest(int divisor) {
  return divisor == 0 ? 1 : divisor; // ok: float-atomic-exact-test
}

int check(Field f, const Field &other, const int *cell, const double *mass,
          int n) {
  run(f, cell, mass, n);
  Field copy = f;
  int bad = copy.domain().isOf(1) + rest(copy.domain().length(0));
  bad += copy.domain().low != other.domain().low;
  return bad;
}

struct Totals {
  double sum[4];
  Box box;
};

__global__ void add_up(const double *x, int n, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&out[i % 4], x[i]); // expect: known-index-atomic
}

int whole(const double *x, int n, double *d, Totals want) {
  Totals have;
  add_up<<<(n + 255) / 256, 256>>>(x, n, d);
  cudaMemcpy(&have, d, sizeof have, cudaMemcpyDeviceToHost);
  int bad = have.box.kind != want.box.kind; // ok: float-atomic-exact-test
  bad += have.sum[1] != want.sum[1];        // expect: float-atomic-exact-test
  return bad;
}
