// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/loop_phase.hpp"
#include "workloads/spawning/phased.hpp"

namespace nuthatch::benchmarks {

/// Records which worker ran each block of a program's loops last, and counts how often that differs
/// from the time before. Different blocks may be noted concurrently.
class block_moves {
 public:
  explicit block_moves(std::size_t blocks) : all_(blocks) {}

  void ran(std::size_t block) {
    seen& one = all_[block];
    const unsigned here = worker_index().value();  // NOLINT(*-optional-access): in tasks
    one.moves += one.runs != 0 && one.worker != here ? 1 : 0;
    one.worker = here;
    ++one.runs;
  }

  [[nodiscard]] std::uint64_t moves() const { return sum(&seen::moves); }

  [[nodiscard]] std::uint64_t runs() const { return sum(&seen::runs); }

 private:
  struct seen {
    unsigned worker = 0;
    std::uint64_t runs = 0;
    std::uint64_t moves = 0;
  };

  [[nodiscard]] std::uint64_t sum(std::uint64_t seen::* of) const {
    std::uint64_t total = 0;
    for (const seen& one : all_) {
      total += one.*of;
    }
    return total;
  }

  std::vector<seen> all_;
};

/// Takes the place of a policy tag: loops are spawned by `Policy`, and their blocks are noted.
template <class Policy>
struct noting : Policy {
  noting(Policy policy, block_moves& into) : Policy(policy), seen(&into) {}

  block_moves* seen;
};

template <class Policy>
noting<Policy> leading(const noting<Policy>& policy) {
  using workloads::leading;
  return {leading(static_cast<const Policy&>(policy)), *policy.seen};
}

template <class Policy, class Body>
void spawn_each(const noting<Policy>& policy, std::size_t count, const Body& body) {
  using workloads::spawn_each;
  spawn_each(static_cast<const Policy&>(policy), count, [&](std::size_t i) {
    policy.seen->ran(i);
    body(i);
  });
}

}  // namespace nuthatch::benchmarks
