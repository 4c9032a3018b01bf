#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs the program into a temporary prefix and uses it as others do: from
the command line, in a CMake project, behind Bear, through clang-tidy.

Needs no CUDA toolkit: nvcc is the stub beside this file. The real one is tried
where it is found.

  install_test.py BUILD [NVCC]
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
BUILD = NVCC = None


def run(*words, code=0, **options):
    """Standard output and error together; code None: any."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=300, **options)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = os.path.realpath(tempfile.mkdtemp(prefix="fencepost-install-"))
        cls.prefix = os.path.join(cls.root, "prefix")
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.tool = os.path.join(cls.prefix, "bin", "fencepost")
        cls.log = os.path.join(cls.root, "nvcc.log")
        os.environ["NVCC_LOG"] = cls.log
        os.environ["XDG_CACHE_HOME"] = os.path.join(cls.root, "cache")
        os.environ.pop("CUDAARCHS", None)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def project(self, name):
        folder = os.path.join(self.root, name)
        shutil.copytree(os.path.join(HERE, "consumer"), folder)
        return folder

    def configure(self, folder, generator, nvcc=None):
        build = os.path.join(folder, "build")
        chosen = [f"-DCMAKE_CUDA_COMPILER={nvcc}", "-DCMAKE_CUDA_ARCHITECTURES=90"] if nvcc \
            else [f"-DCMAKE_TOOLCHAIN_FILE={HERE}/stub.cmake"]
        run("cmake", "-S", folder, "-B", build, "-G", generator, *chosen,
            f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        return build

    def compiled(self):
        """The lines of the stub's log, which starts anew."""
        lines = open(self.log).read().splitlines() if os.path.exists(self.log) else []
        if lines:
            os.remove(self.log)
        return lines

    # The program alone.

    def test_runs_from_anywhere_without_the_build_tree(self):
        source = os.path.join(HERE, "consumer", "poll.cu")
        words = [self.tool, source, "--", "-DREAD_TYPE=volatile",
                 f"-I{HERE}/consumer/system"]
        hide = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs none "$0" && shift 0 && exec "$@"', BUILD]
        hidden = subprocess.run(hide + ["true"], capture_output=True).returncode == 0
        out = run(*(hide if hidden else []), *words, code=1, cwd="/", env={"PATH": "/usr/bin:/bin"})
        self.assertIn("[relaxed-poll]", out)
        self.assertIn("1 function: 1 analysed", out)
        out = run(*(hide if hidden else []), self.tool, "explain", "relaxed-poll", cwd="/", env={})
        self.assertIn("relaxed-poll", out)

    def options(self, *command):
        """(options, values) of a command's help."""
        text = run(self.tool, *command, "--help")
        options = re.findall(r"^  (--?[A-Za-z][\w-]*)", text, re.M)
        values = re.findall(r"^    =([a-z]+)", text, re.M)
        return set(options) - {"-h"}, set(values)

    def test_every_option_is_completed_and_in_the_man_page(self):
        share = os.path.join(self.prefix, "share")
        files = {name: open(os.path.join(share, name)).read() for name in (
            "bash-completion/completions/fencepost", "zsh/vendor-completions/_fencepost",
            "fish/vendor_completions.d/fencepost.fish", "man/man1/fencepost.1")}
        commands = re.findall(r"^  fencepost ([a-z-]+) ", run(self.tool, "--help").split("USAGE:")[0], re.M)
        self.assertIn("launcher", commands)
        for command in commands:
            for name, text in files.items():
                self.assertIn(command.replace("-", r"\-") if name.endswith(".1") else command,
                              text, name)
        for command in ([], ["rules"], ["litmus"], ["explain"]):
            options, values = self.options(*command)
            self.assertIn("--help", options)
            if not command:
                self.assertIn("--version", options)
                self.assertGreater(len(options), 20)
                self.assertGreater(len(values), 10)
            for name, text in files.items():
                for option in sorted(options):
                    if name.endswith(".1"):
                        wanted = r"\fB" + option.replace("-", r"\-") + r"\fR"
                    elif name.endswith(".fish"):
                        wanted = ("-l " if option.startswith("--") else "-s ") + option.lstrip("-") + " "
                    else:
                        wanted = option
                    self.assertIn(wanted, text, f"{name}: {option}")
                for value in sorted(values):
                    self.assertRegex(text, rf"{value}\b", name)

    def test_shells_and_man_take_what_is_printed(self):
        share = os.path.join(self.prefix, "share")
        bash = os.path.join(share, "bash-completion/completions/fencepost")

        def completed(*words):
            script = (f'. "{bash}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                      'compopt() { :; }; _fencepost; printf "%s\\n" "${COMPREPLY[@]}"')
            env = dict(os.environ, PATH=os.path.dirname(self.tool) + ":" + os.environ["PATH"])
            return run("bash", "-c", script, "bash", *words, env=env).split()

        self.assertEqual(completed("fencepost", "--lev"), ["--level="])
        self.assertEqual(completed("fencepost", "--level", "=", "w"), ["warning"])
        self.assertIn("relaxed-poll", completed("fencepost", "explain", "relaxed"))
        self.assertEqual(completed("fencepost", "laun"), ["launcher"])
        self.assertEqual(completed("fencepost", "rules", "--f"), ["--format="])
        self.assertIn("zsh", completed("fencepost", "completion", ""))
        if shutil.which("zsh"):
            run("zsh", "-n", os.path.join(share, "zsh/vendor-completions/_fencepost"))
        if shutil.which("fish"):
            fish = os.path.join(share, "fish/vendor_completions.d/fencepost.fish")
            out = run("fish", "--no-config", "-c", f'source "{fish}"; complete -C "fencepost --lev"')
            self.assertIn("--level", out)
        if shutil.which("groff"):
            page = os.path.join(share, "man/man1/fencepost.1")
            self.assertEqual(run("groff", "-man", "-ww", "-z", "-K", "utf8", page), "")
            self.assertIn("1  findings", run("groff", "-man", "-T", "ascii", page))

    def test_debian_package(self):
        if not shutil.which("dpkg-shlibdeps") or not shutil.which("cpack"):
            self.skipTest("no dpkg-dev")
        folder = os.path.join(self.root, "deb")
        run("cpack", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", folder)
        package, = (os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".deb"))
        depends = run("dpkg-deb", "-f", package, "Depends")
        for name in ("libclang-common-22-dev", "libc6"):
            self.assertIn(name, depends)
        run("dpkg-deb", "-x", package, folder)
        needed = run("ldd", os.path.join(folder, "usr/bin/fencepost"))
        for library, name in (("libclang-cpp", "libclang-cpp22"), ("libLLVM", "libllvm22")):
            self.assertEqual(library in needed, name in depends)
        self.assertIn("[relaxed-poll]", run(
            os.path.join(folder, "usr/bin/fencepost"), os.path.join(HERE, "consumer/poll.cu"), "--",
            "-DREAD_TYPE=volatile", f"-I{HERE}/consumer/system", code=1, cwd="/"))
        names = run("dpkg-deb", "-c", package)
        for name in ("man1/fencepost.1", "completions/fencepost", "FencepostConfig.cmake",
                     "doc/fencepost/rules/relaxed-poll.md"):
            self.assertIn(name, names)

    # The launcher.

    def launch(self, *words, code, **env):
        return run(self.tool, "launcher", *words, code=code, cwd=os.path.join(HERE, "consumer"),
                   env=dict(os.environ, **env))

    def test_launcher_returns_what_the_compiler_returns(self):
        nvcc = os.path.join(HERE, "nvcc")
        command = ["--", "env", "A=1", nvcc, "-DREAD_TYPE=volatile", "-isystem=system",
                   "-arch=sm_90", "-c", "poll.cu", "-o", os.path.join(self.root, "poll.o")]
        self.compiled()
        out = self.launch(*command, code=0)
        self.assertRegex(out, r"poll\.cu:5:\d+: warning: .* \[relaxed-poll\]\n")
        self.assertRegex(out, r"poll\.cu:8:\d+: note: ")
        self.assertRegex(out, r"poll\.cu:5:\d+: note: instead: .*__threadfence\(\)")
        self.assertEqual(len(self.compiled()), 1)
        self.launch(*command, code=7, NVCC_FAILS="7")
        self.compiled()
        # As an error the finding keeps the compiler from running.
        out = self.launch("--fail-on=warning", *command, code=1)
        self.assertRegex(out, r"poll\.cu:5:\d+: error: .* \[relaxed-poll\]\n")
        self.assertEqual(self.compiled(), [])
        self.assertNotIn("relaxed-poll", self.launch("--rules=-relaxed-poll,weak-poll", *command, code=0))
        # What compiles nothing, or cannot be read, is left to the compiler.
        self.assertEqual(self.launch("--", nvcc, "--version", code=0), "")
        self.assertEqual(self.launch("--", nvcc, "-E", "poll.cu", code=0), "")
        self.assertEqual(self.launch("--", nvcc, "a.o", "b.o", "-o",
                                     os.path.join(self.root, "a.out"), code=0), "")
        self.launch("--fail-on=note", "--", nvcc, "-c", "gone.cu", code=7, NVCC_FAILS="7")
        self.launch("--fail-on=note", "--", nvcc, "--options-file", "gone.rsp", "-c", "poll.cu", code=0)
        self.assertIn("cannot run", self.launch("--", "/no/such/nvcc", "-c", "x.o", code=127))
        self.launch(code=2)
        self.launch("--no-such-option", "--", nvcc, code=2)

    # CMake.

    def check_project(self, generator, nvcc=None):
        folder = self.project(re.sub(r"\W", "", generator) + ("-real" if nvcc else ""))
        build = self.configure(folder, generator, nvcc)
        self.compiled()
        out = run("cmake", "--build", build, "--target", "warned")
        self.assertRegex(out, r"poll\.cu:5:\d+: warning: .* \[relaxed-poll\]")
        if not nvcc:
            self.assertEqual(len(self.compiled()), 1)
        out = run("cmake", "--build", build, "--target", "warned")
        self.assertNotIn("relaxed-poll", out)
        out = run("cmake", "--build", build, "--target", "refused", code=None)
        self.assertRegex(out, r"poll\.cu:5:\d+: error: .* \[relaxed-poll\]")
        self.assertFalse(os.path.exists(os.path.join(build, "CMakeFiles/refused.dir/poll.cu.o")))
        out = run("ctest", "--output-on-failure", cwd=build, code=None)
        self.assertIn("[relaxed-poll]", out)
        self.assertIn("fencepost.tested", out)
        self.check_database(build)

    def check_database(self, build):
        """`-p` needs no edited flag, and clang-tidy reads what is exported."""
        out = run(self.tool, "-p", build, code=1)
        self.assertIn("[relaxed-poll]", out)
        self.assertIn("1 function: 1 analysed, 0 partly, 0 skipped", out)
        self.assertNotIn("not known", out)
        run(self.tool, "export-compdb", "-p", build)
        exported = os.path.join(build, "fencepost")
        entries = json.load(open(os.path.join(exported, "compile_commands.json")))
        cuda = [e for e in entries if e["file"].endswith("poll.cu")]
        self.assertEqual(len(cuda), 1)  # Two targets, one command: one unit.
        for entry in cuda:
            self.assertTrue(os.path.isabs(entry["file"]))
            self.assertIn("--cuda-gpu-arch=sm_90", entry["arguments"])
            self.assertNotIn("__fencepost_cuda/shim", " ".join(entry["arguments"]))
        if shutil.which("clang-tidy-22"):
            out = run("clang-tidy-22", "-p", exported, "-checks=-*,misc-static-assert", cuda[0]["file"])
            self.assertNotIn("error:", out)
            self.assertNotIn("warning:", out.replace("warnings generated", ""))

    def test_ninja(self):
        self.check_project("Ninja")

    def test_makefiles(self):
        self.check_project("Unix Makefiles")

    def test_ninja_and_real_nvcc(self):
        if not NVCC:
            self.skipTest("no nvcc")
        self.check_project("Ninja", NVCC)

    def test_commands_of_the_readme(self):
        """The block of the section 'Your build', line by line, in a project that
        has the files that it names."""
        text = open(os.path.join(HERE, "../../README.md")).read()
        section = text.split("\n## Your build\n")[1].split("\n## ")[0]
        lines = section.split("```\n")[1].splitlines()
        self.assertGreater(len(lines), 5)
        folder = os.path.join(self.root, "readme")
        os.makedirs(os.path.join(folder, "src"))
        source = open(os.path.join(HERE, "consumer/poll.cu")).read()
        with open(os.path.join(folder, "src/queue.cuh"), "w") as f:
            f.write(source.replace("#include <count.cuh>", "typedef READ_TYPE unsigned Flag;"))
        with open(os.path.join(folder, "src/queue.cu"), "w") as f:
            f.write('#include "queue.cuh"\n')
        with open(os.path.join(folder, "CMakeLists.txt"), "w") as f:
            f.write("cmake_minimum_required(VERSION 3.25)\nproject(P LANGUAGES CXX CUDA)\n"
                    "set(CMAKE_CUDA_RUNTIME_LIBRARY None)\nadd_library(queue OBJECT src/queue.cu)\n"
                    "target_compile_definitions(queue PRIVATE READ_TYPE=volatile)\n")
        with open(os.path.join(folder, "Makefile"), "w") as f:
            f.write("queue.o: src/queue.cu\n\tnvcc -DREAD_TYPE=volatile -c -o $@ $<\n")
        env = dict(os.environ, CMAKE_TOOLCHAIN_FILE=os.path.join(HERE, "stub.cmake"),
                   PATH=f"{self.prefix}/bin:{HERE}:" + os.environ["PATH"])
        for line in lines:
            command = line.split("  #")[0]
            if command.startswith("bear ") and not shutil.which("bear"):
                continue
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, text=True, timeout=300,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertLessEqual(done.returncode, 1, f"{command}\n{done.stdout}")
            if not re.search("print-command|export-compdb", command):
                self.assertIn("[relaxed-poll]", done.stdout, command)

    def test_bear(self):
        if not shutil.which("bear") or not shutil.which("make"):
            self.skipTest("no bear")
        for compiler in [os.path.join(HERE, "nvcc")] + ([NVCC] if NVCC else []):
            folder = self.project("bear" + str(len(compiler)))
            with open(os.path.join(folder, "Makefile"), "w") as f:
                f.write("poll.o: poll.cu\n\t$(NVCC) -DREAD_TYPE=volatile -gencode "
                        "arch=compute_90,code=sm_90 -isystem=system -Xcompiler -Wall,-Wextra "
                        "-dc -o $@ $<\n")
            run("bear", "--", "make", f"NVCC={compiler}", cwd=folder)
            self.check_database(folder)


if __name__ == "__main__":
    BUILD = os.path.realpath(sys.argv[1])
    NVCC = sys.argv[2] if len(sys.argv) > 2 and os.path.exists(sys.argv[2]) else None
    unittest.main(argv=sys.argv[:1], verbosity=2, warnings="ignore")
