#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Second step of action.yml: results as SARIF, and as the summary of the job. The
# exit code is an output, so that the results are uploaded before the job fails.
set -uo pipefail

words=()
[ -z "${FENCEPOST_BUILD:-}" ] || words+=(-p "$FENCEPOST_BUILD")
read -r -a paths <<<"${FENCEPOST_PATHS:-}"
read -r -a args <<<"${FENCEPOST_ARGS:-}"
[ ${#paths[@]} -gt 0 ] || [ -n "${FENCEPOST_BUILD:-}" ] || paths=(.)

words+=("${paths[@]}" --fail-on="$FENCEPOST_FAIL_ON" "${args[@]}")

fencepost "${words[@]}" --format=sarif -o "$FENCEPOST_SARIF" \
  --sarif-category="$FENCEPOST_CATEGORY"
code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"

# Once more, out of the cache: the job's summary, and annotations where no
# upload brings them.
[ "$code" -le 1 ] || exit 0
annotations=/dev/stdout
[ "${FENCEPOST_UPLOAD:-true}" != true ] || annotations=/dev/null
fencepost "${words[@]}" --format=github --quiet --fail-on=never >"$annotations" ||
  echo "::warning::fencepost wrote no summary of the job"
