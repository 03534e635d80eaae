// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "atomic/explorer.hpp"
#include "explore/schedule.hpp"

namespace nuthatch::exploring {

/// The actors that can run next at a point of a run.
struct choice {
  place at;
  std::span<const unsigned> able;  ///< ascending, at least two
  unsigned plain;                  ///< the actor that runs if no strategy decides otherwise
  bool preemption;                 ///< `plain` is running, so any other choice interrupts it
  const access* about;  ///< the next access of `plain`; null if no other actor can notice it
};

/// Makes the decisions of a run, and determines which runs are tried.
class strategy {
 public:
  strategy() = default;
  strategy(const strategy&) = delete;
  strategy& operator=(const strategy&) = delete;
  virtual ~strategy() = default;

  /// Called before run `number`, from 0. Returns false if everything has been tried.
  virtual bool begin(std::uint64_t number) = 0;

  /// Returns one of the able actors.
  virtual unsigned choose(const choice& among) = 0;

  /// Returns which of `count` stores a load reads: 0 is the newest, higher numbers are older.
  virtual std::size_t choose_store(place at, std::size_t count) = 0;

  /// `actor` continues because no other actor is able to.
  virtual void goes_on_alone(unsigned /*actor*/) {}

  /// `actor` makes the access that was announced.
  virtual void performs(unsigned /*actor*/, const access& /*what*/) {}

  /// Returns whether the run so far is known to equal another one.
  [[nodiscard]] virtual bool repeats() const { return false; }
};

/// Makes each decision at random. In most cases the actor continues, so that workers make progress.
[[nodiscard]] std::unique_ptr<strategy> random_walk(std::uint64_t seed);

/// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): actors have random
/// priorities, which are lowered at `depth` - 1 places of a run of about `length` decisions. Finds
/// a bug that needs `depth` ordered events with a probability of at least 1 / (actors *
/// length^(depth - 1)) per run.
[[nodiscard]] std::unique_ptr<strategy> priorities(std::uint64_t seed,
                                                   unsigned depth,
                                                   std::uint32_t length);

/// Tries all runs with at most that many deviations: preemptions, which switch away from an actor
/// that could have continued, and loads of an older store than the newest. The search is
/// depth-first. Of runs that differ only in the order of independent accesses, it mostly tries one.
[[nodiscard]] std::unique_ptr<strategy> bounded(unsigned deviations);

/// Runs exactly this schedule.
[[nodiscard]] std::unique_ptr<strategy> replay(schedule s);

}  // namespace nuthatch::exploring
