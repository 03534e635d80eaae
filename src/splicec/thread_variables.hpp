// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <clang-c/Index.h>

#include "splicec/step_rules.hpp"
#include "splicec/threadprivate.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Whether each thread has its own variable. Clang exposes no kind of structured bindings and of
/// instances of variable templates.
bool is_of_thread(const threadprivate_variables& others, CXCursor variable);

/// Whether the code names such a variable.
bool names_variable_of_thread(const threadprivate_variables& others, CXCursor code);

/// Complains where a step refers to variables of the thread, or to an exception that the thread
/// handles outside of the step: another thread may run the step.
void check_threads_of_step(const unit& all, const declared_step& step, bool in_region);

/// The same for code around steps: a thread that waits for calls may leave the code after them to
/// another one. `whole` is the span of the function, or of the statement of a try_splice.
void check_threads_around_steps(const unit& all,
                                CXCursor code,
                                const span& whole,
                                const std::vector<declared_step>& steps,
                                bool in_region);

}  // namespace nuthatch::splicec
