#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package as it is installed: checks, kernels of Triton and CuTe, the
command, the pytest plugin, the README's section.

Needs no network: the package is laid out by CMake. With FENCEPOST_TEST_PIP=1
and scikit-build-core, `pip install` is tried as well.

  package_test.py BUILD
"""
import glob
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = FOLDER = PACKAGE = None
POLL = open(os.path.join(HERE, "queue.ptx")).read()
GOOD = POLL.replace("ld.relaxed.gpu", "ld.acquire.gpu")


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("FENCEPOST_", "PYTEST_"))}
    return dict(env, PYTHONPATH=PACKAGE, PYTHONDONTWRITEBYTECODE="1", **more)


def run(*words, cwd=None, code=0, env=None):
    done = subprocess.run(words, cwd=cwd or FOLDER, env=env or environment(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=300)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def python_with(module):
    for python in dict.fromkeys((sys.executable, shutil.which("python3"), "/usr/bin/python3")):
        if python and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            return python
    return None


def at_python_lines(ptx, file):
    """As a compiler of Python writes it: instruction n is at line n of file."""
    head, body = ptx.split("\n{\n")
    lines = "".join(f"\t.loc 1 {n} 0\n{line}\n" if line.startswith("\tld.") or line.startswith("\tst.") else
                    line + "\n" for n, line in enumerate(body.splitlines(), 1))
    return f"{head}\n{{\n{lines}\t.file 1 \"{file}\"\n".replace("}\n\t.file", "}\n.file")


class Checks(unittest.TestCase):
    def test_ptx(self):
        report = fencepost.check_ptx(POLL, name="queue.ptx")
        self.assertTrue(report)
        finding, = report
        self.assertEqual((finding.rule, finding.level, finding.file, finding.line, finding.function),
                         ("relaxed-poll", "error", "queue.ptx", 21, "queue"))
        self.assertIn("poll", [s.role for s in finding.steps])
        self.assertEqual(finding.alternatives[0].name, "fence-after-loop")
        self.assertIn("ld.relaxed.gpu", finding.witness["litmus"])
        self.assertEqual(len({finding, finding}), 1)
        self.assertEqual((report.coverage.analysed, report.coverage.complete), (1, True))
        self.assertIn("queue.ptx:21:2: error: ", str(report))
        self.assertIn("instead, in the order to try", str(report))
        with self.assertRaises(fencepost.FindingsError) as raised:
            report.raise_for_findings()
        self.assertIs(raised.exception.report, report)
        good = fencepost.check_ptx(GOOD.encode())
        self.assertFalse(good)
        self.assertIs(good.raise_for_findings(), good)
        self.assertFalse(fencepost.check_ptx(POLL, rules="-relaxed-poll"))

    def test_levels(self):
        report = fencepost.check_ptx(POLL, level="error")
        self.assertEqual(len(report), 1)
        with self.assertRaises(ValueError):
            report.raise_for_findings("loud")

    def test_what_cannot_be_read_is_an_error(self):
        for text, options in (("hello", {}), (b"\xff\0", {}), (POLL, {"level": "loud"}),
                              (POLL, {"rules": "no-such-rule"}), (POLL, {"config": "/no/such/file"})):
            with self.assertRaises(fencepost.InputError) as raised:
                fencepost.check_ptx(text, **options)
            self.assertTrue(str(raised.exception))
            self.assertEqual(raised.exception.report.status, 2)
        with self.assertRaises(TypeError):
            fencepost.check_ptx(None)

    def test_configuration(self):
        folder = tempfile.mkdtemp(dir=FOLDER)
        with open(os.path.join(folder, ".fencepost.yaml"), "w") as f:
            f.write("levels: {relaxed-poll: note}\n")
        name = os.path.join(folder, "queue.ptx")
        self.assertFalse(fencepost.check_ptx(POLL, name=name))
        self.assertEqual(fencepost.check_ptx(POLL, name=name, level="note").findings[0].level, "note")
        self.assertEqual(fencepost.check_ptx(POLL, name=name, config=False).findings[0].level, "error")
        self.assertFalse(fencepost.check_ptx(POLL, config=os.path.join(folder, ".fencepost.yaml")))

    def test_comments_that_suppress(self):
        source = os.path.join(tempfile.mkdtemp(dir=FOLDER), "kernels.py")
        text = at_python_lines(POLL, source)
        finding, = fencepost.check_ptx(text)
        self.assertEqual(finding.file, source)
        with open(source, "w") as f:
            f.write("\n" * (finding.line - 1) + "wait()  # NOLINT(gpu-relaxed-poll): by hand\n")
        report = fencepost.check_ptx(text)
        self.assertEqual(report.findings, ())
        self.assertEqual((report.suppressed[0].suppression, report.suppressed[0].suppression_reason),
                         ("in-source", "by hand"))

    def test_sass(self):
        listing = os.path.join(ROOT, "testdata/binaries/poll.sass")
        report = fencepost.check_sass(open(listing).read(), name=listing)
        self.assertEqual([f.rule for f in report], ['relaxed-poll'])
        with self.assertRaises(fencepost.InputError):
            fencepost.check_sass("no listing")

    def test_files_through_the_program(self):
        source = os.path.join(FOLDER, "poll.cu")
        with open(source, "w") as f:
            f.write("__global__ void k(volatile int *flag, const int *data, int *out) {\n"
                    "  while (*flag == WANTED) {\n  }\n  out[0] = data[0];\n}\n")
        report = fencepost.check_file(source, clang=["-DWANTED=0"])
        self.assertEqual((report.findings[0].rule, report.findings[0].line), ("relaxed-poll", 2))
        self.assertIn("while (*flag == WANTED)", str(report))
        with open(os.path.join(FOLDER, "good.ptx"), "w") as f:
            f.write(GOOD)
        report = fencepost.check_files([os.path.join(FOLDER, "good.ptx")])
        self.assertFalse(report)
        self.assertIn("1 function: 1 analysed", str(report))
        with self.assertRaises(fencepost.InputError):
            fencepost.check_file("/no/such/file.cu")
        with self.assertRaises(ValueError):
            fencepost.check_file(source, options=["--no-such-option"])

    def test_findings_are_those_of_the_program(self):
        path = os.path.join(FOLDER, "same.ptx")
        with open(path, "w") as f:
            f.write(POLL)
        one, other = fencepost.check_file(path), fencepost.check_ptx(POLL, name=path)
        self.assertEqual(one.findings, other.findings)
        self.assertEqual(one.coverage, other.coverage)


class Kernels(unittest.TestCase):
    """Stand-ins with the attributes that the compilers' objects have."""

    def compiled(self, ptx=POLL):
        return types.SimpleNamespace(asm={"ttir": "", "ptx": ptx}, metadata=types.SimpleNamespace(name="consume"))

    def test_triton(self):
        finding, = fencepost.check_triton(self.compiled())
        self.assertEqual(finding.file, "consume.ptx")
        source = os.path.join(FOLDER, "triton_kernels.py")
        finding, = fencepost.check_triton(self.compiled(at_python_lines(POLL, source)))
        self.assertEqual(finding.file, source)

    def test_triton_functions(self):
        function = types.SimpleNamespace(fn=len, device_caches={0: ({"a": self.compiled()}, {"a": "key"}, None)})
        self.assertEqual(len(fencepost.check_triton(function)), 1)
        tuned = types.SimpleNamespace(fn=types.SimpleNamespace(fn=function, configs=[]))
        self.assertEqual(len(fencepost.check_triton(tuned)), 1)
        function.device_caches[1] = ({"b": self.compiled(GOOD), "c": self.compiled()}, {})
        report = fencepost.check_triton(function)
        self.assertEqual((len(report), report.coverage.analysed), (1, 3))
        function.device_caches.clear()
        with self.assertRaisesRegex(TypeError, "signature="):
            fencepost.check_triton(function)
        for other in (None, 3, "text", types.SimpleNamespace(asm={"amdgcn": ""})):
            with self.assertRaisesRegex(TypeError, "asm"):
                fencepost.check_triton(other)

    def test_cute(self):
        for compiled in (types.SimpleNamespace(__ptx__=POLL, function_name="launch"),
                         types.SimpleNamespace(__ptx__=POLL.encode() + b"\0"),
                         types.SimpleNamespace(artifacts=types.SimpleNamespace(PTX=POLL))):
            self.assertEqual([f.rule for f in fencepost.check_cute(compiled)], ["relaxed-poll"])
        for compiled in (types.SimpleNamespace(__ptx__=None), types.SimpleNamespace(artifacts=None)):
            with self.assertRaisesRegex(TypeError, "not kept.*KeepPTX"):
                fencepost.check_cute(compiled)
        with self.assertRaisesRegex(TypeError, "neither __ptx__ nor artifacts.PTX"):
            fencepost.check_cute(3)

    def test_real_compilers(self):
        for module, script in (("triton", "with_triton.py"), ("cutlass.cute", "with_cute.py")):
            python = os.environ.get("FENCEPOST_TEST_PYTHON") or python_with(module)
            if not python:
                print(f"{module} is not installed: left out", file=sys.stderr)
                continue
            run(python, os.path.join(HERE, script),
                env=environment(TRITON_CACHE_DIR=os.path.join(FOLDER, "triton"), CUTE_DSL_ARCH="sm_90a"))


