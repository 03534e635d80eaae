// SPDX-License-Identifier: Apache-2.0
#include "splicec/regions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "splicec/asm_labels.hpp"
#include "splicec/caller_names.hpp"
#include "splicec/cursors.hpp"
#include "splicec/effect_text.hpp"
#include "splicec/jumps.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/lost_values.hpp"
#include "splicec/own_types.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"
#include "splicec/target_attributes.hpp"
#include "splicec/thread_variables.hpp"
#include "splicec/translator.hpp"
#include "splicec/written_once.hpp"

namespace nuthatch::splicec {

namespace {

/// The statements that a pragma applies to: one statement, or consecutive calls.
using statements = std::vector<CXCursor>;

class region_finder {
 public:
  region_finder(const unit& all, std::size_t begin) : all_(&all), begin_(begin) {}

  [[nodiscard]] statements find(CXCursor within) const {
    const std::vector<CXCursor> parts = children_of(within);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool here = span_of(parts[i]).begin == begin_;
      if (here && kind_of(within) == CXCursor_CompoundStmt) {
        return calls_from(parts, i);
      }
      if (here) {
        return {parts[i]};
      }
      if (statements inside = find(parts[i]); !inside.empty()) {
        return inside;
      }
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_call(CXCursor statement) const {
    return all_->functions.called_by(bare(statement)) != nullptr;
  }

  [[nodiscard]] statements calls_from(const std::vector<CXCursor>& parts, std::size_t first) const {
    statements found{parts[first]};
    for (std::size_t i = first + 1; i < parts.size() && is_call(parts[first]) &&
                                    is_call(parts[i]) && !has_pragma_before(parts[i]);
         ++i) {
      found.push_back(parts[i]);
    }
    return found;
  }

  [[nodiscard]] bool has_pragma_before(CXCursor statement) const {
    return all_->find(pragma_kind::try_splice, span_of(statement).begin) != nullptr;
  }

  const unit* all_;
  std::size_t begin_;
};

/// A pragma try(n), the statements that it applies to, and their span.
struct region {
  const pragma* said;
  statements about;
  span whole;
};

void note_steps(const unit& all, const region& one, function_locals& locals) {
  for (const CXCursor& statement : one.about) {
    any_within(statement, [&](CXCursor part) {
      if (clang_isDeclaration(kind_of(part)) == 0 &&
          all.find(pragma_kind::step, span_of(part).begin) != nullptr) {
        locals.note_step(part, one.whole);
      }
      return false;
    });
  }
}

/// Translates one pragma.
class region_writer {
 public:
  region_writer(const unit& all, CXCursor function, const function_locals& locals, edits& into)
      : all_(&all),
        function_(function),
        locals_(&locals),
        into_(&into) {}

  void write(const region& one) const {
    const auto& [of, about, whole] = one;
    const pragma& said = *of;
    check(said, about, whole);
    pieces before;
    append(before, fmt::format("::nuthatch_try_splice<{}>((", all_->region));
    append(before, placed(all_->from, said.group.begin, expression_of(*all_, said.group)));
    append(before,
           fmt::format("), [&](::nuthatch_splice_region<{}>& nuthatch_now) {} {{",
                       all_->region,
                       target_attributes_at(*all_, whole.begin)));
    append(before, placed(all_->from, whole.begin, {}));
    into_->insert(whole.begin, before);
    translator declaring(*all_, *locals_, whole, *into_);
    for (const CXCursor& statement : about) {
      declaring.translate(statement);
    }
    declaring.warn_of_unannotated();
    check_lost_values(*all_, *locals_, function_, declaring.steps());
    for (const CXCursor& statement : about) {
      check_threads_around_steps(*all_, statement, whole, declaring.steps(), /*in_region=*/true);
    }
    pieces after;
    append(after, " });");
    append(after, resumed(all_->from, whole.end));
    into_->insert(whole.end, after);
  }

