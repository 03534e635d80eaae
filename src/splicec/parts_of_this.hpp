// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

/// Expressions of a member function that name the object which it is called for.
namespace nuthatch::splicec {

/// Whether the expression is a member of that object: `x` or `this->x`.
[[nodiscard]] bool is_member_of_this(CXCursor member);

/// A member of that object, or a part of one: `x`, `this->x.y`, `x[i]` of an array. A member that
/// is a reference leads elsewhere.
[[nodiscard]] bool is_part_of_this(CXCursor one);

/// A call of a member function of the system's headers for a part of that object. Such functions
/// keep no address of their object; what they return may be one.
[[nodiscard]] bool is_of_system_on_this(CXCursor call);

}  // namespace nuthatch::splicec
