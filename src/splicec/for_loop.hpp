// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// The parts of a `for`. Omitted parts are null cursors.
struct for_loop {
  CXCursor start;
  CXCursor condition;
  CXCursor increment;
  CXCursor body;
  CXCursor condition_variable;  // of `T x = value` as the condition
};

/// Nothing if a macro hides the parts.
std::optional<for_loop> parts_of_for(CXCursor statement);

}  // namespace nuthatch::splicec
