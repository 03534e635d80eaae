// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Complains about attributes of a C source and its headers that C++ compilers ignore or understand
/// otherwise.
void refuse_attributes_of_c(const source& from, const parsed& c, complaints& wrong);

/// The same for pragmas.
void refuse_pragmas_of_c(const source& from, const parsed& c, complaints& wrong);

}  // namespace nuthatch::splicec
