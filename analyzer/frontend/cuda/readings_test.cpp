//===- readings_test.cpp - what nvcc takes and Clang does not -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each unit is accepted by nvcc 13 and has errors for Clang 22: they are
// benign, or another reading of the unit has none.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/cuda/cuda_frontend.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

CudaUnit read(StringRef Text) {
  CudaInput In;
  In.File = "unit.cu";
  In.Buffer = Text.str();
  In.Arch = "sm_90";
  In.CudaPath = "none";
  return readCuda(In);
}

/// The atomic updates of the unit's kernels, after it was read without errors.
std::vector<Location> updatesOf(const CudaUnit &Unit) {
  std::vector<Location> Found;
  EXPECT_FALSE(Unit.HadErrors)
      << (Unit.Notes.empty() ? "" : Unit.Notes[0].Message);
  if (!Unit.M)
    return Found;
  for (const auto &Fn : Unit.M->Functions) {
    if (Fn->Kind != FunctionKind::Kernel)
      continue;
    EXPECT_EQ(Fn->State, Coverage::Analysed)
        << testing::PrintToString(Fn->Reasons);
    for (const Event &E : Fn->Events)
      if (isRmw(E.Kind))
        Found.push_back(Unit.M->at(E.Loc));
  }
  return Found;
}

// `impl.add<fast()>(n)` compares `impl.add` with `fast()`, and that with `(n)`,
// for a compiler that is not told of the template.
TEST(Readings, MemberTemplateOfADependentObjectWithoutKeyword) {
  CudaUnit Unit = read(R"(
template <class T> struct Impl {
  int *words;
  template <bool Fast> __device__ void add(int n) { atomicAdd(words, n); }
  template <bool Fast, int By> __device__ void add_by(int n) {
    atomicAdd(words + By, n);
  }
  template <bool Fast> __device__ int operator()(int n) {
    return atomicAdd(words + 2, n);
  }
};
template <class T> struct View {
  Impl<T> impl;
  __device__ void call(int n) {
    impl.operator()<true>(n);
    auto const sum = impl.operator()<false>(n) + 1;
  }
  static __host__ __device__ constexpr bool fast() { return sizeof(T) == 4; }
  __device__ void add(int n) { impl.add<fast()>(n); }
  __device__ void both(int n);
};
template <class T> __device__ void View<T>::both(int n) {
  impl.add_by<fast(), 1>(n); impl.add<fast()>(n);
}
__global__ void kernel(View<int> v) { v.add(1); v.both(2); v.call(3); }
)");
  std::vector<Location> Updates = updatesOf(Unit);
  ASSERT_EQ(Updates.size(), 5u);
  // Lines and columns are those of the text as it stands.
  std::vector<unsigned> Lines;
  for (const Location &At : Updates)
    Lines.push_back(At.Line);
  EXPECT_THAT(Lines, testing::ElementsAre(4, 6, 4, 9, 9));
  const Location &Call = Unit.M->at(Updates[2].InlinedAt);
  EXPECT_EQ(Call.Line, 23u);
  EXPECT_EQ(Call.Column, 30u);
}

