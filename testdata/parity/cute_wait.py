import cutlass  # SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import cutlass.cute as cute
from cutlass.utils import distributed


@cute.kernel
def reduce_kernel(flag: cute.Pointer, multicast: cute.Pointer, data: cute.Tensor, out: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    if thread == 0:
        ready = cutlass.Int32(0)
        while ready == 0:  # expect: relaxed-poll (note)
            ready = cute.arch.load(flag, cutlass.Int32, sem="relaxed", scope="gpu")
    cute.arch.sync_warp()
    x, y, z, w = distributed.multimem_ld_reduce_4xf32(multicast + (block * 128 + thread * 4))
    out[block * 128 + thread * 4] = x
    out[block * 128 + thread * 4 + 1] = y + z + w


@cute.kernel
def plain_kernel(flag: cute.Pointer, data: cute.Tensor, out: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    if thread == 0:
        ready = cutlass.Int32(0)
        while ready == 0:  # expect: relaxed-poll (error)
            ready = cute.arch.load(flag, cutlass.Int32, sem="relaxed", scope="gpu")
    cute.arch.sync_warp()
    out[block * 32 + thread] = data[block * 32 + thread]


@cute.jit
def launch(flag: cute.Pointer, multicast: cute.Pointer, data: cute.Tensor, out: cute.Tensor):
    reduce_kernel(flag, multicast, data, out).launch(grid=(8, 1, 1), block=(32, 1, 1))
    plain_kernel(flag, data, out).launch(grid=(8, 1, 1), block=(32, 1, 1))


# Writes cute_wait.ptx; needs nvidia-cutlass-dsl 4.8 and no GPU, with CUTE_DSL_ARCH=sm_90a and CUTE_DSL_DUMP_DIR set.
if __name__ == "__main__":
    from cutlass.cute.runtime import make_fake_compact_tensor, make_ptr

    memory = cute.AddressSpace.gmem
    cute.compile(launch, make_ptr(cutlass.Int32, 0x1000, memory, assumed_align=4), make_ptr(cutlass.Float32, 0x2000, memory, assumed_align=16),
                 make_fake_compact_tensor(cutlass.Int32, (1024,)), make_fake_compact_tensor(cutlass.Int32, (1024,)),
                 options="--keep-ptx --generate-line-info")
