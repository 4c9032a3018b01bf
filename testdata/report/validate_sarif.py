#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""validate_sarif.py SCHEMA COMMAND...: the SARIF on COMMAND's output follows SCHEMA.

Exit code 0: it does. 1: it does not. 77: python3-jsonschema is missing.
"""
import json
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing")
    sys.exit(77)

schema = json.load(open(sys.argv[1], encoding="utf-8"))
validator = jsonschema.validators.validator_for(schema)(schema)


def faults(log):
    return [f"{'/'.join(map(str, e.path))}: {e.message[:300]}" for e in validator.iter_errors(log)]


output = subprocess.run(sys.argv[2:], capture_output=True, text=True, encoding="utf-8", check=False).stdout
log = json.loads(output)
found = faults(log)
for fault in found:
    print(fault)

# A validator that lets this pass would let everything pass.
log["runs"][0]["results"][0]["level"] = "fatal"
if not faults(log):
    print("the schema accepts a level that does not exist")
    sys.exit(1)
sys.exit(1 if found else 0)
