// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Reports what would be there twice because the types of a spliced function are: the function and
/// its translation each declare its local classes, enumerations and lambdas.
///
/// These are: static variables of functions of such a class; variables of templates that are
/// instances for such a type, whether the function names the instance, calls it or only declares
/// an object that needs it; and what tells types apart at run time. A template whose body Clang
/// does not show may have variables, unless a header of the system declares it.
void check_own_types(const unit& all, CXCursor function);

/// Complains about the names of types and lambdas that `code` declares, the statement of a
/// try_splice: the translation moves it into a lambda, which such names contain.
void check_type_names(const unit& all, CXCursor statement, const span& code);

}  // namespace nuthatch::splicec
