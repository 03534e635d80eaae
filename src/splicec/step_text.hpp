// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/cut_loops.hpp"
#include "splicec/output.hpp"
#include "splicec/step_rules.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Replaces the statement by `nuthatch_now.step(effect, […]() mutable { statement });`.
void write_step(const unit& all, const declared_step& step, const pieces& effect, edits& into);

/// The same for loops that are cut.
void write_cut_step(const unit& all,
                    const declared_step& step,
                    const std::vector<cut_loop>& loops,
                    const function_locals& locals,
                    edits& into);

/// Removes the line of a pragma, but not its line breaks.
void blank(const unit& all, const pragma& one, edits& into);

}  // namespace nuthatch::splicec
