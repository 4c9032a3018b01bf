#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole-process time and memory of fencepost on PTX, beside `grep -cF atom.` and ptxas.

usage: ptx_process.py FENCEPOST FOLDER [--runs N] [--ptxas PTXAS] [--sample MB]

Three comparisons with grep, each over the same bytes with the output in a file; runs alternate, and the least of each kind counts:
  one text   the .ptx of the folder one behind the other
  plain      the modules in which no function is read, again and again until the text is as long
  files      the files of the folder, by name
fencepost runs on all cores, as it does unless told otherwise, and on one (-j1); grep and ptxas know one core only.
Speed is by the wall clock: `of grep` is fencepost's speed over grep's. Behind it stands the same ratio by processor time, user and system together,
which on one core is the steadier figure and on several tells what the speed costs.
ptxas reads single modules only, so it and fencepost are compared on some of the files: ptxas takes about a second for each MB.
"""
import argparse
import glob
import os
import re
import subprocess
import tempfile
import time


def cost(command, out):
    """(wall seconds, processor seconds, peak MiB of the largest process) of a command and what it starts."""
    with open(out, "w") as sink:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=sink, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = 0
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def is_plain(fencepost, name):
    """Is there nothing of interest: no function whose body is read?"""
    dump = subprocess.run([fencepost, "--dump=events", name], capture_output=True, text=True).stdout
    bodies = re.findall(r"^(?:kernel|device) [^\n]*\{\n(.*?)^\}", dump, re.M | re.S)
    return all(re.fullmatch(r"\w+:\n\s+ret\n", body) for body in bodies)


def compare(title, inputs, commands, count, out):
    """Prints a row for each command, beside the first; they read the same files."""
    size = sum(map(os.path.getsize, inputs))
    runs = {name: [] for name in commands}
    for _ in range(count):
        for name, command in commands.items():
            runs[name].append(cost(command + inputs, out))
    print(f"{title}: {size / 1e6:.1f} MB")
    least = {name: [min(r[i] for r in all_runs) for i in (0, 1)] for name, all_runs in runs.items()}
    grep = next(iter(least.values()))
    for name, (wall, cpu) in least.items():
        peak = max(r[2] for r in runs[name])
        print(f"  {name:10} {wall:7.3f} s  {size / 1e6 / wall:6.0f} MB/s  {grep[0] / wall:6.3f} of grep   processor {cpu:7.3f} s  "
              f"{grep[1] / cpu:6.3f} of grep   peak {peak:4.0f} MiB ({peak * 1048576 / size:.2f} of the text)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fencepost")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--sample", type=float, default=20, help="MB that ptxas reads; 0: none")
    args = parser.parse_args()
    files = sorted(glob.glob(os.path.join(args.folder, "*.ptx")))
    scan = [args.fencepost, "scan", "--quiet", "--fail-on=never", "--no-cache"]
    grep = ["grep", "-cF", "atom."]
    commands = {"grep": grep, "all cores": scan, "one core": scan + ["-j1"], "no rules": scan + ["-j1", "--rules=-*"]}
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
        print(f"{os.cpu_count()} cores")
        compare(f"one text of {len(files)} modules", [whole], commands, args.runs, out)
        if quiet:
            compare(f"plain: {len(quiet)} modules with nothing of interest", [plain], commands, args.runs, out)
        compare(f"files: {len(files)}", files, commands, args.runs, out)
        chosen, total = [], 0
        for name in files:
            if total + os.path.getsize(name) <= args.sample * 1e6:
                chosen.append(name)
                total += os.path.getsize(name)
        if chosen:
            theirs = [cost([args.ptxas, "-arch=sm_90a", "-o", os.path.join(scratch, "o"), name], out) for name in chosen]
            print(f"ptxas: {len(chosen)} modules, {total / 1e6:.1f} MB")
            for name, command in {"all cores": scan, "one core": scan + ["-j1"]}.items():
                runs = [cost(command + chosen, out) for _ in range(args.runs)]
                (clock, cpu), (wall, processor) = ([sum(c[i] for c in theirs) for i in (0, 1)], [min(r[i] for r in runs) for i in (0, 1)])
                print(f"  {name:10} {wall:7.3f} s, ptxas {clock:7.3f} s: {clock / wall:4.0f} times   processor {processor:7.3f} s, ptxas {cpu:7.3f} s: {cpu / processor:4.0f} times")


main()
