// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Complains about compound literals whose address C code may use after the expression: in C they
/// last until the end of the block, in C++ until that of the expression. `(struct p){1, 2}.x` and
/// other uses of the value alone are the same in both. Likewise about `(c ? a : b).x` and its like,
/// which are parts of a copy in C and of the object in C++.
void refuse_kept_literals(const parsed& c, complaints& wrong);

}  // namespace nuthatch::splicec
