// SPDX-License-Identifier: Apache-2.0

// Atomic constructs as Intel's compilers call them: a function for each type and operation. Clang
// compiles them itself.
//
//     NAME          variable = variable OPERATION value
//     NAME_rev      variable = value OPERATION variable
//     NAME_cpt      the first, and returns the new value or the old one, by a flag
//     NAME_cpt_rev  the same for the second
//     rd, wr, swp   reads, writes, and writes and gives the old value

#include <cstdint>

#include "openmp/abi/kmpc/atomic_change.hpp"
#include "openmp/abi/kmpc/atomic_operations.hpp"
#include "openmp/abi/kmpc/kmpc.hpp"

using namespace nuthatch::openmp::kmpc;
using namespace nuthatch::openmp::kmpc::operations;

namespace {

using float4 = float;
using float8 = double;
using float10 = long double;
__extension__ using cmplx4 = _Complex float;
__extension__ using cmplx8 = _Complex double;
__extension__ using cmplx10 = _Complex long double;

template <class Operation, class T>
changed<T> update(T* at, T value) {
  return change(at, [value](T old) { return Operation()(old, value); });
}

template <class Operation, class T>
changed<T> update_reversed(T* at, T value) {
  return change(at, [value](T old) { return Operation()(value, old); });
}

template <class T>
changed<T> assign(T* at, T value) {
  return change(at, [value](T /*old*/) { return value; });
}

/// Computes the operation in the wider type.
template <class Operation, class Wide, class T>
void update_widely(T* at, Wide value) {
  change(at, [value](T old) { return static_cast<T>(Operation()(static_cast<Wide>(old), value)); });
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): they are names and types

#define NUTHATCH_ATOMIC_FUNCTIONS(kind, type, name, reversed, call)                       \
  NUTHATCH_EXPORTED void __kmpc_atomic_##kind##_##name##reversed(                         \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type value) {                         \
    call(at, value);                                                                      \
  }                                                                                       \
  NUTHATCH_EXPORTED type __kmpc_atomic_##kind##_##name##_cpt##reversed(                   \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type value, std::int32_t gives_new) { \
    return call(at, value).captured(gives_new);                                           \
  }

// A complex number of floats is returned through an address.
#define NUTHATCH_ATOMIC_FUNCTIONS_OUT(kind, type, name, reversed, call)                          \
  NUTHATCH_EXPORTED void __kmpc_atomic_##kind##_##name##reversed(                                \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type value) {                                \
    call(at, value);                                                                             \
  }                                                                                              \
  NUTHATCH_EXPORTED void __kmpc_atomic_##kind##_##name##_cpt##reversed(ident* /*loc*/,           \
                                                                       thread_id /*gtid*/,       \
                                                                       type* at,                 \
                                                                       type value,               \
                                                                       type* into,               \
                                                                       std::int32_t gives_new) { \
    *into = call(at, value).captured(gives_new);                                                 \
  }

#define NUTHATCH_ATOMIC(kind, type, name, operation) \
  NUTHATCH_ATOMIC_FUNCTIONS(kind, type, name, , update<operation>)

#define NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, name, operation)     \
  NUTHATCH_ATOMIC_FUNCTIONS(kind, type, name, , update<operation>) \
  NUTHATCH_ATOMIC_FUNCTIONS(kind, type, name, _rev, update_reversed<operation>)

#define NUTHATCH_ATOMIC_READ_AND_WRITE(kind, type)                                                 \
  NUTHATCH_EXPORTED type __kmpc_atomic_##kind##_rd(ident* /*loc*/, thread_id /*gtid*/, type* at) { \
    return read(at);                                                                               \
  }                                                                                                \
  NUTHATCH_EXPORTED void __kmpc_atomic_##kind##_wr(                                                \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type value) {                                  \
    assign(at, value);                                                                             \
  }

#define NUTHATCH_ATOMIC_SWAP(kind, type)                          \
  NUTHATCH_EXPORTED type __kmpc_atomic_##kind##_swp(              \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type value) { \
    return assign(at, value).before;                              \
  }

#define NUTHATCH_ATOMIC_INTEGER(kind, type)                 \
  NUTHATCH_ATOMIC(kind, type, add, sum)                     \
  NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, sub, difference)    \
  NUTHATCH_ATOMIC(kind, type, mul, product)                 \
  NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, div, quotient)      \
  NUTHATCH_ATOMIC(kind, type, andb, bits_in_both)           \
  NUTHATCH_ATOMIC(kind, type, orb, bits_in_any)             \
  NUTHATCH_ATOMIC(kind, type, xor, bits_in_one)             \
  NUTHATCH_ATOMIC(kind, type, eqv, bits_alike)              \
  NUTHATCH_ATOMIC(kind, type, neqv, bits_in_one)            \
  NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, shl, shifted_left)  \
  NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, shr, shifted_right) \
  NUTHATCH_ATOMIC(kind, type, andl, both)                   \
  NUTHATCH_ATOMIC(kind, type, orl, any)                     \
  NUTHATCH_ATOMIC(kind, type, max, larger)                  \
  NUTHATCH_ATOMIC(kind, type, min, smaller)                 \
  NUTHATCH_ATOMIC_READ_AND_WRITE(kind, type)                \
  NUTHATCH_ATOMIC_SWAP(kind, type)                          \
  NUTHATCH_ATOMIC_WIDELY(kind, type, mul, product, float8)  \
  NUTHATCH_ATOMIC_WIDELY(kind, type, div, quotient, float8)

