// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/pure_functions.hpp"

namespace nuthatch::splicec {

/// Whether an object of the type may let its own address escape when it is constructed: a
/// constructor, a member function that a constructor calls, or a default member initializer takes
/// the address of the object or of a part of it. `struct node { node* self = this; };` does.
///
/// All constructors of the class, of its members and of its bases count. A constructor whose body
/// Clang does not show may do so. Those of system headers do not, except for the classes that they
/// are instantiated with.
[[nodiscard]] bool may_lend_itself(CXType type, const pure_functions& functions);

}  // namespace nuthatch::splicec
