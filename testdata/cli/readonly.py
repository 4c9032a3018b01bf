# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command while a file cannot be written to: readonly.py FILE COMMAND..."""
import os
import subprocess
import sys

# The superuser may write to anything: then without that capability. Somebody
# else might not be able to read a checkout in the superuser's home.
bound = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-all"] if os.geteuid() == 0 else []
name = sys.argv[1]
os.chmod(os.path.dirname(name), 0o777)
os.chmod(name, 0o444)
done = subprocess.run([*bound, *sys.argv[2:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(done.stdout)
print("exit code", done.returncode)
