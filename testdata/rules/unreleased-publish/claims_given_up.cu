// A stack of tasks: the top is raised before the task lies there. Those who wait for the top also look whether all is done, and
// give up then: a second look of the same wait.

struct Tasks {
  int2 *list;
  unsigned *top, *taken;
  volatile int *done;
};

__device__ void addEarly(Tasks t, int2 task) {
  unsigned at = atomicAdd(t.top, 1u); // expect: unreleased-publish
  t.list[at] = task;
}

__device__ bool take(Tasks t, unsigned mine, int2 &task) {
  unsigned top;
  do {
    if (*t.done)
      return false;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(top) : "l"(t.top) : "memory");
  } while (top <= mine);
  task = t.list[mine];
  return true;
}

__global__ void splitEarly(Tasks t, float *out) {
  int2 task;
  while (take(t, atomicAdd(t.taken, 1u), task)) {
    if (task.y - task.x > 32)
      addEarly(t, make_int2(task.x, (task.x + task.y) / 2));
    else
      out[task.x] = float(task.y);
  }
}

struct Marked {
  int2 task;
  unsigned isThere;
};

// Each slot has a word of its own, and that is waited for.
__device__ bool takeMarked(Marked *list, volatile int *done, unsigned mine, int2 &task) {
  unsigned there;
  do {
    if (*done)
      return false;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(there) : "l"(&list[mine].isThere) : "memory");
  } while (there == 0);
  task = list[mine].task;
  return true;
}

__global__ void splitMarked(Marked *list, unsigned *top, unsigned *taken, volatile int *done, float *out) {
  int2 task;
  while (takeMarked(list, done, atomicAdd(taken, 1u), task)) {
    if (task.y - task.x > 32) {
      unsigned at = atomicAdd(top, 1u); // ok: unreleased-publish
      list[at].task = make_int2(task.x, (task.x + task.y) / 2);
      asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(&list[at].isThere), "r"(1) : "memory");
    } else {
      out[task.x] = float(task.y);
    }
  }
}
