#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole-process time and memory of fencepost on PTX, beside `grep -cF atom.` and ptxas.

usage: ptx_process.py FENCEPOST FOLDER [--runs N] [--ptxas PTXAS] [--sample MB]

All tools read the same file, the .ptx of the folder one behind the other, with their output in a file; runs alternate, and the least user and
system time together is compared (one core each: `-j1`). A second text is made of the modules in which no function is read, again and again until
it is as long. ptxas reads single modules only, so it and fencepost are compared on some of the files: about 2 MB a minute.
"""
import argparse
import glob
import os
import re
import subprocess
import tempfile


def cost(command, out):
    """(processor seconds, peak MiB) of a command and what it starts."""
    with open(out, "w") as sink:
        child = subprocess.Popen(command, stdout=sink, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def is_plain(fencepost, name):
    """Is there nothing of interest: no function whose body is read?"""
    dump = subprocess.run([fencepost, "--dump=events", name], capture_output=True, text=True).stdout
    bodies = re.findall(r"^(?:kernel|device) [^\n]*\{\n(.*?)^\}", dump, re.M | re.S)
    return all(re.fullmatch(r"\w+:\n\s+ret\n", body) for body in bodies)


def compare(title, whole, commands, count, out):
    """Prints a row for each command, beside the first; they read the file whole."""
    size = os.path.getsize(whole)
    runs = {name: [] for name in commands}
    for _ in range(count):
        for name, command in commands.items():
            runs[name].append(cost(command + [whole], out))
    print(f"{title}: {size / 1e6:.1f} MB")
    grep = min(r[0] for r in next(iter(runs.values())))
    for name, all_runs in runs.items():
        seconds, peak = min(r[0] for r in all_runs), max(r[1] for r in all_runs)
        print(f"  {name:10} {seconds:7.3f} s  {size / 1e6 / seconds:8.0f} MB/s  {grep / seconds:6.3f} of grep's speed  "
              f"peak {peak:6.0f} MiB ({peak * 1048576 / size:.2f} of the file)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fencepost")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--sample", type=float, default=2, help="MB that ptxas reads; 0: none")
    args = parser.parse_args()
    files = sorted(glob.glob(os.path.join(args.folder, "*.ptx")))
    scan = [args.fencepost, "scan", "--quiet", "--fail-on=never", "-j1", "--no-cache"]
    commands = {"grep": ["grep", "-cF", "atom."], "read only": scan + ["--rules=-*"], "all rules": scan}
    with tempfile.TemporaryDirectory() as scratch:
        whole, plain, out = (os.path.join(scratch, name) for name in ("all.ptx", "plain.ptx", "out"))
        quiet = [name for name in files if is_plain(args.fencepost, name)]
        with open(whole, "wb") as sink:
            for name in files:
                with open(name, "rb") as f:
                    sink.write(f.read())
        with open(plain, "wb") as sink:
            while quiet and sink.tell() < os.path.getsize(whole):
                for name in quiet:
                    with open(name, "rb") as f:
                        sink.write(f.read())
        compare(f"{len(files)} modules", whole, commands, args.runs, out)
        if quiet:
            compare(f"{len(quiet)} modules with nothing of interest", plain, commands, args.runs, out)
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
