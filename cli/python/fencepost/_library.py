# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libfencepost.so through ctypes."""
from __future__ import annotations

import ctypes
import functools
import json
import os
from typing import Tuple

_ABI = 1
_HERE = os.path.dirname(os.path.abspath(__file__))


def _candidates() -> Tuple[str, ...]:
    named = os.environ.get("FENCEPOST_LIBRARY")
    if named:
        return (named,)
    return (os.path.join(_HERE, "lib", "libfencepost.so.1"), "libfencepost.so.1")


@functools.lru_cache(maxsize=None)
def _library() -> ctypes.CDLL:
    why = []
    for name in _candidates():
        if os.path.isabs(name) and not os.path.exists(name):
            continue
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            why.append(str(error))
            continue
        break
    else:
        raise ImportError("fencepost: its library cannot be loaded: " + ("; ".join(why) or "it was not found")
                          + "; set FENCEPOST_LIBRARY to its path, or install the package again")
    library.fencepost_abi_version.restype = ctypes.c_uint
    found = library.fencepost_abi_version()
    if found != _ABI:
        raise ImportError(f"fencepost: the library {library._name} has ABI version {found}, this package "
                          f"needs {_ABI}; install both from one source")
    text = ctypes.c_char_p
    library.fencepost_version.restype = text
    library.fencepost_check.restype = ctypes.c_void_p
    library.fencepost_check.argtypes = [text, text, text, ctypes.c_size_t, text]
    library.fencepost_result_status.argtypes = [ctypes.c_void_p]
    for function in (library.fencepost_result_json, library.fencepost_result_text):
        function.restype = text
        function.argtypes = [ctypes.c_void_p]
    library.fencepost_free.restype = None
    library.fencepost_free.argtypes = [ctypes.c_void_p]
    return library


def library_version() -> str:
    return _library().fencepost_version().decode()


def check(layer: str, name: str, text: bytes, options: dict) -> Tuple[str, str, int]:
    """(JSON, text, status)"""
    library = _library()
    result = library.fencepost_check(layer.encode(), os.fsencode(name), text, len(text),
                                     json.dumps(options).encode())
    if not result:
        raise MemoryError("fencepost: no memory for a result")
    try:
        return (library.fencepost_result_json(result).decode(),
                library.fencepost_result_text(result).decode("utf-8", "replace"),
                library.fencepost_result_status(result))
    finally:
        library.fencepost_free(result)
