// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/pure_functions.hpp"

namespace nuthatch::splicec {

/// Whether an object of the type may make its own address known when it is made: a constructor, a
/// member function that one calls, or the initial value of a member takes the address of the object
/// or of a part of it. `struct node { node* self = this; };` does.
///
/// All constructors of the class, of its members and of its bases count. One whose body Clang does
/// not show may do so; those of the system's headers do not, but for the classes that they are
/// instances for.
[[nodiscard]] bool may_lend_itself(CXType type, const pure_functions& functions);

}  // namespace nuthatch::splicec
