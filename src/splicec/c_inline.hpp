// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Makes compilers of C++ emit the inline functions that C emits for other sources: those with a
/// declaration that has `extern`, or has no `inline`. Complains where that is not possible, and
/// about inline functions of a standard before C99.
///
/// @param flags of the compiler of C
void emit_inline_functions(const parsed& c,
                           const std::vector<std::string>& flags,
                           edits& changes,
                           complaints& wrong);

}  // namespace nuthatch::splicec
