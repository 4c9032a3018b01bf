# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of the README's section 'Living with findings' in a project: readme.py FENCEPOST README FOLDER"""
import json
import os
import shutil
import subprocess
import sys

FENCEPOST, README, FOLDER = sys.argv[1:4]
POLL = """__global__ void consume(volatile int *flag, const int *data, int *out) {
  while (*flag == 0) {
  }
  out[0] = data[0];
}
"""


def run(command, code=None):
    env = dict(os.environ, PATH=os.path.dirname(FENCEPOST) + ":" + os.environ["PATH"],
               GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
    done = subprocess.run(["bash", "-c", "set -o pipefail; " + command], cwd=FOLDER, env=env, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    if code is not None and done.returncode not in code:
        sys.exit(f"exit code {done.returncode}: {command}\n{done.stdout}")
    return done.stdout


def write(name, text):
    with open(os.path.join(FOLDER, name), "w") as f:
        f.write(text)


def commands(section):
    block = section.split("```\n")[1]
    return [line.split("  #")[0].strip() for line in block.splitlines()]


shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER + "/build")
write("poll.cu", POLL)
write("build/compile_commands.json",
      json.dumps([{"directory": FOLDER, "file": "poll.cu", "command": "nvcc -arch=sm_90 -c poll.cu"}]))
run("git init -q -b main . && git add poll.cu && git -c user.name=n -c user.email=e commit -q -m one", [0])

text = open(README).read().split("\n## Living with findings\n")[1].split("\n## ")[0]
parts = {part.split("\n")[0]: part for part in text.split("\n### ")[1:]}

# Known findings do not count, a new one does.
write_it, use_it = commands(parts["Baseline"])
assert "1 finding written" in run(write_it, [0, 1])
assert "1 suppressed" in run(use_it, [0])
write("poll.cu", "// moved\n\n" + POLL)
run(use_it, [0])
write("poll.cu", POLL + POLL.replace("consume", "other"))
assert "[relaxed-poll]" in run(use_it, [1])
write("poll.cu", POLL.replace("volatile int", "int"))
assert "1 of 'baseline.json' is gone" in run(use_it, [0, 1])

# Nothing has changed; then the read of the data, far from the missing fence.
write("poll.cu", POLL)
for command in commands(parts["Only what a change touches"]):
    run("git checkout -q poll.cu")
    run(command, [0])
    write("poll.cu", POLL.replace("  out[0] = data[0];", "  out[0] = data[0] + 1;"))
    assert "[relaxed-poll]" in run(command, [1]), command
write("poll.cu", POLL.replace("consume(", "consume(\n    "))
assert "1 suppressed" in run(commands(parts["Only what a change touches"])[0], [0])

show, safe, unsafe = commands(parts["Fixes"])
write("poll.cu", POLL)
run(show, [1])
run(safe, [1])
assert open(FOLDER + "/poll.cu").read() == POLL
assert "+  } __threadfence();" in run(show + " --unsafe-fixes", [1])
assert "1 fixed in 1 file" in run(unsafe, [0])
assert "} __threadfence();" in open(FOLDER + "/poll.cu").read()
run("fencepost -p build", [0])

# The configuration, beside a file that it may extend.
write("poll.cu", POLL)
os.makedirs(FOLDER + "/sub", exist_ok=True)
write("base.yaml", "level: warning\n")
write("sub/.fencepost.yaml", parts["Configuration"].split("```yaml\n")[1].split("```")[0])
assert "good" in run("cd sub && fencepost verify-config", [0])
shutil.copy(FOLDER + "/poll.cu", FOLDER + "/sub/poll.cu")
run("fencepost sub/poll.cu", [0, 1])
