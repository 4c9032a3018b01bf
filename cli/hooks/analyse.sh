#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Second step of action.yml: one run, its results as SARIF; the exit code is an
# output, so that the results are uploaded before the job fails.
set -uo pipefail

words=()
[ -z "${FENCEPOST_BUILD:-}" ] || words+=(-p "$FENCEPOST_BUILD")
read -r -a paths <<<"${FENCEPOST_PATHS:-}"
read -r -a args <<<"${FENCEPOST_ARGS:-}"
[ ${#paths[@]} -gt 0 ] || [ -n "${FENCEPOST_BUILD:-}" ] || paths=(.)

fencepost "${words[@]}" "${paths[@]}" --format=sarif -o "$FENCEPOST_SARIF" \
  --sarif-category="$FENCEPOST_CATEGORY" --fail-on="$FENCEPOST_FAIL_ON" "${args[@]}"
code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
