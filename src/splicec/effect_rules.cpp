// SPDX-License-Identifier: Apache-2.0
#include "splicec/effect_rules.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/control_code.hpp"
#include "splicec/cursors.hpp"
#include "splicec/functions.hpp"
#include "splicec/locals.hpp"
#include "splicec/pure_functions.hpp"
#include "splicec/thread_variables.hpp"

namespace nuthatch::splicec {

namespace {

/// The text that the translator may write before a name of a pragma.
constexpr std::string_view effects = "::nuthatch_effects::";

class effect_rules {
 public:
  effect_rules(const output& text, const unit& all) : text_(&text), all_(&all) {}

  void check(CXCursor within, const control_code& allowed) const {
    if (is_expression(within) && is_of_pragma(span_of(within))) {
      if (const std::optional<fault> found = allowed.fault_of(within); found) {
        all_->wrong.add(
            text_->origin_of(found->at),
            fmt::format("effects are told before steps run, and this {}; take it from a "
                        "parameter or a local",
                        found->reason));
      } else if (names_variable_of_thread(all_->of_threads, within)) {
        all_->wrong.add(
            text_->origin_of(span_of(within).begin),
            "effects are told by another thread than the one that calls, and this names a "
            "variable of each thread; take its address from a parameter or a local");
      }
      return;
    }
    for (const CXCursor& part : children_of(within)) {
      check(part, allowed);
    }
  }

 private:
  /// Whether all of the range comes from a pragma.
  [[nodiscard]] bool is_of_pragma(const span& where) const {
    if (where.empty()) {
      return false;
    }
    const std::size_t qualifier =
        std::string_view(text_->text()).substr(where.begin).starts_with(effects) ? effects.size()
                                                                                 : 0;
    const std::optional<std::size_t> begin = text_->exact_origin_of(where.begin + qualifier);
    const std::optional<std::size_t> end = text_->exact_origin_of(where.end - 1);
    const auto has_both = [&](const span& part) {
      return begin && end && part.contains(*begin) && part.contains(*end);
    };
    return std::ranges::any_of(all_->pragmas, [&](const pragma& one) {
      return has_both(one.slice) || std::ranges::any_of(one.clauses, has_both, &clause::arguments);
    });
  }

  const output* text_;
  const unit* all_;
};

}  // namespace

void check_effects(const output& text, const parsed& compiled, const unit& all) {
  const effect_rules rules(text, all);
  const pure_functions pure;
  const auto is_memory = [&](CXCursor declaration) {
    const std::optional<std::size_t> at = text.exact_origin_of(named_at(declaration));
    return at && all.memory.contains(*at);
  };
  for (const CXCursor& function : defined_functions(compiled.root())) {
    const function_locals locals(function, pure);
    rules.check(function, control_code::of_pragma(locals, is_memory));
  }
}

}  // namespace nuthatch::splicec
