# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program, which reads everything: CUDA source, projects, binaries."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Any, Iterable, List, Optional, Union

from .report import Report, parse

_HERE = os.path.dirname(os.path.abspath(__file__))
_LOADER_FAILED = 127
_HINT = ("fencepost: the program needs the libraries of LLVM and Clang 22 (Debian and Ubuntu: "
         "libllvm22, libclang-cpp22, libclang-common-22-dev; see https://apt.llvm.org)\n")
Path = Union[str, "os.PathLike[str]"]


def program() -> str:
    named = os.environ.get("FENCEPOST_PROGRAM")
    if named:
        return named
    own = os.path.join(_HERE, "bin", "fencepost")
    if os.path.exists(own):
        return own
    found = shutil.which("fencepost")
    # The command of this package would only come back here.
    if found and not _is_script(found):
        return found
    raise FileNotFoundError("fencepost: the program was not found; set FENCEPOST_PROGRAM to its path, or "
                            "install the package again")


def _is_script(path: str) -> bool:
    with open(path, "rb") as f:
        return f.read(2) == b"#!"


def _has_libraries() -> bool:
    """Those that the program was linked with are where they were."""
    try:
        from ._build import LIBRARIES
    except ImportError:
        return False
    return all(map(os.path.exists, LIBRARIES))


def main() -> int:
    """The command `fencepost`, and `python -m fencepost`."""
    try:
        words = [program(), *sys.argv[1:]]
        if _has_libraries():
            sys.stdout.flush()
            os.execv(words[0], words)
        code = subprocess.call(words)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return _LOADER_FAILED
    except KeyboardInterrupt:
        return 130
    if code == _LOADER_FAILED:
        sys.stderr.write(_HINT)
    return code if code >= 0 else 128 - code


def _run(words: List[str], format: str) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(words[:1] + [f"--format={format}"] + words[1:], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode == _LOADER_FAILED:
        raise OSError(done.stderr + _HINT)
    if done.returncode < 0 or done.returncode > 3:
        raise OSError(f"fencepost: the program ended with {done.returncode}: {done.stderr}")
    return done


def check_files(paths: Iterable[Path] = (), *, build: Optional[Path] = None, arch: Optional[str] = None,
                rules: Optional[str] = None, level: Optional[str] = None, config: Any = None,
                options: Iterable[str] = (), clang: Iterable[str] = ()) -> Report:
    """Runs the program over files, folders and binaries.

    build: a folder with compile_commands.json (-p). options: further options
    of the program. clang: options for Clang, those behind `--`.
    """
    words = [program(), "--fail-on=note", "--color=never"]
    for option, value in (("--arch", arch), ("--rules", rules), ("--level", level)):
        if value is not None:
            words.append(f"{option}={value}")
    if config is False:
        words.append("--no-config")
    elif config is not None and config is not True:
        words.append(f"--config={os.fspath(config)}")
    if build is not None:
        words += ["-p", os.fspath(build)]
    words += options
    for path in paths:
        path = os.fspath(path)
        words.append("./" + path if path.startswith("-") else path)
    clang = list(clang)
    if clang:
        words += ["--", *clang]
    done = _run(words, "json")
    if not done.stdout:
        raise ValueError(done.stderr.strip())
    # Without findings, all that is printed is what went to standard error.
    printed = done if done.returncode == 0 else _run(words, "text")
    text = printed.stderr if done.returncode == 0 else printed.stdout + printed.stderr
    return parse(done.stdout, text, done.returncode)


def check_file(path: Path, **options: Any) -> Report:
    """check_files for one file or folder."""
    return check_files([path], **options)
