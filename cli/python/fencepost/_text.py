# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of texts that are in memory."""
from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _library
from .report import Report, parse


def check_text(layer: str, text: Union[str, bytes], name: Optional[str], arch: Optional[str],
               rules: Optional[str], level: Optional[str], config: Any) -> Report:
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogateescape")
    elif not isinstance(text, (bytes, bytearray)):
        raise TypeError(f"the text is {type(text).__name__}, not str or bytes")
    options: "dict[str, Any]" = {"fail-on": "note"}
    for key, value in (("arch", arch), ("rules", rules), ("level", level)):
        if value is not None:
            options[key] = value
    if config is not None and config is not True:
        options["config"] = config if config is False else os.fspath(config)
    return parse(*_library.check(layer, os.fspath(name) if name else "", bytes(text), options))


def check_ptx(text: Union[str, bytes], *, name: Optional[str] = None, arch: Optional[str] = None,
              rules: Optional[str] = None, level: Optional[str] = None, config: Any = None) -> Report:
    """Checks a PTX module.

    name: what findings call it where it names no source lines. rules, level:
    as --rules and --level. config: a file; False: none; default: the nearest
    .fencepost.yaml of name's folder or the current one.
    """
    return check_text("ptx", text, name, arch, rules, level, config)


def check_sass(text: Union[str, bytes], *, name: Optional[str] = None, arch: Optional[str] = None,
               rules: Optional[str] = None, level: Optional[str] = None, config: Any = None) -> Report:
    """Checks a listing of cuobjdump -sass or nvdisasm."""
    return check_text("sass", text, name, arch, rules, level, config)
