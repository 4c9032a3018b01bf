#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pre-commit hook and the GitHub action, with nothing from the network.

  hooks_test.py ROOT FENCEPOST
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    print("PyYAML is missing")
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = TOOL = None
BAD = ("__global__ void consume(const volatile int *flag, int *data, int *out) {\n"
       "  while (*flag == 0) {\n  }\n  out[threadIdx.x] = data[threadIdx.x];\n}\n")
GOOD = "__global__ void fill(int *out) { out[threadIdx.x] = 1; }\n"


def run(*words, code=0, **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=300, **options)
    if code is not None and done.returncode != code:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Hooks(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="fencepost-hooks-"))
        self.env = dict(os.environ, HOME=self.folder,
                        PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"])

    def tearDown(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    # pre-commit

    def hook(self):
        hooks = yaml.safe_load(open(os.path.join(ROOT, ".pre-commit-hooks.yaml")))
        self.assertEqual([h["id"] for h in hooks], ["fencepost"])
        return hooks[0]

    def test_hook_takes_cuda_and_ptx(self):
        pattern = re.compile(self.hook()["files"])
        for name in ("a.cu", "src/b.cuh", "k.ptx"):
            self.assertTrue(pattern.search(name), name)
        for name in ("a.cpp", "a.cu.in", "cu"):
            self.assertFalse(pattern.search(name), name)

    def test_hook_entry_fails_on_a_finding(self):
        entry = self.hook()["entry"].split()
        bad, good = self.write("bad.cu", BAD), self.write("good.cu", GOOD)
        self.assertIn("[relaxed-poll]", run(*entry, bad, good, code=1, env=self.env))
        self.assertEqual(run(*entry, good, env=self.env), "")

    def test_hook_in_pre_commit(self):
        if not shutil.which("pre-commit"):
            self.skipTest("no pre-commit")
        hooks = os.path.join(self.folder, "hooks")
        os.mkdir(hooks)
        shutil.copy(os.path.join(ROOT, ".pre-commit-hooks.yaml"), hooks)
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@t"]
        for repository in (hooks, self.folder):
            run(*git, "init", "-q", repository, env=self.env)
        run(*git, "-C", hooks, "add", ".", env=self.env)
        run(*git, "-C", hooks, "commit", "-q", "-m", "hooks", env=self.env)
        self.write("bad.cu", BAD)
        self.write("notes.txt", "while (*flag == 0);\n")
        run(*git, "-C", self.folder, "add", "bad.cu", "notes.txt", env=self.env)
        words = ["pre-commit", "try-repo", hooks, "fencepost", "--all-files"]
        self.assertIn("[relaxed-poll]", run(*words, code=1, cwd=self.folder, env=self.env))
        self.write("bad.cu", GOOD)
        self.assertIn("Passed", run(*words, cwd=self.folder, env=self.env))

    # The action. Its steps run as a runner would run them: inputs replaced, the
    # upload left out.

    def action(self):
        return yaml.safe_load(open(os.path.join(ROOT, "action.yml")))

    def steps(self, env, **given):
        """The exit code of each step that ran, by name."""
        action = self.action()
        values = {f"inputs.{k}": v.get("default", "") for k, v in action["inputs"].items()}
        values.update({f"inputs.{k.replace('_', '-')}": v for k, v in given.items()})
        output = self.write("github_output", "")
        codes, self.ran = {}, {}

        def expand(text):
            def value(m):
                self.assertIn(m.group(1), values)
                return values[m.group(1)]
            return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, text)

        for step in action["runs"]["steps"]:
            if "uses" in step:
                codes[step["name"]] = None
                self.assertEqual(expand(step["with"]["sarif_file"]), values["inputs.sarif-file"])
                continue
            self.assertEqual(step["shell"], "bash")
            words = dict(env, GITHUB_ACTION_PATH=ROOT, GITHUB_OUTPUT=output)
            words.update({k: expand(v) for k, v in step.get("env", {}).items()})
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                                  env=words, cwd=self.folder, text=True, timeout=300,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.ran[step["name"]] = done.stdout
            codes[step["name"]] = done.returncode
            for line in open(output):
                key, _, text = line.strip().partition("=")
                values[f"steps.{step.get('id')}.outputs.{key}"] = text
            if done.returncode:
                break
        return codes

    def test_action_fails_after_the_results_are_there(self):
        self.write("bad.cu", BAD)
        self.assertEqual(self.steps(self.env),
                         {"Install": 0, "Run": 0, "Upload": None, "Verdict": 1})
        sarif = json.load(open(os.path.join(self.folder, "fencepost.sarif")))
        self.assertEqual({r["ruleId"] for r in sarif["runs"][0]["results"]}, {"relaxed-poll"})
        self.assertIn("fencepost", sarif["runs"][0]["automationDetails"]["id"])
        codes = self.steps(self.env, fail_on="never", sarif_file="x.sarif", args="--arch=sm_80 --level=note")
        self.assertEqual(codes["Verdict"], 0)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "x.sarif")))

    def test_action_writes_the_summary_and_annotates_where_nothing_is_uploaded(self):
        self.write("bad.cu", BAD)
        summary = self.write("summary.md", "")
        env = dict(self.env, GITHUB_STEP_SUMMARY=summary)
        self.assertEqual(self.steps(env)["Verdict"], 1)
        self.assertIn("relaxed-poll", open(summary).read())
        self.assertNotIn("::warning", self.ran["Run"])
        self.assertEqual(self.steps(env, upload="false")["Verdict"], 1)
        self.assertIn("::warning file=bad.cu,line=2", self.ran["Run"])

    def test_action_reads_a_build(self):
        self.write("bad.cu", BAD)
        self.write("other.cu", BAD)
        self.write("compile_commands.json", json.dumps(
            [{"directory": self.folder, "file": "bad.cu", "command": "nvcc -arch=sm_100 -c bad.cu"}]))
        self.assertEqual(self.steps(self.env, build_path=".")["Verdict"], 1)
        sarif = json.load(open(os.path.join(self.folder, "fencepost.sarif")))
        self.assertEqual(len(sarif["runs"][0]["results"]), 1)
        self.assertEqual(self.steps(self.env, build_path="gone")["Verdict"], 2)

    def test_action_installs_what_is_missing(self):
        """With stubs in the place of apt-get and the package."""
        tools = os.path.join(self.folder, "tools")
        os.mkdir(tools)
        for name in ("bash", "id", "dirname", "realpath", "mktemp", "cat", "env", "sh"):
            os.symlink(shutil.which(name), os.path.join(tools, name))

        def stub(name, text):
            path = self.write(f"tools/{name}", "#!/bin/sh\n" + text)
            os.chmod(path, 0o755)

        log = os.path.join(self.folder, "log")
        stub("sudo", 'exec "$@"\n')
        stub("apt-cache", "echo libclang-cpp22\n")
        stub("apt-get", f'echo "$@" >> {log}\ncase $1 in install) '
                        f'echo "#!/bin/sh\necho fencepost 0" > {tools}/fencepost; /bin/chmod +x {tools}/fencepost;; esac\n')
        package = self.write("fencepost.deb", "")
        env = {"PATH": tools, "HOME": self.folder}
        step = self.action()["runs"]["steps"][0]
        out = run("bash", "-c", step["run"],
                  env=dict(env, GITHUB_ACTION_PATH=ROOT, FENCEPOST_PACKAGE=package), cwd=self.folder)
        self.assertIn("fencepost 0", out)
        self.assertIn(f"install -y -qq {package}", open(log).read())
        os.remove(log)
        run("bash", "-c", step["run"], env=dict(env, GITHUB_ACTION_PATH=ROOT), cwd=self.folder)
        self.assertFalse(os.path.exists(log))  # It is there now.

    def test_action_names_only_files_that_exist(self):
        text = open(os.path.join(ROOT, "action.yml")).read()
        names = re.findall(r"\$GITHUB_ACTION_PATH/([\w./-]+)", text)
        self.assertTrue(names)
        for name in names:
            self.assertTrue(os.access(os.path.join(ROOT, name), os.X_OK), name)


if __name__ == "__main__":
    ROOT, TOOL = map(os.path.realpath, sys.argv[1:3])
    unittest.main(argv=sys.argv[:1], verbosity=2, warnings="ignore")
