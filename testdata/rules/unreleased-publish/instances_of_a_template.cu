// How a word is shared is a parameter of the function that raises it: who has
// it alone stores plainly, and waits for nobody.
enum Sharing { Alone, InGrid };

template <Sharing Mode>
__device__ void markReady(unsigned long long &word, unsigned long long from,
                          unsigned long long to) {
  if (Mode == Alone) {
    word = to;
  } else {
    __threadfence();
    while (atomicCAS(&word, from, to) != from) {
    }
    __threadfence();
  }
}

struct Pair {
  unsigned long long low, high;
};
struct Pipe {
  Pair *entries;
  unsigned long long ready;
  volatile unsigned *bell;
};

template <Sharing Mode>
__device__ void post(Pipe *pipe, unsigned long long at, unsigned long long n) {
  for (unsigned long long i = at; i < at + n; ++i)
    pipe->entries[i & 63].low = i;
  markReady<Mode>(pipe->ready, at, at + n); // ok: unreleased-publish
  __threadfence_system();
  *pipe->bell = (unsigned)(at + n);
}

// A function of the library, for one mode alone, that reads what it waited for.
__device__ void postAndLook(Pipe *pipe, unsigned long long at, unsigned long long *out) {
  markReady<InGrid>(pipe->ready, at, at + 1);
  *out = pipe->entries[at & 63].low;
}

__global__ void postByMode(Pipe *pipes, const int *mode, unsigned long long at,
                           unsigned long long n) {
  if (threadIdx.x == 0) {
    Pipe *pipe = &pipes[blockIdx.x];
    if (*mode == 0)
      post<Alone>(pipe, at, n);
    else
      post<InGrid>(pipe, at, n);
  }
}

__global__ void postAlone(Pipe *pipes, unsigned long long at) {
  if (threadIdx.x == 0)
    post<Alone>(&pipes[blockIdx.x], at, 2);
}

// The waiting instance only waits: the other one raises the flag for it.
template <bool Raises> __device__ void meet(unsigned &word, unsigned round) {
  if (Raises)
    word = round;
  else
    while (*(volatile unsigned *)&word < round) {
    }
}

struct Room {
  float data;
  unsigned round;
};
__global__ void bring(Room *rooms, unsigned round) {
  if (threadIdx.x == 0) {
    rooms[blockIdx.x].data = 2.0f;
    meet<true>(rooms[blockIdx.x].round, round); // expect: unreleased-publish
  }
}
__global__ void fetch(Room *rooms, float *out, unsigned round) {
  if (threadIdx.x == 0) {
    meet<false>(rooms[blockIdx.x].round, round);
    __threadfence();
    out[blockIdx.x] = rooms[blockIdx.x].data;
  }
}

// Two sides, in two kernels: no mode of sharing.
struct Door {
  float data;
  unsigned round;
};
__device__ void pass(Door *door, bool leads, unsigned round) {
  if (leads) {
    door->round = round;
  } else {
    atomicAdd(&door->round, 0x10000u);
    while ((*(volatile unsigned *)&door->round & 0xffffu) < round) {
    }
  }
}
__global__ void lead(Door *doors, unsigned round) {
  if (threadIdx.x == 0) {
    doors[blockIdx.x].data = 2.0f;
    pass(&doors[blockIdx.x], true, round); // expect: unreleased-publish
  }
}
__global__ void follow(Door *doors, float *out, unsigned round) {
  if (threadIdx.x == 0) {
    pass(&doors[blockIdx.x], false, round);
    __threadfence();
    out[blockIdx.x] = doors[blockIdx.x].data;
  }
}
template <bool Leads> __device__ void passOne(Door *door, unsigned round) {
  if (Leads) {
    door->round = round;
  } else {
    atomicAdd(&door->round, 0x10000u);
    while ((*(volatile unsigned *)&door->round & 0xffffu) < round) {
    }
  }
}
__global__ void leadOne(Door *doors, unsigned round) {
  if (threadIdx.x == 0) {
    doors[blockIdx.x].data = 2.0f;
    passOne<true>(&doors[blockIdx.x], round); // expect: unreleased-publish
  }
}
__global__ void followOne(Door *doors, float *out, unsigned round) {
  if (threadIdx.x == 0) {
    passOne<false>(&doors[blockIdx.x], round);
    __threadfence();
    out[blockIdx.x] = doors[blockIdx.x].data;
  }
}

// The same two sides, beside a kernel that chooses.
struct Gate {
  float data;
  unsigned round;
};
template <bool Leads> __device__ void passGate(Gate *gate, unsigned round) {
  if (Leads) {
    gate->round = round;
  } else {
    atomicAdd(&gate->round, 0x10000u);
    while ((*(volatile unsigned *)&gate->round & 0xffffu) < round) {
    }
  }
}
__global__ void leadGate(Gate *gates, unsigned round) {
  if (threadIdx.x == 0) {
    gates[blockIdx.x].data = 2.0f;
    passGate<true>(&gates[blockIdx.x], round); // expect: unreleased-publish
  }
}
__global__ void followGate(Gate *gates, float *out, unsigned round) {
  if (threadIdx.x == 0) {
    passGate<false>(&gates[blockIdx.x], round);
    __threadfence();
    out[blockIdx.x] = gates[blockIdx.x].data;
  }
}
__global__ void eitherGate(Gate *gates, const int *mode, unsigned round) {
  if (threadIdx.x == 0) {
    if (*mode == 0)
      passGate<true>(&gates[blockIdx.x], round);
    else
      passGate<false>(&gates[blockIdx.x], round);
  }
}
