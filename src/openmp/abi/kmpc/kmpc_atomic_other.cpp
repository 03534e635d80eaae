// SPDX-License-Identifier: Apache-2.0

// Atomic constructs for which compilers that use LLVM's interface pass a function of the program,
// and constructs with `compare`.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "openmp/abi/kmpc/atomic_change.hpp"
#include "openmp/abi/kmpc/kmpc.hpp"

using namespace nuthatch::openmp::kmpc;

namespace {

/// Computes the new value from the old one and the operand.
using operation = void (*)(void* result, void* old, void* operand);

template <class T>
void update_by(void* at, void* operand, operation of) {
  change(static_cast<T*>(at), [&](T old) {
    T result{};
    of(&result, &old, operand);
    return result;
  });
}

/// Updates a variable whose type fits no word.
void update_held(void* at, void* operand, operation of) {
  const atomic_construct held;
  of(at, at, operand);
}

/// Stores the new value if the variable has the expected one. Returns the previous value.
template <class T>
T compare_and_swap(T* at, T expected, T wanted) {
  __atomic_compare_exchange_n(
      at, &expected, wanted, /*weak=*/false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): they are names and types

#define NUTHATCH_ATOMIC_BY_FUNCTION(bytes, call)                                   \
  NUTHATCH_EXPORTED void __kmpc_atomic_##bytes(                                    \
      ident* /*loc*/, thread_id /*gtid*/, void* at, void* operand, operation of) { \
    call(at, operand, of);                                                         \
  }

NUTHATCH_ATOMIC_BY_FUNCTION(1, update_by<std::uint8_t>)
NUTHATCH_ATOMIC_BY_FUNCTION(2, update_by<std::uint16_t>)
NUTHATCH_ATOMIC_BY_FUNCTION(4, update_by<std::uint32_t>)
NUTHATCH_ATOMIC_BY_FUNCTION(8, update_by<std::uint64_t>)
NUTHATCH_ATOMIC_BY_FUNCTION(10, update_held)
NUTHATCH_ATOMIC_BY_FUNCTION(16, update_held)
NUTHATCH_ATOMIC_BY_FUNCTION(20, update_held)
NUTHATCH_ATOMIC_BY_FUNCTION(32, update_held)

// A function bool_… returns whether the variable had the expected value; val_… returns the value
// that it had. Those with _cpt also store a captured value: bool_… the variable's value if the
// comparison failed, and val_… the current one.
#define NUTHATCH_ATOMIC_COMPARING(bytes, type)                                                \
  NUTHATCH_EXPORTED bool __kmpc_atomic_bool_##bytes##_cas(                                    \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type expected, type wanted) {             \
    return compare_and_swap(at, expected, wanted) == expected;                                \
  }                                                                                           \
  NUTHATCH_EXPORTED type __kmpc_atomic_val_##bytes##_cas(                                     \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type expected, type wanted) {             \
    return compare_and_swap(at, expected, wanted);                                            \
  }                                                                                           \
  NUTHATCH_EXPORTED bool __kmpc_atomic_bool_##bytes##_cas_cpt(                                \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type expected, type wanted, type* into) { \
    const type found = compare_and_swap(at, expected, wanted);                                \
    if (found != expected) {                                                                  \
      *into = found;                                                                          \
    }                                                                                         \
    return found == expected;                                                                 \
  }                                                                                           \
  NUTHATCH_EXPORTED type __kmpc_atomic_val_##bytes##_cas_cpt(                                 \
      ident* /*loc*/, thread_id /*gtid*/, type* at, type expected, type wanted, type* into) { \
    const type found = compare_and_swap(at, expected, wanted);                                \
    *into = found == expected ? wanted : found;                                               \
    return found;                                                                             \
  }

NUTHATCH_ATOMIC_COMPARING(1, std::int8_t)
NUTHATCH_ATOMIC_COMPARING(2, std::int16_t)
NUTHATCH_ATOMIC_COMPARING(4, std::int32_t)
NUTHATCH_ATOMIC_COMPARING(8, std::int64_t)

// NOLINTEND(bugprone-macro-parentheses)

NUTHATCH_EXPORTED void __kmpc_atomic_start() {
  GOMP_atomic_start();
}

NUTHATCH_EXPORTED void __kmpc_atomic_end() {
  GOMP_atomic_end();
}
