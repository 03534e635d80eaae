// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about values that are copied bytewise and must not be.
void check_copyable(const unit& all, const std::vector<std::string>& flags);

}  // namespace nuthatch::splicec
