// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/control_code.hpp"
#include "splicec/locals.hpp"
#include "splicec/output.hpp"
#include "splicec/step_rules.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// A loop `for (i = low; i < high; ++i)` that is run for parts of its interval.
struct cut_loop {
  std::string name;
  std::string type;  ///< of its index, an integer type
  span low;
  span condition;
  span high;
  bool inclusive = false;  ///< i <= high
  CXCursor body;
};

/// The loops that `over(…)` names, outermost first. Empty after a complaint.
std::vector<cut_loop> cut_loops_of(const unit& all,
                                   const function_locals& locals,
                                   const control_code& control,
                                   const declared_step& step);

/// The intervals of the loops, in the form that the library takes.
pieces intervals_of(const unit& all, const std::vector<cut_loop>& loops);

/// The type `std::array` of this many intervals.
std::string block_type(std::size_t dimensions);

}  // namespace nuthatch::splicec