#define NUTHATCH_ATOMIC_UNSIGNED(kind, type)           \
  NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, div, quotient) \
  NUTHATCH_ATOMIC_BOTH_WAYS(kind, type, shr, shifted_right)

#define NUTHATCH_ATOMIC_FLOAT(type)                      \
  NUTHATCH_ATOMIC(type, type, add, sum)                  \
  NUTHATCH_ATOMIC_BOTH_WAYS(type, type, sub, difference) \
  NUTHATCH_ATOMIC(type, type, mul, product)              \
  NUTHATCH_ATOMIC_BOTH_WAYS(type, type, div, quotient)   \
  NUTHATCH_ATOMIC(type, type, max, larger)               \
  NUTHATCH_ATOMIC(type, type, min, smaller)              \
  NUTHATCH_ATOMIC_READ_AND_WRITE(type, type)             \
  NUTHATCH_ATOMIC_SWAP(type, type)

#define NUTHATCH_ATOMIC_COMPLEX(type)                    \
  NUTHATCH_ATOMIC(type, type, add, sum)                  \
  NUTHATCH_ATOMIC_BOTH_WAYS(type, type, sub, difference) \
  NUTHATCH_ATOMIC(type, type, mul, product)              \
  NUTHATCH_ATOMIC_BOTH_WAYS(type, type, div, quotient)   \
  NUTHATCH_ATOMIC_READ_AND_WRITE(type, type)             \
  NUTHATCH_ATOMIC_SWAP(type, type)

#define NUTHATCH_ATOMIC_WIDELY(kind, type, name, operation, wide) \
  NUTHATCH_EXPORTED void __kmpc_atomic_##kind##_##name##_##wide(  \
      ident* /*loc*/, thread_id /*gtid*/, type* at, wide value) { \
    update_widely<operation>(at, value);                          \
  }

NUTHATCH_ATOMIC_INTEGER(fixed1, std::int8_t)
NUTHATCH_ATOMIC_INTEGER(fixed2, std::int16_t)
NUTHATCH_ATOMIC_INTEGER(fixed4, std::int32_t)
NUTHATCH_ATOMIC_INTEGER(fixed8, std::int64_t)
NUTHATCH_ATOMIC_UNSIGNED(fixed1u, std::uint8_t)
NUTHATCH_ATOMIC_UNSIGNED(fixed2u, std::uint16_t)
NUTHATCH_ATOMIC_UNSIGNED(fixed4u, std::uint32_t)
NUTHATCH_ATOMIC_UNSIGNED(fixed8u, std::uint64_t)
NUTHATCH_ATOMIC_FLOAT(float4)
NUTHATCH_ATOMIC_FLOAT(float8)
NUTHATCH_ATOMIC_FLOAT(float10)
NUTHATCH_ATOMIC_COMPLEX(cmplx8)
NUTHATCH_ATOMIC_COMPLEX(cmplx10)

NUTHATCH_ATOMIC_WIDELY(float4, float4, add, sum, float8)
NUTHATCH_ATOMIC_WIDELY(float4, float4, sub, difference, float8)
NUTHATCH_ATOMIC_WIDELY(float4, float4, mul, product, float8)
NUTHATCH_ATOMIC_WIDELY(float4, float4, div, quotient, float8)
NUTHATCH_ATOMIC_WIDELY(cmplx4, cmplx4, add, sum, cmplx8)
NUTHATCH_ATOMIC_WIDELY(cmplx4, cmplx4, sub, difference, cmplx8)
NUTHATCH_ATOMIC_WIDELY(cmplx4, cmplx4, mul, product, cmplx8)
NUTHATCH_ATOMIC_WIDELY(cmplx4, cmplx4, div, quotient, cmplx8)

NUTHATCH_ATOMIC_FUNCTIONS_OUT(cmplx4, cmplx4, add, , update<sum>)
NUTHATCH_ATOMIC_FUNCTIONS_OUT(cmplx4, cmplx4, sub, , update<difference>)
NUTHATCH_ATOMIC_FUNCTIONS_OUT(cmplx4, cmplx4, sub, _rev, update_reversed<difference>)
NUTHATCH_ATOMIC_FUNCTIONS_OUT(cmplx4, cmplx4, mul, , update<product>)
NUTHATCH_ATOMIC_FUNCTIONS_OUT(cmplx4, cmplx4, div, , update<quotient>)
NUTHATCH_ATOMIC_FUNCTIONS_OUT(cmplx4, cmplx4, div, _rev, update_reversed<quotient>)
NUTHATCH_ATOMIC_READ_AND_WRITE(cmplx4, cmplx4)

NUTHATCH_EXPORTED void __kmpc_atomic_cmplx4_swp(
    ident* /*loc*/, thread_id /*gtid*/, cmplx4* at, cmplx4 value, cmplx4* into) {
  *into = assign(at, value).before;
}

// NOLINTEND(bugprone-macro-parentheses)
