# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""width.py N: exit code 0 if no line of prose on standard input is wider than N.

Code blocks, tables and lines of a single word may be wider.
"""
import sys

in_code = False
for line in sys.stdin:
    line = line.rstrip("\n")
    if line.lstrip().startswith("```"):
        in_code = not in_code
    elif not in_code and len(line) > int(sys.argv[1]) and " " in line.strip() and not line.startswith(("|", "#")):
        print(line, file=sys.stderr)
        sys.exit(1)
