// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups (CUDA C++ programming guide, "Cooperative groups").
#pragma once
#define _COOPERATIVE_GROUPS_H_

#include "cuda_pipeline_primitives.h"
#include "cuda_runtime.h"
#include <cstdint>
#include <type_traits>

namespace cooperative_groups {
inline namespace __v1 {

class thread_group {
public:
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ bool is_valid() const;

protected:
  unsigned long long Data[2];
};

class grid_group {
public:
  struct arrival_token {};
  __device__ void sync() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&Token) const;
  __device__ bool is_valid() const;
  __device__ static unsigned long long thread_rank();
  __device__ static unsigned long long size();
  __device__ static unsigned long long num_threads();
  __device__ static unsigned long long block_rank();
  __device__ static unsigned long long num_blocks();
  __device__ static dim3 group_dim();
  __device__ static dim3 dim_blocks();
  __device__ static dim3 block_index();
  __device__ static unsigned long long cluster_rank();
  __device__ static unsigned long long num_clusters();
  __device__ static dim3 dim_clusters();
  __device__ static dim3 cluster_index();
};

class cluster_group {
public:
  struct arrival_token {};
  __device__ static void sync();
  __device__ static arrival_token barrier_arrive();
  __device__ static void barrier_wait();
  __device__ static void barrier_wait(arrival_token &&Token);
  __device__ static unsigned int query_shared_rank(const void *Address);
  template <class __T>
  __device__ static __T *map_shared_rank(__T *Address, int Rank);
  __device__ static dim3 block_index();
  __device__ static unsigned int block_rank();
  __device__ static dim3 thread_index();
  __device__ static unsigned int thread_rank();
  __device__ static dim3 dim_blocks();
  __device__ static unsigned int num_blocks();
  __device__ static dim3 dim_threads();
  __device__ static unsigned int num_threads();
  __device__ static unsigned int size();
};

class thread_block : public thread_group {
public:
  struct arrival_token {};
  __device__ static void sync();
  __device__ static arrival_token barrier_arrive();
  __device__ static void barrier_wait(arrival_token &&Token);
  __device__ static unsigned int thread_rank();
  __device__ static unsigned int size();
  __device__ static unsigned int num_threads();
  __device__ static dim3 group_index();
  __device__ static dim3 thread_index();
  __device__ static dim3 group_dim();
  __device__ static dim3 dim_threads();
};

#define FENCEPOST_LANE_MEMBERS                                                 \
  __device__ void sync() const;                                                \
  template <class __T> __device__ __T shfl(__T Value, int Rank) const;         \
  template <class __T>                                                         \
  __device__ __T shfl_down(__T Value, unsigned Delta) const;                   \
  template <class __T>                                                         \
  __device__ __T shfl_up(__T Value, unsigned Delta) const;                     \
  template <class __T>                                                         \
  __device__ __T shfl_xor(__T Value, unsigned Mask) const;                     \
  __device__ int any(int Predicate) const;                                     \
  __device__ int all(int Predicate) const;                                     \
  __device__ unsigned int ballot(int Predicate) const;                         \
  template <class __T> __device__ unsigned int match_any(__T Value) const;     \
  template <class __T>                                                         \
  __device__ unsigned int match_all(__T Value, int &Predicate) const;

class coalesced_group : public thread_group {
public:
  __device__ unsigned int size() const;
  __device__ unsigned int num_threads() const;
  __device__ unsigned int thread_rank() const;
  __device__ unsigned int meta_group_rank() const;
  __device__ unsigned int meta_group_size() const;
  FENCEPOST_LANE_MEMBERS
};

template <unsigned int Size, class ParentT = void>
class thread_block_tile : public thread_group {
public:
  thread_block_tile() = default;
  template <class OtherParent>
  __device__ thread_block_tile(const thread_block_tile<Size, OtherParent> &) {}
  __device__ static constexpr unsigned int size() { return Size; }
  __device__ static constexpr unsigned int num_threads() { return Size; }
  __device__ static unsigned int thread_rank();
  __device__ unsigned int meta_group_rank() const;
  __device__ unsigned int meta_group_size() const;
  FENCEPOST_LANE_MEMBERS
};
#undef FENCEPOST_LANE_MEMBERS

__device__ grid_group this_grid();
__device__ cluster_group this_cluster();
__device__ thread_block this_thread_block();
__device__ thread_block_tile<1> this_thread();
__device__ coalesced_group coalesced_threads();

template <class Group> __device__ inline void sync(const Group &__G) {
  __G.sync();
}
template <class Group>
__device__ inline unsigned long long thread_rank(const Group &__G) {
  return __G.thread_rank();
}
template <class Group>
__device__ inline unsigned long long group_size(const Group &__G) {
  return __G.num_threads();
}
template <class Group> __device__ inline bool is_valid(const Group &__G) {
  return __G.is_valid();
}

namespace experimental {
template <unsigned int Most> struct block_tile_memory {
  char Storage[Most];
};
template <unsigned int Most>
__device__ thread_block this_thread_block(block_tile_memory<Most> &Memory);
} // namespace experimental
template <unsigned int Most = 1024>
using block_tile_memory = experimental::block_tile_memory<Most>;
template <unsigned int Most>
__device__ thread_block this_thread_block(block_tile_memory<Most> &Memory);

template <unsigned int Size, class ParentT>
__device__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT &__G);
__device__ thread_group tiled_partition(const thread_group &Parent,
                                        unsigned int Size);