TEST(Readings, TypeTemplateOfADependentClassWithoutKeyword) {
  CudaUnit Unit = read(R"(
struct Table {
  template <int Tag = 0> struct Ref {
    int *words;
    __device__ void add() { atomicAdd(words, 1); }
  };
};
template <class T> __global__ void kernel(int *p) {
  using Ref = typename T::Ref<>;
  Ref{p}.add();
}
void host(int *p) { kernel<Table><<<1, 32>>>(p); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

TEST(Readings, MemberOfADependentBaseWithoutThis) {
  CudaUnit Unit = read(R"(
template <class T> struct Base {
  T *words;
  __device__ T *slot(int i) { return words + i; }
};
template <class T> struct Table : Base<T> {
  __device__ void add(T n) {
    auto *at = slot(n);
    atomicAdd(at, n);
  }
};
__global__ void kernel(Table<int> t) { t.add(1); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

// The object is not constant, which chooses among the overloads.
TEST(Readings, OverloadsOfADependentBaseWithoutThis) {
  CudaUnit Unit = read(R"(
template <class T> struct Base {
  T *words;
  template <class G> __device__ T *first(G const &, int i) { return words + i; }
  template <class G> __device__ T const *first(G const &, int i) const {
    return words + i;
  }
  template <class G> static __device__ int lane(G const &, int n) { return n; }
  template <class G> static __device__ int lane(G const &, T *n) { return *n; }
};
template <class T> struct Table : Base<T> {
  template <class G> __device__ void add(G g, T n) {
    auto *at = first(g, 1);
    atomicAdd(at, n);
    at = first(g, twice(g, n));
    atomicAdd(at, n);
  }
  template <class G> static __device__ int twice(G g, T n) {
    return 2 * lane(g, n);
  }
};
struct Group {};
__global__ void kernel(Table<int> t) { t.add(Group(), 1); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 2u);
}

// `wrapper<short, int>` is the template with two parameters, not the one with
// any number: only what it returns leads to a kernel.
TEST(Readings, TemplateWithoutAPackIsTakenForExplicitArguments) {
  CudaUnit Unit = read(R"(
template <class T, class By> __global__ void kernel(T *p) {
  atomicAdd(p, sizeof(By));
}
namespace {
template <class...> struct Types {};
template <class, class> struct Pair {};
template <class... Ts> constexpr auto wrapper() -> Types<Ts...> { return {}; }
template <class T, class U> constexpr auto wrapper() -> Pair<T, U> {
  return {};
}
struct Domain { template <class T> static int get() { return 0; } };
template <> int Domain::get<Types<>>() { return 1; }
template <class... Ts> void start(Types<Ts...>) {}
template <class T, class U> void start(Pair<T, U>) {
  kernel<T, U><<<1, 32>>>(nullptr);
}
int const started = [] { start(decltype(wrapper<int, short>())()); return 1; }();
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

TEST(Readings, HostCopyOfAnObjectInDeviceCode) {
  CudaUnit Unit = read(R"(
struct Owner {
  int *words;
  explicit Owner(int *w) : words(w) {}
  Owner(Owner const &other) { words = other.words; }
};
template <class F> __global__ void run(F given) {
  F copy(given);
  copy();
}
void host(Owner o) {
  auto add = [o] __device__() { atomicAdd(o.words, 1); };
  run<<<1, 32>>>(add);
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

TEST(Readings, StaticMemberThroughThisIsAConstant) {
  CudaUnit Unit = read(R"(
struct Pair { int first, second; };
template <class Slot> struct Table {
  static constexpr bool has_payload = sizeof(Slot) > 4;
  Slot *slots;
  __device__ int &key(Slot &slot) const {
    if constexpr (this->has_payload) { return slot.first; } else { return slot; }
  }
  __device__ void add(int i) const { atomicAdd(&key(slots[i]), 1); }
};
__global__ void kernel(Table<int> a, Table<Pair> b) { a.add(0); b.add(1); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 2u);
}

// In a template, that is.
TEST(Readings, ConstexprFunctionWithAVariableThatIsNoLiteral) {
  CudaUnit Unit = read(R"(
struct Guard {
  int *word;
  __host__ __device__ Guard(int *w) : word(w) {}
  __host__ __device__ ~Guard() {}
};
template <class T> struct Worker {
  __device__ constexpr T work(T *p, T n) const {
    Guard guard(p);
    atomicAdd(guard.word, n);
    return n;
  }
};
__global__ void kernel(int *p) { Worker<int>().work(p, 3); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

// The declarations of CUDA 12 and of CUDA 13.
TEST(Readings, CallsAsBeforeCuda13) {
  CudaUnit Unit = read(R"(
__global__ void kernel(int *p) { atomicAdd(p, 1); }
void host(int *p, int device, cudaStream_t stream) {
  cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, device);
  cudaMemPrefetchAsync(p, 4, device);
  cudaMemPrefetchAsync(p, 4, device, stream);
  cudaMemLocation at = {cudaMemLocationTypeDevice, device};
  cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, at);
  cudaMemPrefetchAsync(p, 4, at, 0);
  cudaMemPrefetchAsync(p, 4, at, 0, stream);
  cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, {});
  kernel<<<1, 32>>>(p);
  cudaThreadSynchronize();
  cudaThreadExit();
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

TEST(Readings, BracketsOfALaunchThatSpacesPart) {
  CudaUnit Unit = read(R"(
template <class T> __global__ void kernel(T *p) { atomicAdd(p, 1); }
template <class T> struct Box { static int size() { return 1; } };
#define START(K, ...) K << <__VA_ARGS__ >> > (p)
void host(int *p, Box<Box<int> > b, unsigned *u, float *f) {
  kernel << < 1, 32 >> > (p);
  kernel << <{1}, dim3(32), 0, 0
      >> >(u);
  kernel<float> <<<Box<Box<Box<int>> >::size(), (64 >> 1) >> > (f);
  START(kernel<int>, 1 << 2, 32);
  if (1 << 2 > 3) kernel<double> << <1, 32>>>(nullptr);
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 4u);
}

// A space parts `<<` from `<` in the name of an operator as well.
TEST(Readings, OperatorsThatNameTheirArgumentsAreNoLaunches) {
  CudaUnit Unit = read(R"(
struct Out {};
template <class T> struct Box;
template <class T> Out &operator<<(Out &o, const Box<T> &) { return o; }
template <class T, class U> Out &operator<<(Out &o, U *) { return o; }
template <class T> struct Box {
  friend Out &operator<< <T>(Out &, const Box<T> &);
  friend Out &operator<< <>(Out &, const Box<Box<T> > &);
};
template <> Out &operator<< <int, Box<Box<Box<int>> >>(Out &o,
    Box<Box<Box<int>> > *) { return o; }
#define SHIFT(A, B) A << B
#define LEFT <<
__global__ void kernel(int *p) { atomicAdd(p, 1 LEFT 2); }
void host(Out &o, Box<int> b, int *p) {
  operator<< <int>(o, b);
  SHIFT(o, b) LEFT b;
  kernel << < SHIFT(1, 2), 32 >> > (p);
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

// `Kind(n)[...]` could declare an array up to the `+`.
TEST(Readings, SplitLaunchesThatAreReadTwice) {
  CudaUnit Unit = read(R"(
struct Kind { Kind(int); int operator[](int) const; };
template <class T> __global__ void kernel(T *p) { atomicAdd(p, 1); }
void host(int *p, unsigned *u, float *f, int n) {
  Kind(n)[(kernel << <1, 32 >> > (p), 0)] + 1;
  for (Kind(n)[(kernel << <[&] { int k = 1; return k; }(), 32>> >(u), 0)] + 1;;)
    kernel << <1, [&] { int k = n >> 1; return k; }() >> > (f);
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 3u);
}

TEST(Readings, AsmOperandsWithoutACommaBetween) {
  CudaUnit Unit = read(R"(
__global__ void kernel(unsigned *p, unsigned n) {
  unsigned old;
  asm volatile("atom.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(p) "r"((n + 1))
               : "memory");
  asm volatile("{\n\t" "red.add.u32 [%0], %1;\n\t" "}" ::"l"(p) "r"(old));
}
)");
  EXPECT_EQ(updatesOf(Unit).size(), 2u);
}

// The error in the body of first() hides that of second(), which is made by
// it alone, in another template.
TEST(Readings, MemberTemplatesThatOnlyALaterReadingMeets) {
  CudaUnit Unit = read(R"(
template <class T> struct Inner {
  int *words;
  int size;
  template <int By> __device__ void add(int n) { atomicAdd(words + By, n); }
};
template <int N> struct At { static constexpr int value = N; };
template <class T> struct First {
  Inner<T> in;
  template <int By> __device__ auto first(int n) {
    in.add<At<By>::value>(n);
    bool few = in.size < By && n > (2);
    in.add<(By > 1)>(n);
    return At<1>();
  }
};
template <class T> struct Second {
  First<T> in;
  template <int By> __device__ auto second(int n) {
    auto one = in.first<By + 0>(n);
    (&in.in)->add<decltype(one)::value>(n);
    return one;
  }
};
template <class T> struct Third {
  Second<T> in;
  static constexpr int by = 3;
  __device__ void third(int n) {
    auto one = in.second<by>(n);
    in.in.in.add<one.value + 1>(n);
  }
};
__global__ void kernel(Third<int> t) { t.third(1); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 4u);
}

// A comparison that has the shape of a call with arguments stays one.
TEST(Readings, ComparisonBesideMemberTemplateWithoutKeyword) {
  CudaUnit Unit = read(R"(
template <class T> struct Impl {
  int *words;
  int size;
  template <bool Fast> __device__ void add(int n) { atomicAdd(words, n); }
};
template <class T> struct View {
  Impl<T> impl;
  static __host__ __device__ constexpr bool fast() { return sizeof(T) == 4; }
  __device__ void add(int n, int limit) {
    if (impl.size<n>(limit))
      impl.add<fast()>(n);
  }
};
__global__ void kernel(View<int> v) { v.add(1, 2); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

// A host template calls a member that is for the device alone: nvcc takes it.
TEST(Readings, DeviceMemberCalledFromAHostTemplate) {
  CudaUnit Unit = read(R"(
template <class T> struct Ref {
  T *words;
  __device__ constexpr T *data() const noexcept { return words; }
};
template <class F> __global__ void run(int *p, F f) { f(p); }
template <class T> struct Table {
  Ref<T> ref;
  template <class F> void each(F f) const {
    auto r = ref;
    run<<<1, 32>>>(r.data(), f);
  }
};
struct Add { __device__ void operator()(int *p) const { atomicAdd(p, 1); } };
void host(Table<int> t) { t.each(Add()); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

// Of the two, the one for the host fits better: nvcc takes it, and does not
// make the other with a stream in place of a group.
TEST(Readings, OverloadOfTheHostCalledInAConstexprFunction) {
  CudaUnit Unit = read(R"(
struct Stream { int id; };
struct Group { __device__ int rank() const { return threadIdx.x; } };
template <class F> __global__ void run(F f) { f.clear(Group()); }
template <class T> struct Sketch {
  T *words;
  template <class G> __device__ constexpr void clear(G const &g) noexcept {
    atomicAnd(words + g.rank(), 0);
  }
  __host__ constexpr void clear(Stream s) { run<<<1, 32>>>(*this); }
  constexpr void reset(Stream s);
};
template <class T> constexpr void Sketch<T>::reset(Stream s) { clear(s); }
template <class T> struct Owner {
  Sketch<T> sketch;
  constexpr void clear(Stream s) { sketch.clear(s); }
};
void host(Sketch<int> s, Owner<int> o) { s.reset(Stream()); o.clear(Stream()); }
)");
  EXPECT_EQ(updatesOf(Unit).size(), 1u);
}

// A reading that helps nothing changes nothing: the error is told.
TEST(Readings, AConstantThatIsNoneStaysAnError) {
  CudaUnit Unit = read(R"(
__global__ void kernel(int *p, int n) {
  if constexpr (n > 3) atomicAdd(p, 1);
}
)");
  EXPECT_TRUE(Unit.HadErrors);
  ASSERT_FALSE(Unit.Notes.empty());
  EXPECT_THAT(Unit.Notes[0].Message, testing::HasSubstr("not a constant"));
}

} // namespace
