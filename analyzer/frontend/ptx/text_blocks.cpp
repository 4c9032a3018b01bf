//===- text_blocks.cpp - PTX text, 64 bytes at a time ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four bytes in a row are compared with up to eight buckets of patterns at
// once: each byte gives, by its low and its high half, the set of buckets that
// allow it at its place; the sets of all four places are intersected. A bucket
// matches more than its patterns, because the halves are independent and
// because places of several patterns mix.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/text_blocks.h"
#include <algorithm>
#include <array>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace fencepost::ptx;

namespace {

constexpr unsigned Places = 4;

/// `~` stands for any byte that may come before a word.
struct Pattern {
  uint8_t Bucket;
  const char *Text;
};
constexpr Pattern Patterns[] = {
    {0, "~bra"}, {0, "~brx"},  {0, "~bar"},  {1, "~red"}, {1, "~fen"},
    {2, "~mem"}, {2, "~mba"},  {3, "~cal"},  {3, "~clu"}, {3, "~cp."},
    {4, "~wgm"}, {4, "~tcg"},  {4, "~ten"},  {5, "~ato"}, {5, "~gri"},
    {5, "~stm"}, {5, "~exi"},  {1, "~ret"},  {6, "mult"}, {6, "NOLI"},
    {7, "~ld."}, {7, "~ld "},  {7, "~ld\t"}, {7, "~ldu"}, {7, "~st."},
    {7, "~st "}, {7, "~st\t"},
};
constexpr uint8_t NolintBucket = 1u << 6;
constexpr char BeforeWord[] = "\t\n\r\f\v ;{}:/";

/// Which buckets, or classes, a half of a byte allows.
struct Halves {
  std::array<uint8_t, 16> Low{}, High{};
  constexpr void add(char C, uint8_t Bits) {
    Low[C & 15] |= Bits;
    High[(static_cast<unsigned char>(C) >> 4) & 15] |= Bits;
  }
  constexpr uint8_t at(char C) const {
    return Low[C & 15] & High[(static_cast<unsigned char>(C) >> 4) & 15];
  }
};

constexpr std::array<Halves, Places> wordTables() {
  std::array<Halves, Places> Tables{};
  for (const Pattern &P : Patterns)
    for (unsigned I = 0; I < Places; ++I) {
      uint8_t Bit = uint8_t(1u << P.Bucket);
      if (P.Text[I] != '~')
        Tables[I].add(P.Text[I], Bit);
      else
        for (const char *C = BeforeWord; *C; ++C)
          Tables[I].add(*C, Bit);
    }
  return Tables;
}

// One character a bit, so that nothing else matches.
constexpr Halves structureTable() {
  Halves T{};
  uint8_t Bit = 1;
  for (char C : {'{', '}', '/', '"', ':'}) {
    T.add(C, Bit);
    Bit = uint8_t(Bit << 1);
  }
  return T;
}

constexpr std::array<Halves, Places> WordTables = wordTables();
constexpr Halves StructureTable = structureTable();

} // namespace

static bool markBlocksPortably(const char *Text, BlockMarks *Out,
                               unsigned Count) {
  uint8_t Seen = 0;
  for (; Count; --Count, ++Out, Text += BlockBytes) {
    *Out = {};
    for (unsigned I = 0; I < BlockBytes; ++I) {
      uint64_t Bit = uint64_t(1) << I;
      if (StructureTable.at(Text[I]))
        Out->Structure |= Bit;
      uint8_t Word = WordTables[0].at(Text[I]) & WordTables[1].at(Text[I + 1]) &
                     WordTables[2].at(Text[I + 2]) &
                     WordTables[3].at(Text[I + 3]);
      if (Word)
        Out->Words |= Bit;
      Seen |= Word;
    }
  }
  return (Seen & NolintBucket) != 0;
}

static Span spanPortably(llvm::StringRef Text, const char (&Any)[5]) {
  Span Out;
  for (; Out.Size < Text.size(); ++Out.Size) {
    char C = Text[Out.Size];
    if (C == Any[0] || C == Any[1] || C == Any[2] || C == Any[3])
      break;
    Out.Lines += C == '\n';
  }
  return Out;
}

#if defined(__x86_64__)

namespace {

__attribute__((target("avx2"))) inline __m256i
broadcast(const std::array<uint8_t, 16> &Table) {
  return _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i *>(Table.data())));
}

