// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/functions.hpp"
#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// The class of the function object that stands for a spliced function: touches(…), what it
/// declares, and call(now, …), which converts arguments as a call of the function does.
pieces declared_object(const unit& all, const spliced_function& function);

/// The definitions of its members, for behind the function.
pieces defined_object(const unit& all, const spliced_function& function);

}  // namespace nuthatch::splicec
