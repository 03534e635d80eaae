// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/grid_part.hpp"

namespace nuthatch::workloads {

/// A grid that is cut into blocks, counted row by row of blocks.
template <class Body>
struct placed_blocks {
  block_size block;
  std::size_t count;
  const Body& body;

  [[nodiscard]] std::size_t in(const grid_part& part) const noexcept {
    return part.blocks_down(block) * part.blocks_across(block);
  }

  /// The blocks of a part; `before` blocks precede it.
  template <class Policy>
  void run(Policy policy, const grid_part& part, std::size_t before) const {
    if (part.fits(block)) {
      body(part);
      return;
    }
    if (!spawns_may_migrate()) {
      run_in_order(part);
      return;
    }
    const auto [one, other] = part.halves(block);
    const std::size_t between = before + in(one);
    designate_after_next_spawn(worker_of(between, count));
    fork_join(
        policy,
        [this, policy, part = one, before] { run(policy, part, before); },
        [this, policy, part = other, between] { run(policy, part, between); });
  }

 private:
  void run_in_order(const grid_part& part) const {
    for (std::size_t down = 0; down < part.blocks_down(block); ++down) {
      for (std::size_t across = 0; across < part.blocks_across(block); ++across) {
        body(part.block_at(down, across, block));
      }
    }
  }
};

/// As split_blocks(), which does not designate workers.
///
/// If designated() runs it alone, the workers have equal parts of adjacent blocks. In a strict
/// replay, nothing is spawned if the schedule leaves all blocks on one worker.
template <class Policy, class Body>
void place_blocks(Policy policy, const grid_part& whole, block_size block, const Body& body) {
  placed_blocks<Body> all{block, 0, body};
  all.count = all.in(whole);
  all.run(policy, whole, 0);
}

}  // namespace nuthatch::workloads