__device__ coalesced_group tiled_partition(const coalesced_group &Parent,
                                           unsigned int Size);
template <class Group>
__device__ coalesced_group binary_partition(const Group &__G, bool Predicate);
template <class Group>
__device__ coalesced_group labeled_partition(const Group &__G, int Label);

#define FENCEPOST_OPERATION(NAME, RESULT)                                      \
  template <class __T = void> struct NAME {                                    \
    __host__ __device__ __T operator()(__T __A, __T __B) const {               \
      return RESULT;                                                           \
    }                                                                          \
  };
FENCEPOST_OPERATION(plus, __A + __B)
FENCEPOST_OPERATION(less, (__A < __B ? __A : __B))
FENCEPOST_OPERATION(greater, (__A < __B ? __B : __A))
FENCEPOST_OPERATION(bit_and, __A &__B)
FENCEPOST_OPERATION(bit_or, __A | __B)
FENCEPOST_OPERATION(bit_xor, __A ^ __B)
#undef FENCEPOST_OPERATION

template <class Group, class __T, class Op>
__device__ std::decay_t<__T> reduce(const Group &__G, __T &&Value,
                                    Op &&Operation);
template <class Group, class Atomic, class __T, class Op>
__device__ void reduce_update_async(const Group &__G, Atomic &Target,
                                    __T &&Value, Op &&Operation);
template <class Group, class Atomic, class __T, class Op>
__device__ void reduce_store_async(const Group &__G, Atomic &Target,
                                   __T &&Value, Op &&Operation);
template <class Group, class __T, class Op>
__device__ std::decay_t<__T> inclusive_scan(const Group &__G, __T &&Value,
                                            Op &&Operation);
template <class Group, class __T>
__device__ std::decay_t<__T> inclusive_scan(const Group &__G, __T &&Value);
template <class Group, class __T, class Op>
__device__ std::decay_t<__T> exclusive_scan(const Group &__G, __T &&Value,
                                            Op &&Operation);
template <class Group, class __T>
__device__ std::decay_t<__T> exclusive_scan(const Group &__G, __T &&Value);

template <class Group, class __T, class Size>
__device__ void memcpy_async(const Group &__G, __T *To, const __T *From,
                             Size Bytes);
template <class Group, class __T, class ToLayout, class FromLayout>
__device__ void memcpy_async(const Group &__G, __T *To, const ToLayout &ToShape,
                             const __T *From, const FromLayout &FromShape);
template <class Group> __device__ void wait(const Group &__G) {
  __pipeline_wait_prior(0);
  __G.sync();
}
template <unsigned int Stage, class Group>
__device__ void wait_prior(const Group &__G) {
  __pipeline_wait_prior(Stage);
  __G.sync();
}

template <class Group, class Function, class... Ts>
__device__ void invoke_one(const Group &__G, Function &&__F,
                           Ts &&...Arguments) {
  if (__G.thread_rank() == 0)
    __F(static_cast<Ts &&>(Arguments)...);
}
template <class Group, class Function, class... Ts>
__device__ auto invoke_one_broadcast(const Group &__G, Function &&__F,
                                     Ts &&...Arguments)
    -> decltype(__F(static_cast<Ts &&>(Arguments)...));

} // namespace __v1
} // namespace cooperative_groups
