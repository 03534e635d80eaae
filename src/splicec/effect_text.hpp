// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/pragma.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// The effect that a pragma says, in C++.
pieces effect_of(const unit& all, const pragma& said);

/// An expression of a pragma, in C++.
pieces expression_of(const unit& all, const span& where);

/// Declarations that make the names of nuthatch::effects known which these pragmas use, and which
/// the source itself does not have.
std::string using_declarations(const unit& all,
                               const std::vector<const pragma*>& said,
                               const function_locals& locals);

/// Whether a pragma's expressions name this.
bool names(const pragma& said, const std::string& name);

}  // namespace nuthatch::splicec
