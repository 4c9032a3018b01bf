//===- print_host.cpp - host facts to .events -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/model/text_host.h"
#include "analyzer/model/text_words.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;

namespace {

class HostPrinter {
public:
  HostPrinter(const HostFacts &Host, llvm::raw_ostream &OS)
      : Host(Host), OS(OS) {}
  void run();

private:
  const HostFacts &Host;
  llvm::raw_ostream &OS;

  void header();
  void buffer(BufferId Id);
  void launch(const HostLaunch &L);
  void function(const HostFunction &Fn);
  void op(const HostOp &Op);
  void kernel(const KernelFacts &K);
  void numbers(llvm::ArrayRef<uint32_t> Ids) {
    OS << '('
       << llvm::join(llvm::map_range(
                         Ids, [](uint32_t I) { return std::to_string(I); }),
                     ", ")
       << ')';
  }
  void constants(llvm::ArrayRef<std::optional<uint64_t>> All) {
    if (All.empty())
      return;
    OS << " constants=("
       << llvm::join(llvm::map_range(All,
                                     [](std::optional<uint64_t> V) {
                                       return V ? std::to_string(*V)
                                                : std::string("?");
                                     }),
                     ", ")
       << ')';
  }
  void text(StringRef Name, StringRef Value) {
    if (!Value.empty())
      OS << ' ' << Name << '=' << quoted(Value);
  }
  void place(LocationId L) {
    if (L != Nowhere)
      OS << " loc=#" << L;
  }
  void extent(StringRef Name, const LaunchExtent &E) {
    if (!E.X && !E.Y && !E.Z)
      return;
    auto One = [&](std::optional<uint64_t> V) {
      return V ? std::to_string(*V) : std::string("?");
    };
    OS << ' ' << Name << "=(" << One(E.X) << ", " << One(E.Y) << ", "
       << One(E.Z) << ')';
  }
};

} // namespace

void HostPrinter::header() {
  OS << "host" << (Host.IsRead ? " read" : "");
  if (Host.Devices)
    OS << " devices=" << Host.Devices;
  if (Host.HasPeerAccess)
    OS << " peer";
  if (Host.MapsMemory)
    OS << " maps";
  if (!Host.Limits.empty())
    OS << " limits=("
       << llvm::join(llvm::map_range(Host.Limits,
                                     [](StringRef R) { return quoted(R); }),
                     ", ")
       << ')';
  OS << '\n';
}

void HostPrinter::buffer(BufferId Id) {
  const HostBuffer &B = Host.Buffers[Id];
  OS << "buffer " << Id << ' ' << spelling(B.Root) << ' ' << quoted(B.Name);
  if (B.In != NoHostFunction)
    OS << " in=" << B.In;
  if (B.Number)
    OS << " number=" << B.Number;
  text("key", B.Key);
  if (B.Base)
    OS << " base=" << B.Base;
  if (B.Home != MemoryHome::Unknown)
    OS << " home=" << spelling(B.Home);
  if (B.Bytes)
    OS << " bytes=" << *B.Bytes;
  place(B.Loc);
  OS << '\n';
}

void HostPrinter::launch(const HostLaunch &L) {
  OS << "launch " << quoted(L.Kernel) << ' ';
  numbers(L.Arguments);
  text("display", L.Display);
  if (L.In != NoHostFunction)
    OS << " in=" << L.In;
  extent("grid", L.Grid);
  extent("block", L.Block);
  extent("cluster", L.Cluster);
  if (L.SharedBytes)
    OS << " shared=" << *L.SharedBytes;
  constants(L.Constants);
  OS << (L.IsCooperative ? " cooperative" : "")
     << (L.IsFromDevice ? " fromdevice" : "")
     << (L.IsRepeated ? " repeated" : "");
  if (!L.Devices)
    OS << " anydevice";
  else if (*L.Devices != 1)
    OS << " devices=" << *L.Devices;
  place(L.Loc);
  OS << '\n';
}

void HostPrinter::op(const HostOp &Op) {
  OS << "  " << spelling(Op.Kind);
  if (Op.Target || !Op.Sources.empty())
    OS << ' ' << Op.Target;
  if (!Op.Sources.empty()) {
    OS << ' ';
    numbers(Op.Sources);
  }
  if (Op.Index)
    OS << " index=" << Op.Index;
  text("callee", Op.Callee);
  text("spelled", Op.Spelled);
  if (Op.Test != CompareKind::Bits)
    OS << " test=" << spelling(Op.Test);
  if (Op.Tolerance != 0) {
    llvm::SmallString<32> Text;
    llvm::APFloat(Op.Tolerance).toString(Text, 17);
    text("tolerance", Text);
  }
  OS << (Op.IsDifference ? " difference" : "") << (Op.IsWhole ? " whole" : "")
     << (Op.IsEmpty ? " empty" : "") << (Op.MayCarry ? " carry" : "");
  if (Op.Writable)
    OS << " writable=" << quoted(llvm::utohexstr(Op.Writable));
  place(Op.Loc);
  OS << '\n';
}

void HostPrinter::function(const HostFunction &Fn) {
  OS << "hostfn " << quoted(Fn.Name);
  if (Fn.Display != Fn.Name)
    text("display", Fn.Display.empty() ? " " : Fn.Display);
  if (Fn.Params)
    OS << " params=" << Fn.Params;
  OS << (Fn.IsLocal ? " local" : "") << (Fn.AsksForRoom ? " room" : "");
  place(Fn.Loc);
  OS << " {\n";
  for (const HostOp &Op : Fn.Ops)
    this->op(Op);
  OS << "}\n";
}

void HostPrinter::kernel(const KernelFacts &K) {
  OS << "effects " << quoted(K.Name);
  text("display", K.Display);
  OS << (K.IsPartly ? " partly" : "");
  place(K.Loc);
  OS << " {\n";
  for (const ParamEffect &E : K.Effects) {
    OS << "  param " << E.Param;
    text("key", E.Global);
    OS << (E.IsStored ? " stored" : "") << (E.IsWhole ? " whole" : "");
    if (!E.From.empty()) {
      OS << " from=";
      numbers(E.From);
    }
    OS << '\n';
    for (const FloatSum &S : E.Sums) {
      OS << "  sum " << S.Bits;
      text("spelled", S.Spelled);
      text("obj", S.Object);
      if (S.IsWholeIf) {
        OS << " wholeif=";
        numbers(S.WholeIf);
      }
      place(S.Loc);
      OS << '\n';
    }
  }
  OS << "}\n";
}

void HostPrinter::run() {
  header();
  for (BufferId B = 1; B < Host.Buffers.size(); ++B)
    buffer(B);
  for (const HostLaunch &L : Host.Launches)
    launch(L);
  for (const KernelFacts &K : Host.Kernels)
    kernel(K);
  for (const HostFunction &Fn : Host.Functions)
    function(Fn);
}

void fencepost::text::printHost(const HostFacts &Host, llvm::raw_ostream &OS) {
  bool IsEmpty = !Host.IsRead && Host.Buffers.size() == 1 &&
                 Host.Launches.empty() && Host.Functions.empty() &&
                 Host.Kernels.empty() && !Host.Devices && !Host.HasPeerAccess &&
                 !Host.MapsMemory && Host.Limits.empty();
  if (!IsEmpty)
    HostPrinter(Host, OS).run();
}
