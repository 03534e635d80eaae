// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/branch_runner.hpp>
#include <nuthatch/detail/splice/item_memory.hpp>
#include <nuthatch/detail/splice/shared_state.hpp>
#include <nuthatch/errors.hpp>

namespace nuthatch::detail {

/// Collects invocations, and runs them in groups.
template <effects::effect_type Effect>
class splicer {
 public:
  /// @throws option_error for a group of 0
  splicer(std::size_t group, const splice_options& options, bool parallel, splice_counts& counts)
      : group_(size_of_group(group)),
        counts_(counts),
        shared_(options, parallel),
        runner_(shared_, counts) {}

  /// Adds what declare(declarations) declares.
  template <class Declare>
  void add(Declare declare) {
    declarations<Effect, effects::unchecked> now(memory_, gathered_);
    const spliced_item<Effect>* const before = gathered_.newest;
    declare(now);
    if (gathered_.newest != before && ++size_ == group_) {
      run();
    }
  }

  /// Runs what was collected.
  ///
  /// @throws what the first step or call in program order that threw has thrown; all others run.
  void run() {
    const item_list<Effect> group = std::exchange(gathered_, {});
    const std::size_t size = std::exchange(size_, 0);
    if (size == 0) {
      return;
    }

    struct ending {
      splicer& of;

      explicit ending(splicer& ended) noexcept : of(ended) {}

      ending(const ending&) = delete;
      ending& operator=(const ending&) = delete;

      ~ending() {
        of.memory_.release({});
        of.counts_.peak_delayed_bytes = of.shared_.peak();
      }
    } const at_the_end(*this);

    runner_.run_group(group, size);
  }

 private:
  [[nodiscard]] static std::size_t size_of_group(std::size_t wanted) {
    if (wanted == 0) {
      throw option_error("group: 0; try_splice runs 1 call at a time or more");
    }
    return std::min(wanted, max_calls_together);
  }

  const std::size_t group_;
  splice_counts& counts_;
  splice_state shared_;
  item_memory memory_;
  item_list<Effect> gathered_;
  std::size_t size_ = 0;
  branch_runner<Effect> runner_;
};

}  // namespace nuthatch::detail
