#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# First step of action.yml: puts `fencepost` into PATH. One that is there is
# taken; else $FENCEPOST_PACKAGE, a .deb (file or address), is installed; else
# the source that this script lies in is built. Debian 12 or Ubuntu.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)

if command -v fencepost >/dev/null; then
  fencepost --version
  exit
fi

"${as_root[@]}" apt-get update -qq
"${as_root[@]}" bash -euc '. "$0/cmake/setup.sh"; fencepost_add_llvm' "$root"
if [ -n "${FENCEPOST_PACKAGE:-}" ]; then
  package=$FENCEPOST_PACKAGE
  case $package in
  http://* | https://*)
    package=$(mktemp -d)/fencepost.deb
    curl -fsSL -o "$package" "$FENCEPOST_PACKAGE"
    ;;
  esac
  "${as_root[@]}" apt-get install -y -qq "$(realpath "$package")"
else
  "${as_root[@]}" bash -euc '. "$0/cmake/setup.sh"; fencepost_setup; fencepost_build fencepost
    cmake --install "$0/build/release" --prefix /usr/local' "$root"
fi
fencepost --version