class Package(unittest.TestCase):
    def test_command(self):
        for words in (["-m", "fencepost"], ["-c", "import sys; from fencepost._program import main; sys.exit(main())"]):
            self.assertEqual(run(sys.executable, *words, "--version"), f"fencepost {fencepost.library_version()}\n")
            self.assertIn("[relaxed-poll]", run(sys.executable, *words, os.path.join(HERE, "queue.ptx"), code=1))
            run(sys.executable, *words, "/no/such/file", code=2)

    def test_missing_libraries_are_told(self):
        fake = os.path.join(FOLDER, "fake")
        with open(fake, "w") as f:
            f.write("#!/bin/sh\necho 'error while loading shared libraries: libclang-cpp.so.22.1' >&2\nexit 127\n")
        os.chmod(fake, 0o755)
        broken = shutil.copytree(PACKAGE, os.path.join(FOLDER, "broken"))
        with open(os.path.join(broken, "fencepost/_build.py"), "w") as f:
            f.write("LIBRARIES = ('/no/such/libclang-cpp.so',)\n")
        env = environment(FENCEPOST_PROGRAM=fake)
        env["PYTHONPATH"] = broken
        self.assertIn("needs the libraries of LLVM and Clang 22", run(
            sys.executable, "-m", "fencepost", "a.cu", code=127, env=env))
        self.assertIn("needs the libraries of LLVM and Clang 22", run(
            sys.executable, "-c", "import fencepost; fencepost.check_file('a.cu')", code=1, env=env))
        # PTX needs none of them.
        run(sys.executable, "-c", f"import fencepost; assert fencepost.check_ptx(open({HERE + '/queue.ptx'!r}).read())",
            env=env)
        os.remove(os.path.join(broken, "fencepost/lib/libfencepost.so.1"))
        self.assertIn("set FENCEPOST_LIBRARY", run(
            sys.executable, "-c", "import fencepost; fencepost.check_ptx('')", code=1, env=env))

    def test_library_needs_no_llvm(self):
        if not shutil.which("ldd"):
            self.skipTest("no ldd")
        needed = run("ldd", os.path.join(PACKAGE, "fencepost/lib/libfencepost.so.1"))
        self.assertNotIn("libclang", needed)
        if glob.glob("/usr/lib/llvm-22/lib/libLLVMSupport.a"):
            self.assertNotIn("libLLVM", needed)

    def test_project_file_names_what_is_there(self):
        try:
            import tomllib
        except ImportError:
            self.skipTest("Python before 3.11")
        with open(os.path.join(ROOT, "pyproject.toml"), "rb") as f:
            project = tomllib.load(f)
        scripts = list(project["project"]["scripts"].values())
        for entry in scripts:
            module, function = entry.split(":")
            self.assertTrue(callable(getattr(importlib.import_module(module), function)))
        self.assertTrue(os.path.exists(os.path.join(
            PACKAGE, project["project"]["entry-points"]["pytest11"]["fencepost"].replace(".", "/") + ".py")))
        regex = project["tool"]["scikit-build"]["metadata"]["version"]["regex"]
        version = re.search(regex, open(os.path.join(ROOT, "CMakeLists.txt")).read())["value"]
        self.assertEqual(fencepost.__version__, version)

    def test_pip_install(self):
        if not os.environ.get("FENCEPOST_TEST_PIP"):
            self.skipTest("builds everything: asked for with FENCEPOST_TEST_PIP=1")
        python = python_with("scikit_build_core")
        if not python:
            self.skipTest("no scikit-build-core")
        target = os.path.join(FOLDER, "pip")
        done = subprocess.run([python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--prefix", target,
                               "-C", f"build-dir={os.environ.get('FENCEPOST_TEST_PIP_BUILD') or target + '-build'}",
                               ROOT], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        site, = glob.glob(target + "/lib*/python3*/site-packages") + glob.glob(target + "/local/lib*/python3*/*-packages")
        env = dict(environment(), PYTHONPATH=site)
        self.assertIn("[relaxed-poll]", run(os.path.join(target, "bin/fencepost"), HERE + "/queue.ptx", code=1, env=env))
        with open(os.path.join(FOLDER, "test_pip.py"), "w") as f:
            f.write(f"def test_it(fencepost):\n    fencepost(open({HERE + '/queue.ptx'!r}).read())\n")
        if python_with("pytest") == python:
            self.assertIn("[relaxed-poll]", run(python, "-m", "pytest", "test_pip.py", code=1, env=env))


class Plugin(unittest.TestCase):
    def setUp(self):
        self.python = python_with("pytest")
        if not self.python:
            self.skipTest("no pytest")
        self.folder = tempfile.mkdtemp(dir=FOLDER)
        self.write("kernels.py", f"POLL = {POLL!r}\nGOOD = {GOOD!r}\n")
        self.write("pytest.ini", "[pytest]\n")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as f:
            f.write(text)

    def pytest(self, *words, code):
        return run(self.python, "-m", "pytest", "-p", "fencepost.pytest_plugin", "-p", "no:cacheprovider", *words,
                   cwd=self.folder, code=code)

    def test_fixture(self):
        self.write("test_kernels.py", """import os, pathlib, types
from kernels import GOOD, POLL

def test_good(fencepost):
    assert fencepost(GOOD).coverage.complete

def test_bad(fencepost):
    fencepost(POLL)
    raise RuntimeError("not reached")

def test_kinds(fencepost):
    fencepost(types.SimpleNamespace(asm={"ptx": GOOD}))
    fencepost(types.SimpleNamespace(__ptx__=GOOD))
    pathlib.Path("good.ptx").write_text(GOOD)
    fencepost(pathlib.Path("good.ptx"))

def test_unreadable(fencepost):
    fencepost("no PTX")
""")
        out = self.pytest(code=1)
        self.assertIn("2 failed, 2 passed", out)
        self.assertIn("test_bad.ptx:21:2: error: ", out)
        self.assertIn("[relaxed-poll]", out)
        self.assertIn("instead, in the order to try", out)
        self.assertIn("this is no PTX", out)
        self.assertNotIn("not reached", out)
        self.assertIn("fencepost: 5 checks, 1 new\n", out)

    def test_only_new_findings_fail(self):
        one = "def test_one(fencepost):\n    fencepost(POLL)\n"
        self.write("test_a.py", "from kernels import POLL\n" + one + one.replace("one", "again"))
        self.pytest(code=1)
        out = self.pytest("--fencepost-write-baseline", code=0)
        self.assertIn("1 finding written", out)
        file = os.path.join(self.folder, "fencepost-baseline.json")
        entry, = json.load(open(file))["findings"]
        self.assertEqual((entry["rule"], entry["function"]), ("relaxed-poll", "queue"))
        self.assertIn("0 new, 2 known", self.pytest(code=0))
        # Elsewhere in the text, the finding is the same; of another kernel, it is new.
        self.write("kernels.py", "POLL = " + repr("// moved\n\n" + POLL) + "\n")
        self.pytest(code=0)
        self.write("kernels.py", "POLL = " + repr(POLL + POLL.split("address_size 64\n")[1].replace(
            "queue", "other").replace("$wait", "$again")) + "\n")
        out = self.pytest(code=1)
        self.assertIn("1 of 2 findings are new", out)
        self.assertIn("2 new, 2 known", out)
        # Another file, and one that is none.
        os.rename(file, os.path.join(self.folder, "known.json"))
        self.write("kernels.py", f"POLL = {POLL!r}\n")
        self.pytest(code=1)
        self.pytest("--fencepost-baseline=known.json", code=0)
        self.write("pytest.ini", "[pytest]\nfencepost_baseline = known.json\n")
        self.pytest(code=0)
        self.assertIn("is no baseline", self.pytest("--fencepost-baseline=kernels.py", code=4))
        self.assertIn("no.json", self.pytest("--fencepost-baseline=no.json", code=4))

    def test_levels_and_rules(self):
        self.write("test_a.py", "from kernels import POLL\ndef test_it(fencepost):\n    fencepost(POLL)\n")
        for line, code in (("fencepost_level = error", 1), ("fencepost_rules = -relaxed-poll", 0),
                           ("fencepost_level = loud", 4)):
            self.write("pytest.ini", f"[pytest]\n{line}\n")
            self.pytest(code=code)

    def test_baselines_are_those_of_the_program(self):
        self.write("queue.ptx", POLL)
        self.write("test_a.py", "import pathlib\ndef test_it(fencepost):\n    fencepost(pathlib.Path('queue.ptx').resolve())\n")
        tool = os.path.join(PACKAGE, "fencepost/bin/fencepost")
        run(tool, "queue.ptx", "--write-baseline=theirs.json", cwd=self.folder, code=1)
        self.pytest("--fencepost-write-baseline", "--fencepost-baseline=ours.json", code=0)
        self.assertEqual(open(self.folder + "/ours.json").read(), open(self.folder + "/theirs.json").read())
        run(tool, "queue.ptx", "--baseline=ours.json", cwd=self.folder, code=0)
        self.pytest("--fencepost-baseline=theirs.json", code=0)

    def test_readme(self):
        """The section's code, in a project that has what it names."""
        section = open(os.path.join(ROOT, "README.md")).read().split("\n## From Python\n")[1].split("\n## ")[0]
        _, code, test = re.split(r"```python\n", section)
        code, test = code.split("```")[0], test.split("```")[0]
        printed = section.split("```python\n")[1].split("```\n")[2]
        commands = section.split("```python\n")[2].split("```\n")[2].splitlines()
        self.assertEqual(section.split("```\n")[1].split("#")[0].strip(), "pip install .")
        self.write("queue.ptx", POLL)
        self.write("read.py", code)
        self.assertEqual(run(self.python, "read.py", cwd=self.folder), printed)
        self.write("kernels.py", "import types\nconsume = types.SimpleNamespace(asm={'ptx': open('queue.ptx').read()})\n")
        self.write("test_kernels.py", test)
        self.assertEqual(test.splitlines()[0], "# test_kernels.py")
        self.pytest(code=1)
        for command in commands:
            words = command.split("#")[0].split()
            self.assertEqual(words[0], "pytest")
            self.pytest(*words[1:], code=0)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "fencepost-baseline.json")))


if __name__ == "__main__":
    BUILD = os.path.realpath(sys.argv[1])
    FOLDER = os.path.realpath(tempfile.mkdtemp(prefix="fencepost-python-"))
    PACKAGE = os.path.join(FOLDER, "package")
    for variable in ("FENCEPOST_LIBRARY", "FENCEPOST_PROGRAM"):
        os.environ.pop(variable, None)
    os.environ["XDG_CACHE_HOME"] = os.path.join(FOLDER, "cache")
    os.chdir(FOLDER)
    subprocess.run(["cmake", "--install", BUILD, "--component", "python", "--prefix", PACKAGE], check=True,
                   stdout=subprocess.DEVNULL)
    sys.path.insert(0, PACKAGE)
    import fencepost
    try:
        unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2, warnings="ignore")
    finally:
        shutil.rmtree(FOLDER)
