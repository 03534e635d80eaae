// SPDX-License-Identifier: Apache-2.0

// Runtimes in which a program takes another course with every seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "base/sanitizers.hpp"
#include "runtime/runtime_on.hpp"
#include "runtime_test.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::testing {

/// Virtual workers of a machine whose costs follow from the seed, from half to twice the usual
/// ones.
class perturbed_workers {
 public:
  perturbed_workers(const setting& of, std::uint64_t seed, spawn_policy policy = options().policy)
      : machine_(twin::machine_model::from(machine_for(of.workers, seed)), costs_of(seed), seed) {
    options wanted;
    wanted.scheduler = of.scheduler;
    wanted.shepherd_private_tasks = of.private_tasks;
    wanted.workers = of.workers;
    wanted.seed = seed;
    wanted.policy = policy;
    // Stacks are so small that some are nearly full. With larger frames that would happen too
    // often, and at other places in a replay, whose first stack ends with other functions.
    wanted.stack_size = std::size_t{base::address_sanitizer_is_there() ? 2'048U : 64U} << 10U;
    workers_ = runtime_on(machine_, wanted);
  }

  runtime* operator->() const noexcept { return workers_.get(); }

 private:
  static std::string machine_for(unsigned workers, std::uint64_t seed) {
    return seed % 2 == 0 ? "1x" + std::to_string(workers)
                         : "2x" + std::to_string((workers + 1) / 2);
  }

  static twin::costs costs_of(std::uint64_t seed) {
    base::random_source random(seed);
    twin::costs made;
    for (std::uint64_t* const each : {&made.spawn_ns,
                                      &made.publish_ns,
                                      &made.probe_ns,
                                      &made.resume_ns,
                                      &made.wake_ns,
                                      &made.wake_call_ns,
                                      &made.pause_ns,
                                      &made.search_ns,
                                      &made.patience_ns}) {
      *each = 1 + *each * (512 + std::uint64_t{random.below(1536)}) / 1024;
    }
    return made;
  }

  twin::virtual_platform machine_;
  std::unique_ptr<runtime> workers_;
};

}  // namespace nuthatch::testing
