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

# LLVM 22 is not in every release: the project's own archive has it.
add_llvm() {
  [ -z "$(apt-cache madison libclang-cpp22)" ] || return 0
  local release
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  curl -fsSL https://apt.llvm.org/llvm-snapshot.gpg.key |
    "${as_root[@]}" tee /etc/apt/trusted.gpg.d/apt.llvm.org.asc >/dev/null
  echo "deb https://apt.llvm.org/$release/ llvm-toolchain-$release-22 main" |
    "${as_root[@]}" tee /etc/apt/sources.list.d/llvm-22.list >/dev/null
  "${as_root[@]}" apt-get update -qq
}

"${as_root[@]}" apt-get update -qq
add_llvm
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