__attribute__((target("avx2"))) inline __m256i lookUp(const Halves &Table,
                                                      __m256i Bytes) {
  __m256i Mask = _mm256_set1_epi8(15);
  __m256i Low = _mm256_and_si256(Bytes, Mask);
  __m256i High = _mm256_and_si256(_mm256_srli_epi16(Bytes, 4), Mask);
  return _mm256_and_si256(_mm256_shuffle_epi8(broadcast(Table.Low), Low),
                          _mm256_shuffle_epi8(broadcast(Table.High), High));
}

__attribute__((target("avx2"))) inline uint32_t nonZero(__m256i Bytes) {
  return ~uint32_t(
      _mm256_movemask_epi8(_mm256_cmpeq_epi8(Bytes, _mm256_setzero_si256())));
}

__attribute__((target("avx2"))) inline __m256i load(const char *Text) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(Text));
}

__attribute__((target("avx2"))) bool
markBlocksAvx2(const char *Text, BlockMarks *Out, unsigned Count) {
  __m256i Seen = _mm256_setzero_si256();
  for (; Count; --Count, ++Out) {
    *Out = {};
    for (unsigned Shift = 0; Shift < BlockBytes; Shift += 32, Text += 32) {
      __m256i Here = load(Text);
      __m256i Words = _mm256_and_si256(
          _mm256_and_si256(lookUp(WordTables[0], Here),
                           lookUp(WordTables[1], load(Text + 1))),
          _mm256_and_si256(lookUp(WordTables[2], load(Text + 2)),
                           lookUp(WordTables[3], load(Text + 3))));
      Out->Structure |= uint64_t(nonZero(lookUp(StructureTable, Here)))
                        << Shift;
      Out->Words |= uint64_t(nonZero(Words)) << Shift;
      Seen = _mm256_or_si256(Seen, Words);
    }
  }
  return !_mm256_testz_si256(Seen, _mm256_set1_epi8(NolintBucket));
}

// As above, a block at a time.
#define FENCEPOST_AVX512 __attribute__((target("avx512f,avx512bw")))

FENCEPOST_AVX512 inline __m512i broadcast512(const std::array<uint8_t, 16> &T) {
  return _mm512_broadcast_i32x4(
      _mm_loadu_si128(reinterpret_cast<const __m128i *>(T.data())));
}

FENCEPOST_AVX512 inline __m512i lookUp512(const Halves &Table, __m512i Bytes) {
  __m512i Mask = _mm512_set1_epi8(15);
  __m512i Low = _mm512_and_si512(Bytes, Mask);
  __m512i High = _mm512_and_si512(_mm512_srli_epi16(Bytes, 4), Mask);
  return _mm512_and_si512(_mm512_shuffle_epi8(broadcast512(Table.Low), Low),
                          _mm512_shuffle_epi8(broadcast512(Table.High), High));
}

FENCEPOST_AVX512 bool markBlocksAvx512(const char *Text, BlockMarks *Out,
                                       unsigned Count) {
  __m512i Seen = _mm512_setzero_si512();
  for (; Count; --Count, ++Out, Text += BlockBytes) {
    __m512i Here = _mm512_loadu_si512(Text);
    __m512i Words = _mm512_and_si512(
        _mm512_and_si512(
            lookUp512(WordTables[0], Here),
            lookUp512(WordTables[1], _mm512_loadu_si512(Text + 1))),
        _mm512_and_si512(
            lookUp512(WordTables[2], _mm512_loadu_si512(Text + 2)),
            lookUp512(WordTables[3], _mm512_loadu_si512(Text + 3))));
    __m512i Structure = lookUp512(StructureTable, Here);
    Out->Structure = _mm512_test_epi8_mask(Structure, Structure);
    Out->Words = _mm512_test_epi8_mask(Words, Words);
    Seen = _mm512_or_si512(Seen, Words);
  }
  return _mm512_test_epi8_mask(Seen, _mm512_set1_epi8(NolintBucket)) != 0;
}
#undef FENCEPOST_AVX512

