//===- plugin.cpp - what clang-tidy loads ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy -load=libFencepostTidy-22.so -checks='-*,gpu-*'. The checks use
// the LLVM and Clang of the program that loads them, so its major version must
// be the one that they were built for. That is asked here, in a library that
// needs neither; the checks lie in a second one beside it.
//
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

// Weak: a clang-tidy that does not export it is told of, not crashed into.
namespace clang {
__attribute__((weak)) std::string getClangFullVersion();
}

static bool isHostOfOurs() {
  std::string Version;
  if (clang::getClangFullVersion)
    Version = clang::getClangFullVersion();
  constexpr const char *Words = "clang version ";
  size_t At = Version.find(Words);
  if (At != std::string::npos &&
      std::atoi(Version.c_str() + At + std::string(Words).size()) ==
          FENCEPOST_LLVM_MAJOR)
    return true;
  std::fprintf(stderr,
               "fencepost: libFencepostTidy-%d.so needs clang-tidy-%d, and "
               "this is %s: there are no checks gpu-*\n",
               FENCEPOST_LLVM_MAJOR, FENCEPOST_LLVM_MAJOR,
               Version.empty() ? "a program that does not say its version"
                               : Version.c_str());
  return false;
}

__attribute__((constructor)) static void loadChecks() {
  if (!isHostOfOurs())
    return;
  Dl_info Own;
  std::string Path;
  if (dladdr(reinterpret_cast<void *>(&loadChecks), &Own) && Own.dli_fname)
    Path = Own.dli_fname;
  Path.resize(Path.find_last_of('/') + 1);
  Path += FENCEPOST_CHECKS_FILE;
  if (!dlopen(Path.c_str(), RTLD_LAZY | RTLD_LOCAL))
    std::fprintf(stderr, "fencepost: cannot load the checks: %s\n", dlerror());
}
