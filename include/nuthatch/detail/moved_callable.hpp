// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace nuthatch::detail {

/// Whether compilers pass objects of this type in two registers.
template <class Value>
inline constexpr bool in_two_registers =
    std::is_object_v<Value> && std::is_trivially_copyable_v<Value> &&
    sizeof(Value) == 2 * sizeof(std::uint64_t);

/// Returns a callable, moved. Value is what a forwarding reference deduces for it.
///
/// GCC stores a parameter that it got in two registers as two words, and then copies it as one
/// vector, which has to wait until both words are in the cache. So such a callable is copied word
/// by word.
template <class Value>
[[gnu::always_inline]] constexpr decltype(auto) moved_callable(
    std::remove_reference_t<Value>& callable) noexcept {
  if constexpr (in_two_registers<Value>) {
    struct words {
      std::uint64_t first;
      std::uint64_t second;
    };

    auto copied = __builtin_bit_cast(words, callable);
    asm("" : "+r"(copied.first));
    asm("" : "+r"(copied.second));
    return __builtin_bit_cast(Value, copied);
  } else {
    return static_cast<Value&&>(callable);
  }
}

/// How a callable or a result is passed to a function that is not inlined: in registers if it fits,
/// as most lambdas that capture one or two values do, and never by value in memory, because GCC
/// would then keep a frame pointer in the calling function.
template <class Value>
struct register_param_of {
  using type = Value&&;
};

template <class Value>
  requires(std::is_object_v<Value> && std::is_trivially_copyable_v<Value> &&
           sizeof(Value) <= 2 * sizeof(void*))
struct register_param_of<Value> {
  using type = Value;
};

template <class Value>
using register_param = typename register_param_of<Value>::type;

}  // namespace nuthatch::detail
