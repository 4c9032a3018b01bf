//===- lower_table.cpp - opcodes ------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which handler lowers which opcode of sm_70 to sm_121 (CUDA Binary Utilities,
// "Instruction Set Reference").
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"

using namespace fencepost;
using namespace fencepost::sass;
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
    Add(&L::load, Effect::Memory, {"LDG", "LD", "LDS", "LDGMC"});
    Add(&L::store, Effect::Memory, {"STG", "ST", "STS", "UMEMSETS"});
    Add(&L::atomic, Effect::Memory,
        {"ATOM", "ATOMG", "ATOMS", "RED", "REDG", "REDS"});
    Add(&L::matrix, Effect::Memory, {"LDSM", "STSM"});
    Add(&L::texture, Effect::Memory,
        {"TEX", "TLD", "TLD4", "TMML", "TXD", "SULD", "SUST", "SURED",
         "SUATOM"});
    Add(&L::membar, Effect::Memory, {"MEMBAR"});
    Add(&L::cacheControl, Effect::Memory, {"CCTL", "CCTLL", "CCTLT"});
    Add(&L::proxyFence, Effect::Memory, {"FENCE", "UTMACCTL"});
    Add(&L::barrier, Effect::Memory, {"BAR"});
    Add(&L::clusterBarrier, Effect::Memory, {"UCGABAR_ARV", "UCGABAR_WAIT"});
    Add(&L::mbarrier, Effect::Memory, {"SYNCS"});
    Add(&L::warpSync, Effect::Memory, {"WARPSYNC"});
    Add(&L::collective, Effect::Memory,
        {"VOTE", "VOTEU", "MATCH", "SHFL", "REDUX", "CREDUX", "ELECT"});
    Add(&L::gridDependency, Effect::Memory, {"ACQBULK", "PREEXIT"});
    Add(&L::sleep, Effect::Memory, {"NANOSLEEP"});
    Add(&L::asyncCopy, Effect::Memory, {"LDGSTS"});
    Add(&L::bulkCopy, Effect::Memory,
        {"UBLKCP", "UBLKRED", "UBLKPF", "UTMALDG", "UTMASTG", "UTMAREDG",
         "UTMAPF"});
    Add(&L::asyncStore, Effect::Memory, {"STAS", "REDAS"});
    Add(&L::asyncRelease, Effect::Memory, {"USTGR", "UREDGR"});
    Add(&L::nextWork, Effect::Memory, {"UGETNEXTWORKID"});
    Add(&L::commit, Effect::Memory,
        {"LDGDEPBAR", "UTMACMDFLUSH", "ARRIVES", "UTCBAR"});
    Add(&L::wait, Effect::Memory, {"DEPBAR", "WARPGROUP"});
    Add(&L::matrixUnit, Effect::Memory,
        {"HGMMA", "IGMMA", "QGMMA", "BGMMA", "UTCHMMA", "UTCQMMA", "UTCIMMA",
         "UTCOMMA", "UTCMXQMMA", "UTCCP", "UTCSHIFT"});
    Add(&L::tensorMemory, Effect::Memory, {"LDTM", "STTM"});

    Add(nullptr, Effect::Flow,
        {"BRA", "JMP", "BRX", "JMX", "BRXU", "JMXU", "EXIT", "RET", "CALL",
         "KILL", "BPT"});

    Add(&L::nothing, Effect::Value,
        {"NOP", "BSSY", "BSYNC", "BREAK", "YIELD", "ERRBAR", "CGAERRBAR", "STL",
         "R2B", "PMTRIG", "USETMAXREG", "BMOV", "USETSHMSZ", "UTCATOMSWS",
         "ENDCOLLECTIVE"});
    Add(&L::move, Effect::Value,
        {"MOV", "UMOV", "LDC", "ULDC", "LDCU", "R2UR", "UR2R", "UMOV32I",
         "MOV32I"});
    Add(&L::readSpecial, Effect::Value, {"S2R", "S2UR", "CS2R"});
    Add(&L::add, Effect::Value,
        {"IADD3", "UIADD3", "VIADD", "UVIADD", "IADD", "UIADD", "IADD32I"});
    Add(&L::multiplyAdd, Effect::Value, {"IMAD", "UIMAD"});
    Add(&L::loadEffective, Effect::Value, {"LEA", "ULEA"});
    Add(&L::shift, Effect::Value,
        {"SHF", "USHF", "SHL", "USHL", "SHR", "USHR"});
    Add(&L::logic, Effect::Value, {"LOP3", "ULOP3"});
    Add(&L::predicateLogic, Effect::Value, {"PLOP3", "UPLOP3"});
    Add(&L::compare, Effect::Value,
        {"ISETP", "UISETP", "FSETP", "UFSETP", "DSETP"});
    Add(&L::select, Effect::Value, {"SEL", "USEL", "FSEL", "UFSEL"});
    Add(&L::minMax, Effect::Value, {"IMNMX", "UIMNMX", "VIMNMX", "UVIMNMX"});
    Add(&L::halfConstant, Effect::Value, {"HFMA2"});
    Add(&L::predicatesToRegister, Effect::Value, {"P2R", "UP2UR"});
    Add(&L::registerToPredicates, Effect::Value, {"R2P", "R2UP", "UR2UP"});
    Add(&L::barrierResult, Effect::Value, {"B2R"});
    Add(&L::localLoad, Effect::Value, {"LDL"});
    Add(&L::pure, Effect::Value,
        {"ABS",         "BMSK",      "UBMSK",     "BREV",      "UBREV",
         "DADD",        "DFMA",      "DMNMX",     "DMUL",      "F2F",
         "F2FP",        "F2I",       "F2IP",      "F2UI",      "FADD",
         "FADD2",       "FCHK",      "FFMA",      "FFMA2",     "FFMA32I",
         "FLO",         "UFLO",      "FMNMX",     "FMNMX3",    "FMUL",
         "FMUL2",       "FMUL32I",   "FRND",      "FSET",      "FSWZADD",
         "GETLMEMBASE", "HADD2",     "HMNMX2",    "HMUL2",     "HSET2",
         "HSETP2",      "I2F",       "I2FP",      "I2I",       "I2IP",
         "IABS",        "UIABS",     "IDP",       "IDP4A",     "ISCADD",
         "MUFU",        "POPC",      "UPOPC",     "PRMT",      "UPRMT",
         "PSETP",       "UPSETP",    "QSPC",      "SGXT",      "USGXT",
         "VABSDIFF",    "VABSDIFF4", "VHMNMX",    "VIADDMNMX", "VIMNMX3",
         "UFADD",       "UFFMA",     "UFMUL",     "UF2F",      "UI2F",
         "UI2FP",       "UF2FP",     "UF2I",      "FADD32I",   "LOP32I",
         "LOP",         "ULOP",      "FSET",      "IMUL",      "XMAD",
         "HADD2_32I",   "HMUL2_32I", "HFMA2_32I", "TXQ",       "UVIRTCOUNT",
         "CLMAD",       "UCLEA",     "UMUFU"});
    Add(&L::unknownValue, Effect::Value,
        {"HMMA", "IMMA", "DMMA", "BMMA", "QMMA", "OMMA", "QMUL4", "MOVM",
         "LEPC", "RPCMOV", "PIXLD", "AL2P", "GETCRSPTR", "SETCTAID",
         "CGABAR_GET", "NANOTRAP"});
    return T;
  }();
  return *Table;
}

std::optional<Lowering::Entry> Lowering::entryFor(const Instruction &I) {
  // `ATOMS.ARRIVE.64` is an mbarrier of sm_80; `QSPC` has an address, and only
  // asks where it points.
  if (I.is("ATOMS") && I.has("ARRIVE"))
    return Entry{&Lowering::mbarrier, Effect::Memory};
  auto It = table().find(I.Root);
  if (It == table().end())
    return std::nullopt;
  return It->second;
}
