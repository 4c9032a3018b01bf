# Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m fencepost` is the program."""
import sys

from ._program import main

sys.exit(main())
