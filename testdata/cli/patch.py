# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is WANTED what PATCH makes of OLD? patch.py OLD PATCH WANTED"""
import re
import sys

old, patch, wanted = (open(name).read().split("\n") for name in sys.argv[1:4])
out, at = [], 0
for line in patch[2:]:
    hunk = re.match(r"@@ -(\d+),", line)
    if hunk:
        out += old[at : int(hunk[1]) - 1]
        at = int(hunk[1]) - 1
    elif line[:1] in (" ", "-"):
        assert old[at] == line[1:], f"line {at + 1}: {old[at]!r} is not {line[1:]!r}"
        out += [line[1:]] if line[0] == " " else []
        at += 1
    elif line[:1] == "+":
        out.append(line[1:])
sys.exit(out + old[at:] != wanted)
