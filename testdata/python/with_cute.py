# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that the CuTe DSL compiles, without a GPU: findings are at its lines."""
import os

os.environ.setdefault("CUTE_DSL_ARCH", "sm_90a")

import cutlass
import cutlass.cute as cute
import fencepost
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def exchange(flag: cute.Tensor, data: cute.Tensor, out: cute.Tensor, sem: cutlass.Constexpr):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    word = flag.iterator.llvm_ptr
    if block == 0:
        data[thread] = thread
        cute.arch.sync_threads()
        if thread == 0:
            cute.arch.atomic_exch(word, cutlass.Int32(1), sem="release", scope="gpu")
    else:
        seen = cutlass.Int32(0)
        while seen == 0:
            seen = cute.arch.atomic_add(word, cutlass.Int32(0), sem=sem, scope="gpu")
        out[thread] = data[thread]


@cute.jit
def launch(flag: cute.Tensor, data: cute.Tensor, out: cute.Tensor, sem: cutlass.Constexpr):
    exchange(flag, data, out, sem).launch(grid=[2, 1, 1], block=[128, 1, 1])


words = [make_fake_compact_tensor(cutlass.Int32, (n,)) for n in (1, 128, 128)]
compile = cute.compile[cute.KeepPTX(), cute.GenerateLineInfo()]
report = fencepost.check_cute(compile(launch, *words, "relaxed"))
found = {f.rule: f for f in report}
assert "relaxed-poll" in found, report
assert found["relaxed-poll"].file == __file__, report

good = fencepost.check_cute(compile(launch, *words, "acquire"))
assert "relaxed-poll" not in {f.rule for f in good} and good.coverage.complete, good
try:
    fencepost.check_cute(cute.compile(launch, *words, "relaxed"))
except TypeError as error:
    assert "KeepPTX" in str(error)
else:
    raise AssertionError("PTX that was not kept was found")
