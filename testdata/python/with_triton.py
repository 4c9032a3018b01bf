# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that Triton compiles, without a GPU: the finding is at its line."""
import warnings

import fencepost
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

warnings.simplefilter("ignore")


@triton.jit
def exchange(flag, data, out, SEM: tl.constexpr):
    offsets = tl.arange(0, 128)
    if tl.program_id(0) == 0:
        tl.store(data + offsets, offsets)
        tl.atomic_xchg(flag, 1, sem="release")
    else:
        while tl.atomic_add(flag, 0, sem=SEM) == 0:  # polled here
            pass
        tl.store(out + offsets, tl.load(data + offsets))


TYPES = {"flag": "*i32", "data": "*i32", "out": "*i32"}
LINE = next(n for n, line in enumerate(open(__file__), 1) if line.rstrip().endswith("# polled here"))

report = fencepost.check_triton(exchange, signature=TYPES, constexprs={"SEM": "relaxed"}, level="note")
found = {f.rule: f for f in report}
assert "relaxed-poll" in found, report
assert (found["relaxed-poll"].file, found["relaxed-poll"].line) == (__file__, LINE), report
assert "while tl.atomic_add" in str(report)

good = fencepost.check_triton(exchange, signature=TYPES, constexprs={"SEM": "acquire"}, arch="sm_100",
                              level="note")
assert "relaxed-poll" not in {f.rule for f in good} and good.coverage.complete, good
source = ASTSource(fn=exchange, signature=dict(TYPES, SEM="constexpr"), constexprs={"SEM": "relaxed"})
compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32))
assert fencepost.check_triton(compiled, level="note").findings == report.findings
assert fencepost.check_triton(source, level="note").findings == report.findings
