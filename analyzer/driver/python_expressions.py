# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Follows python_names.py in one text.


class Expressions:
    """The expressions of a function: what buffers they give, and the operations that they stand for."""

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

    def eval_Dict(self, e):
        return self.combined([self.eval(x) for x in e.values], e)

    def eval_ListComp(self, e):
        for part in e.generators:
            self.bind(part.target, self.parts(part.iter), e)
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
            if any(map(is_near, two)):
                continue
            if isinstance(op, (ast.Eq, ast.NotEq)):
                # Not of strings, None, True; but a hash is written as a string.
                is_hash = any(v in self.hashes for v in values[i:i + 2])
                if is_hash or not any(isinstance(s, ast.Constant) and n is None for s, n in zip(two, numbers)):
                    self.compare(values[i:i + 2], "==" if isinstance(op, ast.Eq) else "!=", e, 0 in numbers)
            # `d < 0` asks which one is larger, not whether they differ.
            elif isinstance(op, (ast.Gt, ast.LtE) if numbers[1] == 0 else (ast.Lt, ast.GtE)) \
                    and [n for n in numbers if n is not None] == [0]:
                self.compare(values[i:i + 2], SPELLED[type(op).__name__], e, True)
        return 0

    def compare(self, values, spelled, at, zero=False, test=""):
        known = [v for v in values if v]
        if not known or (len(known) == 2 and known[0] == known[1]):
            return
        flags = (" " + test if test else "") + (" difference" if zero else "")
        self.emit(f"compare 0 ({listed(known)}) spelled={quoted(spelled)}{flags}", at)

    def compare_close(self, name, sides, e):
        """Within tolerances that are written there: both zero is exact, both tiny nearly so."""
        keywords = {k.arg: k.value for k in e.keywords if k.arg}
        given = []
        for i, k in enumerate(("rtol", "atol")):
            at = keywords.get(k) or (e.args[2 + i] if name != "assert_close" and len(e.args) > 2 + i else None)
            given.append(constant(at) if at else 0 if k == "atol" and name == "assert_allclose" else None)
        if None in given:
            return
        if not any(given):
            self.compare(sides[:2], f"{name}(rtol=0, atol=0)", e)
        else:
            self.compare(sides[:2], name, e, test=f'test=bound tolerance="{max(given)}"')

    def inline(self, node, args, e):
        """A call of a function that sees the variables around it."""
        if len(self.returns) >= 4:
            return 0
        params = [a.arg for a in node.args.posonlyargs + node.args.args]
        kept = {p: (self.names.get(p), self.nested.get(p)) for p in params}
        for p, (value, function) in zip(params, args):
            self.names[p] = value
            self.nested.pop(p, None)
            if function is not None:
                self.nested[p] = function
        self.returns.append([])
        if isinstance(node, ast.Lambda):
            self.returns[-1].append(self.eval(node.body))
        else:
            self.body(node.body)
        values = self.returns.pop()
        for p, (value, function) in kept.items():
            for table, old in ((self.names, value), (self.nested, function)):
                table.pop(p, None)
                if old is not None:
                    table[p] = old
        return self.combined(values, e)

    def function_in(self, e):
        """The function that an argument passes on."""
        if isinstance(e, ast.Lambda):
            return e
        if isinstance(e, ast.Name):
            if e.id in self.names:
                return self.nested.get(e.id)
            is_known = e.id in self.imports.functions or e.id in self.program.defined[self.file]
            return self.nested.get(e.id, e if is_known else None)
        if isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name) and e.value.id in self.imports.names:
            return e
        return None

    def eval_Lambda(self, e):
        return 0

    def eval_Call(self, e):
        func = e.func
        name = called(e)
        known = self.nested.get(func.id) if isinstance(func, ast.Name) else None
        if isinstance(known, (ast.Name, ast.Attribute)):
            return self.eval(ast.copy_location(ast.Call(known, e.args, e.keywords), e))
        if known is None and isinstance(func, ast.Name) and func.id not in self.imports.functions:
            own = self.program.defined[self.file].get(func.id)
            if isinstance(own, FUNCTIONS) and any(self.function_in(a) is not None for a in e.args):
                known = own
        if known is not None:
            return self.inline(known, [(self.eval(a), self.function_in(a)) for a in e.args], e)
        if is_near(e):
            return 0
        base = self.eval(func.value) if isinstance(func, ast.Attribute) else 0
        args = [self.eval(a) for a in e.args]
        for k in e.keywords:
            if k.arg not in ("rtol", "atol"):
                self.eval(k.value)
        if name == "gradcheck":
            return self.gradcheck(e)
        target = self.callee(func, name)
        if target:
            number, lowered, has_self = target
            return self.call(linker_name(number, lowered), name, e, ([0] if has_self else []) + args)
        sides = ([base] if base and not self.is_self(getattr(func, "value", None)) else []) + args
        if name in EXACT:
            if any(map(is_near, e.args[:2])):
                return 0
            self.compare(sides[:2], name, e, any(constant(a) == 0 for a in e.args[:2]))
            return 0
        if name in CLOSE:
            self.compare_close(name, sides, e)
            return 0
        if name in ULPS:
            self.compare(sides[:2], name, e, test="test=ulps")
            return 0
        if name in ("any", "count_nonzero"):
            self.compare(sides[:1], name, e, zero=True)
            return 0
        if name in ("eq", "ne") and len(sides) == 2:
            self.compare(sides, name, e)
            return 0
        return self.tensor_call(name, e, base, args, sides)

    def gradcheck(self, e):
        """It runs the backward pass twice and compares: bit for bit unless nondet_tol says otherwise."""
        of = e.args[0] if e.args else None
        if not (isinstance(of, ast.Attribute) and of.attr == "apply" and isinstance(of.value, ast.Name)):
            return 0
        if any(k.arg is None or k.arg == "nondet_tol" and constant(k.value) != 0 for k in e.keywords) or len(e.args) > 5:
            return 0
        number, original = self.imports.functions.get(of.value.id, (self.file, of.value.id))
        known = isinstance(self.program.defined.get(number, {}).get(original), ast.ClassDef)
        target = self.program.method((number, original), ("backward",)) if known else None
        if target:
            made = self.call(linker_name(*target[:2]), "backward", e, [0] if target[2] else [])
            self.compare([made], "gradcheck(nondet_tol=0)", e)
        return 0

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
        if name in HASHES:
            of = self.combined([base] + args, e)
            made = self.local(shortened(e), e)
            self.emit(f"copy {made} ({of})" if of else f"fill {made}", e)
            self.hashes.add(made)
            return made
        if name in ("append", "update", "extend") and base and args and args[0]:
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
        defined, program = self.program.defined, self.program
        made = program.class_of(self.imports, self.file, func)
        if isinstance(func, ast.Name):
            made = self.made.get(name)
        elif isinstance(func, ast.Attribute) and self.is_self(func.value):
            made = self.member_class(func.attr)
        if made:
            return program.method(made, ("forward", "__call__"))
        if isinstance(func, ast.Name):
            number, original = self.imports.functions.get(name, (self.file, name))
            known = defined.get(number, {}).get(original)
            return (number, original, False) if isinstance(known, FUNCTIONS) else None
        if not isinstance(func, ast.Attribute):
            return None
        if isinstance(func.value, ast.Attribute) and self.is_self(func.value.value):
            made = self.member_class(func.value.attr)
            return program.method(made, (name,)) if made else None
        if not isinstance(func.value, ast.Name):
            return None
        of = func.value.id
        if of in self.made:
            return program.method(self.made[of], (name,))
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

    def member_class(self, name):
        """The class of self.NAME, if one method makes it."""
        for node in ast.walk(self.owner):
            if isinstance(node, ast.Assign) and any(
                    isinstance(t, ast.Attribute) and t.attr == name for t in node.targets):
                return self.program.class_of(self.imports, self.file, node.value)
        return None

    def call(self, callee, name, e, args):
        made = self.local(shortened(e), e)
        self.emit(f"call {made} ({listed(args)}) callee={quoted(callee)} spelled={quoted(name)}", e)
        return made
