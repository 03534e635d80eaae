// SPDX-License-Identifier: Apache-2.0

// How parallel loops and reductions are divided into pieces.

#include <algorithm>
#include <bit>

#include <nuthatch/detail/elements.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/parallel_reduce.hpp>
#include <nuthatch/schedule.hpp>

#include "core/replay/replay_controller.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/clock.hpp"

namespace nuthatch::detail {

namespace {

/// Returns the block length of reproducible reductions: a power of two that depends only on the
/// number of iterations.
std::uint64_t reproducible_block(std::uint64_t iterations) noexcept {
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
  return std::uint64_t{1} << halvings;
}

/// Returns how many iterations run without a spawn if the program leaves that to the runtime: a
/// power of two.
std::uint64_t automatic_grain(std::uint64_t iterations) noexcept {
  // 32 pieces per worker balance loops whose iterations differ by a factor of a few to within a few
  // percent. A fork_join costs nanoseconds, so more pieces would cost little, but gain little as
  // well. One worker has nothing to balance, and needs pieces only to look up between them.
  constexpr std::uint64_t pieces_per_worker = 32;
  constexpr std::uint64_t pieces_of_one_worker = 8;
  // If tasks have pedigrees, a loop has the same tasks on any number of workers. They are those of
  // a reproducible reduction, so that one can follow the schedule of the other exactly.
  constexpr std::uint64_t pieces_of_numbered = 512;
  auto* const self = static_cast<core::worker*>(this_worker());
  const std::uint64_t workers = self == nullptr ? 1 : self->team().reach_of(self->where()).size();
  const bool numbered =
      self != nullptr && self->tracks_pedigrees() && self->pedigrees().current().task_hash != 0;
  const std::uint64_t pieces = numbered       ? pieces_of_numbered
                               : workers == 1 ? pieces_of_one_worker
                                              : pieces_per_worker * workers;
  const std::uint64_t grain =
      std::bit_floor(iterations / pieces + (iterations % pieces != 0 ? 1 : 0));
  return numbered ? std::max(grain, reproducible_block(iterations)) : grain;
}

/// Returns the cut for a grain that the program states. The number of blocks below the root of the
/// tree, a power of two, has to fit into 64 bits.
loop_cut stated_cut(grain wanted, std::uint64_t iterations) noexcept {
  const std::uint64_t least = (iterations >> 63U) + 1;
  return {std::max(wanted.iterations, least), 1};
}

}  // namespace

loop_cut cut_of_loop(grain wanted, std::uint64_t iterations) noexcept {
  return wanted.iterations != 0 ? stated_cut(wanted, iterations)
                                : loop_cut{automatic_grain(iterations), 1};
}

loop_cut cut_of_reduction(reduction_grain wanted, std::uint64_t iterations) noexcept {
  if (wanted.size.iterations != 0) {
    return stated_cut(wanted.size, iterations);
  }
  const std::uint64_t automatic = automatic_grain(iterations);
  const worker* const self = this_worker();
  const bool by_option =
      self != nullptr &&
      static_cast<const core::worker*>(self)->team().configuration().reproducible;
  if (!(wanted.reproducible || by_option)) {
    return {automatic, 1};
  }
  const std::uint64_t block = reproducible_block(iterations);
  return {block, std::max(automatic / block, std::uint64_t{1})};
}

std::uint64_t begin_on_caller() noexcept {
  // About what it takes to hand a loop to a runtime whose workers sleep, and to wait for it.
  constexpr std::uint64_t ns_of_handing_over = 10'000;
  return platform::monotonic_ns() + ns_of_handing_over;
}

bool caller_is_due(std::uint64_t until) noexcept {
  return platform::monotonic_ns() >= until;
}

bool loop_asks() noexcept {
  auto& self = core::worker::current();
  const core::replay_controller* const controller = self.replay_for(self.pedigrees().current());
  return controller != nullptr && controller->any_is_strict();
}

bool asking_loop::is_kept() noexcept {
  return !spawns_may_migrate();
}

void run_asking(spawn_policy policy, asking_loop& loop) {
  switch (policy) {
    case spawn_policy::work_first:
      return run_blocks<spawn_policy::work_first>(loop, 0, loop.root());
    case spawn_policy::help_first:
      return run_blocks<spawn_policy::help_first>(loop, 0, loop.root());
    case spawn_policy::adaptive:
      return run_blocks<spawn_policy::adaptive>(loop, 0, loop.root());
  }
}

}  // namespace nuthatch::detail
