// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// The parts of a loop, each in the order in which they run.
struct loop_parts {
  std::vector<CXCursor> start;      ///< runs once, before the rounds
  std::vector<CXCursor> condition;  ///< with the declaration of a variable
  std::vector<CXCursor> body;       ///< with the variable of a range-for
  std::vector<CXCursor> increment;
  bool body_first = false;  ///< a do
  bool endless = false;     ///< a for without a condition
};

/// Nothing if a macro hides the parts of a for.
std::optional<loop_parts> parts_of_loop(CXCursor loop);

/// The parts of an if.
struct if_parts {
  std::vector<CXCursor> head;      ///< what always runs, in order
  std::vector<CXCursor> branches;  ///< one or two
};

/// Nothing if what libclang exposes does not tell the parts apart.
std::optional<if_parts> parts_of_if(CXCursor statement);

}  // namespace nuthatch::splicec
