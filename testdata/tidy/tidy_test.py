#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plugin in clang-tidy against the program, on the same commands: those of
`fencepost export-compdb`.

  tidy_test.py FENCEPOST PLUGIN CLANG_TIDY
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
RULES = os.path.join(os.path.dirname(HERE), "rules")
FENCEPOST = PLUGIN = TIDY = None
DIAGNOSTIC = re.compile(r"^(/.*?):(\d+):(\d+): (warning|error): (.*) \[gpu-([a-z-]+)(?:,-warnings-as-errors)?\]$")


def run(*words, code=(0,), **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=600, **options)
    if done.returncode not in code:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def read(path):
    with open(path) as text:
        return text.read()


class Project:
    """Files with a database for nvcc, and what export-compdb makes of it."""

    def __init__(self, files, options=()):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="fencepost-tidy-"))
        self.files = files
        entries = [{"directory": self.folder, "file": f,
                    "arguments": ["nvcc", "-arch=sm_90", *options, "-c", f, "-o", f"{i}.o"]}
                   for i, f in enumerate(files)]
        with open(os.path.join(self.folder, "compile_commands.json"), "w") as out:
            json.dump(entries, out)
        run(FENCEPOST, "export-compdb", "-p", self.folder)
        self.exported = os.path.join(self.folder, "fencepost")

    def close(self):
        shutil.rmtree(self.folder)

    def tidy(self, *options, code=(0,), files=None):
        return run(TIDY, "-load", PLUGIN, "-p", self.exported, *options, *(files or self.files),
                   code=code, cwd=self.folder)

    def program(self, *options):
        out = run(FENCEPOST, "-p", self.folder, "--format=json", "--no-config", "--no-cache", *options, code=(0, 1))
        return json.loads(out.stdout)


def told(output):
    """(rule, file, line, column, message) of each diagnostic."""
    found = [DIAGNOSTIC.match(line) for line in output.splitlines()]
    return sorted((m[6], m[1], int(m[2]), int(m[3]), m[5]) for m in found if m)


def claimed(findings):
    return sorted((f["rule"], f["file"], f["line"], f["column"], f["message"]) for f in findings)


def sources():
    """The first two cases of every rule."""
    chosen = []
    for rule in sorted(os.listdir(RULES)):
        folder = os.path.join(RULES, rule)
        if os.path.isdir(folder) and rule != "silent":
            cases = sorted(f for f in os.listdir(folder) if f.endswith(".cu"))
            chosen += [os.path.join(folder, f) for f in cases[:2]]
    return chosen


