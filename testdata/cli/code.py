# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""code.py N COMMAND...: exit code 0 if COMMAND's is N."""
import subprocess
import sys

code = subprocess.run(sys.argv[2:], check=False).returncode
if code != int(sys.argv[1]):
    print(f"exit code {code}, expected {sys.argv[1]}", file=sys.stderr)
    sys.exit(1)
