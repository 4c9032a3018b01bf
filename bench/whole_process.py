#!/usr/bin/env python3
"""Whole-process time and peak memory of fencepost against clang++ -fsyntax-only.

usage: whole_process.py FENCEPOST [--runs N] [--cuda-path DIR|none] [UNIT.cu ...]

Both tools read the same unit with the same flags (those that `fencepost --print-command` shows), the device pass against the device pass. Runs
alternate, so that whatever else the machine does hits both; the medians and their ratio are printed. Without units: the bundled sample, a unit
that includes the heavy CUDA headers if a toolkit is there, and a generated kernel of 50,000 lines.
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

HEAVY = """#include <cuda/atomic>
#include <cooperative_groups.h>
__global__ void consume(unsigned *flag, const float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ready(*flag);
  if (threadIdx.x == 0)
    while (ready.load(cuda::memory_order_acquire) == 0) {}
  cooperative_groups::this_thread_block().sync();
  out[threadIdx.x] = data[threadIdx.x];
}
"""


def generated(lines):
    """A kernel of that many statements over global memory, with atomics and branches."""
    body = ["__global__ void generated(float *x, unsigned *n, int k) {", "  float a = 0;"]
    for i in range(lines):
        body.append([
            f"  a += x[threadIdx.x + {i}] * {i}.5f;",
            f"  if (k > {i}) x[blockIdx.x * {i} + threadIdx.x] = a;",
            f"  atomicAdd(&n[{i}], k);",
            f"  for (int j = 0; j < k; ++j) a *= x[j];",
        ][i % 4])
    body += ["  x[0] = a;", "}"]
    return "\n".join(body) + "\n"


def measure(command, cwd):
    """(seconds, peak MiB) of one process; its output is dropped."""
    with open(os.devnull, "w") as null:
        start = os.times().elapsed
        child = subprocess.Popen(command, cwd=cwd, stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return os.times().elapsed - start, usage.ru_maxrss / 1024, child.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fencepost")
    parser.add_argument("units", nargs="*")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--cuda-path", default="")
    args = parser.parse_args()
    tool = os.path.abspath(args.fencepost)
    extra = [f"--cuda-path={args.cuda_path}"] if args.cuda_path else []

    with tempfile.TemporaryDirectory() as scratch:
        units = [os.path.abspath(u) for u in args.units]
        if not units:
            units = [os.path.join(HERE, "..", "testdata", "sample", "halo_exchange.cu")]
            for name, text in (("heavy_headers.cu", HEAVY), ("generated.cu", generated(50000))):
                units.append(os.path.join(scratch, name))
                with open(units[-1], "w") as f:
                    f.write(text)
        print(f"{'unit':28} {'clang s':>9} {'ours s':>9} {'ratio':>6}   {'clang MiB':>9} {'ours MiB':>9} {'ratio':>6}")
        for unit in units:
            shown = subprocess.run([tool, "print-command", unit] + extra, capture_output=True, text=True)
            if shown.returncode:
                sys.exit(f"print-command failed for {unit}: {shown.stderr}")
            clang = shlex.split(shown.stdout.strip().splitlines()[-1])
            ours = [tool, "scan", unit, "--quiet", "--fail-on=never"] + extra
            cwd = os.path.dirname(unit)
            pairs = [(measure(clang, cwd), measure(ours, cwd)) for _ in range(args.runs)]
            if any(b[2] > 1 for _, b in pairs):
                print(f"{os.path.basename(unit):28} fencepost failed")
                continue
            t = [statistics.median(p[i][0] for p in pairs) for i in (0, 1)]
            m = [statistics.median(p[i][1] for p in pairs) for i in (0, 1)]
            print(f"{os.path.basename(unit):28} {t[0]:9.3f} {t[1]:9.3f} {t[1] / t[0]:6.2f}   {m[0]:9.1f} {m[1]:9.1f} {m[1] / m[0]:6.2f}")


main()
