# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX of functions that the CuTe DSL compiled."""
from __future__ import annotations

from typing import Any, Optional

from ._text import check_ptx
from .report import Report

_HOW = ("compile with cute.compile[cute.KeepPTX(), cute.GenerateLineInfo()](...), or set CUTE_DSL_KEEP_PTX=1 "
        "and CUTE_DSL_LINEINFO=1 before")


def _ptx(compiled: Any) -> Any:
    """None: it could have PTX, but none was kept."""
    artifacts = getattr(compiled, "artifacts", None)
    has_place = False
    for holder, attribute in ((compiled, "__ptx__"), (artifacts, "PTX")):
        if hasattr(holder, attribute):
            has_place = True
            text = getattr(holder, attribute)
            if text:
                return text
    if has_place or hasattr(compiled, "artifacts"):
        return None
    raise TypeError(f"check_cute: {type(compiled).__name__} has neither __ptx__ nor artifacts.PTX; it takes what "
                    f"cute.compile(...) returns: {_HOW}")


def check_cute(compiled: Any, *, name: Optional[str] = None, rules: Optional[str] = None,
               level: Optional[str] = None, config: Any = None) -> Report:
    """Checks what cute.compile(...) returned with its PTX kept; findings are at
    Python lines if it was compiled with line information."""
    text = _ptx(compiled)
    if text is None:
        raise TypeError(f"check_cute: the PTX was not kept: {_HOW}")
    if isinstance(text, (bytes, bytearray)):
        text = bytes(text).rstrip(b"\0")
    function = getattr(compiled, "function_name", None)
    return check_ptx(text, name=name or f"{function or 'cute'}.ptx", rules=rules, level=level, config=config)
