// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/functions.hpp"
#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Declares the class of the function object that represents a spliced function: touches(…) returns
/// the declared effect, and call(now, …) converts arguments as a call of the function does.
pieces declared_object(const unit& all, const spliced_function& function);

/// Defines its members. Belongs behind the function.
pieces defined_object(const unit& all, const spliced_function& function);

}  // namespace nuthatch::splicec
