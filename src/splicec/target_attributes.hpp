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

/// Reports attributes of the function that are lost in its steps and its other translated parts:
/// all but `target("…")` and those about calls.
void check_attributes(const unit& all, CXCursor function);

/// Reports attributes of lambdas around a translated part of the function.
void check_attributes_of_lambdas(const unit& all, CXCursor function, const span& part);

}  // namespace nuthatch::splicec
