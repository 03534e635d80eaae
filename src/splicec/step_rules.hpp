// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/locals.hpp"
#include "splicec/pragma.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// A statement that becomes a step.
struct declared_step {
  CXCursor statement;
  span whole;
  const pragma* said = nullptr;  ///< null if the source does not state the effect
  /// Outer locals that it changes: the step changes copies, whose values are lost.
  std::vector<const local*> changed = {};
  /// Those of them whose previous values do not matter.
  std::vector<const local*> fresh = {};
  /// Locals of the function around a try_splice, which are not copied.
  std::vector<const local*> by_reference = {};
  bool uses_this = false;
};

/// Checks what a step does to locals, and complains about what it could not do with copies.
/// `region` is the statement of a try_splice, or empty.
class step_rules {
 public:
  step_rules(const unit& all, const function_locals& locals, span region)
      : all_(&all),
        locals_(&locals),
        region_(region) {}

  /// `said` is the pragma, or null.
  [[nodiscard]] declared_step check(CXCursor statement, const pragma* said) const;

  /// Checks a loop with everything that it calls, including spliced functions.
  [[nodiscard]] declared_step check_loop(CXCursor statement) const;

 private:
  void check_locals(declared_step& step) const;
  [[nodiscard]] bool is_outside(const local& one, const declared_step& step) const;
  [[nodiscard]] bool is_by_reference(const local& one, const declared_step& step) const;
  void check_jumps(const declared_step& step) const;
  void check_calls(const declared_step& step) const;
  void check_statics(const declared_step& step) const;
  void check_kinds(const declared_step& step) const;
  void check_addresses(const declared_step& step) const;
  void note_changes(declared_step& step) const;
  void check_names(const declared_step& step) const;
  void note_copies(declared_step& step) const;

  const unit* all_;
  const function_locals* locals_;
  span region_;
};

}  // namespace nuthatch::splicec
