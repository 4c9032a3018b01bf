// partly: a constant of a header that is not there
// In an instance of a template, Clang takes a constant for zero whose
// initializer it could not read: what is not known is no common location.
template <int Warps>
__global__ void scanRows(int *rows, int columns) {
  const int warp = threadIdx.x / LanesOfTheHeader;
  const int lane = threadIdx.x % LanesOfTheHeader;
  for (int c = warp; c < columns; c += Warps)
    rows[c + lane * columns] += 1; // ok: lost-update
}

// Known to be the same in all threads, it is one.
template <int Warps>
__global__ void addRows(int *rows, int columns) {
  const int first = 0;
  for (int c = 0; c < columns; c += Warps)
    rows[c + first * columns] += 1; // expect: lost-update
}

void run(int *rows, int columns) {
  scanRows<8><<<1, 256>>>(rows, columns);
  addRows<8><<<1, 256>>>(rows, columns);
}
