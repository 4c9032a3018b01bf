// Each entry of a queue to the network has a size, by which the host's thread
// is told of it; the kernel waits until that thread has taken the entry.
struct Entry {
  long size;
  int offset;
};
struct Line {
  Entry *entries;
  unsigned long long step;
  int *volatile *swap;
};

// Sizes of several entries: each is told by itself.
__global__ void sendEntries(Line *lines, unsigned long long *tail, int rounds) {
  Line *line = &lines[blockIdx.x];
  unsigned long long step = line->step;
  if (threadIdx.x == 0) {
    line->entries[step % 8].size = 0;
    for (int i = 0; i < rounds; ++i) {
      line->entries[step % 8].size = i * 4; // ok: unreleased-publish
      __threadfence_system();
      *(volatile unsigned long long *)tail = ++step;
    }
    volatile long *last = &line->entries[(step - 1) % 8].size;
    while (*last != -1) {
    }
  }
}

// The kernel beside it counts its steps from launch to launch, and waits for
// nothing: no thread of the unit waits for its sizes.
__global__ void sendLines(Line *lines, int rounds) {
  Line *line = &lines[blockIdx.x];
  for (int r = 0; r < rounds; ++r) {
    unsigned long long step = line->step;
    if (threadIdx.x < 4) {
      volatile long *size = &line->entries[step % 8].size;
      *size = r * 4; // ok: unreleased-publish
    }
    __syncthreads();
    if (threadIdx.x == 0)
      line->step = step + 1;
    __syncthreads();
  }
}

// A size for the host, then a pointer for a peer.
__global__ void swapPointers(Line *lines, int *mine, int *out) {
  Line *line = &lines[blockIdx.x];
  if (threadIdx.x == 0) {
    line->entries[3].size = 0;
    *line->swap = mine; // ok: unreleased-publish
  }
  if (threadIdx.x == 32) {
    int *theirs;
    while ((theirs = *line->swap) == nullptr) {
    }
    *out = (int)(theirs != nullptr);
  }
}

// The same queue, where a thread of the unit takes the entries and reads what
// came with them.
struct Task {
  long size;
  float work;
};
__global__ void putTasks(Task *tasks, int n) {
  if (threadIdx.x == 0) {
    tasks[blockIdx.x].work = 1.0f;
    *(volatile long *)&tasks[blockIdx.x].size = n; // expect: unreleased-publish
    while (*(volatile long *)&tasks[blockIdx.x].size != -1) {
    }
  }
}
__global__ void takeTasks(Task *tasks, float *out) {
  if (threadIdx.x == 0) {
    while (*(volatile long *)&tasks[blockIdx.x].size <= 0) {
    }
    __threadfence();
    out[blockIdx.x] = tasks[blockIdx.x].work;
    __threadfence();
    *(volatile long *)&tasks[blockIdx.x].size = -1;
  }
}

// Members of one name, of which one leads to the other.
struct Node {
  Node *next;
};
__global__ void hangIn(Node *last, Node *mine) {
  if (threadIdx.x == 0) {
    mine->next = nullptr;
    last->next = mine; // expect: unreleased-publish
  }
}
__global__ void follow(Node *last, int *out) {
  if (threadIdx.x == 0) {
    Node *n;
    while ((n = *(Node *volatile *)&last->next) == nullptr) {
    }
    __threadfence();
    *out = n->next == nullptr;
  }
}
