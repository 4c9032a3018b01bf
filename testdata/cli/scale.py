# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale.py WHAT FENCEPOST LINKED SCRATCH: one of the tests below, in an empty folder SCRATCH; LINKED holds units that are joined."""
import json
import os
import pty
import random
import re
import shutil
import subprocess
import sys

what, tool, linked, scratch = sys.argv[1:]
shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(scratch)
os.chdir(scratch)
cache = "--cache-dir=" + os.path.join(scratch, "cache")


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def run(*arguments, code=None):
    result = subprocess.run([tool, *arguments], capture_output=True, text=True)
    assert result.returncode in ((0, 1) if code is None else (code,)), (arguments, result)
    return result.stdout, result.stderr


def poll(kernel, header):
    """One finding if the header says so."""
    return (
        f'#include "{header}"\n__global__ void {kernel}(int *flag, float *data, float *out) {{\n'
        "  while (LOAD(flag) == 0)\n    ;\n  *out = *data;\n}\n"
    )


BAD = "#pragma once\n#define LOAD(p) *(volatile int *)(p)\n"
GOOD = "#pragma once\n#include <cuda/atomic>\n#define LOAD(p) cuda::atomic_ref<int, cuda::thread_scope_device>(*(p)).load(cuda::memory_order_acquire)\n"


def project():
    """Six units in folders with odd names, two of which are joined."""
    shutil.copytree(linked, "linked")
    write("in $c/one.h", BAD)
    write("in $c/two.h", BAD)
    sources = {f"src a:{i}/k{i}.cu": poll(f"k{i}", "one.h" if i < 3 else "two.h") for i in range(4)}
    for path, text in sources.items():
        write(path, text)
    files = [*sources, *(os.path.join("linked", f) for f in sorted(os.listdir("linked")) if f.endswith(".cu"))]
    entries = [
        {"directory": scratch, "file": f, "arguments": ["nvcc", "--cuda-path=none", "-I", "in $c", "-arch=sm_80", "-c", f]}
        for f in files
    ]
    write("build/compile_commands.json", json.dumps(entries))


