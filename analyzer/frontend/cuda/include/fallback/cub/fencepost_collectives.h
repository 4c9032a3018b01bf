// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The collectives of a block and of a warp in their simplest form, with the
// barriers that CUB promises and no other.
#pragma once
#pragma clang system_header

#include "fencepost_values.h"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

namespace detail {
struct of_block {
  template <int __X, int __Y, int __Z> __device__ static int rank() {
    if constexpr (__Y == 1 && __Z == 1)
      return threadIdx.x;
    else
      return RowMajorTid(__X, __Y, __Z);
  }
  __device__ static void sync() { __syncthreads(); }
};
struct of_warp {
  template <int __X, int, int> __device__ static int rank() {
    return threadIdx.x % __X;
  }
  __device__ static void sync() { __syncwarp(); }
};

/// The threads of a group give values to each other through shared memory.
template <typename __T, typename Group, int __X, int __Y, int __Z>
class exchanged {
public:
  struct TempStorage {
    __T Parts[__X * __Y * __Z];
  };
  __device__ exchanged() : Parts(ownStorage().Parts) {}
  __device__ exchanged(TempStorage &Storage) : Parts(Storage.Parts) {}

protected:
  static constexpr int Size = __X * __Y * __Z;
  __T *Parts;

  __device__ static TempStorage &ownStorage() {
    __shared__ TempStorage Storage;
    return Storage;
  }
  __device__ static int rank() { return Group::template rank<__X, __Y, __Z>(); }
  __device__ void give(__T Value) {
    Parts[rank()] = Value;
    Group::sync();
  }
  template <typename Op>
  __device__ __T reduced(__T Value, Op Combine, int Valid) {
    give(Value);
    __T Out = Parts[0];
    for (int __I = 1; __I < Valid; ++__I)
      Out = Combine(Out, Parts[__I]);
    return Out;
  }
  /// Over those before the thread.
  template <typename Op>
  __device__ __T scanned(__T Value, __T First, Op Combine, __T &Aggregate) {
    give(Value);
    __T Out = First, All = First;
    for (int __I = 0; __I < Size; ++__I) {
      if (__I == rank())
        Out = All;
      All = Combine(All, Parts[__I]);
    }
    Aggregate = All;
    return Out;
  }
  template <int __N, typename Op>
  __device__ static __T within(__T (&In)[__N], Op Combine) {
    __T Out = In[0];
    for (int __I = 1; __I < __N; ++__I)
      Out = Combine(Out, In[__I]);
    return Out;
  }
};

template <typename __Base, typename __T> class reduce : public __Base {
public:
  using __Base::__Base;
  template <typename Op> __device__ __T Reduce(__T In, Op Combine) {
    return this->reduced(In, Combine, __Base::Size);
  }
  template <typename Op> __device__ __T Reduce(__T In, Op Combine, int Valid) {
    return this->reduced(In, Combine, Valid);
  }
  template <int __N, typename Op>
  __device__ __T Reduce(__T (&In)[__N], Op Combine) {
    return Reduce(__Base::within(In, Combine), Combine);
  }
  __device__ __T Sum(__T In) { return Reduce(In, cub::Sum()); }
  __device__ __T Sum(__T In, int Valid) {
    return Reduce(In, cub::Sum(), Valid);
  }
  template <int __N> __device__ __T Sum(__T (&In)[__N]) {
    return Reduce(In, cub::Sum());
  }
  __device__ __T Max(__T In) { return Reduce(In, cub::Max()); }
  __device__ __T Min(__T In) { return Reduce(In, cub::Min()); }
};

template <typename __Base, typename __T> class scan : public __Base {
public:
  using __Base::__Base;
  template <typename Op>
  __device__ void ExclusiveScan(__T In, __T &Out, __T First, Op Combine) {
    __T All;
    Out = this->scanned(In, First, Combine, All);
  }
  template <typename Op>
  __device__ void ExclusiveScan(__T In, __T &Out, __T First, Op Combine,
                                __T &All) {
    Out = this->scanned(In, First, Combine, All);
  }
  /// With what the callback tells of the blocks, or rounds, before.
  template <typename Op, typename Prefix>
  __device__ void ExclusiveScanAfter(__T In, __T &Out, Op Combine,
                                     Prefix &Before) {
    __T All, Own = this->scanned(In, __T(), Combine, All);
    Out = Combine(Before(All), Own);
  }
  template <typename Prefix>
  __device__ auto ExclusiveSum(__T In, __T &Out, Prefix &Before)
      -> decltype(Before(In), void()) {
    ExclusiveScanAfter(In, Out, cub::Sum(), Before);
  }
  template <int __N, typename Prefix>
  __device__ auto ExclusiveSum(__T (&In)[__N], __T (&Out)[__N], Prefix &Before)
      -> decltype(Before(In[0]), void()) {
    __T All;
    spread(In, Out, __T(), cub::Sum(), All, /*Inclusive=*/false);
    shift(Out, Before(All));
  }
  template <int __N, typename Prefix>
  __device__ auto InclusiveSum(__T (&In)[__N], __T (&Out)[__N], Prefix &Before)
      -> decltype(Before(In[0]), void()) {
    __T All;
    spread(In, Out, __T(), cub::Sum(), All, /*Inclusive=*/true);
    shift(Out, Before(All));
  }
  template <typename Prefix>
  __device__ auto InclusiveSum(__T In, __T &Out, Prefix &Before)
      -> decltype(Before(In), void()) {
    ExclusiveScanAfter(In, Out, cub::Sum(), Before);
    Out = Out + In;
  }
  template <typename Op>
  __device__ void InclusiveScan(__T In, __T &Out, Op Combine) {
    __T All;
    Out = Combine(this->scanned(In, __T(), Combine, All), In);
  }
  template <typename Op>
  __device__ void InclusiveScan(__T In, __T &Out, Op Combine, __T &All) {
    Out = Combine(this->scanned(In, __T(), Combine, All), In);
  }
  template <int __N, typename Op>
  __device__ void ExclusiveScan(__T (&In)[__N], __T (&Out)[__N], __T First,
                                Op Combine) {
    __T All;
    spread(In, Out, First, Combine, All, /*Inclusive=*/false);
  }
  template <int __N, typename Op>
  __device__ void ExclusiveScan(__T (&In)[__N], __T (&Out)[__N], __T First,
                                Op Combine, __T &All) {
    spread(In, Out, First, Combine, All, /*Inclusive=*/false);
  }
  template <int __N, typename Op>
  __device__ void InclusiveScan(__T (&In)[__N], __T (&Out)[__N], Op Combine) {
    __T All;
    spread(In, Out, __T(), Combine, All, /*Inclusive=*/true);
  }
  template <int __N, typename Op>
  __device__ void InclusiveScan(__T (&In)[__N], __T (&Out)[__N], Op Combine,
                                __T &All) {
    spread(In, Out, __T(), Combine, All, /*Inclusive=*/true);
  }
  template <typename __V> __device__ void ExclusiveSum(__V &In, __V &Out) {
    ExclusiveScan(In, Out, __T(), cub::Sum());
  }
  template <typename __V>
  __device__ void ExclusiveSum(__V &In, __V &Out, __T &All) {
    ExclusiveScan(In, Out, __T(), cub::Sum(), All);
  }
  template <typename __V> __device__ void InclusiveSum(__V &In, __V &Out) {
    InclusiveScan(In, Out, cub::Sum());
  }
  template <typename __V>
  __device__ void InclusiveSum(__V &In, __V &Out, __T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }
  __device__ void ExclusiveSum(const __T &In, __T &Out) {
    ExclusiveScan(In, Out, __T(), cub::Sum());
  }
  __device__ void ExclusiveSum(const __T &In, __T &Out, __T &All) {
    ExclusiveScan(In, Out, __T(), cub::Sum(), All);
  }
  __device__ void InclusiveSum(const __T &In, __T &Out) {
    InclusiveScan(In, Out, cub::Sum());
  }
  __device__ void InclusiveSum(const __T &In, __T &Out, __T &All) {
    InclusiveScan(In, Out, cub::Sum(), All);
  }

private:
  template <int __N> __device__ static void shift(__T (&Out)[__N], __T By) {
    for (int __I = 0; __I < __N; ++__I)
      Out[__I] = By + Out[__I];
  }
  template <int __N, typename Op>
  __device__ void spread(__T (&In)[__N], __T (&Out)[__N], __T First, Op Combine,
                         __T &All, bool Inclusive) {
    __T Before =
        this->scanned(__Base::within(In, Combine), First, Combine, All);
    for (int __I = 0; __I < __N; ++__I) {
      __T After = Combine(Before, In[__I]);
      Out[__I] = Inclusive ? After : Before;
      Before = After;
    }
  }
};
} // namespace detail

