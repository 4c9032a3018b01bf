#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds, and runs `fencepost ARGS`. Without ARGS it
# scans the bundled sample, prints the findings and writes fencepost.sarif.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/cmake/setup.sh"

fencepost_setup
fencepost_build fencepost
tool=$here/build/release/bin/fencepost

if [ $# -gt 0 ]; then
  exec "$tool" "$@"
fi

sample=$here/testdata/sample/halo_exchange.cu
status=0
"$tool" scan "$sample" || status=$?
[ "$status" -le 1 ] || exit "$status"
"$tool" scan "$sample" --format=sarif --quiet --fail-on=never -o fencepost.sarif
echo "wrote fencepost.sarif"