class Plugin(unittest.TestCase):
    maxDiff = None

    def project(self, files, options=()):
        made = Project(files, options)
        self.addCleanup(made.close)
        return made

    def source(self, text, name="a.cu"):
        folder = os.path.realpath(tempfile.mkdtemp(prefix="fencepost-tidy-"))
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, name)
        with open(path, "w") as out:
            out.write(text)
        return path

    def test_same_findings(self):
        files = sources()
        project = self.project(files)
        options = "{CheckOptions: {GpuLevel: note}}"
        ours = claimed(project.program("--level=note")["findings"])
        # Some of the cases have errors that both take alike.
        theirs = told(project.tidy("-checks=-*,gpu-*", f"-config={options}", code=(0, 1)).stdout)
        self.assertGreater(len(ours), len(files) // 2)
        self.assertGreater(len({rule for rule, *_ in ours}), 20)
        self.assertEqual(theirs, ours)

    def test_same_comments(self):
        file = os.path.join(HERE, "nolint.cu")
        with open(file) as text:
            marked = [re.search(r"\b(shown|hidden)$", line) for line in text]
        shown, hidden = ([i for i, m in enumerate(marked, 1) if m and m[1] == word]
                         for word in ("shown", "hidden"))
        project = self.project([file])
        told_here = told(project.tidy("-checks=-*,gpu-*").stdout)
        self.assertEqual([d[2] for d in told_here if d[0] == "relaxed-poll"], shown)
        result = project.program()
        self.assertEqual(claimed(result["findings"]), told_here)
        self.assertEqual([f["line"] for f in result["suppressed"]], hidden)
        self.assertEqual({f["suppression"]["kind"] for f in result["suppressed"]}, {"in-source"})

    def test_notes_carry_the_evidence(self):
        file = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        project = self.project([file])
        finding = project.program()["findings"][0]
        output = project.tidy("-checks=-*,gpu-*").stdout
        places = [f"{s['file']}:{s['line']}:{s['column']}: note: {s['role']}: {s['message']}"
                  for s in finding["steps"]]
        places += [f"note: assumed: {a}" for a in finding["assumptions"]]
        places += [f"note: instead: {a['text']}" for a in finding["alternatives"]]
        at = 0
        for place in places:
            at = output.find(place, at)
            self.assertGreaterEqual(at, 0, place + "\n" + output)

    def test_warnings_as_errors(self):
        file = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        output = self.project([file]).tidy("-checks=-*,gpu-*", "-warnings-as-errors=gpu-relaxed-poll", code=(1,))
        self.assertRegex(output.stdout, r"poll\.cu:4:12: error: .*\[gpu-relaxed-poll,-warnings-as-errors\]")

    def test_configuration_beside_the_file(self):
        poll = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        file = self.source(read(poll))
        with open(os.path.join(os.path.dirname(file), ".clang-tidy"), "w") as out:
            out.write("Checks: '-*,gpu-*,-gpu-weak-poll'\nWarningsAsErrors: 'gpu-*'\n"
                      "CheckOptions:\n  gpu-relaxed-poll.GpuLevel: error\n  GpuCoverage: true\n")
        project = self.project([file])
        self.assertEqual(project.program()["findings"][0]["level"], "error")
        self.assertEqual(len(told(project.tidy(code=(1,)).stdout)), 1)
        checked = run(TIDY, "-load", PLUGIN, "-p", project.exported, "--verify-config", file)
        self.assertIn("No config errors detected", checked.stdout + checked.stderr)

    def test_level_notes_only_if_asked_for(self):
        folder = os.path.join(RULES, "redundant-fence")
        files = [os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f.endswith(".cu")]
        note = self.project(files)
        with_notes = claimed(note.program("--level=note")["findings"])
        without = claimed(note.program()["findings"])
        self.assertLess(len(without), len(with_notes))
        self.assertEqual(told(note.tidy("-checks=-*,gpu-*").stdout), without)
        options = "{CheckOptions: {GpuLevel: loud}}"
        self.assertIn("GpuLevel is 'loud': it must be note, warning or error",
                      note.tidy("-checks=-*,gpu-relaxed-poll", f"-config={options}").stdout)

    def test_functions_not_analysed(self):
        file = self.source("// Nothing instantiates it.\n"
                           "template <typename T> __global__ void kernel(T *word) {\n  *word = 1;\n}\n")
        project = self.project([file])
        self.assertEqual(project.tidy("-checks=-*,gpu-*").stdout, "")
        coverage = project.program()["coverage"]["functions"]["skipped"]
        self.assertEqual([p["name"] for p in coverage], ["kernel"])
        options = "{CheckOptions: {GpuCoverage: true}}"
        output = project.tidy("-checks=-*,gpu-*", f"-config={options}").stdout
        self.assertEqual(len(re.findall(r"a\.cu:2:\d+: warning: 'kernel' was skipped: ", output)), 1, output)
        self.assertIn(coverage[0]["reason"], output)

    def test_exported_fixes(self):
        file = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        project = self.project([file])
        fixes = os.path.join(project.folder, "fixes.yaml")
        project.tidy("-checks=-*,gpu-*", f"-export-fixes={fixes}")
        with open(fixes) as text:
            written = text.read()
        self.assertIn("DiagnosticName:  gpu-relaxed-poll", written)
        self.assertIn("consumer: ", written)

    def test_same_fixes(self):
        texts = {f"{rule}_{name}": read(os.path.join(RULES, rule, name))
                 for rule in ("missing-clobber", "read-only-bulk-wait", "unsupported-fence")
                 for name in os.listdir(os.path.join(RULES, rule)) if name.endswith(".cu")}

        def fixed(fix):
            folder = os.path.realpath(tempfile.mkdtemp(prefix="fencepost-tidy-"))
            self.addCleanup(shutil.rmtree, folder)
            for name, text in texts.items():
                with open(os.path.join(folder, name), "w") as out:
                    out.write(text)
            fix(self.project([os.path.join(folder, name) for name in sorted(texts)]))
            return {name: read(os.path.join(folder, name)) for name in texts}

        ours = fixed(lambda p: p.program("--fix"))
        theirs = fixed(lambda p: p.tidy("-checks=-*,gpu-*", "-fix", code=(0, 1)))
        self.assertGreater(sum(ours[name] != texts[name] for name in texts), 3)
        self.assertEqual(theirs, ours)

    def test_one_analysis_of_a_unit(self):
        poll = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        file = self.source(read(poll))
        with open(os.path.join(os.path.dirname(file), ".fencepost.yaml"), "w") as out:
            out.write("homes:\n- {pointer: p, home: moon}\n")
        told = self.project([file]).tidy("-checks=-*,gpu-*").stderr
        self.assertEqual(told.count("moon"), 1, told)  # Each analysis reads it.

    def test_silent_elsewhere(self):
        poll = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        output = run(TIDY, "-load", PLUGIN, "-checks=-*,gpu-*", poll, "--", "-x", "cuda", "-nocudainc",
                     "-nocudalib", "--cuda-host-only", "-D__global__=__attribute__((global))",
                     "-include", self.source("struct Dim { unsigned x; }; extern const Dim threadIdx;\n"
                                             "void __syncthreads();\n", "few.h"), code=(0, 1))
        self.assertNotIn("gpu-", output.stdout)
        file = self.source("int main() { return 0; }\n", "a.cpp")
        output = run(TIDY, "-load", PLUGIN, "-checks=-*,gpu-*", file, "--")
        self.assertEqual(told(output.stdout), [])

    def test_errors_of_the_unit(self):
        """A function that lost a statement to an error makes no claim."""
        poll = os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu")
        text = read(poll)
        broken = text.replace("__syncthreads();", "missing_acquire(flag);")
        self.assertNotEqual(text, broken)
        whole = text.replace("consume(", "other(")
        file = self.source(broken + whole)
        project = self.project([file])
        ours = claimed(project.program()["findings"])
        output = project.tidy("-checks=-*,gpu-*", code=(0, 1)).stdout
        self.assertIn("missing_acquire", output)
        self.assertEqual(told(output), ours)

    def test_readme(self):
        """The commands of "In clang-tidy", the configuration there, and the comments before it."""
        text = read(os.path.join(HERE, "../../README.md"))
        section = text.split("\n### In clang-tidy\n")[1].split("\n### ")[0].split("\n## ")[0]
        block, yaml = section.split("```\n")[1], section.split("```yaml\n")[1].split("```")[0]
        comments = text.split("\n### Suppressing a finding\n")[1].split("```cuda\n")[1].split("```")[0]
        poll = read(os.path.join(os.path.dirname(HERE), "cli", "Inputs", "poll.cu"))

        folder = os.path.dirname(self.source(poll, "queue.cu"))
        os.makedirs(os.path.join(folder, "src"))
        os.makedirs(os.path.join(folder, "build"))
        os.rename(os.path.join(folder, "queue.cu"), os.path.join(folder, "src", "queue.cu"))
        with open(os.path.join(folder, "build", "compile_commands.json"), "w") as out:
            json.dump([{"directory": folder, "file": "src/queue.cu",
                        "command": "nvcc -arch=sm_90 -c src/queue.cu"}], out)
        env = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(PLUGIN),
                   PATH=os.path.dirname(FENCEPOST) + os.pathsep + os.environ["PATH"])
        commands = [line.split("  #")[0].strip() for line in block.splitlines()]
        self.assertEqual([c.split()[0] for c in commands], ["fencepost", "clang-tidy-22", "run-clang-tidy-22"])
        run(*commands[0].split(), cwd=folder, env=env)
        for command in commands[1:]:
            words = command.replace("'", "").split()
            if not shutil.which(words[0]):
                self.skipTest(words[0] + " was not found")
            self.assertIn("[gpu-relaxed-poll]", run(*words, cwd=folder, env=env).stdout)

        with open(os.path.join(folder, ".clang-tidy"), "w") as out:
            out.write(yaml)
        words = commands[1].replace("'", "").split()
        words.remove("-checks=-*,gpu-*")
        self.assertIn("[gpu-relaxed-poll,-warnings-as-errors]", run(*words, cwd=folder, env=env, code=(1,)).stdout)
        checked = run(*words, "--verify-config", cwd=folder, env=env)
        self.assertIn("No config errors detected", checked.stdout + checked.stderr)

        before = "__global__ void consume(const volatile int *flag, const float *data, float *out) {\n"
        file = self.source(before + comments + "out[threadIdx.x] = data[threadIdx.x];\n__threadfence();\n}\n")
        bare = self.source(before + re.sub("//.*", "", comments) +
                           "out[threadIdx.x] = data[threadIdx.x];\n__threadfence();\n}\n", "bare.cu")
        lines = range(2, 2 + comments.count("\n"))
        project = self.project([file, bare])
        result = project.program("--level=note")
        here = [f for f in result["findings"] if f["file"] == file and f["line"] in lines]
        there = [f for f in result["findings"] if f["file"] == bare and f["line"] in lines]
        self.assertEqual(here, [])
        self.assertEqual(len([f for f in result["suppressed"] if f["file"] == file]), len(there))
        self.assertEqual(told(project.tidy("-checks=-*,gpu-*").stdout), claimed(
            [f for f in result["findings"] if f["level"] != "note"]))

    def test_another_version(self):
        """A program that is no clang-tidy, and an older one where there is one."""
        out = run(sys.executable, "-c", f"import ctypes; ctypes.CDLL({PLUGIN!r})")
        self.assertRegex(out.stderr, r"^fencepost: libFencepostTidy-(\d+)\.so needs clang-tidy-\1, and this is ")
        other = shutil.which("clang-tidy-14")
        if other:
            out = run(other, "-load", PLUGIN, "-checks=-*,gpu-*", "--list-checks", code=(1,))
            self.assertRegex(out.stderr, r"needs clang-tidy-22, and this is .*clang version 14")

    def test_links_no_llvm(self):
        readelf = shutil.which("readelf") or shutil.which("llvm-readelf-22")
        if not readelf:
            self.skipTest("readelf was not found")
        for file in (PLUGIN, PLUGIN.replace("libFencepostTidy-", "FencepostTidyChecks-")):
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run(readelf, "-d", file).stdout)
            self.assertTrue(needed)
            self.assertEqual([n for n in needed if re.search("LLVM|clang", n)], [])
            symbols = run(readelf, "--dyn-syms", "-W", file).stdout
            self.assertIn(" UND ", symbols)
            self.assertEqual(re.findall(r" UND (_ZN?K?9fencepost\w+)", symbols), [])


if __name__ == "__main__":
    FENCEPOST, PLUGIN, TIDY = sys.argv[1:4]
    if not shutil.which(TIDY):
        print("skipped: clang-tidy of the plugin's version was not found")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