template <typename __T, int __X,
          BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int __Y = 1,
          int __Z = 1, int = 0>
class BlockReduce
    : public detail::reduce<
          detail::exchanged<__T, detail::of_block, __X, __Y, __Z>, __T> {
  using Base =
      detail::reduce<detail::exchanged<__T, detail::of_block, __X, __Y, __Z>,
                     __T>;

public:
  using Base::Base;
};
template <typename __T, int __X, BlockScanAlgorithm = BLOCK_SCAN_RAKING,
          int __Y = 1, int __Z = 1, int = 0>
class BlockScan
    : public detail::scan<
          detail::exchanged<__T, detail::of_block, __X, __Y, __Z>, __T> {
  using Base =
      detail::scan<detail::exchanged<__T, detail::of_block, __X, __Y, __Z>,
                   __T>;

public:
  using Base::Base;
};
template <typename __T, int __W = 32, int = 0>
class WarpReduce
    : public detail::reduce<detail::exchanged<__T, detail::of_warp, __W, 1, 1>,
                            __T> {
  using Base =
      detail::reduce<detail::exchanged<__T, detail::of_warp, __W, 1, 1>, __T>;

public:
  using Base::Base;
};
template <typename __T, int __W = 32, int = 0>
class WarpScan
    : public detail::scan<detail::exchanged<__T, detail::of_warp, __W, 1, 1>,
                          __T> {
  using Base =
      detail::scan<detail::exchanged<__T, detail::of_warp, __W, 1, 1>, __T>;

public:
  using Base::Base;
  __device__ __T Broadcast(__T In, unsigned Lane) {
    this->give(In);
    return this->Parts[Lane];
  }
};

