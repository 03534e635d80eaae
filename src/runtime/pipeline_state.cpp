// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <nuthatch/detail/pipeline_state.hpp>
#include <nuthatch/finish.hpp>

#include "base/cache_line.hpp"
#include "base/sanitizers.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::detail {

namespace {

constexpr std::size_t most_tokens = std::size_t{1} << 20;

[[nodiscard]] std::int64_t checked(std::size_t tokens) {
  if (tokens == 0 || tokens > most_tokens) {
    throw std::invalid_argument(
        "pipeline: " + std::to_string(tokens) + " tokens; there have to be from 1 to " +
        std::to_string(most_tokens) + ", as many items as may be under way");
  }
  return static_cast<std::int64_t>(tokens);
}

}  // namespace

/// Whether a driver that a worker spawned has not begun.
struct alignas(base::interference_size) pipeline_state::offer {
  atomic<bool> outstanding{false};
};

pipeline_state::pipeline_state(std::size_t tokens)
    : offers_(new offer[core::worker::current().team().size()]),
      free_(checked(tokens) - 1) {}

pipeline_state::~pipeline_state() = default;

void pipeline_state::drive() {
  failure_.watch([this] {
    for (unsigned stage = claim(); stage != no_stage && goes_on(); stage = claim()) {
      run_ready(stage);
    }
  });
}

unsigned pipeline_state::claim() {
  // seq_cst: see offer_to_others. Acquire: pairs with the release of who made the stage ready.
  std::uint64_t ready = ready_.load(memory_order_seq_cst);
  while (ready != 0) {
    const auto last = static_cast<unsigned>(std::bit_width(ready)) - 1;
    const std::uint64_t bit = std::uint64_t{1} << last;
    ready = ready_.fetch_and(~bit, memory_order_acq_rel);
    if ((ready & bit) != 0) {
      base::announce_acquire(&ready_);
      if (ready != bit) {
        offer_to_others();
      }
      return last;
    }
  }
  return no_stage;
}

void pipeline_state::make_ready(unsigned stage) {
  base::announce_release(&ready_);
  ready_.fetch_or(std::uint64_t{1} << stage, memory_order_seq_cst);
  offer_to_others();
}

void pipeline_state::begin_item() {
  base::announce_release(&free_);
  // Both ways: the token of an item that has ended comes with what that item did.
  if (free_.fetch_sub(1, memory_order_acq_rel) > 0) {
    base::announce_acquire(&free_);
    make_ready(0);
  }
}

void pipeline_state::end_item() noexcept {
  base::announce_release(&free_);
  if (free_.fetch_add(1, memory_order_acq_rel) < 0) {
    base::announce_acquire(&free_);
    base::announce_release(&ready_);
    // No offer: the caller has no item any more, and looks for itself.
    ready_.fetch_or(1, memory_order_release);
  }
}

void pipeline_state::offer_to_others() {
  offer& mine = offers_[core::worker::current().index()];
  // Either this sees that the last offer was taken, or its driver sees what was made ready before:
  // all four accesses are seq_cst.
  if (mine.outstanding.load(memory_order_seq_cst)) {
    return;
  }
  mine.outstanding.store(true, memory_order_relaxed);
  nuthatch::async(help_first, [this, &mine] {
    mine.outstanding.exchange(false, memory_order_seq_cst);
    drive();
  });
}

}  // namespace nuthatch::detail
