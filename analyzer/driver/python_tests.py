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
sum mean norm max min amax amin std var sqrt exp log stack cat concatenate prod dot matmul square""".split())
COPIES = set("clone copy array stack cat concatenate tensor".split())
WHOLE = set("ones randint arange eye ones_like randint_like randperm".split())
EMPTY = set("zeros empty zeros_like empty_like new_zeros new_empty".split())
FILLED = set("rand randn random normal uniform full full_like rand_like randn_like standard_normal linspace".split())
EXACT = set("""equal array_equal array_equiv assert_array_equal assert_equal assertEqual assertListEqual
assertNotEqual assertTupleEqual assertSequenceEqual""".split())
CLOSE = set("assert_close assert_allclose allclose isclose".split())
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

    def add(self, number, path, tree):
        self.files.append((number, path, tree))
        self.modules[os.path.splitext(os.path.basename(path))[0]] = number
        self.defined[number] = {n.name: n for n in tree.body if isinstance(n, FUNCTIONS + (ast.ClassDef,))}


class Imports:
    def __init__(self, program, tree):
        self.functions, self.modules = {}, {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                number = program.modules.get(node.module.split(".")[-1])
                for name in node.names:
                    self.functions[name.asname or name.name] = (number, name.name)
            elif isinstance(node, ast.Import):
                for name in node.names:
                    number = program.modules.get(name.name.split(".")[-1])
                    if number is not None:
                        self.modules[name.asname or name.name] = number


def linker_name(number, name):
    return f"python {number}:{name}"


class Function:
    """Lowers one function; buffer 0 is what is not known."""

    def __init__(self, out, program, imports, file, node, owner=None):
        self.out, self.program, self.imports = out, program, imports
        self.file, self.node, self.owner = file, node, owner
        self.index, self.locals, self.ops, self.names = len(out.functions), 0, [], {}
        self.display = f"{owner.name}.{node.name}" if owner else node.name
        self.params = node.args.posonlyargs + node.args.args
        self.self_name = self.params[0].arg if owner and self.params else None
        self.program_wide = {n for inner in ast.walk(node) if isinstance(inner, ast.Global) for n in inner.names}

    def loc(self, node):
        number = self.out.loc(self.file, node, self.display)
        return f" loc=#{number}" if number else ""

    def local(self, name, node):
        self.locals += 1
        return self.out.buffer(f"local {quoted(name)} in={self.index} number={self.locals}{self.loc(node)}")

    def emit(self, text, node):
        self.ops.append(f"  {text}{self.loc(node)}\n")

    def run(self):
        for i, arg in enumerate(self.params):
            number = f" number={i}" if i else ""
            self.names[arg.arg] = self.out.buffer(f"param {quoted(arg.arg)} in={self.index}{number}{self.loc(arg)}")
        self.out.functions.append("")
        if self.owner and self.node.name.startswith("test"):
            for other in self.owner.body:
                if isinstance(other, FUNCTIONS) and other.name in ("setUp", "setup_method"):
                    name = linker_name(self.file, f"{self.owner.name}.{other.name}")
                    self.emit(f"call 0 (0) callee={quoted(name)} spelled={quoted(other.name)}", other)
        self.body(self.node.body)
        count = f" params={len(self.params)}" if self.params else ""
        head = f"hostfn {quoted(linker_name(self.file, self.display))} display={quoted(self.display)}{count}"
        self.out.functions[self.index] = f"{head}{self.loc(self.node)} {{\n{''.join(self.ops)}}}\n"

    # Statements.
    def body(self, statements):
        for s in statements:
            method = getattr(self, "do_" + type(s).__name__, None)
            if method:
                method(s)

    def bracketed(self, kind, statements, at):
        self.emit(kind, at)
        self.body(statements)
        self.emit("end", at)

    def do_Assign(self, s):
        value = self.eval(s.value)
        for target in s.targets:
            self.assign(target, value, s)

    def do_AnnAssign(self, s):
        if s.value:
            self.assign(s.target, self.eval(s.value), s)

    def do_AugAssign(self, s):
        target, value = self.eval(s.target), self.eval(s.value)
        if target and value:
            self.emit(f"merge {target} ({value})" + (" difference" if isinstance(s.op, ast.Sub) else ""), s)

    def do_Return(self, s):
        value = self.eval(s.value) if s.value else 0
        self.emit(f"return 0 ({value})", s)

    def do_If(self, s):
        self.eval(s.test)
        self.emit("if", s)
        self.body(s.body)
        if s.orelse:
            self.emit("else", s)
            self.body(s.orelse)
        self.emit("end", s)

    def do_For(self, s):
        value = self.eval(s.iter)
        self.emit("loop", s)
        self.assign(s.target, value, s)
        self.body(s.body)
        self.emit("end", s)
        self.body(s.orelse)

    do_AsyncFor = do_For

    def do_While(self, s):
        self.emit("loop", s)
        self.eval(s.test)
        self.body(s.body)
        self.emit("end", s)

    def do_With(self, s):
        for item in s.items:
            self.eval(item.context_expr)
        self.body(s.body)

    do_AsyncWith = do_With

    def do_Try(self, s):
        self.body(s.body)
        for handler in s.handlers:
            self.bracketed("if", handler.body, s)
        self.body(s.finalbody)

    def do_Raise(self, s):
        self.emit("leave", s)

    def do_Assert(self, s):
        self.eval(s.test)

    def do_Expr(self, s):
        self.eval(s.value)

    def assign(self, target, value, at):
        if isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self.assign(part, value, at)
            return
        if isinstance(target, ast.Subscript):
            base = self.eval(target.value)
            if base:
                self.emit(f"merge {base} ({value})" if value else f"merge {base}", at)
            return
        to = self.place(target)
        if not to:
            return
        if to in self.out.globals.values():
            self.emit(f"copy {to} ({value})" if value else f"fill {to}", at)
            return
        # A name is bound anew: it shares what it is bound to.
        if not value:
            value = self.local(shortened(target), at)
            self.emit(f"fill {value}", at)
        if value != to:
            self.emit(f"alias {to} ({value})", at)

    def place(self, node):
        if isinstance(node, ast.Name):
            if node.id in self.program_wide:
                return self.out.shared(f"python {self.file}:{node.id}", node.id)
            if node.id not in self.names:
                self.names[node.id] = self.local(node.id, node)
            return self.names[node.id]
        if isinstance(node, ast.Attribute) and self.is_self(node.value):
            return self.out.shared(f"python {self.file}:{self.owner.name}.{node.attr}", f"self.{node.attr}")
        return 0

    def is_self(self, node):
        return isinstance(node, ast.Name) and self.self_name is not None and node.id == self.self_name

    # Expressions.
    def eval(self, e):
        method = getattr(self, "eval_" + type(e).__name__, None)
        if method:
            return method(e) or 0
        for child in ast.iter_child_nodes(e):
            if isinstance(child, ast.expr):
                self.eval(child)
        return 0

    def combined(self, parts, at, difference=False):
        parts = sorted({p for p in parts if p})
        if not parts or (len(parts) == 1 and not difference):
            return parts[0] if parts else 0
        made = self.local(shortened(at), at)
        self.emit(f"copy {made} ({listed(parts)})" + (" difference" if difference else ""), at)
        return made

    def eval_Name(self, e):
        return self.names.get(e.id) or self.out.globals.get(f"python {self.file}:{e.id}", 0)

    def eval_Attribute(self, e):
        if e.attr in PLAIN:
            return 0
        return self.place(e) or self.eval(e.value)

    def eval_Subscript(self, e):
        self.eval(e.slice)
        return self.eval(e.value)

    def eval_Starred(self, e):
        return self.eval(e.value)

    eval_Await = eval_Starred

    def eval_NamedExpr(self, e):
        value = self.eval(e.value)
        self.assign(e.target, value, e)
        return value

    def eval_BinOp(self, e):
        sides = [self.eval(e.left), self.eval(e.right)]
        if isinstance(e.op, (ast.FloorDiv, ast.Mod)):
            return 0
        return self.combined(sides, e, isinstance(e.op, ast.Sub))

    def eval_UnaryOp(self, e):
        value = self.eval(e.operand)
        return 0 if isinstance(e.op, ast.Not) else value

    def eval_IfExp(self, e):
        self.eval(e.test)
        return self.combined([self.eval(e.body), self.eval(e.orelse)], e)

    def eval_Tuple(self, e):
        return self.combined([self.eval(x) for x in e.elts], e)

    eval_List = eval_Tuple

    def eval_ListComp(self, e):
        for part in e.generators:
            self.assign(part.target, self.eval(part.iter), e)
            for test in part.ifs:
                self.eval(test)
        return self.eval(e.elt)

    eval_GeneratorExp = eval_ListComp

    def eval_Compare(self, e):
        sides = [e.left] + e.comparators
        values = [self.eval(s) for s in sides]
        for i, op in enumerate(e.ops):
            two = sides[i:i + 2]
            numbers = [constant(s) for s in two]
            if isinstance(op, (ast.Eq, ast.NotEq)):
                # Not of strings, None, True.
                if not any(isinstance(s, ast.Constant) and n is None for s, n in zip(two, numbers)):
                    self.compare(values[i:i + 2], "==" if isinstance(op, ast.Eq) else "!=", e, 0 in numbers)
            elif type(op).__name__ in SPELLED and [n for n in numbers if n is not None] == [0]:
                self.compare(values[i:i + 2], SPELLED[type(op).__name__], e, True)
        return 0

    def compare(self, values, spelled, at, zero=False):
        known = [v for v in values if v]
        if not known or (len(known) == 2 and known[0] == known[1]):
            return
        self.emit(f"compare 0 ({listed(known)}) spelled={quoted(spelled)}" + (" difference" if zero else ""), at)

    def eval_Call(self, e):
        func = e.func
        name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
        base = self.eval(func.value) if isinstance(func, ast.Attribute) else 0
        args = [self.eval(a) for a in e.args]
        keywords = {k.arg: k.value for k in e.keywords if k.arg}
        for k in e.keywords:
            if k.arg not in ("rtol", "atol"):
                self.eval(k.value)
        target = self.callee(func, name)
        if target:
            number, lowered, has_self = target
            return self.call(linker_name(number, lowered), name, e, ([0] if has_self else []) + args)
        sides = ([base] if base and not self.is_self(getattr(func, "value", None)) else []) + args
        if name in EXACT:
            self.compare(sides[:2], name, e, any(constant(a) == 0 for a in e.args[:2]))
            return 0
        if name in CLOSE:
            if all(constant(keywords[k]) == 0 if k in keywords else k == "atol" and name == "assert_allclose"
                   for k in ("rtol", "atol")):
                self.compare(sides[:2], f"{name}(rtol=0, atol=0)", e)
            return 0
        if name in ("eq", "ne") and len(sides) == 2:
            self.compare(sides, name, e)
            return 0
        return self.tensor_call(name, e, base, args, sides)

    def tensor_call(self, name, e, base, args, sides):
        if name in WHOLE | EMPTY | FILLED:
            made = self.local(shortened(e), e)
            self.emit(f"fill {made}" + (" whole" if name in WHOLE else " empty" if name in EMPTY else ""), e)
            return made
        if name in ("sub", "subtract"):
            return self.combined(sides[:2], e, difference=True)
        if name in SAME:
            passed = base or self.combined(args, e)
            if name in COPIES and passed:
                made = self.local(shortened(e), e)
                self.emit(f"copy {made} ({passed})", e)
                return made
            return passed
        if name in ("zero_", "fill_") and base:
            self.emit(f"fill {base}" + (" empty" if name == "zero_" else ""), e)
            return base
        if name == "copy_" and base and args:
            self.emit(f"copy {base} ({args[0]})" if args[0] else f"fill {base}", e)
            return base
        if name == "append" and base and args and args[0]:
            self.emit(f"merge {base} ({args[0]})", e)
            return 0
        if not name or (isinstance(e.func, ast.Name) and hasattr(builtins, name)):
            return 0
        # What a C++ module offers under this name.
        if isinstance(e.func, ast.Name):
            name = self.imports.functions.get(name, (None, name))[1]
        return self.call("python:" + name, name, e, args)

    def callee(self, func, name):
        """(file, name as it is lowered, does `self` or `ctx` come first)"""
        defined = self.program.defined
        if isinstance(func, ast.Name):
            number, original = self.imports.functions.get(name, (self.file, name))
            known = defined.get(number, {}).get(original)
            return (number, original, False) if isinstance(known, FUNCTIONS) else None
        if not isinstance(func, ast.Attribute) or not isinstance(func.value, ast.Name):
            return None
        of = func.value.id
        if self.is_self(func.value):
            known = any(isinstance(n, FUNCTIONS) and n.name == name for n in self.owner.body)
            return (self.file, f"{self.owner.name}.{name}", True) if known else None
        module = self.imports.modules.get(of)
        if isinstance(defined.get(module, {}).get(name), FUNCTIONS):
            return (module, name, False)
        number, original = self.imports.functions.get(of, (self.file, of))
        known = defined.get(number, {}).get(original)
        if isinstance(known, ast.ClassDef) and name == "apply":
            return (number, f"{original}.forward", True)
        return None

    def call(self, callee, name, e, args):
        made = self.local(shortened(e), e)
        self.emit(f"call {made} ({listed(args)}) callee={quoted(callee)} spelled={quoted(name)}", e)
        return made


def read(paths, out, program):
    for path in paths:
        try:
            with open(path, "rb") as f:
                tree = ast.parse(f.read(4 << 20), path)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError) as e:
            print(f"{path}: {type(e).__name__}: {(str(e).splitlines() or [''])[0]}", file=sys.stderr)
            continue
        program.add(len(out.files), path, tree)
        out.files.append(path)


def main():
    out, program = Output(), Program()
    read(sys.argv[1:], out, program)
    for number, path, tree in program.files:
        imports = Imports(program, tree)
        for node in tree.body:
            owner = node if isinstance(node, ast.ClassDef) else None
            for function in node.body if owner else [node]:
                if not isinstance(function, FUNCTIONS):
                    continue
                mine = len(out.functions)
                try:
                    Function(out, program, imports, number, function, owner).run()
                except RecursionError:
                    out.functions[mine:] = [f"hostfn {quoted(f'python {number}:too deep {mine}')} {{\n}}\n"]
                    print(f"{path}: '{function.name}' nests too deeply", file=sys.stderr)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    out.write(sys.stdout)


main()
