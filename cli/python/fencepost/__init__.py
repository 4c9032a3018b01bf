# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds misuse of atomics and fences in GPU code.

    report = fencepost.check_ptx(text)
    assert not report, report       # true if anything was found; prints as the program does
    for finding in report:
        finding.rule, finding.file, finding.line, finding.message, finding.alternatives

``check_triton`` and ``check_cute`` take compiled kernels and find at Python
lines; ``check_files`` reads CUDA source, whole projects and binaries. What
cannot be read at all is an ``InputError``, never an empty report.
"""
from ._cute import check_cute
from ._library import library_version
from ._program import check_file, check_files
from ._text import check_ptx, check_sass
from ._triton import check_triton
from .report import (Alternative, AnalysisError, Coverage, Edit, Finding, FindingsError, Fix, InputError,
                     Notification, Reason, Report, Step, Unit)


def __getattr__(name):
    if name == "__version__":
        return library_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Alternative", "AnalysisError", "Coverage", "Edit", "Finding", "FindingsError", "Fix", "InputError",
    "Notification", "Reason", "Report", "Step", "Unit", "check_cute", "check_file", "check_files",
    "check_ptx", "check_sass", "check_triton", "library_version",
]
