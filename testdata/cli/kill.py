# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill.py FENCEPOST FILE: kills the worker while it reads FILE, which is written to be slow; prints exit code and first line of errors."""
import subprocess
import sys
import time

tool, path = sys.argv[1:]
with open(path, "w") as f:
    f.write("#define A0 p[0] += 1;\n")
    f.writelines(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 24))
    f.write("__global__ void k(int *p) { A23 }\n")
run = subprocess.Popen([tool, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
workers = []
while not workers and run.poll() is None:
    with open(f"/proc/{run.pid}/task/{run.pid}/children") as f:
        workers = f.read().split()
    time.sleep(0.02)
subprocess.run(["kill", "-9"] + workers, check=True)
errors = run.communicate()[1]
print(f"{run.returncode}: {errors.splitlines()[0]}")