template <typename __T, int __X, int __N,
          BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int __Y = 1, int __Z = 1,
          int = 0>
class BlockLoad
    : public detail::exchanged<__T, detail::of_block, __X, __Y, __Z> {
  using Base = detail::exchanged<__T, detail::of_block, __X, __Y, __Z>;

public:
  using Base::Base;
  template <typename It> __device__ void Load(It From, __T (&To)[__N]) {
    for (int __I = 0; __I < __N; ++__I)
      To[__I] = From[Base::rank() * __N + __I];
  }
  template <typename It>
  __device__ void Load(It From, __T (&To)[__N], int Valid) {
    for (int __I = 0; __I < __N; ++__I)
      if (Base::rank() * __N + __I < Valid)
        To[__I] = From[Base::rank() * __N + __I];
  }
  template <typename It, typename __D>
  __device__ void Load(It From, __T (&To)[__N], int Valid, __D Default) {
    for (int __I = 0; __I < __N; ++__I)
      To[__I] = Default;
    Load(From, To, Valid);
  }
};
template <typename __T, int __X, int __N,
          BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int __Y = 1, int __Z = 1,
          int = 0>
class BlockStore
    : public detail::exchanged<__T, detail::of_block, __X, __Y, __Z> {
  using Base = detail::exchanged<__T, detail::of_block, __X, __Y, __Z>;

public:
  using Base::Base;
  template <typename It> __device__ void Store(It To, __T (&From)[__N]) {
    for (int __I = 0; __I < __N; ++__I)
      To[Base::rank() * __N + __I] = From[__I];
  }
  template <typename It>
  __device__ void Store(It To, __T (&From)[__N], int Valid) {
    for (int __I = 0; __I < __N; ++__I)
      if (Base::rank() * __N + __I < Valid)
        To[Base::rank() * __N + __I] = From[__I];
  }
};