def shards():
    """Merged parts are the one run, byte for byte, in any number, order and form."""
    project()
    forms = ("text", "json", "sarif", "html", "github")
    telling = ["--level=note", "--system-headers"]
    one = {f: run("-p", "build", cache, f"--format={f}", *telling) for f in forms}
    assert "float-atomic-exact-test" in one["text"][0] and "LOAD" in one["text"][0], one["text"]
    for count in (1, 2, 3, 5, 9):
        parts = [f"{count}.{i}.part" for i in range(1, count + 1)]
        for i, part in enumerate(parts, 1):
            run("-p", "build", cache, f"--shard={i}/{count}", "--format=part", "-o", part, code=0)
        random.Random(count).shuffle(parts)
        for f in forms:
            assert run("merge", f"--format={f}", *telling, *parts) == one[f], (count, f)
    out, err = run("merge", "3.1.part", "3.3.part", code=2)
    assert "shards are missing" in err and "2/3" in err, err
    assert "different runs" in run("merge", "3.1.part", "2.2.part", code=2)[1]
    write("other.part", '{"findings": []}')
    assert "no part of a run" in run("merge", "other.part", code=2)[1]
    text = open("1.1.part").read()
    write("cut.part", text[: len(text) // 2])
    assert "no part of a run" in run("merge", "cut.part", code=2)[1]
    write("old.part", re.sub(r'"tool":"[^"]*"', '"tool":"0.0"', text))
    assert "written by fencepost 0.0" in run("merge", "old.part", code=2)[1]


def steps(target):
    """The sources analysed by a run of ninja, and all that it said."""
    said = subprocess.run(["ninja", "-f", target], capture_output=True, text=True)
    assert said.returncode == 0, said
    return sorted(re.findall(r"\] fencepost '?[^'\n]*/(\w+\.cu)", said.stdout)), said.stdout


def ninja():
    project()
    one = run("-p", "build", "--no-cache")[0]
    target = os.path.join("to $d:e f", "all.ninja")
    os.makedirs(os.path.dirname(target))
    run("ninja", "-p", "build", "-o", target, code=0)
    done, _ = steps(target)
    assert len(done) == 6, done
    assert open("to $d:e f/all/report.txt").read() == one
    assert "no work to do" in steps(target)[1]
    run("ninja", "-p", "build", "-o", target, code=0)
    assert "no work to do" in steps(target)[1], "the same file written again"
    write("in $c/two.h", GOOD)
    done, said = steps(target)
    assert done == ["k3.cu"] and "merge" in said, (done, said)
    report = open("to $d:e f/all/report.txt").read()
    assert report == run("-p", "build", "--no-cache")[0] and report != one
    os.utime("in $c/two.h")
    done, said = steps(target)
    assert done == ["k3.cu"] and "merge" not in said, "nothing new was found: nothing to merge"
    entries = json.load(open("build/compile_commands.json"))
    entries[1]["arguments"].insert(1, "-DX")
    write("build/compile_commands.json", json.dumps(entries))
    run("ninja", "-p", "build", "-o", target, code=0)
    assert steps(target)[0] == ["k1.cu"], "one command changed"


def jobs():
    """The order in which units end does not show, nor how many cores share one large unit."""
    project()
    assert run("-p", "build", "--no-cache", "-j1", "--format=json") == run("-p", "build", "--no-cache", "-j4", "--format=json")
    wait = (
        ".visible .entry wait{0}(.param .u64 flag, .param .u64 data)\n{{\n\t.reg .pred %p<2>;\n\t.reg .b32 %r<{1}>;\n\t.reg .b64 %rd<3>;\n"
        "\tld.param.u64 %rd1, [flag];\n\tld.param.u64 %rd2, [data];\n$L:\n\tld.relaxed.gpu.global.u32 %r1, [%rd1];\n"
        "\tsetp.eq.s32 %p1, %r1, 0;\n\t@%p1 bra $L;\n\tld.global.u32 %r2, [%rd2];\n{2}\tst.global.u32 [%rd2+4], %r2;\n\tret;\n}}\n"
    )
    sums = "".join(f"\tmad.lo.s32 %r{i + 1}, %r{i}, %r2, {i};\n" for i in range(2, 400)) + "\tmov.u32 %r2, %r400;\n"
    write("large.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n" + "".join(wait.format(i, 402, sums) for i in range(150)))
    alone = run("large.ptx", "--no-cache", "-j1", "--format=json")
    assert len(json.loads(alone[0])["findings"]) == 150 and alone == run("large.ptx", "--no-cache", "-j3", "--format=json")


def search_path():
    """A header that appears earlier on the search path, and one that a condition asks for."""
    write("late/h.h", BAD)
    write("early/other.h", "")
    write("k.cu", "#if __has_include(\"late/extra.h\")\n#define EXTRA\n#endif\n" + poll("k", "h.h") + "#ifdef EXTRA\n" + poll("extra", "h.h") + "#endif\n")
    arguments = ["k.cu", cache, "--cuda-path=none", "--", "-Iearly", "-Ilate", "-I."]
    first = run(*arguments, code=1)
    assert run(*arguments, code=1) == first
    write("early/h.h", GOOD)
    run(*arguments, code=0)
    os.remove("early/h.h")
    assert run(*arguments, code=1) == first
    write("late/extra.h", "")
    assert "2 functions" in run(*arguments, code=1)[1]
    write("late/h.h", GOOD)
    run(*arguments, code=0)


def limits():
    """One unit that takes too long or too much: the others are analysed."""
    write("good.cu", poll("good", "one.h"))
    write("one.h", BAD)
    write("slow.cu", "#define A0 p[0] += 1;\n" + "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 24)) + "__global__ void k(int *p) { A23 }\n")
    for option, reason in (("--timeout=5", r"took longer than 5 s \(--timeout=SECONDS"), ("--memory-limit=300", r"out of memory.*--memory-limit=MB")):
        for turn in range(2):
            result = subprocess.run([tool, option, cache, "--cuda-path=none", "good.cu", "slow.cu"], capture_output=True, text=True)
            assert "in 'good'" in result.stdout or "LOAD" in result.stdout, result
            assert re.search(reason, result.stderr), result.stderr


def progress():
    project()
    arguments = [tool, "-p", "build", "--no-cache"]
    assert "\r" not in run(*arguments[1:])[1]

    def on_terminal(*more):
        seen = []
        parent, child = pty.openpty()
        process = subprocess.Popen([*arguments, *more], stdout=subprocess.DEVNULL, stderr=child)
        os.close(child)
        try:
            while data := os.read(parent, 4096):
                seen.append(data)
        except OSError:
            pass
        process.wait()
        return b"".join(seen).decode()

    said = on_terminal()
    assert re.search(r"\r\x1b\[K\[0/6\] \S+\.cu", said) and re.search(r"\[[345]/6\]", said), said
    assert said.rfind("\r\x1b[K") > said.rfind("/6]"), "it is not cleared"
    assert "/6]" not in on_terminal("--quiet")


def readme():
    """The commands of the section 'Large projects', in a project."""
    project()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../README.md")
    section = open(path).read().split("\n## Large projects\n")[1].split("\n## ")[0]
    lines = [line.split("   #")[0] for line in section.split("```\n")[1].splitlines()]
    assert len(lines) == 7, lines
    said = []
    env = dict(os.environ, PATH=os.path.dirname(tool) + ":" + os.environ["PATH"], XDG_CACHE_HOME=scratch)
    for line in lines:
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env)
        assert done.returncode == (0 if "part -o" in line or "ninja" in line else 1), (line, done)
        said.append(done.stdout)
    assert said[0] == said[1] == said[2] == said[5] == open("fencepost/report.txt").read()


{f.__name__: f for f in (shards, ninja, jobs, search_path, limits, progress, readme)}[what]()
print("ok")
