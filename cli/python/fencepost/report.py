# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a check found, as the JSON output of the program has it."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Mapping, Optional, Tuple

LEVELS = ("note", "warning", "error")


@dataclass(frozen=True)
class Step:
    """One step of the evidence."""
    role: str
    message: str
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Alternative:
    name: str
    text: str


@dataclass(frozen=True)
class Edit:
    """length bytes at offset of file become text."""
    file: str
    offset: int
    length: int
    text: str


@dataclass(frozen=True)
class Fix:
    safety: str  #: safe, unsafe
    edits: Tuple[Edit, ...]


@dataclass(frozen=True)
class Finding:
    rule: str
    kind: str
    level: str  #: note, warning, error
    verdict: str  #: violates-model, seen-on-hardware, costs
    message: str
    file: str
    line: int  #: From 1; 0: no place is known.
    column: int
    end_line: int
    end_column: int
    function: str
    layer: str
    layers: Tuple[str, ...]
    archs: Tuple[str, ...]
    assumptions: Tuple[str, ...]
    steps: Tuple[Step, ...]
    alternatives: Tuple[Alternative, ...]  #: In the order to try them.
    fixes: Tuple[Fix, ...]
    fingerprint: str  #: Survives edits elsewhere in the file.
    suppression: str = ""  #: in-source, baseline, outside; empty: it counts.
    suppression_reason: str = ""
    #: A small program that the memory model lets end as the finding says, in the
    #: words of the JSON output; None: there is none.
    witness: Optional[Mapping[str, Any]] = field(default=None, hash=False)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"{place}{self.level}: {self.message} [{self.rule}]"


@dataclass(frozen=True)
class Reason:
    name: str
    reason: str


@dataclass(frozen=True)
class Unit:
    file: str
    arch: str
    layer: str
    state: str  #: analysed, partly, skipped
    reason: str


@dataclass(frozen=True)
class Coverage:
    """What was analysed, and what was not, with the reasons."""
    analysed: int  #: Functions.
    partly: Tuple[Reason, ...]
    skipped: Tuple[Reason, ...]
    units: Tuple[Unit, ...]

    @property
    def complete(self) -> bool:
        return not self.partly and not self.skipped and all(u.state == "analysed" for u in self.units)


@dataclass(frozen=True)
class Notification:
    kind: str  #: user, environment, internal
    message: str
    file: str
    line: int


@dataclass(frozen=True)
class Report:
    """True if something was found; iterates over the findings; str() is what the
    program prints at a terminal."""
    findings: Tuple[Finding, ...]
    suppressed: Tuple[Finding, ...]
    coverage: Coverage
    notifications: Tuple[Notification, ...]
    status: int  #: As the exit code of the program.
    text: str = field(repr=False)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __str__(self) -> str:
        return self.text

    def raise_for_findings(self, level: str = "note") -> "Report":
        """FindingsError if a finding has this level or a higher one, else self."""
        if level not in LEVELS:
            raise ValueError(f"level {level!r} is not known; there are {', '.join(LEVELS)}")
        if any(LEVELS.index(f.level) >= LEVELS.index(level) for f in self.findings):
            raise FindingsError(self)
        return self


class FindingsError(Exception):
    """Something was found."""

    def __init__(self, report: Report):
        super().__init__("\n" + report.text)
        self.report = report


class AnalysisError(Exception):
    """A part of the analysis failed by a fault of Fencepost; report has the rest."""

    def __init__(self, report: Report):
        told = [n.message for n in report.notifications]
        told += [f"{u.file}: {u.reason}" for u in report.coverage.units
                 if u.state == "skipped" and u.reason and u.reason not in told]
        super().__init__("; ".join(told) or "nothing could be analysed")
        self.report = report


class InputError(AnalysisError, ValueError):
    """An input of which nothing could be analysed, or an option that is wrong."""


def _finding(j: dict) -> Finding:
    suppression = j.get("suppression", {})
    return Finding(
        rule=j["rule"], kind=j["kind"], level=j["level"], verdict=j["verdict"], message=j["message"],
        file=j["file"], line=j["line"], column=j["column"], end_line=j["endLine"],
        end_column=j["endColumn"], function=j["function"], layer=j["layer"], layers=tuple(j["layers"]),
        archs=tuple(j["archs"]), assumptions=tuple(j["assumptions"]),
        steps=tuple(Step(s["role"], s["message"], s["file"], s["line"], s["column"]) for s in j["steps"]),
        alternatives=tuple(Alternative(a["name"], a["text"]) for a in j["alternatives"]),
        fixes=tuple(Fix(f["safety"], tuple(Edit(e["file"], e["offset"], e["length"], e["text"])
                                           for e in f["edits"])) for f in j["fixes"]),
        fingerprint=j["fingerprint"], suppression=suppression.get("kind", ""),
        suppression_reason=suppression.get("reason", ""), witness=j.get("witness"))


def _reasons(j: Iterable[dict]) -> Tuple[Reason, ...]:
    return tuple(Reason(r["name"], r["reason"]) for r in j)


def parse(text: str, printed: str, status: int) -> Report:
    """text: the JSON output; printed: the text output. Raises for a status of 2 or 3."""
    j: Any = json.loads(text)
    functions = j["coverage"]["functions"]
    report = Report(
        findings=tuple(_finding(f) for f in j["findings"]),
        suppressed=tuple(_finding(f) for f in j["suppressed"]),
        coverage=Coverage(functions["analysed"], _reasons(functions["partly"]), _reasons(functions["skipped"]),
                          tuple(Unit(u["file"], u["arch"], u["layer"], u["state"], u["reason"])
                                for u in j["coverage"]["units"])),
        notifications=tuple(Notification(n["class"], n["message"], n["file"], n["line"])
                            for n in j["notifications"]),
        status=status, text=printed)
    if status == 2:
        raise InputError(report)
    if status > 2:
        raise AnalysisError(report)
    return report


def join(reports: Iterable[Report]) -> Report:
    """One report of several kernels; what two of them show at one place counts once."""
    reports = list(reports)
    if len(reports) == 1:
        return reports[0]
    seen: "dict[tuple, Finding]" = {}
    for r in reports:
        for f in r.findings:
            seen.setdefault((f.fingerprint, f.file, f.line, f.column, f.message), f)
    return Report(
        tuple(seen.values()), tuple(f for r in reports for f in r.suppressed),
        Coverage(sum(r.coverage.analysed for r in reports), *(
            tuple(x for r in reports for x in getattr(r.coverage, name))
            for name in ("partly", "skipped", "units"))),
        tuple(n for r in reports for n in r.notifications), max(r.status for r in reports),
        "".join(dict.fromkeys(r.text for r in reports)))
