// SPDX-License-Identifier: Apache-2.0

// Random runtimes and splice options for random programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice_options.hpp>

namespace nuthatch::testing {

/// Returns any scheduler and policy, and one to eight workers.
inline options drawn_options(std::mt19937_64& chance) {
  const std::vector<scheduler_info> known = schedulers();
  options drawn;
  drawn.scheduler = known[chance() % known.size()].name;
  drawn.workers = static_cast<unsigned>(1 + chance() % 8);
  drawn.policy = static_cast<spawn_policy>(chance() % 3);
  drawn.seed = 1 + chance() % 1'000'000;
  drawn.shepherd_private_tasks = static_cast<std::uint32_t>(chance() % 3);
  return drawn;
}

/// One of three regions has hardly any memory for delayed steps.
inline splice_options drawn_splice_options(std::mt19937_64& chance) {
  return {.delayed_bytes = chance() % 3 == 0 ? chance() % 5'000 : 1U << 20U,
          .check_locality = chance() % 4 != 0,
          .delay_all = chance() % 4 == 0};
}

}  // namespace nuthatch::testing