// --- Items of a block, moved about ---

template <typename __T, int __N, typename It>
__device__ void LoadDirectBlocked(int Rank, It From, __T (&To)[__N]) {
  for (int __I = 0; __I < __N; ++__I)
    To[__I] = From[Rank * __N + __I];
}
template <int __X, typename __T, int __N, typename It>
__device__ void LoadDirectStriped(int Rank, It From, __T (&To)[__N]) {
  for (int __I = 0; __I < __N; ++__I)
    To[__I] = From[Rank + __I * __X];
}
template <typename __T, int __N, typename It>
__device__ void StoreDirectBlocked(int Rank, It To, __T (&From)[__N]) {
  for (int __I = 0; __I < __N; ++__I)
    To[Rank * __N + __I] = From[__I];
}
template <int __X, typename __T, int __N, typename It>
__device__ void StoreDirectStriped(int Rank, It To, __T (&From)[__N]) {
  for (int __I = 0; __I < __N; ++__I)
    To[Rank + __I * __X] = From[__I];
}

namespace detail {
/// Every item passes through shared memory; who gets which is left open.
template <typename __T, int __X, int __N>
class moved : public exchanged<__T, of_block, __X, 1, 1> {
  using Base = exchanged<__T, of_block, __X, 1, 1>;

public:
  using Base::Base;

protected:
  template <typename __U> __device__ void move(__U (&Items)[__N], int By) {
    for (int __I = 0; __I < __N; ++__I) {
      this->give(Items[__I]);
      Items[__I] = this->Parts[(Base::rank() + By) % __X];
      __syncthreads();
    }
  }
};
} // namespace detail

template <typename __T, int __X, int __N, bool = false, int = 1, int = 1>
class BlockExchange : public detail::moved<__T, __X, __N> {
  using Base = detail::moved<__T, __X, __N>;

public:
  using Base::Base;
  __device__ void StripedToBlocked(__T (&Items)[__N]) { this->move(Items, 1); }
  __device__ void BlockedToStriped(__T (&Items)[__N]) { this->move(Items, 1); }
  __device__ void StripedToBlocked(__T (&In)[__N], __T (&Out)[__N]) {
    for (int __I = 0; __I < __N; ++__I)
      Out[__I] = In[__I];
    this->move(Out, 1);
  }
};

template <typename __K, int __X, int __N, typename __V = NullType, int = 4>
class BlockRadixSort : public detail::moved<__K, __X, __N> {
  using Base = detail::moved<__K, __X, __N>;

public:
  using Base::Base;
#define FENCEPOST_SORT(NAME)                                                   \
  __device__ void NAME(__K(&Keys)[__N], int = 0, int = sizeof(__K) * 8) {      \
    this->move(Keys, 1);                                                       \
  }                                                                            \
  template <typename __U>                                                      \
  __device__ void NAME(__K(&Keys)[__N], __U(&Values)[__N], int = 0,            \
                       int = sizeof(__K) * 8) {                                \
    this->move(Keys, 1);                                                       \
    this->move(Values, 1);                                                     \
  }
  FENCEPOST_SORT(Sort)
  FENCEPOST_SORT(SortDescending)
  FENCEPOST_SORT(SortBlockedToStriped)
  FENCEPOST_SORT(SortDescendingBlockedToStriped)
#undef FENCEPOST_SORT
};

} // namespace cub
