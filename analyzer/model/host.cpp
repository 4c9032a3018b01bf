//===- host.cpp - what the host side of a unit does -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/host.h"
#include "llvm/Support/ErrorHandling.h"

using namespace fencepost;
using llvm::StringRef;

std::optional<uint64_t> LaunchExtent::product() const {
  if (!X || !Y || !Z)
    return std::nullopt;
  uint64_t Product = 0;
  if (__builtin_mul_overflow(*X, *Y, &Product) ||
      __builtin_mul_overflow(Product, *Z, &Product))
    return std::nullopt;
  return Product;
}

std::vector<uint32_t> HostFacts::launchesOf(StringRef Kernel) const {
  std::vector<uint32_t> Found;
  for (uint32_t I = 0; I < Launches.size(); ++I)
    if (!Kernel.empty() && Launches[I].Kernel == Kernel)
      Found.push_back(I);
  return Found;
}

StringRef fencepost::spelling(BufferRoot R) {
  switch (R) {
  case BufferRoot::Unknown:
    return "unknown";
  case BufferRoot::Parameter:
    return "param";
  case BufferRoot::Local:
    return "local";
  case BufferRoot::Global:
    return "global";
  case BufferRoot::Result:
    return "result";
  case BufferRoot::Member:
    return "member";
  }
  llvm_unreachable("all roots are spelled");
}

StringRef fencepost::spelling(MemoryHome H) {
  switch (H) {
  case MemoryHome::Unknown:
    return "unknown";
  case MemoryHome::Device:
    return "device";
  case MemoryHome::Managed:
    return "managed";
  case MemoryHome::Pinned:
    return "pinned";
  case MemoryHome::Mapped:
    return "mapped";
  case MemoryHome::Host:
    return "host";
  case MemoryHome::Peer:
    return "peer";
  }
  llvm_unreachable("all homes are spelled");
}

StringRef fencepost::spelling(CompareKind K) {
  switch (K) {
  case CompareKind::Bits:
    return "bits";
  case CompareKind::Ulps:
    return "ulps";
  case CompareKind::Bound:
    return "bound";
  }
  llvm_unreachable("all comparisons are spelled");
}

StringRef fencepost::spelling(HostOpKind K) {
  switch (K) {
  case HostOpKind::Launch:
    return "launch";
  case HostOpKind::Alias:
    return "alias";
  case HostOpKind::Copy:
    return "copy";
  case HostOpKind::Merge:
    return "merge";
  case HostOpKind::Fill:
    return "fill";
  case HostOpKind::Call:
    return "call";
  case HostOpKind::Compare:
    return "compare";
  case HostOpKind::Return:
    return "return";
  case HostOpKind::Leave:
    return "leave";
  case HostOpKind::If:
    return "if";
  case HostOpKind::Else:
    return "else";
  case HostOpKind::Loop:
    return "loop";
  case HostOpKind::End:
    return "end";
  }
  llvm_unreachable("all host operations are spelled");
}
