#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole-process time and peak memory of fencepost against clang++ -fsyntax-only.

usage: whole_process.py FENCEPOST [--runs N] [--cuda-path DIR|none] [UNIT.cu ...] [-- clang options]

Both tools read the same unit with the same flags (those that `fencepost print-command` shows), the device pass against the device pass. Runs
alternate, so that whatever else the machine does hits both; the medians and their ratio are printed, and the ratio of the fastest runs. Memory is
the largest process (its pages of shared libraries too); `sum` is the ratio of all processes together, sampled. Without units: the bundled sample, a unit
that includes the heavy CUDA headers if a toolkit is there, and a generated kernel of 50,000 lines.
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

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


def tree(root):
    """Process ids of root and of all below it."""
    children, todo, found = {}, [root], []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as f:
                    parent = int(f.read().rsplit(")", 1)[1].split()[1])
                children.setdefault(parent, []).append(int(entry))
            except OSError:
                pass
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    return found


def proportional(pids):
    """MiB that the processes hold together; a page they share counts once."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup") as f:
                total += sum(int(line.split()[1]) for line in f if line.startswith("Pss:"))
        except OSError:
            pass
    return total / 1024


def measure(command, cwd, sampled=False):
    """(seconds, peak MiB, exit code) of a process and those it starts; its output is dropped.

    The peak is that of the largest process, or, sampled, of all of them together.
    """
    with open(os.devnull, "w") as null:
        start = time.monotonic()
        child = subprocess.Popen(command, cwd=cwd, stdout=null, stderr=null)
        peak = 0
        while sampled:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, proportional(tree(child.pid)))
            time.sleep(0.01)
        else:
            _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return time.monotonic() - start, peak if sampled else usage.ru_maxrss / 1024, child.returncode


def compare(unit, clang, ours, runs):
    """One row of the table."""
    cwd = os.path.dirname(unit)
    name = os.path.basename(unit)[:28]
    pairs = [(measure(clang, cwd), measure(ours, cwd)) for _ in range(runs)]
    if any(b[2] > 1 for _, b in pairs):
        print(f"{name:28} fencepost failed")
        return
    t = [statistics.median(p[i][0] for p in pairs) for i in (0, 1)]
    m = [statistics.median(p[i][1] for p in pairs) for i in (0, 1)]
    best = min(p[1][0] for p in pairs) / min(p[0][0] for p in pairs)
    together = measure(ours, cwd, True)[1] / max(measure(clang, cwd, True)[1], 1)
    note = "" if all(a[2] == 0 for a, _ in pairs) else "   (source has errors)"
    print(f"{name:28} {t[0]:9.3f} {t[1]:9.3f} {t[1] / t[0]:6.2f} {best:6.2f}   "
          f"{m[0]:9.1f} {m[1]:9.1f} {m[1] / m[0]:6.2f} {together:6.2f}{note}", flush=True)


def main():
    own = sys.argv[1:]
    clang_options = []
    if "--" in own:
        own, clang_options = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fencepost")
    parser.add_argument("units", nargs="*")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--cuda-path", default="")
    args = parser.parse_intermixed_args(own)
    tool = os.path.abspath(args.fencepost)
    extra = [f"--cuda-path={args.cuda_path}"] if args.cuda_path else []
    rest = ["--"] + clang_options if clang_options else []

    with tempfile.TemporaryDirectory() as scratch:
        units = [os.path.abspath(u) for u in args.units]
        if not units:
            units = [os.path.abspath(os.path.join(HERE, "..", "testdata", "sample", "halo_exchange.cu"))]
            for name, text in (("heavy_headers.cu", HEAVY), ("generated.cu", generated(50000))):
                units.append(os.path.join(scratch, name))
                with open(units[-1], "w") as f:
                    f.write(text)
        print(f"{'unit':28} {'clang s':>9} {'ours s':>9} {'ratio':>6} {'best':>6}   {'clang MiB':>9} {'ours MiB':>9} {'ratio':>6} {'sum':>6}")
        for unit in units:
            shown = subprocess.run([tool, "print-command", unit, "--own-headers", os.path.join(scratch, "own")] + extra + rest,
                                   capture_output=True, text=True)
            if shown.returncode:
                sys.exit(f"print-command failed for {unit}: {shown.stderr}")
            clang = shlex.split(shown.stdout.strip().splitlines()[-1])
            compare(unit, clang, [tool, "scan", unit, "--quiet", "--fail-on=never"] + extra + rest, args.runs)


main()
