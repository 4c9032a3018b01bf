// partly: a function calls what is not here
// A kernel takes an object of the host by value: its copies on the device are
// no code of the device that the standard library wrote.
#include <memory>
#include <vector>

struct Held {
  std::shared_ptr<std::vector<int>> owner;
  int *raw = nullptr;

  Held() = default;
  Held(const Held &other) : owner(other.owner), raw(other.raw) {} // ok: lost-update

  __device__ int first() const { return raw[0]; }
};

template <typename T> __global__ void each(T t, int *out) {
  T mine = t; // ok: lost-update
  out[threadIdx.x + blockIdx.x * blockDim.x] = mine.first();
}

void run(const Held &held, int *out) { each<<<4, 64>>>(held, out); }
