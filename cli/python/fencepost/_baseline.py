# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Baselines: findings that are known already.

The file is that of `fencepost --write-baseline`; either side reads what the
other one wrote. A finding is known by rule and fingerprint, without the ":n"
that numbers equal ones: so many of them are known as the file has entries.
"""
from __future__ import annotations

import collections
import json
import os
from typing import Counter, Dict, Iterable, List, Sequence, Tuple

from .report import Finding

_FORMAT = "fencepost-baseline/1"
Key = Tuple[str, str]


def key_of(finding: Finding) -> Key:
    return finding.rule, finding.fingerprint.split(":")[0]


def _without_template_arguments(function: str) -> str:
    depth, kept = 0, []
    for c in function:
        depth += c == "<"
        if depth == 0:
            kept.append(c)
        depth -= c == ">" and depth > 0
    return "".join(kept)


class Baseline:
    def __init__(self, known: Iterable[Key] = ()):
        self.known: Counter[Key] = collections.Counter(known)

    @staticmethod
    def read(path: str) -> "Baseline":
        """ValueError: it is no baseline."""
        try:
            with open(path, encoding="utf-8") as f:
                root = json.load(f)
            if root["format"] != _FORMAT:
                raise ValueError
            return Baseline((str(e["rule"]), str(e["fingerprint"])) for e in root["findings"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ValueError(f"'{path}' is no baseline of Fencepost (\"format\": \"{_FORMAT}\"); "
                             "--fencepost-write-baseline writes one") from None

    def new(self, findings: Iterable[Finding]) -> List[Finding]:
        """Those that are not known. Each call starts anew."""
        left = self.known.copy()
        out = []
        for finding in findings:
            key = key_of(finding)
            if left[key] > 0:
                left[key] -= 1
            else:
                out.append(finding)
        return out


def write(path: str, checks: Sequence[Iterable[Finding]]) -> int:
    """One entry for a finding, however many checks show it; returns how many."""
    most: Dict[Key, List[Finding]] = {}
    for findings in checks:
        here: Dict[Key, List[Finding]] = {}
        for finding in findings:
            here.setdefault(key_of(finding), []).append(finding)
        for key, same in here.items():
            if len(same) > len(most.get(key, [])):
                most[key] = same
    root = os.path.dirname(os.path.abspath(path))
    lines = []
    for same in most.values():
        for f in same:
            file = os.path.relpath(f.file, root) if f.file.startswith(root + os.sep) else f.file
            entry = {"rule": f.rule, "file": file, "function": _without_template_arguments(f.function),
                     "fingerprint": key_of(f)[1]}
            lines.append("    " + json.dumps(entry, ensure_ascii=False))
    body = ",\n".join(sorted(lines))
    new = f"{path}.{os.getpid()}.new"
    with open(new, "w", encoding="utf-8", errors="replace") as out:
        out.write(f'{{\n  "format": "{_FORMAT}",\n  "findings": [' + (f"\n{body}\n  ]\n}}\n" if lines else "]\n}\n"))
    os.replace(new, path)
    return len(lines)
