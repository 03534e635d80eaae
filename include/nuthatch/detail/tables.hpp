// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_cut.hpp>

namespace nuthatch::detail {

/// A loop whose blocks count in tables. The halves of the tree of all loops are forks. If the left
/// half has ended when the right one begins, which is so unless the right one was stolen, it counts
/// in the same table. Otherwise it gets one of its own, which is added afterwards.
///
/// A half is only a fork if it has more elements than a table has numbers. So all tables together
/// take no longer than the elements.
template <class Count>
class counting_loop : public cut_iterations {
 public:
  /// @param count  count(from, to, table) counts these elements.
  counting_loop(const parallel_policy& how, std::uint64_t n, std::uint64_t bins, Count& count)
      : cut_iterations(n, detail::cut_of_loop(how.stated_grain(), n)),
        bins_(bins),
        count_(count) {}

  void run(std::uint64_t begin, std::uint64_t size, std::vector<std::uint64_t>& table) {
    size = without_missing(begin, size);
    if (size == 1 || size / 2 * cut.block < bins_) {
      if (!failure_.happened()) {
        failure_.watch([&, this] { count_(begin_of(begin), end_of(begin + size), table); });
      }
      return;
    }
    const std::uint64_t half = size / 2;
    std::unique_ptr<std::vector<std::uint64_t>> own;
    auto left = [&, this] {
      run(begin, half, table);
    };
    auto right = [&, this](bool apart) {
      if (!apart) {
        run(begin + half, half, table);
      } else if (!failure_.happened()) {
        own = std::make_unique<std::vector<std::uint64_t>>(bins_);
        run(begin + half, half, *own);
      }
    };
    detail::fork_in_order(left, right);
    if (own != nullptr) {
      detail::for_each_number(par, bins_, [&](std::uint64_t bin) { table[bin] += (*own)[bin]; });
    }
  }

 private:
  const std::uint64_t bins_;
  Count& count_;
  loop_failure failure_{};
};

/// Counts `n` elements on any thread.
template <class Count>
[[nodiscard]] std::vector<std::uint64_t> count_in_table(const parallel_policy& how,
                                                        std::uint64_t n,
                                                        std::uint64_t bins,
                                                        Count& count) {
  std::vector<std::uint64_t> table(bins);
  const auto block = [&](std::uint64_t from, std::uint64_t to) {
    count(from, to, table);
  };
  const std::uint64_t done = detail::run_beginning(how, n, block, [] { return false; });
  if (done == n) {
    return table;
  }
  auto remainder = [&] {
    auto behind = [&](std::uint64_t from, std::uint64_t to, std::vector<std::uint64_t>& in) {
      count(done + from, done + to, in);
    };
    counting_loop<decltype(behind)> loop(how, n - done, bins, behind);
    loop.run(0, loop.root(), table);
  };
  if (this_worker() == nullptr) {
    detail::run_root_call(nullptr, remainder);
  } else {
    remainder();
  }
  return table;
}

}  // namespace nuthatch::detail
