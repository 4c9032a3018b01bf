# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pytest: kernels are checked in tests, and new findings fail them.

    def test_reduce(fencepost):
        fencepost(reduce_kernel)            # Triton, CuTe, PTX text, or the path of a file
        fencepost.check_triton(reduce_kernel, signature={...})

--fencepost-baseline=FILE    findings in FILE are known and fail nothing
--fencepost-write-baseline   writes FILE; nothing fails
"""
from __future__ import annotations

import os
import re
from typing import Any, List, Optional

import pytest

from . import _baseline, _cute, _program, _text, _triton
from .report import LEVELS, Finding, Report

DEFAULT_FILE = "fencepost-baseline.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("fencepost", "GPU atomics and fences")
    group.addoption("--fencepost-baseline", metavar="FILE", help="findings that are known and fail no test "
                    f"(default: ini option fencepost_baseline, else {DEFAULT_FILE} if it exists)")
    group.addoption("--fencepost-write-baseline", action="store_true",
                    help="write what is found to that file; nothing fails")
    parser.addini("fencepost_baseline", "as --fencepost-baseline, relative to the root folder", default="")
    parser.addini("fencepost_level", "lowest level that fails a test: note, warning, error", default="")
    parser.addini("fencepost_rules", "as fencepost --rules", default="")


class _Session:
    """What all checks of a run share."""

    def __init__(self, config: pytest.Config):
        self.level: Optional[str] = config.getini("fencepost_level") or None
        if self.level and self.level not in LEVELS:
            raise pytest.UsageError(f"fencepost_level: '{self.level}' is not known; there are {', '.join(LEVELS)}")
        self.rules: Optional[str] = config.getini("fencepost_rules") or None
        self.writes: bool = config.getoption("--fencepost-write-baseline")
        if self.writes and config.getoption("numprocesses", None):
            raise pytest.UsageError("--fencepost-write-baseline: one process has to see all findings: run without -n")
        self.file = config.getoption("--fencepost-baseline")
        named = bool(self.file)
        if not self.file:
            ini = config.getini("fencepost_baseline")
            named = bool(ini)
            self.file = os.path.join(str(config.rootpath), ini or DEFAULT_FILE)
        self.baseline = _baseline.Baseline()
        self.checks: List[Report] = []
        self.new = self.old = 0
        if self.writes or (not named and not os.path.exists(self.file)):
            return
        try:
            self.baseline = _baseline.Baseline.read(self.file)
        except (OSError, ValueError) as error:
            raise pytest.UsageError(f"--fencepost-baseline: {error}") from None


class Checker:
    """The fixture. Each check fails the test if it finds something new, and
    returns the report else."""

    def __init__(self, session: _Session, test: str):
        self._session = session
        self._name = re.sub(r"[^\w.\[\]-]", "_", test)

    def __call__(self, kernel: Any, **options: Any) -> Report:
        """A file for a path, PTX for a string; else a kernel of Triton or CuTe."""
        if isinstance(kernel, os.PathLike):
            return self.check_file(kernel, **options)
        if isinstance(kernel, (str, bytes)):
            return self.check_ptx(kernel, **options)
        if hasattr(kernel, "__ptx__") or hasattr(kernel, "artifacts"):
            return self.check_cute(kernel, **options)
        return self.check_triton(kernel, **options)

    def check_ptx(self, text: Any, **options: Any) -> Report:
        options.setdefault("name", self._name + ".ptx")
        return self._settle(_text.check_ptx, text, options)

    def check_sass(self, text: Any, **options: Any) -> Report:
        options.setdefault("name", self._name + ".sass")
        return self._settle(_text.check_sass, text, options)

    def check_triton(self, kernel: Any, **options: Any) -> Report:
        return self._settle(_triton.check_triton, kernel, options)

    def check_cute(self, compiled: Any, **options: Any) -> Report:
        return self._settle(_cute.check_cute, compiled, options)

    def check_file(self, path: Any, **options: Any) -> Report:
        return self._settle(_program.check_file, path, options)

    def _settle(self, check: Any, what: Any, options: dict) -> Report:
        __tracebackhide__ = True
        session = self._session
        options.setdefault("level", session.level)
        options.setdefault("rules", session.rules)
        report = check(what, **options)
        session.checks.append(report)
        new = [] if session.writes else session.baseline.new(report.findings)
        session.new += len(new)
        session.old += 0 if session.writes else len(report.findings) - len(new)
        if new:
            pytest.fail(_told(report, new), pytrace=False)
        return report


def _told(report: Report, new: List[Finding]) -> str:
    if len(new) == len(report.findings):
        return report.text
    lines = [f"{len(new)} of {len(report.findings)} findings are new:"]
    lines += [f"  {f}" for f in new]
    return "\n".join(lines) + "\n\n" + report.text


_KEY: "pytest.StashKey[_Session]" = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_KEY] = _Session(config)


@pytest.fixture
def fencepost(request: pytest.FixtureRequest) -> Checker:
    """Checks kernels for misuse of atomics and fences; new findings fail the test."""
    return Checker(request.config.stash[_KEY], request.node.name)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    session = config.stash.get(_KEY, None)
    if session is None or not session.checks:
        return
    told = f"fencepost: {_counted(len(session.checks), 'check')}"
    if session.writes:
        count = _baseline.write(session.file, [r.findings for r in session.checks])
        told += f", {_counted(count, 'finding')} written to '{session.file}'"
    else:
        told += f", {session.new} new" + (f", {session.old} known" if session.old else "")
    partly = sum(len(r.coverage.partly) + len(r.coverage.skipped) for r in session.checks)
    if partly:
        told += f"; {_counted(partly, 'function')} not analysed in full"
    terminalreporter.write_line(told)


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")
