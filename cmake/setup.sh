# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by run.sh and test.sh: the same set-up for both. Needs Debian 12 or
# newer; installs only packages that are missing. A second call is a no-op.

fencepost_packages="clang-22 clang-tidy-22 libclang-22-dev libclang-cpp22-dev llvm-22-dev
  llvm-22-tools clang-format-22 libgtest-dev libgmock-dev libbenchmark-dev
  nlohmann-json3-dev libzstd-dev liblz4-dev zlib1g-dev cmake ninja-build ccache git
  python3 python3-jsonschema python3-pytest python3-yaml bear make dpkg-dev"

# LLVM 22 is not in every release of Debian and Ubuntu: the project's own archive
# has it. Asked after `apt-get update`; as root.
fencepost_add_llvm() {
  [ -z "$(apt-cache madison libclang-cpp22)" ] || return 0
  local release
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  echo "adding apt.llvm.org to the sources of packages" >&2
  apt-get install -y -qq --no-install-recommends ca-certificates curl >&2
  curl -fsSL https://apt.llvm.org/llvm-snapshot.gpg.key \
    -o /etc/apt/trusted.gpg.d/apt.llvm.org.asc
  echo "deb https://apt.llvm.org/$release/ llvm-toolchain-$release-22 main" \
    >/etc/apt/sources.list.d/llvm-22.list
  apt-get update -qq >&2
}

fencepost_setup() {
  local missing=() package
  for package in $fencepost_packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
      grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" != 0 ]; then
    echo "missing packages: ${missing[*]}" >&2
    echo "install them as root: apt-get install ${missing[*]}" >&2
    return 2
  fi
  echo "installing ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2
  fencepost_add_llvm
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# fencepost_build TARGET: configures once, then builds what has changed.
fencepost_build() {
  local root
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  (
    cd "$root"
    [ -f build/release/build.ninja ] || cmake --preset release >&2
    # Ninja's progress goes to stderr; a build with nothing to do is silent.
    ninja -C build/release --quiet "$1" >&2
  )
}
