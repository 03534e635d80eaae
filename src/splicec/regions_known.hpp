// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nuthatch::splicec {

/// The C++ type of the region of nuthatch::effects with this name.
/// @throws cli::usage_error that lists the valid names.
std::string region_type(const std::string& name);

}  // namespace nuthatch::splicec
