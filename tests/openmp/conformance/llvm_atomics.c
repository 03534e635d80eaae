// SPDX-License-Identifier: Apache-2.0

// Atomic constructs as calls of LLVM's interface, which Intel's compilers make; called by hand.
// Each is compared with what the operation gives in C. No update of a variable that several threads
// share may be lost.

#include <complex.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>

#include "check.h"

typedef struct ident ident;

// The value a is at the place, b is given.
#define UPDATES(kind, type, name, suffix, a, b, expected)                                   \
  do {                                                                                      \
    extern void __kmpc_atomic_##kind##_##name##suffix(ident*, int, type*, type);            \
    extern type __kmpc_atomic_##kind##_##name##_cpt##suffix(ident*, int, type*, type, int); \
    const type left = (type)(a);                                                            \
    const type right = (type)(b);                                                           \
    const type result = (type)(expected);                                                   \
    type at = left;                                                                         \
    __kmpc_atomic_##kind##_##name##suffix(NULL, 0, &at, right);                             \
    CHECK(at == result);                                                                    \
    at = left;                                                                              \
    CHECK(__kmpc_atomic_##kind##_##name##_cpt##suffix(NULL, 0, &at, right, 1) == result);   \
    CHECK(at == result);                                                                    \
    at = left;                                                                              \
    CHECK(__kmpc_atomic_##kind##_##name##_cpt##suffix(NULL, 0, &at, right, 0) == left);     \
    CHECK(at == result);                                                                    \
  } while (0)

#define READS_AND_WRITES(kind, type, a, b)                                   \
  do {                                                                       \
    extern type __kmpc_atomic_##kind##_rd(ident*, int, type*);               \
    extern void __kmpc_atomic_##kind##_wr(ident*, int, type*, type);         \
    extern type __kmpc_atomic_##kind##_swp(ident*, int, type*, type);        \
    type at = (type)(a);                                                     \
    CHECK(__kmpc_atomic_##kind##_rd(NULL, 0, &at) == (type)(a));             \
    __kmpc_atomic_##kind##_wr(NULL, 0, &at, (type)(b));                      \
    CHECK(at == (type)(b));                                                  \
    CHECK(__kmpc_atomic_##kind##_swp(NULL, 0, &at, (type)(a)) == (type)(b)); \
    CHECK(at == (type)(a));                                                  \
  } while (0)

#define WIDE(kind, type, name, wide_kind, wide, a, b, expected)                        \
  do {                                                                                 \
    extern void __kmpc_atomic_##kind##_##name##_##wide_kind(ident*, int, type*, wide); \
    type at = (type)(a);                                                               \
    __kmpc_atomic_##kind##_##name##_##wide_kind(NULL, 0, &at, b);                      \
    CHECK(at == (type)(expected));                                                     \
  } while (0)

#define ARITHMETIC(kind, type, a, b)                    \
  do {                                                  \
    UPDATES(kind, type, add, , a, b, left + right);     \
    UPDATES(kind, type, sub, , a, b, left - right);     \
    UPDATES(kind, type, sub, _rev, a, b, right - left); \
    UPDATES(kind, type, mul, , a, b, left* right);      \
    UPDATES(kind, type, div, , a, b, left / right);     \
    UPDATES(kind, type, div, _rev, a, b, right / left); \
    READS_AND_WRITES(kind, type, a, b);                 \
  } while (0)

#define ORDERED(kind, type, a, b)                                  \
  do {                                                             \
    UPDATES(kind, type, max, , a, b, left < right ? right : left); \
    UPDATES(kind, type, min, , a, b, left < right ? left : right); \
    UPDATES(kind, type, max, , b, a, left < right ? right : left); \
    UPDATES(kind, type, min, , b, a, left < right ? left : right); \
  } while (0)

#define INTEGERS(kind, type, a, b)                            \
  do {                                                        \
    ARITHMETIC(kind, type, a, b);                             \
    ORDERED(kind, type, a, b);                                \
    UPDATES(kind, type, andb, , a, b, left& right);           \
    UPDATES(kind, type, orb, , a, b, left | right);           \
    UPDATES(kind, type, xor, , a, b, left ^ right);           \
    UPDATES(kind, type, neqv, , a, b, left ^ right);          \
    UPDATES(kind, type, eqv, , a, b, ~(left ^ right));        \
    UPDATES(kind, type, andl, , a, b, left&& right);          \
    UPDATES(kind, type, andl, , a, 0, left&& right);          \
    UPDATES(kind, type, orl, , 0, b, left || right);          \
    UPDATES(kind, type, orl, , 0, 0, left || right);          \
    UPDATES(kind, type, shl, , a, 2, left * 4);               \
    UPDATES(kind, type, shl, _rev, 2, b, right * 4);          \
    UPDATES(kind, type, shr, , a, 2, left >> right);          \
    UPDATES(kind, type, shr, _rev, 2, b, right >> left);      \
    WIDE(kind, type, mul, float8, double, a, 1.5, (a) * 1.5); \
    WIDE(kind, type, div, float8, double, a, 1.5, (a) / 1.5); \
  } while (0)

#define UNSIGNEDS(kind, type, a, b)                      \
  do {                                                   \
    UPDATES(kind, type, div, , a, b, left / right);      \
    UPDATES(kind, type, div, _rev, a, b, right / left);  \
    UPDATES(kind, type, shr, , a, 3, left >> right);     \
    UPDATES(kind, type, shr, _rev, 3, b, right >> left); \
  } while (0)

static void integers(void) {
  INTEGERS(fixed1, int8_t, -27, 3);
  INTEGERS(fixed2, int16_t, -2700, 30);
  INTEGERS(fixed4, int32_t, -270000000, 3);
  INTEGERS(fixed8, int64_t, -27000000000, 3000);
  UNSIGNEDS(fixed1u, uint8_t, 250, 7);
  UNSIGNEDS(fixed2u, uint16_t, 65000, 7);
  UNSIGNEDS(fixed4u, uint32_t, 4000000000U, 7);
  UNSIGNEDS(fixed8u, uint64_t, 18000000000000000000U, 7);
}

static void floats(void) {
  ARITHMETIC(float4, float, 1.5F, -0.3F);
  ORDERED(float4, float, 1.5F, -0.3F);
  ARITHMETIC(float8, double, 1.5, -0.3);
  ORDERED(float8, double, 1.5, -0.3);
  ARITHMETIC(float10, long double, 1.5L, -0.3L);
  ORDERED(float10, long double, 1.5L, -0.3L);
  WIDE(float4, float, add, float8, double, 1.5F, 0.1, 1.5F + 0.1);
  WIDE(float4, float, sub, float8, double, 1.5F, 0.1, 1.5F - 0.1);
  WIDE(float4, float, mul, float8, double, 1.5F, 0.1, 1.5F * 0.1);
  WIDE(float4, float, div, float8, double, 1.5F, 0.1, 1.5F / 0.1);
}

typedef float _Complex cmplx4;
typedef double _Complex cmplx8;
typedef long double _Complex cmplx10;

#define UPDATES_OUT(name, suffix, expected)                                        \
  do {                                                                             \
    extern void __kmpc_atomic_cmplx4_##name##suffix(ident*, int, cmplx4*, cmplx4); \
    extern void __kmpc_atomic_cmplx4_##name##_cpt##suffix(                         \
        ident*, int, cmplx4*, cmplx4, cmplx4*, int);                               \
    const cmplx4 left = 3.0F + 4.0F * I;                                           \
    const cmplx4 right = 2.0F - 1.0F * I;                                          \
    cmplx4 at = left;                                                              \
    cmplx4 out = 0;                                                                \
    __kmpc_atomic_cmplx4_##name##suffix(NULL, 0, &at, right);                      \
    CHECK(at == (expected));                                                       \
    at = left;                                                                     \
    __kmpc_atomic_cmplx4_##name##_cpt##suffix(NULL, 0, &at, right, &out, 1);       \
    CHECK(at == (expected));                                                       \
    CHECK(out == (expected));                                                      \
    at = left;                                                                     \
    __kmpc_atomic_cmplx4_##name##_cpt##suffix(NULL, 0, &at, right, &out, 0);       \
    CHECK(out == left);                                                            \
  } while (0)

static void complex_numbers(void) {
  ARITHMETIC(cmplx8, cmplx8, 3.0 + 4.0 * I, 2.0 - 1.0 * I);
  ARITHMETIC(cmplx10, cmplx10, 3.0L + 4.0L * I, 2.0L - 1.0L * I);
  UPDATES_OUT(add, , left + right);
  UPDATES_OUT(sub, , left - right);
  UPDATES_OUT(sub, _rev, right - left);
  UPDATES_OUT(mul, , left * right);
  UPDATES_OUT(div, , left / right);
  UPDATES_OUT(div, _rev, right / left);
  WIDE(cmplx4, cmplx4, mul, cmplx8, cmplx8, 3.0F + 4.0F * I, 2.0 - 1.0 * I, 10.0F + 5.0F * I);
  extern cmplx4 __kmpc_atomic_cmplx4_rd(ident*, int, cmplx4*);
  extern void __kmpc_atomic_cmplx4_wr(ident*, int, cmplx4*, cmplx4);
  extern void __kmpc_atomic_cmplx4_swp(ident*, int, cmplx4*, cmplx4, cmplx4*);
  cmplx4 at = 1.0F;
  cmplx4 out = 0;
  __kmpc_atomic_cmplx4_wr(NULL, 0, &at, 2.0F * I);
  CHECK(__kmpc_atomic_cmplx4_rd(NULL, 0, &at) == 2.0F * I);
  __kmpc_atomic_cmplx4_swp(NULL, 0, &at, 3.0F, &out);
  CHECK(at == 3.0F);
  CHECK(out == 2.0F * I);
}

#define COMPARES(bytes, type)                                                                \
  do {                                                                                       \
    extern bool __kmpc_atomic_bool_##bytes##_cas(ident*, int, type*, type, type);            \
    extern type __kmpc_atomic_val_##bytes##_cas(ident*, int, type*, type, type);             \
    extern bool __kmpc_atomic_bool_##bytes##_cas_cpt(ident*, int, type*, type, type, type*); \
    extern type __kmpc_atomic_val_##bytes##_cas_cpt(ident*, int, type*, type, type, type*);  \
    type at = 1;                                                                             \
    type out = 9;                                                                            \
    CHECK(__kmpc_atomic_bool_##bytes##_cas(NULL, 0, &at, 1, 2));                             \
    CHECK(!__kmpc_atomic_bool_##bytes##_cas(NULL, 0, &at, 1, 3));                            \
    CHECK_EQUAL(at, 2);                                                                      \
    CHECK_EQUAL(__kmpc_atomic_val_##bytes##_cas(NULL, 0, &at, 2, -3), 2);                    \
    CHECK_EQUAL(__kmpc_atomic_val_##bytes##_cas(NULL, 0, &at, 2, 4), -3);                    \
    CHECK(__kmpc_atomic_bool_##bytes##_cas_cpt(NULL, 0, &at, -3, 5, &out));                  \
    CHECK_EQUAL(out, 9);                                                                     \
    CHECK(!__kmpc_atomic_bool_##bytes##_cas_cpt(NULL, 0, &at, -3, 6, &out));                 \
    CHECK_EQUAL(out, 5);                                                                     \
    CHECK_EQUAL(__kmpc_atomic_val_##bytes##_cas_cpt(NULL, 0, &at, 5, 7, &out), 5);           \
    CHECK_EQUAL(out, 7);                                                                     \
    CHECK_EQUAL(__kmpc_atomic_val_##bytes##_cas_cpt(NULL, 0, &at, 5, 8, &out), 7);           \
    CHECK_EQUAL(out, 7);                                                                     \
  } while (0)

static void comparing(void) {
  COMPARES(1, char);
  COMPARES(2, short);
  COMPARES(4, int);
  COMPARES(8, long long);
}

/// Functions of the program for types of its own.
#define BY_FUNCTION(bytes, type)                                    \
  static void add_##bytes(void* result, void* old, void* operand) { \
    *(type*)result = *(const type*)old + *(const type*)operand;     \
  }                                                                 \
  extern void __kmpc_atomic_##bytes(ident*, int, void*, void*, void (*)(void*, void*, void*));

BY_FUNCTION(1, uint8_t)
BY_FUNCTION(2, uint16_t)
BY_FUNCTION(4, float)
BY_FUNCTION(8, double)
BY_FUNCTION(10, long double)
BY_FUNCTION(16, cmplx8)
BY_FUNCTION(32, cmplx10)

#define SHARED(bytes, type)                                        \
  do {                                                             \
    type one = 1;                                                  \
    __kmpc_atomic_##bytes(NULL, 0, &at##bytes, &one, add_##bytes); \
  } while (0)

/// With several threads at the same variables.
static void together(void) {
  enum { threads = 4, rounds = 5000, all = threads * rounds };

  extern void __kmpc_atomic_fixed4_add(ident*, int, int32_t*, int32_t);
  extern void __kmpc_atomic_float10_add(ident*, int, long double*, long double);
  extern void __kmpc_atomic_cmplx4_add(ident*, int, cmplx4*, cmplx4);
  extern int32_t __kmpc_atomic_fixed4_add_cpt(ident*, int, int32_t*, int32_t, int);
  extern void __kmpc_atomic_start(void);
  extern void __kmpc_atomic_end(void);
  uint8_t at1 = 0;
  uint16_t at2 = 0;
  float at4 = 0;
  double at8 = 0;
  long double at10 = 0;
  cmplx8 at16 = 0;
  cmplx10 at32 = 0;
  int32_t whole = 0;
  int32_t tickets = 0;
  long double real = 0;
  cmplx4 of_floats = 0;
  long plain = 0;
  long long sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  for (int i = 0; i < rounds; ++i) {
    SHARED(1, uint8_t);
    SHARED(2, uint16_t);
    SHARED(4, float);
    SHARED(8, double);
    SHARED(10, long double);
    SHARED(16, cmplx8);
    SHARED(32, cmplx10);
    __kmpc_atomic_fixed4_add(NULL, 0, &whole, 1);
    __kmpc_atomic_float10_add(NULL, 0, &real, 1);
    __kmpc_atomic_cmplx4_add(NULL, 0, &of_floats, 1.0F + 2.0F * I);
    sum += __kmpc_atomic_fixed4_add_cpt(NULL, 0, &tickets, 1, 1);
    __kmpc_atomic_start();
    ++plain;
    __kmpc_atomic_end();
  }
  CHECK_EQUAL(at1, (uint8_t)all);
  CHECK_EQUAL(at2, (uint16_t)all);
  CHECK(at4 == all);
  CHECK(at8 == all);
  CHECK(at10 == all);
  CHECK(at16 == all);
  CHECK(at32 == all);
  CHECK_EQUAL(whole, all);
  CHECK(real == all);
  CHECK(of_floats == all + 2.0F * all * I);
  CHECK_EQUAL(plain, all);
  CHECK_EQUAL(sum, (long long)all * (all + 1) / 2);
}

int main(void) {
  CHECK(omp_get_max_threads() > 0);  // LLVM's own runtime has to have begun
  integers();
  floats();
  complex_numbers();
  comparing();
  together();
  return 0;
}
