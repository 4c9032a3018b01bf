struct Node {
  int key;
  Node *next;
};
__global__ void push(Node *pool, Node **head, const int *keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Node *n = pool + i;
  n->key = keys[i];
  Node *old = *head, *as;
  do {  // ok: relaxed-poll
    as = old;
    n->next = as;
    __threadfence();
    old = (Node *)atomicCAS((unsigned long long *)head, (unsigned long long)as,
                            (unsigned long long)n);
  } while (old != as);
}
