// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nuthatch::splicec {

/// The region of nuthatch::effects of this name, in C++.
/// @throws cli::usage_error that lists those there are.
std::string region_type(const std::string& name);

}  // namespace nuthatch::splicec
