// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// A call of `std::swap` or `std::exchange` on two numbers or pointers, or of an operator that
/// changes a `std::byte`, such as `b <<= 1`.
struct exchange {
  CXCursor changed;  ///< a place that the call reads and changes
  CXCursor other;    ///< the other argument
  bool is_swap;      ///< whether the call changes `other` as well
  bool is_operator;  ///< whether its result is the changed place
};

/// The exchange that the expression is, if it is one.
std::optional<exchange> exchange_by(CXCursor call);

}  // namespace nuthatch::splicec
