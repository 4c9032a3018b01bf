// The entries of a queue and the count of those taken: two records, each behind
// a pointer of its own.
typedef struct {
  unsigned long long words[8];
} Entry;
typedef struct {
  unsigned long long value;
} Count;
struct Queue {
  void *entries;
  Count *taken;
  unsigned long long next;
};

__global__ void post(Queue *q, unsigned long long what, unsigned long long depth) {
  unsigned char *entries = (unsigned char *)q->entries;
  unsigned long long at = atomicAdd(&q->next, 1ull);
  if (at >= depth)
    while (at - *(volatile unsigned long long *)&q->taken->value >= depth)
      ;
  Entry *entry = (Entry *)(entries + (at % depth) * 64);
  for (int i = 0; i < 8; i += 2)
    asm volatile("{ .reg .b128 both; mov.b128 both, {%1, %2};" // ok: mixed-access
                 " st.relaxed.sys.global.b128 [%0], both; }"
                 ::"l"(&entry->words[i]), "l"(what), "l"(at) : "memory");
}
