// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Complains about trigraphs, such as `??/`, in the source and its own headers if the source's
/// compiler replaces them: the translation is C++20, which has none. `flags` are those of the
/// source, with its standard.
void check_trigraphs(const source& from, const std::vector<std::string>& flags, complaints& wrong);

}  // namespace nuthatch::splicec
