//===- lower_table.cpp - opcode roots ---------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which handler lowers which root: all of PTX ISA 9.0, section 9.7.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

const llvm::StringMap<Lowering::Entry> &Lowering::table() {
  static const auto *Table = [] {
    auto *T = new llvm::StringMap<Entry>();
    auto Add = [&](Handler Lower, Effect What,
                   std::initializer_list<StringRef> Roots) {
      for (StringRef Root : Roots)
        (*T)[Root] = {Lower, What};
    };
    using L = Lowering;
    Add(&L::load, Effect::Memory, {"ld", "ldu"});
    Add(&L::store, Effect::Memory, {"st"});
    Add(&L::atomic, Effect::Memory, {"atom"});
    Add(&L::reduction, Effect::Memory, {"red"});
    Add(&L::multimem, Effect::Memory, {"multimem"});
    Add(&L::matrix, Effect::Memory, {"ldmatrix", "stmatrix", "wmma"});
    Add(&L::texture, Effect::Memory, {"tex", "tld4", "suld", "sust", "sured"});
    Add(&L::cacheHint, Effect::Memory,
        {"prefetch", "prefetchu", "discard", "applypriority"});
    Add(&L::fence, Effect::Memory, {"fence", "membar"});
    Add(&L::barrier, Effect::Memory, {"bar", "barrier"});
    Add(&L::mbarrier, Effect::Memory, {"mbarrier"});
    Add(&L::warpCollective, Effect::Memory,
        {"vote", "match", "shfl", "redux", "elect", "activemask"});
    Add(&L::gridDependency, Effect::Memory, {"griddepcontrol"});
    Add(&L::sleep, Effect::Memory, {"nanosleep"});
    Add(&L::nothing, Effect::Memory, {"setmaxnreg", "pmevent", "brkpt"});
    Add(&L::copy, Effect::Memory, {"cp"});
    Add(&L::wgmma, Effect::Memory, {"wgmma"});
    Add(&L::tcgen05, Effect::Memory, {"tcgen05"});
    Add(&L::tensormap, Effect::Memory, {"tensormap"});
    Add(&L::launchControl, Effect::Memory, {"clusterlaunchcontrol"});
    Add(&L::branch, Effect::Flow, {"bra"});
    Add(&L::indexedBranch, Effect::Flow, {"brx"});
    Add(&L::leave, Effect::Flow, {"ret", "exit", "trap"});
    Add(&L::call, Effect::Flow, {"call"});
    Add(&L::binary, Effect::Value,
        {"add", "sub", "div", "rem", "shl", "shr", "and", "or", "xor", "min",
         "max"});
    Add(&L::unary, Effect::Value, {"neg", "not", "cnot"});
    Add(&L::multiply, Effect::Value, {"mul", "mad"});
    Add(&L::move, Effect::Value, {"mov"});
    Add(&L::convert, Effect::Value, {"cvt", "cvta"});
    Add(&L::compare, Effect::Value, {"setp", "set"});
    Add(&L::select, Effect::Value, {"selp", "slct"});
    Add(&L::pure, Effect::Value,
        {"abs",        "addc",     "bfe",       "bfi",       "bfind",
         "bmsk",       "brev",     "clz",       "copysign",  "cos",
         "dp2a",       "dp4a",     "ex2",       "fma",       "fns",
         "getctarank", "isspacep", "istypep",   "lg2",       "lop3",
         "mad24",      "madc",     "mapa",      "mul24",     "popc",
         "prmt",       "rcp",      "rsqrt",     "sad",       "shf",
         "sin",        "sqrt",     "subc",      "szext",     "tanh",
         "testp",      "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd",
         "vadd2",      "vadd4",    "vavrg2",    "vavrg4",    "vmad",
         "vmax",       "vmax2",    "vmax4",     "vmin",      "vmin2",
         "vmin4",      "vset",     "vset2",     "vset4",     "vshl",
         "vshr",       "vsub",     "vsub2",     "vsub4",     "createpolicy",
         "txq",        "suq"});
    Add(&L::unknownValue, Effect::Value,
        {"mma", "movmatrix", "stacksave", "alloca"});
    Add(&L::nothing, Effect::Value, {"stackrestore"});
    return T;
  }();
  return *Table;
}

const Lowering::Opcode &Lowering::opcodeOf(const Instruction &I,
                                           std::optional<Opcode> &Own) {
  constexpr unsigned MostKept = 4096;
  static thread_local llvm::StringMap<Opcode> Kept;
  auto It = Kept.find(I.Opcode);
  if (It != Kept.end())
    return It->second;
  Opcode Read;
  auto Known = table().find(I.Root);
  Read.Known = Known == table().end() ? nullptr : &Known->second;
  Read.Q = readQualifiers(I);
  if (Kept.size() >= MostKept)
    return Own.emplace(std::move(Read));
  return Kept.try_emplace(I.Opcode, std::move(Read)).first->second;
}

bool Lowering::hasValueEffect(StringRef Root) {
  auto It = table().find(Root);
  return It != table().end() && It->second.What == Effect::Value;
}
