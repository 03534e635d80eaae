// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <nuthatch/detail/splice/branch.hpp>
#include <nuthatch/splice_counts.hpp>

namespace nuthatch::detail {

/// Finds what comes before a thread of a branch in program order, but is run by other branches: by
/// the one from which a row was taken, and by those from which that one was taken.
template <class Effect, class Visit>
class inherited_effects {
 public:
  inherited_effects(unsigned thread, Visit visit) : thread_(thread), visit_(visit) {}

  /// Visits what the branch from which the row was taken has. What was taken of the row itself runs
  /// here.
  void visit_all(const splice_row<Effect>& row) {
    visit_begun(row, nullptr);
    visit_left(row, &splice_frame<Effect>::after_taken);
    const splice_row<Effect>* below = &row;
    for (const splice_row<Effect>* each = row.above; each != nullptr;
         below = each, each = each->above) {
      visit_begun(*each, below);
      visit_left(*each, &splice_frame<Effect>::left);
    }
    for (const Effect* const each : row.frames[thread_].inherited) {
      visit_(*each);
    }
  }

 private:
  /// Visits calls and steps that have perhaps not ended, except those for which the row below has
  /// details.
  void visit_begun(const splice_row<Effect>& row, const splice_row<Effect>* below) {
    for (unsigned p = thread_ + 1; p-- > 0;) {
      const splice_frame<Effect>& frame = row.frames[p];
      if (!frame.open) {
        continue;
      }
      for (const spliced_item<Effect>& item : frame.begun()) {
        if (below == nullptr || !below->frames[p].open || below->frames[p].made_by != &item) {
          visit_(item.effect);
        }
      }
    }
  }

  void visit_left(const splice_row<Effect>& row,
                  item_range<Effect> (splice_frame<Effect>::*left)() const noexcept) {
    for (unsigned p = thread_; p-- > 0;) {
      if (row.frames[p].open) {
        for (const spliced_item<Effect>& item : (row.frames[p].*left)()) {
          visit_(item.effect);
        }
      }
    }
  }

  unsigned thread_;
  Visit visit_;
};

/// Sets what the first frame of a thread inherits, in a branch that has taken `row`. Of long lists,
/// it also keeps effects with which nothing in the frame interferes. Each costs every step in the
/// frame a comparison; comparing everything with everything whenever a row is taken would take
/// cubic time.
template <class Effect>
void inherit(branch<Effect>& into,
             unsigned thread,
             const splice_row<Effect>& row,
             splice_counts& counts) {
  splice_frame<Effect>& first = into.frame(thread, 0);
  std::vector<const Effect*> found;
  constexpr unsigned max_compared = 16;
  const auto note = [&](const Effect& one) {
    unsigned compared = 0;
    for (const spliced_item<Effect>& item : first.left()) {
      if (compared++ == max_compared) {
        found.push_back(&one);
        return;
      }
      ++counts.interference_checks;
      if (one.interferes_with(item.effect)) {
        found.push_back(&one);
        return;
      }
    }
  };
  inherited_effects<Effect, decltype(note)>(thread, note).visit_all(row);
  std::sort(found.begin(), found.end(), std::less<>());
  auto* const room =
      static_cast<const Effect**>(into.memory().take(found.size() * sizeof(const Effect*)));
  first.inherited = {room, std::copy(found.begin(), found.end(), room)};
}

}  // namespace nuthatch::detail
