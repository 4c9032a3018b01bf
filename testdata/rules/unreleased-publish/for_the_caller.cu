// A request that a library fills for its caller, and a count that its queue
// keeps in between: who waits for the count reads no request.
struct Request {
  int peer;
  unsigned long long index;
};
struct Queue {
  unsigned long long done;
  unsigned long long *slots;
};

__device__ void advance(Queue *q, unsigned long long to) {
  atomicMax(&q->done, to);
}

__device__ void begin(Queue *q, Request *request, int peer, unsigned long long index) {
  request->peer = peer;
  advance(q, index); // ok: unreleased-publish
  request->index = index;
}

__global__ void drain(Queue *q, unsigned long long index, unsigned long long *out) {
  while (*(volatile unsigned long long *)&q->done < index)
    ;
  __threadfence();
  *out = q->slots[index];
}

// A message and its own flag: who waits for the flag reads the message.
struct Message {
  int payload;
};
struct Box {
  unsigned full;
};
__device__ void send(Box *b, Message *m, int value) {
  m->payload = value;
  atomicExch(&b->full, 1u); // expect: unreleased-publish
}
__device__ void sendReleased(Box *b, Message *m, int value) {
  m->payload = value;
  __threadfence();
  atomicExch(&b->full, 1u);
}
__global__ void receive(Box *b, Message *m, int *out) {
  while (*(volatile unsigned *)&b->full == 0)
    ;
  __threadfence();
  *out = m->payload;
}
