#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole-process time and memory of fencepost on PTX, beside `grep -cF atom.` and ptxas.

usage: ptx_process.py FENCEPOST FOLDER [--runs N] [--ptxas PTXAS] [--sample MB]

All tools read the same file, the .ptx of the folder one behind the other, with their output in a file; runs alternate, and medians of user and
system time together are compared (one core each: `-j1`). ptxas reads single modules only, so it and fencepost are compared on some of the files.
"""
import argparse
import glob
import os
import statistics
import subprocess
import tempfile


def cost(command, out):
    """(processor seconds, peak MiB) of a command and what it starts."""
    with open(out, "w") as sink:
        child = subprocess.Popen(command, stdout=sink, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fencepost")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--sample", type=float, default=2, help="MB that ptxas reads; 0: none")
    args = parser.parse_args()
    files = sorted(glob.glob(os.path.join(args.folder, "*.ptx")))
    scan = [args.fencepost, "scan", "--quiet", "--fail-on=never", "-j1"]
    with tempfile.TemporaryDirectory() as scratch:
        whole, out = os.path.join(scratch, "all.ptx"), os.path.join(scratch, "out")
        with open(whole, "wb") as sink:
            for name in files:
                with open(name, "rb") as f:
                    sink.write(f.read())
        size = os.path.getsize(whole)
        commands = {"grep": ["grep", "-cF", "atom.", whole], "read only": scan + ["--rules=-*", whole], "all rules": scan + [whole]}
        runs = {name: [] for name in commands}
        for _ in range(args.runs):
            for name, command in commands.items():
                runs[name].append(cost(command, out))
        grep = statistics.median(r[0] for r in runs["grep"])
        print(f"{size / 1e6:.1f} MB of PTX, {len(files)} modules")
        for name, all_runs in runs.items():
            seconds = statistics.median(r[0] for r in all_runs)
            print(f"{name:10} {seconds:7.3f} s  {size / 1e6 / seconds:8.0f} MB/s  {grep / seconds:6.3f} of grep's speed  "
                  f"peak {max(r[1] for r in all_runs):6.0f} MiB ({max(r[1] for r in all_runs) * 1048576 / size:.2f} of the file)")
        chosen, total = [], 0
        for name in files:
            if total + os.path.getsize(name) <= args.sample * 1e6:
                chosen.append(name)
                total += os.path.getsize(name)
        if chosen:
            theirs = sum(cost([args.ptxas, "-arch=sm_90a", "-o", os.path.join(scratch, "o"), name], out)[0] for name in chosen)
            ours = cost(scan + chosen, out)[0]
            print(f"ptxas      {theirs:7.3f} s on {total / 1e6:.1f} MB: {theirs / ours:.0f} times fencepost's {ours:.3f} s")


main()
