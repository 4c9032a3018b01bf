// Every form of comment, and whether clang-tidy takes it: `shown` and `hidden`
// mark the lines. The program and the plugin must both agree with the marks.
#define WAIT(flag) while (*flag == 0) {}

#define QUIET(flag) while (*flag == 0) {} // NOLINT(gpu-relaxed-poll): one block

using Flag = const volatile int *;

__device__ void then(const float *data, float *out) {
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void plain(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // shown
  then(data, out);
}

__global__ void bare(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT hidden
  then(data, out);
}

__global__ void named(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(gpu-relaxed-poll): hidden
  then(data, out);
}

__global__ void ruleWithoutPrefix(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(relaxed-poll) shown
  then(data, out);
}

__global__ void another(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(gpu-weak-poll) shown
  then(data, out);
}

__global__ void several(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(bugprone-x , gpu-relaxed-poll ) hidden
  then(data, out);
}

__global__ void glob(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(gpu-*) hidden
  then(data, out);
}

__global__ void otherGlob(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(bugprone-*,gpu-weak*) shown
  then(data, out);
}

__global__ void innerGlob(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(*relaxed*) hidden
  then(data, out);
}

__global__ void negative(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(*,-gpu-relaxed-poll) hidden
  then(data, out);
}

__global__ void onlyNegative(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(-gpu-weak-poll) shown
  then(data, out);
}

__global__ void none(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT() shown
  then(data, out);
}

__global__ void space(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT (gpu-weak-poll) hidden
  then(data, out);
}

__global__ void unclosed(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINT(gpu-weak-poll hidden
  then(data, out);
}

__global__ void lowerCase(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // nolint shown
  then(data, out);
}

__global__ void longerWord(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINTS shown
  then(data, out);
}

__global__ void within(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // xNOLINT_y hidden
  then(data, out);
}

__global__ void nextLine(Flag flag, const float *data, float *out) {
  // NOLINTNEXTLINE(gpu-relaxed-poll): the host waits too
  while (*flag == 0) {} // hidden
  then(data, out);
}

__global__ void lineAfterNext(Flag flag, const float *data, float *out) {
  // NOLINTNEXTLINE(gpu-relaxed-poll)
  //
  while (*flag == 0) {} // shown
  then(data, out);
}

__global__ void nextOnItsOwn(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // NOLINTNEXTLINE(gpu-relaxed-poll) shown
  then(data, out);
}

// NOLINTBEGIN(gpu-relaxed-poll)
__global__ void inABlock(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // hidden
  then(data, out);
}
// NOLINTEND(gpu-relaxed-poll)

// NOLINTBEGIN( gpu-weak-poll,gpu-relaxed-poll )
__global__ void inABlockOfTwo(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // hidden
  then(data, out);
}
// NOLINTEND(gpu-weak-poll, gpu-relaxed-poll)

__global__ void behindTheBlock(Flag flag, const float *data, float *out) {
  while (*flag == 0) {} // shown
  then(data, out);
}

__global__ void macro(Flag flag, const float *data, float *out) {
  WAIT(flag) // shown
  then(data, out);
}

__global__ void macroOnce(Flag flag, const float *data, float *out) {
  WAIT(flag) // NOLINT(gpu-relaxed-poll) hidden
  then(data, out);
}

__global__ void macroAlways(Flag flag, const float *data, float *out) {
  QUIET(flag) // hidden
  then(data, out);
}
