// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <type_traits>

namespace nuthatch::detail {

/// Whether Op is one of the standard's arithmetic or bitwise function objects, of which all
/// operands have the type Value or, if Of is void, their own.
template <class Op, class Value>
inline constexpr bool is_standard_operation = false;

template <template <class> class Op, class Of, class Value>
  requires std::is_void_v<Of> || std::is_same_v<Of, Value> ||
               (std::integral<Of> && std::integral<Value> && sizeof(Of) >= sizeof(Value))
inline constexpr bool is_standard_operation<Op<Of>, Value> =
    std::is_same_v<Op<Of>, std::plus<Of>> || std::is_same_v<Op<Of>, std::multiplies<Of>> ||
    std::is_same_v<Op<Of>, std::bit_and<Of>> || std::is_same_v<Op<Of>, std::bit_or<Of>> ||
    std::is_same_v<Op<Of>, std::bit_xor<Of>>;

/// Whether Op has the same result in any grouping and order, to the last bit, because it computes
/// with integers. Other operations may do so as well.
template <class Op, class Value, class Operand>
inline constexpr bool groups_exactly =
    std::integral<Value> && std::integral<Operand> && is_standard_operation<Op, Value>;

/// Whether Comp compares numbers of type Value as `<` or `>` does.
template <class Comp, class Value>
inline constexpr bool is_standard_order =
    std::is_same_v<Comp, std::ranges::less> || std::is_same_v<Comp, std::ranges::greater> ||
    std::is_same_v<Comp, std::less<>> || std::is_same_v<Comp, std::greater<>> ||
    std::is_same_v<Comp, std::less<Value>> || std::is_same_v<Comp, std::greater<Value>>;

}  // namespace nuthatch::detail
