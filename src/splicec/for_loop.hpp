// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// The parts of a `for`; what is left out is a null cursor.
struct for_loop {
  CXCursor start;
  CXCursor condition;
  CXCursor increment;
  CXCursor body;
};

/// Nothing where a macro hides which part is which.
std::optional<for_loop> parts_of_for(CXCursor statement);

}  // namespace nuthatch::splicec