 private:
  void check(const pragma& said, const statements& about, const span& whole) const {
    const CXCursor first = about.front();
    if (kind_of(first) == CXCursor_DeclStmt || !all_->functions.any_called_in(first)) {
      all_->wrong.add(said.where.begin,
                      "what follows #pragma splice try(n) has to be a call of a function that is "
                      "spliced, or a loop or block with such calls");
    }
    if (is_constexpr_function(function_)) {
      all_->wrong.add(
          said.where.begin,
          fmt::format("'{}' is constexpr, and calls cannot be spliced while the compiler "
                      "evaluates it; leave constexpr out, or move the statement to "
                      "another function",
                      name_of(function_)));
    }
    for (const CXCursor& one : about) {
      check_lengths(one, whole);
      for (const jump& leaving : jumps_out_of(one, whole)) {
        all_->wrong.add(
            leaving.at,
            fmt::format("{} leaves the statement whose calls are spliced", leaving.word));
      }
    }
    for (const pragma& other : all_->pragmas) {
      if (whole.contains(other.where) && other.kind == pragma_kind::try_splice) {
        other.used = true;
        all_->wrong.add(other.where.begin, "this is within another #pragma splice try");
      }
    }
    any_within(function_, [&](CXCursor one) {
      if (kind_of(one) == CXCursor_LambdaExpr && span_of(one).contains(whole) &&
          is_mutable_lambda(one)) {
        all_->wrong.add(
            said.where.begin,
            "this stands in a lambda that is mutable, whose variables outlive the call");
      }
      return false;
    });
    check_attributes_of_lambdas(*all_, function_, whole);
    check_words(*all_, said.where, "in a try_splice");
    check_words(*all_, whole, "in a try_splice");
    check_types_of_changes(*all_, whole);
    for (const CXCursor& one : about) {
      check_labels(*all_, one, whole);
      check_beginnings(*all_, one);
      check_caller_names(*all_, one);
      check_type_names(*all_, one, whole);
      check_asm_labels(*all_, one);
    }
  }

  /// A lambda captures arrays of one length that is not constant, but not of two.
  void check_lengths(CXCursor statement, const span& whole) const {
    for (const local_use& one : locals_->uses_in(statement)) {
      const CXType type = one.which->type;
      const CXType part = is_array(type) ? clang_getArrayElementType(type) : type;
      if (!whole.contains(one.which->at) && is_variably_modified(part)) {
        all_->wrong.add(one.at,
                        fmt::format("'{}' has arrays of a size that is not constant within it; use "
                                    "a pointer to its first element, and calculate the index",
                                    one.which->name));
        return;
      }
    }
  }

  const unit* all_;
  CXCursor function_;
  const function_locals* locals_;
  edits* into_;
};

/// The statements in a function that are to be spliced. Complains about pragmas without one.
std::vector<region> regions_in(CXCursor function, const unit& all) {
  std::vector<region> regions;
  for (const pragma& said : all.pragmas) {
    if (said.kind != pragma_kind::try_splice || said.used ||
        !span_of(function).contains(said.where)) {
      continue;
    }
    said.used = true;
    const statements about = region_finder(all, said.next).find(function);
    if (about.empty()) {
      all.wrong.add(said.where.begin, "no statement follows this #pragma splice try(n)");
      continue;
    }
    regions.push_back({&said, about, {said.wraps_from, all.whole_of(about.back()).end}});
  }
  return regions;
}

}  // namespace

void translate_regions(const unit& all, edits& into) {
  for (const CXCursor& function : all.defined) {
    const std::vector<region> regions = regions_in(function, all);
    if (regions.empty()) {
      continue;
    }
    check_attributes(all, function);
    function_locals locals(function, all.pure);
    for (const region& one : regions) {
      note_steps(all, one, locals);
    }
    for (const local& one : locals.all()) {
      const bool may_change = clang_isConstQualifiedType(one.type) == 0 || !is_plain(one.type);
      if (one.escapes && may_change) {
        all.memory.insert(one.at);
      }
    }
    for (const region& one : regions) {
      region_writer(all, function, locals, into).write(one);
    }
  }
}

}  // namespace nuthatch::splicec
