// SPDX-License-Identifier: Apache-2.0
#include "splicec/assigned_first.hpp"

#include <optional>

#include "splicec/cursors.hpp"
#include "splicec/jumps.hpp"
#include "splicec/value_flow.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether jumps may enter the statement in the middle, or leave out a part of it.
bool has_labels_or_goto(CXCursor statement) {
  return any_within(
      statement, [](CXCursor one) { return kind_of(one) == CXCursor_LabelStmt || is_goto(one); });
}

}  // namespace

CXCursor assignment_of(CXCursor expression, const local& which, const function_locals& all) {
  const CXCursor inner = bare(expression);
  const bool assigns = is_binary(inner, CXBinaryOperator_Assign) &&
                       all.find(bare(children_of(inner).front())) == &which;
  return assigns ? inner : clang_getNullCursor();
}

bool is_assigned_first(CXCursor statement, const local& which, const function_locals& all) {
  if (has_labels_or_goto(statement)) {
    return !any_within(statement, [&](CXCursor one) { return all.find(one) == &which; });
  }
  bool used = false;
  const auto note = [&used](CXCursor) {
    used = true;
  };
  const auto none = [](CXCursor, bool) {
    return std::optional<bool>();
  };
  value_flow(which, all, note, none).follow(statement, /*lacks=*/true);
  return !used;
}

}  // namespace nuthatch::splicec
