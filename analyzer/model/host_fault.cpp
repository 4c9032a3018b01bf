//===- host_fault.cpp - host facts that do not fit together ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_host.h"

using namespace fencepost;

std::string text::hostFault(const HostFacts &Host) {
  auto IsFunction = [&](uint32_t F) {
    return F == NoHostFunction || F < Host.Functions.size();
  };
  for (BufferId B = 1; B < Host.Buffers.size(); ++B) {
    if (!IsFunction(Host.Buffers[B].In))
      return "buffer " + std::to_string(B) + " is in no host function";
    // Members stand after what they are members of.
    if (Host.Buffers[B].Base >= B)
      return "buffer " + std::to_string(B) + " has a base after it";
  }
  for (const HostLaunch &L : Host.Launches) {
    if (!IsFunction(L.In))
      return "a launch is in no host function";
    for (BufferId B : L.Arguments)
      if (B >= Host.Buffers.size())
        return "a launch has buffer " + std::to_string(B) +
               ", which is not defined";
    if (!L.Constants.empty() && L.Constants.size() != L.Arguments.size())
      return "a launch has constants for other arguments than it has";
  }
  for (const HostFunction &Fn : Host.Functions)
    for (const HostOp &Op : Fn.Ops) {
      bool Fine = Op.Target < Host.Buffers.size();
      for (BufferId B : Op.Sources)
        Fine &= B < Host.Buffers.size();
      if (!Fine)
        return "'" + Fn.Name + "' has a buffer that is not defined";
      if (Op.Kind == HostOpKind::Launch && Op.Index >= Host.Launches.size())
        return "'" + Fn.Name + "' has a launch that is not defined";
    }
  return {};
}
