# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Follows python_expressions.py in one text.


class Function(Expressions):
    """Lowers one function, statement by statement; buffer 0 is what is not known."""

    def __init__(self, out, program, imports, file, node, owner=None):
        self.out, self.program, self.imports = out, program, imports
        self.file, self.node, self.owner = file, node, owner
        self.index, self.locals, self.ops, self.names = len(out.functions), 0, [], {}
        name = getattr(node, "name", "<module>")
        self.display = f"{owner.name}.{name}" if owner else name
        self.is_module = isinstance(node, ast.Module)
        self.params = [] if self.is_module else node.args.posonlyargs + node.args.args
        self.self_name = self.params[0].arg if owner and self.params else None
        self.nested, self.made, self.returns, self.hashes = {}, {}, [], set()
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
        for arg in self.params:
            number = self.program.fixture(self.file, arg.arg)
            if number is not None and (number, arg.arg) != (self.file, getattr(self.node, "name", "")):
                self.names[arg.arg] = self.call(linker_name(number, arg.arg), arg.arg, arg, [])
        if not self.is_module and self.owner and self.node.name.startswith("test"):
            for other in self.owner.body:
                if isinstance(other, FUNCTIONS) and other.name in ("setUp", "setup_method"):
                    name = linker_name(self.file, f"{self.owner.name}.{other.name}")
                    self.emit(f"call 0 (0) callee={quoted(name)} spelled={quoted(other.name)}", other)
        if self.is_module:
            self.body([s for s in self.node.body if not isinstance(s, FUNCTIONS)])
        else:
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

    def do_FunctionDef(self, s):
        self.nested[s.name] = s

    do_AsyncFunctionDef = do_FunctionDef

    def do_Assign(self, s):
        made = self.program.class_of(self.imports, self.file, s.value)
        for target in s.targets:
            if isinstance(target, ast.Name):
                self.nested.pop(target.id, None)
                self.made.pop(target.id, None)
                if isinstance(s.value, ast.Lambda):
                    self.nested[target.id] = s.value
                if made:
                    self.made[target.id] = made
        value = [self.eval(x) for x in s.value.elts] if isinstance(s.value, ast.Tuple) else self.eval(s.value)
        for target in s.targets:
            if isinstance(value, list) and not (isinstance(target, (ast.Tuple, ast.List))
                                                and len(target.elts) == len(value)):
                self.assign(target, self.combined(value, s), s)
            else:
                self.bind(target, value, s)

    def do_AnnAssign(self, s):
        if s.value:
            self.assign(s.target, self.eval(s.value), s)

    def do_AugAssign(self, s):
        target, value = self.eval(s.target), self.eval(s.value)
        if target and value:
            self.emit(f"merge {target} ({value})" + (" difference" if isinstance(s.op, ast.Sub) else ""), s)

    def do_Return(self, s):
        value = self.eval(s.value) if s.value else 0
        if self.returns:
            self.returns[-1].append(value)
        else:
            self.emit(f"return 0 ({value})", s)

    def eval_Yield(self, e):
        self.do_Return(e)

    def do_If(self, s):
        self.eval(s.test)
        self.emit("if", s)
        self.body(s.body)
        if s.orelse:
            self.emit("else", s)
            self.body(s.orelse)
        self.emit("end", s)

    def do_For(self, s):
        value = self.parts(s.iter)
        self.emit("loop", s)
        self.bind(s.target, value, s)
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

    def parts(self, e):
        """What a loop goes over: a list for several targets."""
        if called(e) == "zip":
            return [self.parts(a) for a in e.args]
        if called(e) == "enumerate" and e.args:
            return [0, self.parts(e.args[0])]
        return self.eval(e)

    def bind(self, target, value, at):
        if not isinstance(value, list):
            self.assign(target, value, at)
        elif isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == len(value):
            for part, one in zip(target.elts, value):
                self.bind(part, one, at)

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


def lower_one(out, program, imports, number, node, owner, path):
    mine = len(out.functions)
    try:
        Function(out, program, imports, number, node, owner).run()
    except RecursionError:
        out.functions[mine:] = [f"hostfn {quoted(f'python {number}:too deep {mine}')} {{\n}}\n"]
        print(f"{path}: '{getattr(node, 'name', '<module>')}' nests too deeply", file=sys.stderr)


def main():
    out, program = Output(), Program()
    read(sys.argv[1:], out, program)
    for number, path, tree in program.files:
        imports = Imports(program, tree)
        lower_one(out, program, imports, number, tree, None, path)
        for node in tree.body:
            owner = node if isinstance(node, ast.ClassDef) else None
            for function in node.body if owner else [node]:
                if isinstance(function, FUNCTIONS):
                    lower_one(out, program, imports, number, function, owner, path)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    out.write(sys.stdout)


main()
