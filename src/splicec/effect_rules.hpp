// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/pragma.hpp"

namespace nuthatch::splicec {

/// Complains about expressions of pragmas that read what steps may change, since effects are
/// evaluated before steps run. `compiled` is the translation, which has these expressions as code.
/// `memory` holds where the source declares locals that steps may change.
void check_effects(const output& text,
                   const parsed& compiled,
                   const std::vector<pragma>& pragmas,
                   const std::set<std::size_t>& memory,
                   complaints& wrong);

}  // namespace nuthatch::splicec
