# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command while a file cannot be written to: readonly.py FILE COMMAND..."""
import os
import subprocess
import sys

# The superuser may write to anything: then as somebody else.
user = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
name = sys.argv[1]
os.chmod(os.path.dirname(name), 0o777)
os.chmod(name, 0o444)
done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **user)
print(done.stdout)
print("exit code", done.returncode)
