# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""closed.py full|closed|silent COMMAND...: runs it with a stream that takes nothing; prints its exit code and what it says on standard error."""
import os
import subprocess
import sys

how, command = sys.argv[1], sys.argv[2:]
if how == "silent":
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=open("/dev/full", "w"))
elif how == "closed":
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1))
else:
    run = subprocess.run(command, stdout=open("/dev/full", "w"), stderr=subprocess.PIPE, text=True)
said = " / ".join((run.stderr or "").splitlines())
print(f"{run.returncode}: {said}")
