// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What __half and __nv_bfloat16 have in common. Includers say which type:
//   FENCEPOST_T, FENCEPOST_T2     the type and its pair
//   FENCEPOST_RAW, FENCEPOST_RAW2 their raw forms
//   FENCEPOST_TO_BITS, FENCEPOST_OF_BITS, FENCEPOST_VALUE, FENCEPOST_TRUTH
//                                 names of functions without a body
// No guard: each of the two headers includes it once.

#define FENCEPOST_HD __host__ __device__

struct FENCEPOST_RAW {
  unsigned short x;
};
struct FENCEPOST_RAW2 {
  unsigned short x, y;
};

/// Of the value alone.
FENCEPOST_HD unsigned short FENCEPOST_TO_BITS(double Value);
FENCEPOST_HD float FENCEPOST_OF_BITS(unsigned short Bits);

struct FENCEPOST_T {
  FENCEPOST_T() = default;
  FENCEPOST_HD constexpr FENCEPOST_T(const FENCEPOST_RAW &Raw) : Bits(Raw.x) {}
  FENCEPOST_HD FENCEPOST_T(float Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(double Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(int Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(unsigned int Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(short Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(unsigned short Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(long Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(unsigned long Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(long long Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T(unsigned long long Value)
      : Bits(FENCEPOST_TO_BITS(Value)) {}
  FENCEPOST_HD FENCEPOST_T &operator=(float Value) {
    Bits = FENCEPOST_TO_BITS(Value);
    return *this;
  }
  FENCEPOST_HD FENCEPOST_T &operator=(double Value) {
    Bits = FENCEPOST_TO_BITS(Value);
    return *this;
  }
  FENCEPOST_HD FENCEPOST_T &operator=(int Value) {
    Bits = FENCEPOST_TO_BITS(Value);
    return *this;
  }
  FENCEPOST_HD FENCEPOST_T &operator=(unsigned int Value) {
    Bits = FENCEPOST_TO_BITS(Value);
    return *this;
  }
  FENCEPOST_HD FENCEPOST_T &operator=(const FENCEPOST_RAW &Raw) {
    Bits = Raw.x;
    return *this;
  }
  FENCEPOST_HD operator float() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD operator FENCEPOST_RAW() const { return {Bits}; }
  FENCEPOST_HD explicit operator bool() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator int() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator unsigned int() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator short() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator unsigned short() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator char() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator signed char() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator unsigned char() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator long() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator unsigned long() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator long long() const {
    return FENCEPOST_OF_BITS(Bits);
  }
  FENCEPOST_HD explicit operator unsigned long long() const {
    return FENCEPOST_OF_BITS(Bits);
  }

protected:
  unsigned short Bits;
};

struct __attribute__((aligned(4))) FENCEPOST_T2 {
  FENCEPOST_T x, y;
  FENCEPOST_T2() = default;
  FENCEPOST_HD constexpr FENCEPOST_T2(const FENCEPOST_T &__X,
                                      const FENCEPOST_T &__Y)
      : x(__X), y(__Y) {}
  FENCEPOST_HD FENCEPOST_T2(const FENCEPOST_RAW2 &Raw)
      : x(FENCEPOST_RAW{Raw.x}), y(FENCEPOST_RAW{Raw.y}) {}
  FENCEPOST_HD operator FENCEPOST_RAW2() const {
    return {FENCEPOST_RAW(x).x, FENCEPOST_RAW(y).x};
  }
};

// Arithmetic reads its operands; what comes out is told by no function of ours.
FENCEPOST_HD FENCEPOST_T FENCEPOST_VALUE(FENCEPOST_T __A, FENCEPOST_T __B);
FENCEPOST_HD FENCEPOST_T2 FENCEPOST_VALUE(FENCEPOST_T2 __A, FENCEPOST_T2 __B);
FENCEPOST_HD bool FENCEPOST_TRUTH(FENCEPOST_T __A, FENCEPOST_T __B);
FENCEPOST_HD bool FENCEPOST_TRUTH(FENCEPOST_T2 __A, FENCEPOST_T2 __B);
#define FENCEPOST_TWO(__T, OP)                                                 \
  FENCEPOST_HD inline __T operator OP(const __T &__A, const __T &__B) {        \
    return FENCEPOST_VALUE(__A, __B);                                          \
  }                                                                            \
  FENCEPOST_HD inline __T &operator OP##=(__T &__A, const __T &__B) {          \
    return __A = FENCEPOST_VALUE(__A, __B);                                    \
  }
#define FENCEPOST_ONE(__T, OP)                                                 \
  FENCEPOST_HD inline __T operator OP(const __T &__A) {                        \
    return FENCEPOST_VALUE(__A, __A);                                          \
  }                                                                            \
  FENCEPOST_HD inline __T &operator OP##OP(__T &__A) {                         \
    return __A = FENCEPOST_VALUE(__A, __A);                                    \
  }                                                                            \
  FENCEPOST_HD inline __T operator OP##OP(__T &__A, int) {                     \
    __T Before = __A;                                                          \
    __A = FENCEPOST_VALUE(Before, Before);                                     \
    return Before;                                                             \
  }
#define FENCEPOST_COMPARED(__T, OP)                                            \
  FENCEPOST_HD inline bool operator OP(const __T &__A, const __T &__B) {       \
    return FENCEPOST_TRUTH(__A, __B);                                          \
  }
#define FENCEPOST_OPERATORS(__T)                                               \
  FENCEPOST_TWO(__T, +)                                                        \
  FENCEPOST_TWO(__T, -)                                                        \
  FENCEPOST_TWO(__T, *)                                                        \
  FENCEPOST_TWO(__T, /)                                                        \
  FENCEPOST_ONE(__T, +)                                                        \
  FENCEPOST_ONE(__T, -)                                                        \
  FENCEPOST_COMPARED(__T, ==)                                                  \
  FENCEPOST_COMPARED(__T, !=)                                                  \
  FENCEPOST_COMPARED(__T, <)                                                   \
  FENCEPOST_COMPARED(__T, >)                                                   \
  FENCEPOST_COMPARED(__T, <=)                                                  \
  FENCEPOST_COMPARED(__T, >=)                                                  \
  __device__ __T atomicAdd(__T *Address, __T Value);                           \
  __device__ __T __shfl_sync(unsigned Mask, __T __V, int Lane,                 \
                             int Width = 32);                                  \
  __device__ __T __shfl_up_sync(unsigned Mask, __T __V, unsigned __N,          \
                                int Width = 32);                               \
  __device__ __T __shfl_down_sync(unsigned Mask, __T __V, unsigned __N,        \
                                  int Width = 32);                             \
  __device__ __T __shfl_xor_sync(unsigned Mask, __T __V, int __N,              \
                                 int Width = 32);                              \
  __device__ __T __ldg(const __T *Address);                                    \
  __device__ __T __ldcg(const __T *Address);                                   \
  __device__ __T __ldca(const __T *Address);                                   \
  __device__ __T __ldcs(const __T *Address);                                   \
  __device__ __T __ldlu(const __T *Address);                                   \
  __device__ __T __ldcv(const __T *Address);                                   \
  __device__ void __stwb(__T *Address, __T Value);                             \
  __device__ void __stcg(__T *Address, __T Value);                             \
  __device__ void __stcs(__T *Address, __T Value);                             \
  __device__ void __stwt(__T *Address, __T Value);
FENCEPOST_OPERATORS(FENCEPOST_T)
FENCEPOST_OPERATORS(FENCEPOST_T2)
#undef FENCEPOST_OPERATORS
#undef FENCEPOST_TWO
#undef FENCEPOST_ONE
#undef FENCEPOST_COMPARED

#define FENCEPOST_UNARY(NAME)                                                  \
  FENCEPOST_HD FENCEPOST_T h##NAME(const FENCEPOST_T __A);                     \
  FENCEPOST_HD FENCEPOST_T2 h2##NAME(const FENCEPOST_T2 __A);
FENCEPOST_UNARY(sqrt)
FENCEPOST_UNARY(rsqrt)
FENCEPOST_UNARY(rcp)
FENCEPOST_UNARY(exp)
FENCEPOST_UNARY(exp2)
FENCEPOST_UNARY(exp10)
FENCEPOST_UNARY(log)
FENCEPOST_UNARY(log2)
FENCEPOST_UNARY(log10)
FENCEPOST_UNARY(sin)
FENCEPOST_UNARY(cos)
FENCEPOST_UNARY(tanh)
FENCEPOST_UNARY(floor)
FENCEPOST_UNARY(ceil)
FENCEPOST_UNARY(rint)
FENCEPOST_UNARY(trunc)
#undef FENCEPOST_UNARY

#define FENCEPOST_BINARY(NAME)                                                 \
  FENCEPOST_HD FENCEPOST_T __h##NAME(const FENCEPOST_T __A,                    \
                                     const FENCEPOST_T __B);                   \
  FENCEPOST_HD FENCEPOST_T2 __h##NAME##2(const FENCEPOST_T2 __A,               \
                                         const FENCEPOST_T2 __B);
FENCEPOST_BINARY(add)
FENCEPOST_BINARY(sub)
FENCEPOST_BINARY(mul)
FENCEPOST_BINARY(max)
FENCEPOST_BINARY(min)
FENCEPOST_HD FENCEPOST_T __hdiv(const FENCEPOST_T __A, const FENCEPOST_T __B);
FENCEPOST_HD FENCEPOST_T2 __h2div(const FENCEPOST_T2 __A,
                                  const FENCEPOST_T2 __B);
FENCEPOST_HD FENCEPOST_T __hadd_sat(const FENCEPOST_T __A,
                                    const FENCEPOST_T __B);
FENCEPOST_HD FENCEPOST_T __hmul_sat(const FENCEPOST_T __A,
                                    const FENCEPOST_T __B);
FENCEPOST_HD FENCEPOST_T __hadd_rn(const FENCEPOST_T __A,
                                   const FENCEPOST_T __B);
FENCEPOST_HD FENCEPOST_T __hmul_rn(const FENCEPOST_T __A,
                                   const FENCEPOST_T __B);
#undef FENCEPOST_BINARY
FENCEPOST_HD FENCEPOST_T __hfma(const FENCEPOST_T __A, const FENCEPOST_T __B,
                                const FENCEPOST_T __C);
FENCEPOST_HD FENCEPOST_T2 __hfma2(const FENCEPOST_T2 __A,
                                  const FENCEPOST_T2 __B,
                                  const FENCEPOST_T2 __C);
FENCEPOST_HD FENCEPOST_T __habs(const FENCEPOST_T __A);
FENCEPOST_HD FENCEPOST_T2 __habs2(const FENCEPOST_T2 __A);
FENCEPOST_HD FENCEPOST_T __hneg(const FENCEPOST_T __A);
FENCEPOST_HD FENCEPOST_T2 __hneg2(const FENCEPOST_T2 __A);
FENCEPOST_HD bool __hisnan(const FENCEPOST_T __A);
FENCEPOST_HD int __hisinf(const FENCEPOST_T __A);

#define FENCEPOST_COMPARE(NAME)                                                \
  FENCEPOST_HD bool __h##NAME(const FENCEPOST_T __A, const FENCEPOST_T __B);   \
  FENCEPOST_HD FENCEPOST_T2 __h##NAME##2(const FENCEPOST_T2 __A,               \
                                         const FENCEPOST_T2 __B);              \
  FENCEPOST_HD bool __hb##NAME##2(const FENCEPOST_T2 __A,                      \
                                  const FENCEPOST_T2 __B);
FENCEPOST_COMPARE(eq)
FENCEPOST_COMPARE(ne)
FENCEPOST_COMPARE(lt)
FENCEPOST_COMPARE(le)
FENCEPOST_COMPARE(gt)
FENCEPOST_COMPARE(ge)
#undef FENCEPOST_COMPARE

FENCEPOST_HD float __low2float(const FENCEPOST_T2 __A);
FENCEPOST_HD float __high2float(const FENCEPOST_T2 __A);
FENCEPOST_HD FENCEPOST_T2 __lowhigh2highlow(const FENCEPOST_T2 __A);
#undef FENCEPOST_HD
