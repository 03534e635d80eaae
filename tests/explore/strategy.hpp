// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "atomic/explorer.hpp"
#include "explore/schedule.hpp"

namespace nuthatch::exploring {

/// Who could go on at a point of a run.
struct choice {
  place at;
  std::span<const unsigned> able;  ///< ascending, at least two
  unsigned plain;                  ///< who goes on if nobody decides otherwise
  bool preemption;                 ///< anybody else would interrupt `plain`, which runs
  const access* about;  ///< what `plain` is about to do then; null when that concerns nobody else
};

/// Decides a run, decision by decision, and over all runs what is tried.
class strategy {
 public:
  strategy() = default;
  strategy(const strategy&) = delete;
  strategy& operator=(const strategy&) = delete;
  virtual ~strategy() = default;

  /// Before run `number`, from 0. False: everything has been tried.
  virtual bool begin(std::uint64_t number) = 0;

  /// One of those that are able.
  virtual unsigned choose(const choice& among) = 0;

  /// Which of `count` stores a load reads: 0 is the newest, then older ones.
  virtual std::size_t choose_store(place at, std::size_t count) = 0;

  /// `actor` goes on since nobody else is able to.
  virtual void goes_on_alone(unsigned /*actor*/) {}

  /// `actor` does now what it was about to do.
  virtual void performs(unsigned /*actor*/, const access& /*what*/) {}

  /// Whether the run so far is known to equal another one.
  [[nodiscard]] virtual bool repeats() const { return false; }
};

/// Each decision by chance: goes on in most cases, so that workers get somewhere.
[[nodiscard]] std::unique_ptr<strategy> random_walk(std::uint64_t seed);

/// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): priorities by chance,
/// lowered at `depth` - 1 places of a run of about `length` decisions. Finds a bug that needs
/// `depth` ordered events with a probability of at least 1 / (actors * length^(depth - 1)) per run.
[[nodiscard]] std::unique_ptr<strategy> priorities(std::uint64_t seed,
                                                   unsigned depth,
                                                   std::uint32_t length);

/// All runs with at most so many deviations: preemptions (switches away from somebody who could
/// have gone on) and loads of what is not the newest. Depth first; of runs that differ only in the
/// order of accesses that do not concern each other, mostly one.
[[nodiscard]] std::unique_ptr<strategy> bounded(unsigned deviations);

/// Exactly this one.
[[nodiscard]] std::unique_ptr<strategy> replay(schedule s);

}  // namespace nuthatch::exploring
