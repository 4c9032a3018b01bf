# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Command line tests: lit and FileCheck of LLVM 22.
#   lit -v testdata/cli --param fencepost=BUILD/bin/fencepost
import os
import sys

import lit.formats

config.name = "fencepost"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("output", os.path.join(os.getcwd(), "cli-tests"))

tools = lit_config.params["tools"]
config.environment["PATH"] = os.path.pathsep.join([tools, os.environ.get("PATH", "")])
config.environment.pop("NO_COLOR", None)
config.environment.pop("FORCE_COLOR", None)
# Results are kept from run to run: not in the user's folder.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.substitutions.append((r"%fencepost", lit_config.params["fencepost"]))
config.substitutions.append((r"%inputs", os.path.join(config.test_source_root, "Inputs")))
config.substitutions.append((r"%sample", os.path.join(os.path.dirname(config.test_source_root), "sample")))
config.substitutions.append((r"%binaries", os.path.join(os.path.dirname(config.test_source_root), "binaries")))
config.substitutions.append((r"%python", sys.executable))
