#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same findings on the same lines, whatever a kernel is read from.

usage: parity_test.py FENCEPOST [NVCC]

Every .ptx beside this file maps its instructions to lines of a source beside it (`.loc`): the findings stand on the source's lines that say
`expect: rule`. Every .cu beside it is read as source and, if there is an nvcc, as its PTX (-lineinfo) and as that of a debug build (-G).
`expect: rule (error)` asks for the level, too. `expect(ptx): rule` holds in PTX alone, `expect(cuda)` in the source, `expect(debug)` in the debug build; several in one bracket, with commas.
Only rules whose page claims both layers are compared. Exit code 77: no nvcc, and all that needs none passed.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MARK = re.compile(r"expect(?:\(([a-z, ]+)\))?: *([a-z-]+(?:, *[a-z-]+)*)(?: \((note|warning|error)\))?")


def shared_rules():
    """Names of the rules whose page claims CUDA and PTX."""
    names = set()
    for page in glob.glob(os.path.join(HERE, "..", "..", "rules", "*.md")):
        with open(page, encoding="utf-8") as f:
            layers = re.search(r"^layers: *\[(.*)\]", f.read(), re.M)
        if layers and {"cuda", "ptx"} <= {w.strip() for w in layers.group(1).split(",")}:
            names.add(os.path.basename(page)[:-3])
    return names


def expected(source, layer):
    with open(source, encoding="utf-8") as f:
        lines = f.read().split("\n")
    return {(os.path.basename(source), number, rule.strip()): level
            for number, line in enumerate(lines, 1) for where, rules, level in MARK.findall(line) if not line.lstrip().startswith("//")
            if not where or layer in [w.strip() for w in where.split(",")]
            for rule in rules.split(",")}


def found(tool, path, rules, options=()):
    run = subprocess.run([tool, "scan", path, "--format=json", "--level=note", "--fail-on=never", "--quiet", "--no-cache", *options], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{path}: exit code {run.returncode}: {run.stderr}")
    return {(os.path.basename(f["file"]), f["line"], f["rule"]): f["level"] for f in json.loads(run.stdout)["findings"]
            if f["rule"] in rules and f["verdict"] != "costs"}


def compare(name, want, have):
    """Both by place; a level of want that is empty is any."""
    for place in sorted(want.keys() - have.keys()):
        print(f"{name}: not found: {place}")
    for place in sorted(have.keys() - want.keys()):
        print(f"{name}: not announced: {place}")
    other = sorted(place for place in want.keys() & have.keys() if want[place] not in ("", have[place]))
    for place in other:
        print(f"{name}: {place} is {have[place]}")
    return want.keys() == have.keys() and not other


def main():
    tool, nvcc = sys.argv[1], (sys.argv[2:] + ["nvcc"])[0]
    rules = shared_rules()
    good = True
    mapped = sorted(glob.glob(os.path.join(HERE, "*.ptx")))
    for ptx in mapped:
        with open(ptx, encoding="utf-8") as f:
            sources = set(re.findall(r"\.file\s+\d+ \"([^\"]+)\"", f.read()))
        want = {place: level for s in sorted(sources) for place, level in expected(os.path.join(HERE, s), "ptx").items()}
        if ptx.endswith("_acquire.ptx"):  # The repaired kernel of the same source.
            want = {}
        good &= compare(os.path.basename(ptx), want, found(tool, ptx, rules))
    kernels = sorted(glob.glob(os.path.join(HERE, "*.cu")))
    for cu in kernels:
        good &= compare(os.path.basename(cu), expected(cu, "cuda"), found(tool, cu, rules))
    try:
        subprocess.run([nvcc, "--version"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print(f"no nvcc: {len(kernels)} sources were not compared with their PTX")
        sys.exit(77 if good else 1)
    with tempfile.TemporaryDirectory() as scratch:
        for cu in kernels:
            for option, layer in (("-lineinfo", "ptx"), ("-G", "debug")):
                ptx = os.path.join(scratch, "unit.ptx")
                subprocess.run([nvcc, "-ptx", "-arch=sm_90a", "-std=c++17", option, "-o", ptx, cu], check=True)
                good &= compare(f"{os.path.basename(cu)} {option}", expected(cu, layer), found(tool, ptx, rules))
    print(f"{len(mapped)} PTX files and {len(kernels)} sources compared")
    sys.exit(0 if good and mapped and kernels else 1)


main()
