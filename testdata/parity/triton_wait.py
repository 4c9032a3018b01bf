import sys, triton, triton.language as tl  # SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from triton.compiler import ASTSource
from triton.backends.compiler import GPUTarget

@triton.jit
def consume(flag, data, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    while tl.atomic_add(flag, 0, sem="relaxed") == 0:  # expect: relaxed-poll (error)
        pass
    values = tl.load(data + offsets, mask=offsets < n)
    tl.store(out + offsets, values, mask=offsets < n)

@triton.jit
def consume_acquire(flag, data, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    while tl.atomic_add(flag, 0, sem="acquire") == 0:
        pass
    values = tl.load(data + offsets, mask=offsets < n)
    tl.store(out + offsets, values, mask=offsets < n)

# Writes triton_wait.ptx and triton_wait_acquire.ptx; needs triton 3.9 and no GPU. The debug sections behind the code are left out there.
if __name__ == "__main__":
    for kernel, name in ((consume, "triton_wait"), (consume_acquire, "triton_wait_acquire")):
        source = ASTSource(fn=kernel, signature={"flag": "*i32", "data": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"},
                           constexprs={"BLOCK": 128})
        compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 4})
        with open(f"{sys.argv[1]}/{name}.ptx", "w") as out:
            out.write(compiled.asm["ptx"])
