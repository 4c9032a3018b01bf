//===- api_table_test.cpp - calls and the events they stand for -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every row is a call with its constant arguments and what nvcc 13.0 prints
// for it (libcu++, __nv_atomic, cooperative groups), what the PTX ISA says of
// the instruction (cuda::ptx) or what the CUDA programming guide promises.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/api/api_models.h"
#include <gtest/gtest.h>
#include <map>

using namespace fencepost;
using Arguments = std::vector<int64_t>;

namespace {
struct Row {
  const char *Name;
  Arguments Args; ///< All of the call's; 0 where the value does not matter.
  std::vector<int64_t> Template;
  std::map<std::string, std::string> Tags;
  const char *Events;
};

const Arguments None = {};
// memory_order and __NV_ATOMIC_*.
enum { Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };

std::optional<int64_t> valueOf(const ArgumentRef &Ref, const Row &R) {
  const auto &From =
      Ref.Source == ArgumentRef::TemplateArg ? R.Template : R.Args;
  if (Ref.Source != ArgumentRef::TemplateArg &&
      Ref.Source != ArgumentRef::Argument)
    return std::nullopt;
  return Ref.Index < From.size() ? std::optional(From[Ref.Index])
                                 : std::nullopt;
}

Order orderIn(const ArgumentRef &Ref, Order Default, const EventTemplate &T,
              const Row &R) {
  if (auto It = R.Tags.find(Ref.Name);
      Ref.Source == ArgumentRef::Tag && It != R.Tags.end())
    return orderOfWord(It->second);
  auto Value = valueOf(Ref, R);
  return Value ? orderOf(T.Encoding, *Value) : Default;
}

Scope scopeIn(const EventTemplate &T, const Row &R) {
  if (auto It = R.Tags.find("scope");
      T.ScopeFrom.Source == ArgumentRef::Tag && It != R.Tags.end())
    return scopeOfWord(It->second);
  auto Value = valueOf(T.ScopeFrom, R);
  return Value ? scopeOf(T.Encoding, *Value) : T.Proto.Scp;
}

std::string describe(const Event &E) {
  std::string S = spelling(E.Kind).str();
  auto Add = [&](llvm::StringRef Word) { S += (" " + Word).str(); };
  if (E.Rmw != RmwOp::None)
    S += "." + spelling(E.Rmw).str();
  if (E.Barrier != BarrierAction::None)
    Add(spelling(E.Barrier));
  if (E.Mbar != MbarrierAction::None)
    Add(spelling(E.Mbar));
  if (E.Ord != Order::None)
    Add(spelling(E.Ord));
  if (E.Scp != Scope::None)
    Add(spelling(E.Scp));
  if (E.Prx != Proxy::Generic)
    Add(spelling(E.Prx));
  if (E.Hint != CacheHint::None)
    Add(spelling(E.Hint));
  if (E.Done != Completion::None)
    Add(spelling(E.Done));
  if (E.ReadOnlyWait)
    Add("read");
  return S;
}

std::string eventsOf(const Row &R) {
  const ApiModel *M = ApiModels::builtin().find(R.Name, R.Args.size());
  if (!M)
    return "not modelled";
  if (M->What != ApiModel::Effect::Events)
    return "no events";
  std::string Out;
  for (const EventTemplate &T : M->Events) {
    Order O = orderIn(T.OrderFrom, T.DefaultOrder, T, R);
    if (auto Failure = valueOf(T.FailureOrderFrom, R))
      O = strongest(O, orderOf(T.Encoding, *Failure));
    for (const Event &E : expand(T, O, scopeIn(T, R)))
      Out += (Out.empty() ? "" : "; ") + describe(E);
    if (T.Repeats)
      Out += " repeats";
    if (T.Elected)
      Out += " elected";
  }
  return Out;
}

// thread_scope of libcu++ and the scopes of __nv_atomic.
enum { System = 0, Device = 1, Block = 2, Thread = 10 };
enum { NvThread, NvBlock, NvCluster, NvDevice, NvSystem };
using Tags = std::map<std::string, std::string>;

// clang-format off
const Row Classic[] = {
    {"atomicAdd", {0, 1}, {}, {}, "atom.add relaxed gpu"},
    {"atomicAdd_block", {0, 1}, {}, {}, "atom.add relaxed cta"},
    {"atomicAdd_system", {0, 1}, {}, {}, "atom.add relaxed sys"},
    {"atomicSub", {0, 1}, {}, {}, "atom.sub relaxed gpu"},
    {"atomicExch", {0, 1}, {}, {}, "atom.exch relaxed gpu"},
    {"atomicExch_system", {0, 1}, {}, {}, "atom.exch relaxed sys"},
    {"atomicMin_block", {0, 1}, {}, {}, "atom.min relaxed cta"},
    {"atomicMax", {0, 1}, {}, {}, "atom.max relaxed gpu"},
    {"atomicInc", {0, 1}, {}, {}, "atom.inc relaxed gpu"},
    {"atomicDec_system", {0, 1}, {}, {}, "atom.dec relaxed sys"},
    {"atomicAnd", {0, 1}, {}, {}, "atom.and relaxed gpu"},
    {"atomicOr_block", {0, 1}, {}, {}, "atom.or relaxed cta"},
    {"atomicXor", {0, 1}, {}, {}, "atom.xor relaxed gpu"},
    {"atomicCAS", {0, 1, 2}, {}, {}, "atom.cas relaxed gpu"},
    {"atomicCAS_block", {0, 1, 2}, {}, {}, "atom.cas relaxed cta"},
    {"atomicCAS_system", {0, 1, 2}, {}, {}, "atom.cas relaxed sys"},
    {"__threadfence_block", None, {}, {}, "fence sc cta"},
    {"__threadfence", None, {}, {}, "fence sc gpu"},
    {"__threadfence_system", None, {}, {}, "fence sc sys"},
    {"__syncthreads", None, {}, {}, "barrier sync"},
    {"__syncthreads_count", {0}, {}, {}, "barrier sync"},
    {"__syncthreads_and", {0}, {}, {}, "barrier sync"},
    {"__syncthreads_or", {0}, {}, {}, "barrier sync"},
    {"__barrier_sync", {1}, {}, {}, "barrier sync"},
    {"__barrier_sync_count", {1, 64}, {}, {}, "barrier sync"},
    {"__syncwarp", {-1}, {}, {}, "bar.warp"},
    {"__shfl_sync", {-1, 0, 0, 32}, {}, {}, "warp"},
    {"__shfl_down_sync", {-1, 0, 0, 32}, {}, {}, "warp"},
    {"__ballot_sync", {-1, 0}, {}, {}, "warp"},
    {"__any_sync", {-1, 0}, {}, {}, "warp"},
    {"__match_any_sync", {-1, 0}, {}, {}, "warp"},
    {"__reduce_add_sync", {-1, 0}, {}, {}, "warp"},
    {"__activemask", None, {}, {}, "warp"},
    {"__nanosleep", {100}, {}, {}, "sleep"},
    {"__ldg", {0}, {}, {}, "load weak nc"},
    {"__ldcg", {0}, {}, {}, "load weak cg"},
    {"__ldca", {0}, {}, {}, "load weak ca"},
    {"__ldcs", {0}, {}, {}, "load weak cs"},
    {"__ldlu", {0}, {}, {}, "load weak lu"},
    {"__ldcv", {0}, {}, {}, "load weak cv"},
    {"__stwb", {0, 0}, {}, {}, "store weak wb"},
    {"__stcg", {0, 0}, {}, {}, "store weak cg"},
    {"__stcs", {0, 0}, {}, {}, "store weak cs"},
    {"__stwt", {0, 0}, {}, {}, "store weak wt"},
    {"__pipeline_memcpy_async", {0, 0, 16}, {}, {}, "async.copy cp.async"},
    {"__pipeline_commit", None, {}, {}, "async.commit cp.async"},
    {"__pipeline_wait_prior", {0}, {}, {}, "async.wait cp.async"},
    {"__cluster_barrier_arrive", None, {}, {}, "barrier.cluster arrive release cluster"},
    {"__cluster_barrier_arrive_relaxed", None, {}, {}, "barrier.cluster arrive relaxed cluster"},
    {"__cluster_barrier_wait", None, {}, {}, "barrier.cluster wait acquire cluster"},
    {"__mbarrier_arrive", {0}, {}, {}, "mbarrier arrive release cta"},
    {"__mbarrier_test_wait", {0, 0}, {}, {}, "mbarrier test_wait acquire cta"},
    {"__mbarrier_try_wait_parity", {0, 0}, {}, {}, "mbarrier try_wait acquire cta"},
    {"cudaGridDependencySynchronize", None, {}, {}, "griddep wait"},
    {"cudaTriggerProgrammaticLaunchCompletion", None, {}, {}, "griddep arrive"},
    {"printf", {0, 0}, {}, {}, "no events"},
    {"__popc", {0}, {}, {}, "no events"},
};

const Row LibCuxx[] = {
    {"cuda::atomic::load", None, {0}, {}, "fence sc sys; load acquire sys"},
    {"cuda::atomic::load", {SeqCst}, {0, System}, {}, "fence sc sys; load acquire sys"},
    {"cuda::atomic::load", {SeqCst}, {0, Device}, {}, "fence sc gpu; load acquire gpu"},
    {"cuda::atomic::load", {Acquire}, {0, Device}, {}, "load acquire gpu"},
    {"cuda::atomic::load", {Consume}, {0, Device}, {}, "load acquire gpu"},
    {"cuda::atomic::load", {Relaxed}, {0, Device}, {}, "load relaxed gpu"},
    {"cuda::atomic::load", {Acquire}, {0, Block}, {}, "load acquire cta"},
    {"cuda::atomic::load", {Acquire}, {0, Thread}, {}, "load acquire cta"},
    {"cuda::atomic::operator T", None, {0, Device}, {}, "fence sc gpu; load acquire gpu"},
    {"cuda::atomic::store", {0}, {0}, {}, "fence sc sys; store relaxed sys"},
    {"cuda::atomic::store", {0, SeqCst}, {0, Device}, {}, "fence sc gpu; store relaxed gpu"},
    {"cuda::atomic::store", {0, Release}, {0, Device}, {}, "store release gpu"},
    {"cuda::atomic::store", {0, Relaxed}, {0, Device}, {}, "store relaxed gpu"},
    {"cuda::atomic::operator=", {0}, {0, Device}, {}, "fence sc gpu; store relaxed gpu"},
    {"cuda::atomic::fetch_add", {1}, {0}, {}, "fence sc sys; atom.add acquire sys"},
    {"cuda::atomic::fetch_add", {1, SeqCst}, {0, Device}, {}, "fence sc gpu; atom.add acquire gpu"},
    {"cuda::atomic::fetch_add", {1, AcqRel}, {0, Device}, {}, "atom.add acq_rel gpu"},
    {"cuda::atomic::fetch_add", {1, Acquire}, {0, Device}, {}, "atom.add acquire gpu"},
    {"cuda::atomic::fetch_add", {1, Release}, {0, Device}, {}, "atom.add release gpu"},
    {"cuda::atomic::fetch_add", {1, Relaxed}, {0, Block}, {}, "atom.add relaxed cta"},
    {"cuda::atomic::fetch_max", {1, Relaxed}, {0, Device}, {}, "atom.max relaxed gpu"},
    {"cuda::atomic_ref::fetch_xor", {1, Relaxed}, {0, Device}, {}, "atom.xor relaxed gpu"},
    {"cuda::atomic::exchange", {1, Acquire}, {0, Device}, {}, "atom.exch acquire gpu"},
    {"cuda::atomic::compare_exchange_strong", {0, 1, Release, Acquire}, {0, Device}, {}, "atom.cas acq_rel gpu"},
    {"cuda::atomic::compare_exchange_weak", {0, 1, Relaxed, Acquire}, {0, Device}, {}, "atom.cas acquire gpu"},
    {"cuda::atomic::compare_exchange_weak", {0, 1, AcqRel}, {0, Device}, {}, "atom.cas acq_rel gpu"},
    {"cuda::atomic::compare_exchange_weak", {0, 1}, {0, Device}, {}, "fence sc gpu; atom.cas acquire gpu"},
    {"cuda::atomic::operator++", None, {0, Device}, {}, "fence sc gpu; atom.add acquire gpu"},
    {"cuda::atomic::operator--", {0}, {0, Device}, {}, "fence sc gpu; atom.sub acquire gpu"},
    {"cuda::atomic::operator+=", {2}, {0}, {}, "fence sc sys; atom.add acquire sys"},
    {"cuda::atomic_ref::operator|=", {2}, {0, Block}, {}, "fence sc cta; atom.or acquire cta"},
    {"cuda::atomic::wait", {0, Acquire}, {0, Device}, {}, "load acquire gpu repeats"},
    {"cuda::atomic::notify_all", None, {0, Device}, {}, "no events"},
    {"cuda::atomic_ref::load", {Acquire}, {0, Device}, {}, "load acquire gpu"},
    {"cuda::atomic_ref::store", {0, Release}, {0}, {}, "store release sys"},
    {"cuda::std::atomic::load", None, {0}, {}, "fence sc sys; load acquire sys"},
    {"cuda::std::atomic_ref::store", {0, Relaxed}, {0}, {}, "store relaxed sys"},
    {"std::atomic::fetch_sub", {1, Relaxed}, {0}, {}, "atom.sub relaxed sys"},
    {"cuda::std::atomic_flag::test_and_set", None, {}, {}, "fence sc sys; atom.exch acquire sys"},
    {"cuda::std::atomic_flag::clear", None, {}, {}, "fence sc sys; store relaxed sys"},
    {"cuda::std::atomic_flag::clear", {Release}, {}, {}, "store release sys"},
    {"cuda::std::atomic_load_explicit", {0, Acquire}, {}, {}, "load acquire sys"},
    {"cuda::std::atomic_fetch_add", {0, 1}, {}, {}, "fence sc sys; atom.add acquire sys"},
    {"std::atomic_store_explicit", {0, 1, Release}, {}, {}, "store release sys"},
    {"cuda::atomic_thread_fence", {SeqCst, Device}, {}, {}, "fence sc gpu"},
    {"cuda::atomic_thread_fence", {SeqCst}, {}, {}, "fence sc sys"},
    {"cuda::atomic_thread_fence", {AcqRel, Device}, {}, {}, "fence acq_rel gpu"},
    {"cuda::atomic_thread_fence", {Acquire, Device}, {}, {}, "fence acq_rel gpu"},
    {"cuda::atomic_thread_fence", {Release, Block}, {}, {}, "fence acq_rel cta"},
    {"cuda::atomic_thread_fence", {Relaxed, Device}, {}, {}, ""},
    {"cuda::atomic_thread_fence", {SeqCst, Thread}, {}, {}, ""},
    {"std::atomic_thread_fence", {AcqRel}, {}, {}, "fence acq_rel sys"},
    {"cuda::std::atomic_signal_fence", {SeqCst}, {}, {}, "compiler"},
    {"cuda::barrier::arrive", {1}, {Block}, {}, "mbarrier arrive release cta"},
    {"cuda::barrier::wait", {0}, {Block}, {}, "mbarrier try_wait acquire cta repeats"},
    {"cuda::barrier::arrive_and_wait", None, {Device}, {}, "mbarrier arrive release gpu; mbarrier try_wait acquire gpu repeats"},
    {"cuda::barrier::arrive_and_drop", None, {Block}, {}, "mbarrier arrive_drop release cta"},
    {"cuda::std::barrier::arrive", None, {}, {}, "mbarrier arrive release sys"},
    {"cuda::latch::count_down", {1}, {Device}, {}, "atom.sub release gpu"},
    {"cuda::latch::wait", None, {Device}, {}, "load acquire gpu repeats"},
    {"cuda::counting_semaphore::acquire", None, {Device}, {}, "atom.sub acquire gpu repeats"},
    {"cuda::counting_semaphore::release", {1}, {Block}, {}, "atom.add release cta"},
    {"cuda::std::binary_semaphore::release", {1}, {}, {}, "atom.add release sys"},
    {"cuda::pipeline::consumer_release", None, {Block}, {}, "mbarrier arrive release cta"},
    {"cuda::memcpy_async", {0, 0, 16, 0}, {}, {}, "async.copy unknown mbarrier"},
};

const Row NvAtomic[] = {
    {"__nv_atomic_load_n", {0, Acquire}, {}, {}, "load acquire sys"},
    {"__nv_atomic_load_n", {0, Relaxed, NvDevice}, {}, {}, "load relaxed gpu"},
    {"__nv_atomic_load_n", {0, SeqCst, NvDevice}, {}, {}, "fence sc gpu; load acquire gpu"},
    {"__nv_atomic_load_n", {0, Acquire, NvCluster}, {}, {}, "load acquire cluster"},
    {"__nv_atomic_load_n", {0, Acquire, NvThread}, {}, {}, "load acquire cta"},
    {"__nv_atomic_load", {0, 0, Acquire, NvBlock}, {}, {}, "load acquire cta"},
    {"__nv_atomic_store_n", {0, 1, Release, NvDevice}, {}, {}, "store release gpu"},
    {"__nv_atomic_store_n", {0, 1, SeqCst}, {}, {}, "fence sc sys; store relaxed sys"},
    {"__nv_atomic_fetch_add", {0, 1, AcqRel, NvBlock}, {}, {}, "atom.add acq_rel cta"},
    {"__nv_atomic_fetch_add", {0, 1, SeqCst}, {}, {}, "fence sc sys; atom.add acquire sys"},
    {"__nv_atomic_add", {0, 1, Release, NvDevice}, {}, {}, "atom.add release gpu"},
    {"__nv_atomic_max", {0, 1, Relaxed, NvDevice}, {}, {}, "atom.max relaxed gpu"},
    {"__nv_atomic_exchange_n", {0, 1, Acquire, NvDevice}, {}, {}, "atom.exch acquire gpu"},
    {"__nv_atomic_compare_exchange_n", {0, 0, 1, 0, AcqRel, Acquire, NvDevice}, {}, {}, "atom.cas acq_rel gpu"},
    {"__nv_atomic_thread_fence", {SeqCst, NvDevice}, {}, {}, "fence sc gpu"},
    {"__nv_atomic_thread_fence", {Acquire, NvDevice}, {}, {}, "fence sc gpu"},
    {"__nv_atomic_thread_fence", {Release, NvDevice}, {}, {}, "fence sc gpu"},
    {"__nv_atomic_thread_fence", {Relaxed, NvDevice}, {}, {}, "fence sc gpu"},
    {"__nv_atomic_thread_fence", {AcqRel}, {}, {}, "fence acq_rel sys"},
};

const Row Clang[] = {
    {"__nvvm_atom_add_gen_i", {0, 1}, {}, {}, "atom.add relaxed gpu"},
    {"__nvvm_atom_sys_xchg_gen_ll", {0, 1}, {}, {}, "atom.exch relaxed sys"},
    {"__nvvm_atom_cta_cas_gen_us", {0, 1, 2}, {}, {}, "atom.cas relaxed cta"},
    {"__nvvm_membar_gl", None, {}, {}, "fence sc gpu"},
    {"__nvvm_fence_sc_cluster", None, {}, {}, "fence sc cluster"},
    {"__nvvm_barrier_sync", {1}, {}, {}, "barrier sync"},
    {"__nvvm_bar_warp_sync", {-1}, {}, {}, "bar.warp"},
    {"__nvvm_ldg_f4", {0}, {}, {}, "load weak nc"},
    {"__nvvm_shfl_sync_idx_i32", {0, 0, 0, 0}, {}, {}, "warp"},
    {"__nvvm_barrier_cluster_arrive_relaxed", None, {}, {}, "barrier.cluster arrive relaxed cluster"},
    {"__nvvm_mbarrier_test_wait_shared", {0, 0}, {}, {}, "mbarrier test_wait acquire cta"},
    {"__nvvm_cp_async_cg_shared_global_16", {0, 0}, {}, {}, "async.copy cg cp.async"},
    {"__atomic_load_n", {0, SeqCst}, {}, {}, "fence sc sys; load acquire sys"},
    {"__atomic_store_n", {0, 1, Release}, {}, {}, "store release sys"},
    {"__atomic_thread_fence", {Release}, {}, {}, "fence release sys"},
    {"__scoped_atomic_load_n", {0, Acquire, Device}, {}, {}, "load acquire gpu"},
    {"__scoped_atomic_fetch_add", {0, 1, Release, 2}, {}, {}, "atom.add release cta"},
    {"__scoped_atomic_thread_fence", {Acquire, 5}, {}, {}, "fence acquire cluster"},
    {"__sync_fetch_and_add", {0, 1}, {}, {}, "fence sc sys; atom.add acquire sys"},
    {"__sync_lock_release", {0}, {}, {}, "store release sys"},
};

const Row Groups[] = {
    {"cooperative_groups::thread_block::sync", None, {}, {}, "barrier sync"},
    {"cooperative_groups::thread_block_tile::sync", None, {32}, {}, "bar.warp"},
    {"cooperative_groups::coalesced_group::sync", None, {}, {}, "bar.warp"},
    {"cooperative_groups::grid_group::sync", None, {}, {}, "barrier sync; atom.add release gpu elected; load acquire gpu repeats elected; barrier sync"},
    {"cooperative_groups::cluster_group::sync", None, {}, {}, "barrier.cluster arrive release cluster; barrier.cluster wait acquire cluster"},
    {"cooperative_groups::cluster_group::barrier_wait", None, {}, {}, "barrier.cluster wait acquire cluster"},
    {"cooperative_groups::thread_block_tile::shfl_down", {0, 1}, {32}, {}, "warp"},
    {"cooperative_groups::reduce", {0, 0, 0}, {}, {}, "warp"},
};

const Row Wmma[] = {
    {"nvcuda::wmma::load_matrix_sync", {0, 0, 16}, {}, {}, "load weak; store weak"},
    {"nvcuda::wmma::load_matrix_sync", {0, 0, 16, 0}, {}, {}, "load weak; store weak"},
    {"nvcuda::wmma::store_matrix_sync", {0, 0, 16, 0}, {}, {}, "store weak"},
    {"nvcuda::wmma::mma_sync", {0, 0, 0, 0}, {}, {}, "store weak"},
};

const Row Ptx[] = {
    {"cuda::ptx::fence", {0, 0}, {}, {{"sem", "sc"}, {"scope", "gpu"}}, "fence sc gpu"},
    {"cuda::ptx::fence", {0, 0}, {}, {{"sem", "acq_rel"}, {"scope", "sys"}}, "fence acq_rel sys"},
    {"cuda::ptx::fence", {0, 0}, {}, {{"sem", "acquire"}, {"scope", "cta"}}, "fence acquire cta"},
    {"cuda::ptx::fence_mbarrier_init", {0, 0}, {}, {}, "fence.proxy init release cluster"},
    {"cuda::ptx::tcgen05_fence_before_thread_sync", None, {}, {}, "fence.proxy"},
    {"cuda::ptx::tcgen05_mma", {0, 0, 0, 0, 0}, {}, {}, "async.mma weak async tcgen05"},
    {"cuda::ptx::fence_proxy_async", None, {}, {}, "fence.proxy async"},
    {"cuda::ptx::fence_proxy_alias", None, {}, {}, "fence.proxy alias"},
    {"cuda::ptx::mbarrier_arrive", {0}, {}, {}, "mbarrier arrive release cta"},
    {"cuda::ptx::mbarrier_arrive", {0, 0, 0, 0}, {}, {{"sem", "release"}, {"scope", "cluster"}, {"space", "cluster"}}, "mbarrier arrive release cluster"},
    {"cuda::ptx::mbarrier_try_wait", {0, 0}, {}, {}, "mbarrier try_wait acquire cta"},
    {"cuda::ptx::mbarrier_try_wait_parity", {0, 0, 0, 0}, {}, {{"sem", "acquire"}, {"scope", "cluster"}}, "mbarrier try_wait acquire cluster"},
    {"cuda::ptx::barrier_cluster_arrive", {0}, {}, {{"sem", "relaxed"}}, "barrier.cluster arrive relaxed cluster"},
    {"cuda::ptx::barrier_cluster_arrive", None, {}, {}, "barrier.cluster arrive release cluster"},
    {"cuda::ptx::ld", {0, 0}, {}, {{"space", "global"}}, "load weak"},
    {"cuda::ptx::ld_nc_L1_no_allocate", {0, 0}, {}, {{"space", "global"}}, "load weak nc"},
    {"cuda::ptx::st_L1_evict_last", {0, 0, 0}, {}, {{"space", "global"}}, "store weak"},
    {"cuda::ptx::multimem_red", {0, 0, 0, 0, 0}, {}, {{"sem", "release"}, {"scope", "sys"}, {"op", "add"}}, "red.other release sys multimem"},
    {"cuda::ptx::cp_async_bulk", {0, 0, 0, 0, 16}, {}, {}, "async.copy async bulk"},
    {"cuda::ptx::cp_async_bulk", {0, 0, 0, 0, 16, 0}, {}, {}, "async.copy async mbarrier"},
    {"cuda::ptx::cp_async_bulk_wait_group", {0}, {}, {}, "async.wait bulk"},
    {"cuda::ptx::cp_async_bulk_wait_group_read", {0}, {}, {}, "async.wait bulk read"},
};
// clang-format on

void check(llvm::ArrayRef<Row> Rows) {
  for (const Row &R : Rows)
    EXPECT_EQ(eventsOf(R), R.Events) << R.Name << '/' << R.Args.size();
}

TEST(ApiTable, ClassicFunctions) { check(Classic); }
TEST(ApiTable, LibCuxx) { check(LibCuxx); }
TEST(ApiTable, NvAtomic) { check(NvAtomic); }
TEST(ApiTable, ClangBuiltins) { check(Clang); }
TEST(ApiTable, WarpMatrices) { check(Wmma); }
TEST(ApiTable, CooperativeGroups) { check(Groups); }
TEST(ApiTable, CudaPtx) { check(Ptx); }

TEST(ApiTable, UnknownStaysUnknown) {
  EXPECT_EQ(orderOf(ApiEncoding::LibCuxx, 17), Order::Unknown);
  EXPECT_EQ(scopeOf(ApiEncoding::LibCuxx, 3), Scope::Unknown);
  EXPECT_EQ(scopeOf(ApiEncoding::NvAtomic, 5), Scope::Unknown);
  EXPECT_EQ(strongest(Order::Unknown, Order::Acquire), Order::Unknown);
  EXPECT_EQ(ApiModels::builtin().find("myAtomicAdd", 2), nullptr);
  EXPECT_EQ(ApiModels::builtin().find("__nv_atomic_unheard_of", 2), nullptr);
}

TEST(ApiTable, Words) {
  for (const char *W : {"acquire", "memory_order_acquire", "sem_acquire_t",
                        "__NV_ATOMIC_ACQUIRE", "memory_order_consume",
                        "cuda::std::memory_order::acquire"})
    EXPECT_EQ(orderOfWord(W), Order::Acquire) << W;
  EXPECT_EQ(orderOfWord("__NV_ATOMIC_ACQ_REL"), Order::AcqRel);
  EXPECT_EQ(scopeOfWord("thread_scope_device"), Scope::Gpu);
  EXPECT_EQ(scopeOfWord("scope_cluster_t"), Scope::Cluster);
  EXPECT_EQ(scopeOfWord("__NV_THREAD_SCOPE_SYSTEM"), Scope::Sys);
  EXPECT_EQ(scopeOfWord("galaxy"), Scope::Unknown);
  EXPECT_EQ(opOfWord("and_op"), RmwOp::And);
  EXPECT_EQ(spaceOfWord("shared"), Space::SharedCta);
}
} // namespace
