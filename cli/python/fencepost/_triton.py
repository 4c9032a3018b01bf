# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX of kernels that Triton compiled."""
from __future__ import annotations

import re
from typing import Any, Iterable, List, Mapping, Optional

from ._text import check_ptx
from .report import Report, join


def _ptx(kernel: Any) -> Optional[Any]:
    asm = getattr(kernel, "asm", None)
    try:
        return asm["ptx"] if asm is not None and "ptx" in asm else None
    except TypeError:
        return None


def _name(kernel: Any) -> str:
    metadata = getattr(kernel, "metadata", None)
    return getattr(metadata, "name", None) or getattr(kernel, "name", None) or "kernel"


def _unwrap(kernel: Any) -> Any:
    """Below @triton.autotune and @triton.heuristics lies the function."""
    for _ in range(16):
        if hasattr(kernel, "device_caches") or not hasattr(getattr(kernel, "fn", None), "fn"):
            break
        kernel = kernel.fn
    return kernel


def _compiled(function: Any) -> List[Any]:
    """All that a JIT function compiled so far in this process."""
    kernels: List[Any] = []
    for cache in getattr(function, "device_caches", {}).values():
        parts: Iterable[Any] = cache if isinstance(cache, (tuple, list)) else [cache]
        for part in parts:
            if isinstance(part, Mapping):
                kernels += [k for k in part.values() if _ptx(k) is not None]
    return list({id(k): k for k in kernels}.values())


def _target(arch: Optional[str]) -> Any:
    from triton.backends.compiler import GPUTarget
    digits = re.fullmatch(r"(?:sm_|compute_)?(\d+)[af]?", arch or "sm_90")
    if not digits:
        raise ValueError(f"arch {arch!r} is not known; it looks as 'sm_90'")
    return GPUTarget("cuda", int(digits.group(1)), 32)


def _compile(source: Any, arch: Optional[str]) -> Any:
    import triton
    return triton.compile(source, target=_target(arch))


def _kernels(kernel: Any, signature: Optional[Mapping[str, str]], constexprs: Optional[Mapping[str, Any]],
             arch: Optional[str]) -> List[Any]:
    if _ptx(kernel) is not None:
        return [kernel]
    if hasattr(kernel, "fn") and hasattr(kernel, "signature") and hasattr(kernel, "make_ir"):
        return [_compile(kernel, arch)]
    function = _unwrap(kernel)
    if signature is not None:
        from triton.compiler import ASTSource
        named = dict(constexprs or {})
        types = dict(signature, **{n: "constexpr" for n in named})
        return [_compile(ASTSource(fn=function, signature=types, constexprs=named), arch)]
    kernels = _compiled(function)
    if kernels:
        return kernels
    if hasattr(function, "device_caches"):
        raise TypeError(
            "check_triton: the function was not compiled in this process yet: launch it, or call its "
            "warmup(...) and pass the result, or give signature={'x': '*fp32', ...} and constexprs={...}")
    raise TypeError(
        f"check_triton: {type(kernel).__name__} has no .asm['ptx']; it takes what a launch, warmup(...) or "
        "triton.compile(...) returns, or a function under @triton.jit")


def check_triton(kernel: Any, *, signature: Optional[Mapping[str, str]] = None,
                 constexprs: Optional[Mapping[str, Any]] = None, name: Optional[str] = None,
                 arch: Optional[str] = None, rules: Optional[str] = None, level: Optional[str] = None,
                 config: Any = None) -> Report:
    """Checks a kernel of Triton; findings are at its Python lines.

    kernel: what a launch, warmup(...) or triton.compile(...) returns; or a
    @triton.jit function: all that it compiled so far, or, with signature and
    constexprs, compiled for arch (default sm_90) without a GPU.
    """
    return join(check_ptx(_ptx(k), name=name or _name(k) + ".ptx", rules=rules, level=level, config=config)
                for k in _kernels(kernel, signature, constexprs, arch))
