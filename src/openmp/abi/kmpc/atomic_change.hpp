// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "openmp/abi/kmpc/kmpc.hpp"

extern "C" {
void GOMP_atomic_start();
void GOMP_atomic_end();
}

namespace nuthatch::openmp::kmpc {

/// The values of a variable before and after a change.
template <class T>
struct changed {
  T before;
  T after;

  /// The result of a construct with `capture`: the new value if its flag is not 0.
  [[nodiscard]] T captured(std::int32_t gives_new) const { return gives_new != 0 ? after : before; }
};

template <std::size_t Bytes>
struct word;

template <>
struct word<1> {
  using type = std::uint8_t;
};

template <>
struct word<2> {
  using type = std::uint16_t;
};

template <>
struct word<4> {
  using type = std::uint32_t;
};

template <>
struct word<8> {
  using type = std::uint64_t;
};

/// Whether the processor can exchange a value of this type in one instruction. A complex number of
/// two floats is not aligned for that.
template <class T>
inline constexpr bool is_word = sizeof(T) <= sizeof(std::uint64_t) && alignof(T) == sizeof(T);

template <class To, class From>
[[nodiscard]] To bits_of(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To found;
  std::memcpy(&found, &from, sizeof(To));
  return found;
}

/// The lock of all atomic constructs that no instruction can execute. Code compiled by GCC shares
/// it.
class atomic_construct {
 public:
  atomic_construct() noexcept { GOMP_atomic_start(); }

  atomic_construct(const atomic_construct&) = delete;
  atomic_construct& operator=(const atomic_construct&) = delete;

  ~atomic_construct() { GOMP_atomic_end(); }
};

/// Atomically replaces the value of the program's variable by next(value). The exchange is
/// sequentially consistent: compiled code calls the same function for every memory order.
template <class T, class Next>
changed<T> change(T* at, const Next& next) {
  if constexpr (is_word<T>) {
    using bits = typename word<sizeof(T)>::type;
    auto* const whole = reinterpret_cast<bits*>(at);
    bits seen = __atomic_load_n(whole, __ATOMIC_RELAXED);
    for (;;) {
      const T before = bits_of<T>(seen);
      const T after = next(before);
      if (__atomic_compare_exchange_n(whole,
                                      &seen,
                                      bits_of<bits>(after),
                                      /*weak=*/true,
                                      __ATOMIC_SEQ_CST,
                                      __ATOMIC_RELAXED)) {
        return {before, after};
      }
    }
  } else {
    const atomic_construct held;
    const T before = *at;
    *at = next(before);
    return {before, *at};
  }
}

/// Reads the program's variable atomically.
template <class T>
[[nodiscard]] T read(T* at) {
  if constexpr (is_word<T>) {
    using bits = typename word<sizeof(T)>::type;
    return bits_of<T>(__atomic_load_n(reinterpret_cast<bits*>(at), __ATOMIC_SEQ_CST));
  } else {
    const atomic_construct held;
    return *at;
  }
}

}  // namespace nuthatch::openmp::kmpc
