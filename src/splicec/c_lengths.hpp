// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Complains about arrays of a length that is not constant where C++ compilers understand them
/// otherwise: pointers to them, names of such types, and operands that C evaluates for a length.
///
/// @param c the source as parsed in C
void refuse_variable_lengths(const parsed& c, complaints& wrong);

}  // namespace nuthatch::splicec
