#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sarif_github_test.py FENCEPOST: logs of real runs follow the schema and what GitHub code scanning asks for.

The rules are those of GitHub's "SARIF support for code scanning": properties that it reads, and its limits.
Exit code 77: python3-jsonschema is missing.
"""
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing")
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
FENCEPOST = str(pathlib.Path(sys.argv[1]).resolve())
SCHEMA = json.load(open(HERE / "sarif-schema-2.1.0.json", encoding="utf-8"))
VALIDATOR = jsonschema.validators.validator_for(SCHEMA)(SCHEMA)
LEVELS = ["error", "warning", "note"]
MEBIBYTE = 1 << 20

HANDOFF = """__global__ void exchange(int *flag, float *data, float *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1);
  } else {
    if (threadIdx.x == 0)
      while (*(volatile int *)flag == 0) {
      }
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x];
  }
}
"""
KERNEL = """.visible .entry k{n}(.param .u64 flag, .param .u64 data, .param .u64 out)
{{
.reg .pred %p<2>;
.reg .b32 %r<2>;
.reg .f32 %f<2>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [flag];
ld.param.u64 %rd2, [data];
ld.param.u64 %rd3, [out];
WAIT{n}:
{load} %r1, [%rd1];
setp.eq.u32 %p1, %r1, 0;
@%p1 bra WAIT{n};
ld.global.f32 %f1, [%rd2];
st.global.f32 [%rd3], %f1;
ret;
}}
"""


def kernels(count, load):
    head = ".version 8.0\n.target sm_90\n.address_size 64\n"
    return head + "".join(KERNEL.format(n=n, load=load) for n in range(count))


def is_text(value):
    return isinstance(value, str) and value.strip() != ""


class SarifTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = cls.root = pathlib.Path(cls.folder.name).resolve() / "a repository"
        (root / ".git").mkdir(parents=True)
        source = cls.source = root / "src"
        (source / "odd #1 é").mkdir(parents=True)
        inputs = HERE.parent / "cli/Inputs"
        shutil.copy(inputs / "poll.ptx", source)
        shutil.copy(inputs / "poll.cu", source / "odd #1 é" / "poll.cu")
        shutil.copy(inputs / "errors.cu", source)
        shutil.copy(HERE.parent / "parity/triton_wait.py", source)
        triton = (HERE.parent / "parity/triton_wait.ptx").read_text(encoding="utf-8")
        # Triton names the file by its whole path.
        triton = triton.replace('"triton_wait.py"', f'"{source}/triton_wait.py"')
        (source / "triton_wait.ptx").write_text(triton, encoding="utf-8")
        clobber = (HERE.parent / "rules/missing-clobber").glob("*.cu")
        for file in clobber:
            shutil.copy(file, source / ("clobber_" + file.name))
        (source / "handoff.cu").write_text(HANDOFF, encoding="utf-8")
        hidden = (inputs / "poll.cu").read_text(encoding="utf-8")
        hidden = hidden.replace("while (*flag == 0) {", "while (*flag == 0) { // NOLINT(gpu-relaxed-poll): one block")
        (source / "hidden.cu").write_text(hidden, encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def log(self, *arguments, cwd=None):
        run = subprocess.run([FENCEPOST, "--format=sarif", "--no-cache", "--quiet", *arguments], capture_output=True,
                             cwd=cwd or self.root, check=False)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        self.text = run.stdout
        log = json.loads(run.stdout)
        self.check(log, str(self.root))
        return log

    def check(self, log, root):
        """All that holds for every log."""
        self.assertEqual([f"{list(e.path)}: {e.message[:200]}" for e in VALIDATOR.iter_errors(self.sample(log))], [])
        self.assertLess(len(gzip.compress(self.text)), 10 * MEBIBYTE)
        self.assertEqual(log["version"], "2.1.0")
        self.assertTrue(is_text(log["$schema"]))
        self.assertEqual(len(log["runs"]), 1)
        run = log["runs"][0]
        driver = run["tool"]["driver"]
        self.assertEqual(driver["name"], "fencepost")
        self.assertTrue(run["automationDetails"]["id"].startswith("fencepost/"))
        self.assertTrue(run["automationDetails"]["id"].endswith("/"))
        base = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
        self.assertEqual(base, "file://" + urllib.parse.quote(root) + "/")
        for rule in driver["rules"]:
            self.check_rule(rule)
        for descriptor in driver["notifications"]:
            self.check_texts(descriptor)
        self.assertLessEqual(len(run["results"]), 5000)
        for result in run["results"]:
            self.check_result(result, driver["rules"], root)
        for invocation in run["invocations"]:
            for notice in invocation["toolExecutionNotifications"]:
                self.assertTrue(is_text(notice["message"]["text"]))
                at = notice["descriptor"]
                self.assertEqual(driver["notifications"][at["index"]]["id"], at["id"])

    def sample(self, log):
        """The same with fewer results: the validator is slow."""
        run = log["runs"][0]
        results = run["results"]
        return {**log, "runs": [{**run, "results": results[:100] + results[100::50]}]}

    def check_texts(self, descriptor):
        self.assertTrue(is_text(descriptor["id"]))
        self.assertLessEqual(len(descriptor["name"]), 255)
        for key in ("shortDescription", "fullDescription"):
            self.assertTrue(is_text(descriptor[key]["text"]))
            self.assertLessEqual(len(descriptor[key]["text"]), 1024)
        self.assertTrue(is_text(descriptor["help"]["text"]))
        self.assertTrue(is_text(descriptor["help"]["markdown"]))

    def check_rule(self, rule):
        self.check_texts(rule)
        self.assertIn(rule["defaultConfiguration"]["level"], LEVELS)
        properties = rule["properties"]
        self.assertIn(properties["precision"], ("very-high", "high", "medium", "low"))
        self.assertIn(properties["problem.severity"], ("error", "warning", "recommendation"))
        self.assertNotIn("security-severity", properties)
        self.assertLessEqual(len(properties["tags"]), 20)

    def check_place(self, physical, root):
        uri = physical["artifactLocation"]["uri"]
        self.assertNotIn("\\", uri)
        self.assertNotIn("..", uri.split("/"))
        self.assertEqual(urllib.parse.quote(urllib.parse.unquote(uri), safe="/:~"), uri)
        if physical["artifactLocation"].get("uriBaseId"):
            self.assertEqual(physical["artifactLocation"]["uriBaseId"], "%SRCROOT%")
            self.assertFalse(uri.startswith("/"))
            self.assertTrue((pathlib.Path(root) / urllib.parse.unquote(uri)).is_file(), uri)
        else:
            self.assertTrue(uri.startswith("file:///"), uri)
        region = physical["region"]
        start = region["startLine"], region["startColumn"]
        end = region["endLine"], region["endColumn"]
        self.assertTrue(start >= (1, 1) and start < end, region)

    def check_result(self, result, rules, root):
        self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        self.assertIn(result["level"], LEVELS)
        text = result["message"]["text"]
        self.assertTrue(is_text(text))
        self.assertNotIn("id", result["message"])
        self.assertNotIn("arguments", result["message"])
        self.assertEqual(len(result["locations"]), 1)
        self.check_place(result["locations"][0]["physicalLocation"], root)
        related = result.get("relatedLocations", [])
        self.assertEqual([r["id"] for r in related], list(range(1, len(related) + 1)))
        self.assertLessEqual(len(related), 100)
        for place in related:
            self.assertTrue(is_text(place["message"]["text"]))
            self.check_place(place["physicalLocation"], root)
        for link in re.findall(r"\]\((\d+)\)", text):
            self.assertLessEqual(int(link), len(related))
        flows = result.get("codeFlows", [])
        self.assertEqual(len(flows), 1 if related else 0)
        for flow in flows:
            ids = [t["id"] for t in flow["threadFlows"]]
            self.assertEqual(len(set(ids)), len(ids))
            self.assertLessEqual(set(ids), {"producer", "consumer", "evidence"})
            for thread in flow["threadFlows"]:
                self.assertTrue(1 <= len(thread["locations"]) <= 100)
                for step in thread["locations"]:
                    self.assertTrue(is_text(step["location"]["message"]["text"]))
                    self.check_place(step["location"]["physicalLocation"], root)
        prints = result["partialFingerprints"]
        self.assertRegex(prints["fencepost/v1"], r"^[0-9a-f]+:\d+$")
        self.assertRegex(prints["primaryLocationLineHash"], r"^[0-9a-f]+:\d+$")

    def uris(self, log):
        return {urllib.parse.unquote(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                for r in log["runs"][0]["results"]}

    def results(self, log, uri):
        return [r for r in log["runs"][0]["results"] if urllib.parse.unquote(
            r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) == uri]

    def test_sources_ptx_and_python(self):
        log = self.log("--level=note", "src")
        self.assertEqual(log["runs"][0]["automationDetails"]["id"], "fencepost/")
        uris = self.uris(log)
        # PTX of Triton is told at the Python line.
        self.assertLessEqual({"src/odd #1 é/poll.cu", "src/handoff.cu", "src/triton_wait.py"}, uris)
        self.assertNotIn("src/triton_wait.ptx", uris)
        python, = self.results(log, "src/triton_wait.py")
        self.assertEqual(python["locations"][0]["physicalLocation"]["region"]["startLine"], 8)
        self.assertNotIn("src/hidden.cu", uris)
        self.assertTrue(all("suppressions" not in r for r in log["runs"][0]["results"]))
        # What was not read in full is told.
        told = [n["descriptor"]["id"] for n in log["runs"][0]["invocations"][0]["toolExecutionNotifications"]]
        self.assertTrue({"unit-partly-analysed", "unit-skipped", "function-partly-analysed"} & set(told), told)

    def test_a_folder_below_names_the_same_places(self):
        self.assertEqual(self.uris(self.log("--level=note", ".", cwd=self.source)),
                         self.uris(self.log("--level=note", "src")))
        self.assertEqual(self.uris(self.log("../src/handoff.cu", cwd=self.source)), {"src/handoff.cu"})

    def test_ptx_alone_is_its_own_place(self):
        log = self.log("src/poll.ptx")
        self.assertEqual(log["runs"][0]["automationDetails"]["id"], "fencepost/ptx/")
        self.assertEqual(self.uris(log), {"src/poll.ptx"})

    def test_a_thread_flow_per_thread(self):
        log = self.log("src/handoff.cu")
        flows = [{t["id"] for t in r["codeFlows"][0]["threadFlows"]} for r in log["runs"][0]["results"]]
        self.assertIn({"producer", "consumer"}, flows)

    def test_fixes_are_those_of_the_text(self):
        log = self.log("--level=note", *map(str, self.source.glob("clobber_*.cu")))
        fixes = [(f, c) for r in log["runs"][0]["results"] for f in r.get("fixes", []) for c in f["artifactChanges"]]
        self.assertTrue(fixes)
        for fix, change in fixes:
            self.assertTrue(is_text(fix["description"]["text"]))
            file = self.root / urllib.parse.unquote(change["artifactLocation"]["uri"])
            size = len(file.read_bytes())
            for replacement in change["replacements"]:
                region = replacement["deletedRegion"]
                self.assertLessEqual(region["byteOffset"] + region["byteLength"], size)
                self.assertIn("text", replacement["insertedContent"])

    def test_suppressed_only_if_asked_for(self):
        self.assertEqual(self.log("src/hidden.cu")["runs"][0]["results"], [])
        log = self.log("--sarif-include-suppressed", "src/hidden.cu", "src/handoff.cu")
        hidden, = self.results(log, "src/hidden.cu")
        self.assertEqual(hidden["suppressions"], [{"kind": "inSource", "justification": "one block"}])
        # All results have the list, or none (SARIF 3.27.23).
        self.assertTrue(all("suppressions" in r for r in log["runs"][0]["results"]))
        self.assertEqual([r["suppressions"] for r in self.results(log, "src/handoff.cu") if r["suppressions"]], [])

    def test_the_most_severe_5000_are_kept(self):
        many = self.root / "many"
        many.mkdir()
        (many / "a.ptx").write_text(kernels(4500, "ld.relaxed.gpu.global.u32"), encoding="utf-8")
        (many / "z.ptx").write_text(kernels(700, "ld.global.u32"), encoding="utf-8")
        log = self.log("many")
        results = log["runs"][0]["results"]
        self.assertEqual(len(results), 5000)
        levels = [r["level"] for r in results]
        self.assertEqual(levels, sorted(levels, key=LEVELS.index))
        self.assertEqual(levels.count("error"), 700)
        cut = [n["message"]["text"] for n in log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
               if n["descriptor"]["id"] == "results-cut"]
        self.assertEqual(cut, ["200 results are not in this file."])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
