struct Tile {
  int flag;
  int aggregate;
  int prefix;
};
__global__ void scan(volatile Tile *t, const int *in, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  t[b].aggregate = in[b];
  __threadfence();
  t[b].flag = 1;  // ok: unreleased-publish
  int sum = 0;
  for (int p = b - 1; p >= 0; --p) {
    int f;
    do {
      f = t[p].flag;
    } while (f == 0);
    __threadfence();
    if (f == 2) {
      sum += t[p].prefix;
      break;
    }
    sum += t[p].aggregate;
  }
  t[b].prefix = sum + in[b];
  __threadfence();
  t[b].flag = 2;
  out[b] = sum;
}
