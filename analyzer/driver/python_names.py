# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python tests as host operations (analyzer/model/EVENTS.md, "The host side").

usage: python3 - FILE...

Functions become host functions; names, attributes of self and globals become
buffers; calls go to functions of the files by name, to functions of modules
under "python:NAME" (what C++ binds under that name), and to a small list of
functions that create, pass on or compare tensors. Anything else is unknown.
Needs nothing but the standard library.
"""
import ast
import builtins
import os
import sys

SAME = set("""cpu cuda to numpy item tolist detach float double half contiguous clone view reshape flatten squeeze
unsqueeze ravel copy asarray array as_tensor tensor from_numpy asnumpy get astype transpose permute abs fabs absolute
sum mean norm max min amax amin std var sqrt exp log stack cat concatenate prod dot matmul square
tobytes bytes bytearray memoryview list tuple sorted reversed iter next""".split())
HASHES = set("hexdigest digest hash sha1 sha224 sha256 sha384 sha512 md5 blake2b blake2s crc32 adler32 xxh64".split())
COPIES = set("clone copy array stack cat concatenate tensor".split())
WHOLE = set("ones randint arange eye ones_like randint_like randperm".split())
EMPTY = set("zeros empty zeros_like empty_like new_zeros new_empty".split())
FILLED = set("rand randn random normal uniform full full_like rand_like randn_like standard_normal linspace".split())
EXACT = set("""equal array_equal array_equiv assert_array_equal assert_equal assertEqual assertListEqual
assertNotEqual assertTupleEqual assertSequenceEqual""".split())
CLOSE = set("assert_close assert_allclose allclose isclose".split())
ULPS = set("assert_array_max_ulp assert_array_almost_equal_nulp".split())
PLACED = set("cuda cpu to eval train double half float requires_grad_".split())
PLAIN = set("shape dtype device ndim size numel nbytes itemsize strides __name__ requires_grad".split())
SPELLED = {"LtE": "<=", "Lt": "<", "Gt": ">", "GtE": ">="}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def quoted(text):
    out = ""
    for c in text:
        if c in "\\\"":
            out += "\\" + c
        else:
            out += " " if c < " " or c == "\x7f" else c
    return '"' + out + '"'


def shortened(node):
    try:
        text = ast.unparse(node)
    except RecursionError:
        return ""
    return text if len(text) <= 60 else text[:57] + "..."


def constant(node):
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = constant(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value
    return None


def called(e):
    """The last word of what a call names."""
    func = e.func if isinstance(e, ast.Call) else None
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def is_near(e):
    return "approx" in called(e).lower()


def listed(buffers):
    return ", ".join(map(str, buffers)) or "0"


class Output:
    """The text form: tables first, so functions are kept until the end."""

    def __init__(self):
        self.files, self.locations, self.location_ids = [], [], {}
        self.buffers, self.globals, self.functions = [], {}, []

    def loc(self, file, node, function):
        if not hasattr(node, "lineno"):
            return 0
        key = (file, node.lineno, node.col_offset + 1, node.end_lineno or 0, (node.end_col_offset or 0) + 1, function)
        if key not in self.location_ids:
            self.locations.append(key)
            self.location_ids[key] = len(self.locations)
        return self.location_ids[key]

    def buffer(self, text):
        self.buffers.append(text)
        return len(self.buffers)

    def shared(self, key, name):
        """A variable of a module or of the objects of a class."""
        if key not in self.globals:
            self.globals[key] = self.buffer(f"global {quoted(name)} key={quoted(key)}")
        return self.globals[key]

    def write(self, to):
        to.write('module "Python tests" layer=cuda places=explicit\n')
        for i, name in enumerate(self.files):
            to.write(f"file {i} {quoted(name)}\n")
        for i, (file, line, column, end, last, function) in enumerate(self.locations, 1):
            to.write(f"loc #{i} = {file}:{line}:{column}")
            if end > line or (end == line and last > column):
                to.write(f"-{end}:{last}")
            to.write(f" in {quoted(function)}\n" if function else "\n")
        to.write("host read\n")
        for i, text in enumerate(self.buffers, 1):
            to.write(f"buffer {i} {text}\n")
        for text in self.functions:
            to.write(text)


class Program:
    """The files of one run, by the names under which they are imported."""

    def __init__(self):
        self.files = []  # (number, path, tree)
        self.modules = {}  # name without .py: number
        self.defined = {}  # number: {name: node}
        self.fixtures = {}  # name: [(number, node)]

    def add(self, number, path, tree):
        self.files.append((number, path, tree))
        self.modules[os.path.splitext(os.path.basename(path))[0]] = number
        self.defined[number] = {n.name: n for n in tree.body if isinstance(n, FUNCTIONS + (ast.ClassDef,))}
        for n in tree.body:
            if isinstance(n, FUNCTIONS) and any("fixture" in shortened(d) for d in n.decorator_list):
                self.fixtures.setdefault(n.name, []).append((number, n))

    def fixture(self, file, name):
        """The file of the fixture that a parameter of this name takes its value from."""
        known = self.fixtures.get(name, [])
        for number, _ in known:
            if number == file:
                return number
        shared = [n for n, _ in known if any(n == f and os.path.basename(p) == "conftest.py" for f, p, _ in self.files)]
        return shared[0] if len(shared) == 1 else None

    def class_of(self, imports, file, e):
        """The class whose object an expression makes: (number, name)."""
        while isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr in PLACED:
            e = e.func.value
        if not isinstance(e, ast.Call) or not isinstance(e.func, ast.Name):
            return None
        number, original = imports.functions.get(e.func.id, (file, e.func.id))
        known = self.defined.get(number, {}).get(original)
        return (number, original) if isinstance(known, ast.ClassDef) else None

    def method(self, made, names):
        """(file, name as it is lowered, True) of the first of these methods of a class."""
        node = self.defined[made[0]][made[1]]
        for name in names:
            if any(isinstance(n, FUNCTIONS) and n.name == name for n in node.body):
                return (made[0], f"{made[1]}.{name}", True)
        return None


class Imports:
    def __init__(self, program, tree):
        self.functions, self.modules, self.names = {}, {}, set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                number = program.modules.get(node.module.split(".")[-1])
                for name in node.names:
                    self.functions[name.asname or name.name] = (number, name.name)
            elif isinstance(node, ast.Import):
                for name in node.names:
                    self.names.add((name.asname or name.name).split(".")[0])
                    number = program.modules.get(name.name.split(".")[-1])
                    if number is not None:
                        self.modules[name.asname or name.name] = number


def linker_name(number, name):
    return f"python {number}:{name}"
