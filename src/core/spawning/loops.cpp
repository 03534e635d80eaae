// SPDX-License-Identifier: Apache-2.0

// How parallel loops and reductions are divided into pieces.

#include <algorithm>
#include <bit>

#include <nuthatch/parallel_for.hpp>
#include <nuthatch/parallel_reduce.hpp>
#include <nuthatch/schedule.hpp>

#include "core/replay/replay_controller.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

std::uint64_t loop_grain(grain wanted, std::uint64_t iterations) noexcept {
  if (wanted.iterations != 0) {
    return wanted.iterations;
  }
  // 32 pieces per worker balance loops whose iterations differ by a factor of a few to within a few
  // percent. A fork_join costs nanoseconds, so more pieces would cost little, but gain little as
  // well.
  constexpr std::uint64_t pieces_per_worker = 32;
  // If tasks have pedigrees, a loop has the same tasks on any number of workers.
  constexpr std::uint64_t pieces_of_numbered = 512;
  auto* const self = static_cast<core::worker*>(this_worker());
  const std::uint64_t workers = self == nullptr ? 1 : self->team().reach_of(self->where()).size();
  const bool numbered =
      self != nullptr && self->tracks_pedigrees() && self->pedigrees().current().task_hash != 0;
  const std::uint64_t pieces = numbered ? pieces_of_numbered : pieces_per_worker * workers;
  return iterations / pieces + (iterations % pieces != 0 ? 1 : 0);
}

reduction_shape shape_of_reduction(grain wanted, std::uint64_t iterations, bool always) noexcept {
  const std::uint64_t automatic = loop_grain(wanted, iterations);
  const worker* const self = this_worker();
  const bool by_option =
      self != nullptr &&
      static_cast<const core::worker*>(self)->team().configuration().reproducible;
  if (wanted.iterations != 0 || !(always || by_option)) {
    return {automatic, 1};
  }
  // The block length is about an eighth of the square root of the iterations, so that both grow:
  // the number of blocks, for more workers, and their length, until the calls no longer show. That
  // alone would give short loops blocks of few iterations, which may be too cheap. So there are at
  // least 64 blocks, and not many more until a block has 16 iterations: additions of doubles then
  // take longer than the calls, which the processor overlaps with them.
  constexpr unsigned halvings_to_be_many = 7;
  constexpr unsigned halvings_to_be_long = 4;
  constexpr unsigned halvings_of_the_root = 3;
  const unsigned width =
      std::max(static_cast<unsigned>(std::bit_width(iterations)), halvings_to_be_many);
  const unsigned halvings = std::max(width / 2 - halvings_of_the_root,
                                     std::min(width - halvings_to_be_many, halvings_to_be_long));
  const std::uint64_t block = std::uint64_t{1} << halvings;
  return {block, std::bit_floor(std::max(automatic / block, std::uint64_t{1}))};
}

namespace {

/// Divides the loop as split_loop does, so that its spawns have the same positions.
template <spawn_policy P>
void split(const loop_blocks& blocks, std::uint64_t first, std::uint64_t n) {
  if (n <= blocks.piece || !spawns_may_migrate()) {
    blocks.run(blocks.body, first, first + n);
    return;
  }
  const std::uint64_t half = n / 2;
  fork_join(
      policy_constant<P>{},
      [&blocks, first, half] { split<P>(blocks, first, half); },
      [&blocks, first, n, half] { split<P>(blocks, first + half, n - half); });
}

}  // namespace

bool loop_asks() noexcept {
  auto& self = core::worker::current();
  const core::replay_controller* const controller = self.replay_for(self.pedigrees().current());
  return controller != nullptr && controller->any_is_strict();
}

void split_asking(spawn_policy policy, const loop_blocks& blocks, std::uint64_t iterations) {
  switch (policy) {
    case spawn_policy::work_first:
      return split<spawn_policy::work_first>(blocks, 0, iterations);
    case spawn_policy::help_first:
      return split<spawn_policy::help_first>(blocks, 0, iterations);
    case spawn_policy::adaptive:
      return split<spawn_policy::adaptive>(blocks, 0, iterations);
  }
}

}  // namespace nuthatch::detail
