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
  t[b].flag = 1;  // expect: unreleased-publish
  int sum = 0;
  for (int p = b - 1; p >= 0; --p) {
    int f;
    do {
      f = t[p].flag;  // expect: relaxed-poll
    } while (f == 0);
    if (f == 2) {
      sum += t[p].prefix;
      break;
    }
    sum += t[p].aggregate;
  }
  t[b].prefix = sum + in[b];
  t[b].flag = 2;  // expect: unreleased-publish
  out[b] = sum;
}
