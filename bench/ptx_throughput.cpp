//===- ptx_throughput.cpp - how fast PTX text is read ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: ptx_throughput FOLDER [--benchmark_...]
//
// Reads every .ptx of the folder into memory, then measures the first stage
// alone (scan) and the whole front end (read), beside two passes that bound
// them: counting lines, and searching for one word. Before that it prints how
// much of the text is in functions worth lowering, and for which reason.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/module_scan.h"
#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "analyzer/frontend/ptx/text_blocks.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstring>

using namespace fencepost;

static std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts;
static size_t Bytes;

static void readFolder(llvm::StringRef Folder) {
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(Folder, Error), End;
       It != End && !Error; It.increment(Error)) {
    if (!llvm::StringRef(It->path()).ends_with(".ptx"))
      continue;
    if (auto Buffer = llvm::MemoryBuffer::getFile(It->path())) {
      Bytes += (*Buffer)->getBufferSize();
      Texts.push_back(std::move(*Buffer));
    }
  }
}

static void printShares() {
  size_t Functions = 0, Body = 0, Order = 0, Wait = 0, Update = 0;
  for (auto &Text : Texts)
    for (const ptx::ScannedModule &M :
         ptx::scanModules(Text->getBuffer()).Modules)
      for (const ptx::ScannedFunction &F : M.Functions) {
        ++Functions;
        Body += F.Body.size();
        size_t Size = F.Body.size();
        Order += F.HasOrdering ? Size : 0;
        Wait += !F.HasOrdering && F.MayWait ? Size : 0;
        Update += !F.HasOrdering && !F.MayWait && F.UpdatesShared ? Size : 0;
      }
  auto Percent = [](size_t Part) {
    return 100.0 * double(Part) / double(Bytes);
  };
  std::printf("%zu files, %.1f MB, %zu functions; in bodies %.1f %%: orders "
              "memory %.1f %%, may wait %.1f %%, updates in place %.1f %%\n",
              Texts.size(), double(Bytes) / 1e6, Functions, Percent(Body),
              Percent(Order), Percent(Wait), Percent(Update));
}

template <typename T> static void measure(benchmark::State &State, T Pass) {
  for (auto _ : State)
    for (auto &Text : Texts)
      benchmark::DoNotOptimize(Pass(Text->getBuffer()));
  State.SetBytesProcessed(int64_t(State.iterations() * Bytes));
}

static void countLines(benchmark::State &State) {
  measure(State, [](llvm::StringRef Text) { return ptx::countLines(Text); });
}
static void search(benchmark::State &State) {
  measure(State, [](llvm::StringRef Text) {
    size_t Count = 0;
    for (const void *At = Text.data(); At; ++Count) {
      const char *From = static_cast<const char *>(At) + 1;
      At = memmem(From, Text.end() - From, "atom.", 5);
    }
    return Count;
  });
}
static void scan(benchmark::State &State) {
  measure(State, [](llvm::StringRef Text) {
    return ptx::scanModules(Text).Modules.size();
  });
}
static void read(benchmark::State &State) {
  measure(State, [](llvm::StringRef Text) {
    return readPtx(Text, "bench.ptx").M != nullptr;
  });
}
BENCHMARK(countLines)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
BENCHMARK(search)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
BENCHMARK(scan)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
BENCHMARK(read)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);

int main(int ArgC, char **ArgV) {
  benchmark::Initialize(&ArgC, ArgV);
  if (ArgC < 2) {
    std::fprintf(stderr, "usage: ptx_throughput FOLDER [--benchmark_...]\n");
    return 2;
  }
  readFolder(ArgV[1]);
  if (Texts.empty()) {
    std::fprintf(stderr, "no .ptx in '%s'\n", ArgV[1]);
    return 2;
  }
  printShares();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
