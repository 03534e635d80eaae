// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/pragma.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// The effect that a pragma states, in C++. Names of nuthatch::effects that the pragma uses, and
/// that neither the source nor `locals` declares, are visible in it and nowhere else: in the code
/// around it, such a name is the source's.
pieces effect_of(const unit& all, const pragma& said, const function_locals& locals);

/// An expression of a pragma, in C++.
pieces expression_of(const unit& all, const span& where);

/// Whether the expressions of a pragma contain this name, or use a macro of the source that does.
bool names(const unit& all, const pragma& said, const std::string& name);

}  // namespace nuthatch::splicec
