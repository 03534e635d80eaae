// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/output.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Writes the objects of all spliced functions: their classes before whatever calls the functions,
/// their members behind the functions.
void write_objects(const unit& all, edits& into);

}  // namespace nuthatch::splicec