__attribute__((target("avx2,popcnt"))) Span spanAvx2(llvm::StringRef Text,
                                                     const char (&Any)[5]) {
  Span Out;
  __m256i Sets[4], Break = _mm256_set1_epi8('\n');
  for (unsigned I = 0; I < 4; ++I)
    Sets[I] = _mm256_set1_epi8(Any[I]);
  for (; Out.Size + 32 <= Text.size(); Out.Size += 32) {
    __m256i Here = load(Text.data() + Out.Size);
    __m256i Hits =
        _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi8(Here, Sets[0]),
                                        _mm256_cmpeq_epi8(Here, Sets[1])),
                        _mm256_or_si256(_mm256_cmpeq_epi8(Here, Sets[2]),
                                        _mm256_cmpeq_epi8(Here, Sets[3])));
    if (!_mm256_testz_si256(Hits, Hits))
      break;
    Out.Lines += __builtin_popcount(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(Here, Break)));
  }
  Span Rest = spanPortably(Text.drop_front(Out.Size), Any);
  return {Out.Size + Rest.Size, Out.Lines + Rest.Lines};
}

__attribute__((target("avx2,popcnt"))) size_t countAvx2(const char *Text,
                                                        size_t Size) {
  size_t Count = 0, I = 0;
  __m256i Break = _mm256_set1_epi8('\n');
  for (; I + 32 <= Size; I += 32)
    Count += __builtin_popcount(
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(load(Text + I), Break)));
  return Count + std::count(Text + I, Text + Size, '\n');
}

// By its last two characters: names differ in their ends.
__attribute__((target("avx2"))) size_t findAvx2(llvm::StringRef Text,
                                                llvm::StringRef Word,
                                                size_t From) {
  const char *End = Text.end() - Word.size();
  const char *At = Text.data() + From;
  size_t Tail = Word.size() - 2;
  __m256i Before = _mm256_set1_epi8(Word[Tail]);
  __m256i Last = _mm256_set1_epi8(Word[Tail + 1]);
  for (; End - At >= 32; At += 32) {
    uint32_t Hits = _mm256_movemask_epi8(
        _mm256_and_si256(_mm256_cmpeq_epi8(load(At + Tail), Before),
                         _mm256_cmpeq_epi8(load(At + Tail + 1), Last)));
    for (; Hits; Hits &= Hits - 1) {
      const char *Hit = At + __builtin_ctz(Hits);
      if (*Hit == Word.front() && std::memcmp(Hit, Word.data(), Tail) == 0)
        return Hit - Text.data();
    }
  }
  return Text.find(Word, At - Text.data());
}

bool hasAvx2() {
  static const bool Has = __builtin_cpu_supports("avx2");
  return Has;
}

} // namespace

llvm::ArrayRef<MarkBlocks> fencepost::ptx::allMarkBlocks() {
  static constexpr MarkBlocks All[] = {markBlocksAvx512, markBlocksAvx2,
                                       markBlocksPortably};
  static const bool HasAvx512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  return llvm::ArrayRef(All).drop_front(HasAvx512 ? 0 : hasAvx2() ? 1 : 2);
}

Span fencepost::ptx::spanBefore(llvm::StringRef Text, const char (&Any)[5]) {
  return hasAvx2() ? spanAvx2(Text, Any) : spanPortably(Text, Any);
}

size_t fencepost::ptx::findWord(llvm::StringRef Text, llvm::StringRef Word,
                                size_t From) {
  bool Fits = Word.size() >= 2 && From + Word.size() <= Text.size();
  return Fits && hasAvx2() ? findAvx2(Text, Word, From) : Text.find(Word, From);
}

size_t fencepost::ptx::countLines(llvm::StringRef Text) {
  return hasAvx2() ? countAvx2(Text.data(), Text.size())
                   : std::count(Text.begin(), Text.end(), '\n');
}

#else

llvm::ArrayRef<MarkBlocks> fencepost::ptx::allMarkBlocks() {
  static constexpr MarkBlocks Only = markBlocksPortably;
  return Only;
}

Span fencepost::ptx::spanBefore(llvm::StringRef Text, const char (&Any)[5]) {
  return spanPortably(Text, Any);
}

size_t fencepost::ptx::findWord(llvm::StringRef Text, llvm::StringRef Word,
                                size_t From) {
  return Text.find(Word, From);
}

size_t fencepost::ptx::countLines(llvm::StringRef Text) {
  return std::count(Text.begin(), Text.end(), '\n');
}

#endif
