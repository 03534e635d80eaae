// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// The attributes `target("…")` of the function around this place, as its lambdas have to repeat
/// them: a lambda is a separate function, for which a compiler uses the default instruction set.
/// Empty if there are none.
std::string target_attributes_at(const unit& all, std::size_t offset);

/// Reports a function whose attribute `target("…")` a macro hides.
void check_target_attributes(const unit& all, CXCursor function);

}  // namespace nuthatch::splicec
