// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about bit-fields of the source and its headers whose initial value is no literal:
/// Clang shows the width of a bit-field and not its initial value, which may read memory, call
/// functions and keep addresses.
void check_bit_fields(const unit& all);

}  // namespace nuthatch::splicec
