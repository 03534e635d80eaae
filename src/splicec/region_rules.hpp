// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Why a translation with this type of regions does not compile. Empty if the type is valid. `tree`
/// is the source, which compiles.
std::string refused_region(const source& from,
                           const parsed& tree,
                           const std::string& region,
                           const std::vector<std::string>& flags);

}  // namespace nuthatch::splicec
