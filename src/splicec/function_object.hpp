// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/functions.hpp"
#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Declares the class of the function object that represents a spliced function: touches(…) returns
/// the declared effect, and nuthatch_call(now, …) converts arguments as a call of the function
/// does.
///
/// The class is in the namespace of the function, so that names mean the same in both, also where
/// the arguments of a call determine namespaces. For a function with internal linkage, it is a
/// specialization for a type with internal linkage, and thus has it as well.
pieces declared_object(const unit& all, const spliced_function& function);

/// Defines touches(…). Belongs behind the annotated declaration: the names in the effect mean what
/// they do there.
pieces defined_effect(const unit& all, const spliced_function& function);

/// Defines its other members. Belongs behind the function.
pieces defined_object(const unit& all, const spliced_function& function);

}  // namespace nuthatch::splicec
