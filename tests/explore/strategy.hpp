#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "explore/schedule.hpp"

namespace nuthatch::exploring {

/// Who could go on at a point of a run.
struct choice {
  std::span<const unsigned> able;  ///< ascending, at least two
  unsigned plain;                  ///< who goes on if nobody decides otherwise
  bool preemption;                 ///< anybody else would interrupt `plain`, which runs
};

/// Decides a run's interleaving, decision by decision, and over all runs what is tried.
class strategy {
 public:
  strategy() = default;
  strategy(const strategy&) = delete;
  strategy& operator=(const strategy&) = delete;
  virtual ~strategy() = default;

  /// Before run `number`, from 0. False: everything has been tried.
  virtual bool begin(std::uint64_t number) = 0;

  /// One of those that are able.
  virtual unsigned choose(const choice& at) = 0;
};

/// Each decision by chance: goes on in most cases, so that workers get somewhere.
[[nodiscard]] std::unique_ptr<strategy> random_walk(std::uint64_t seed);

/// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): priorities by chance,
/// lowered at `depth` - 1 places of a run of about `length` decisions. Finds a bug that needs
/// `depth` ordered events with a probability of at least 1 / (actors * length^(depth - 1)) per run.
[[nodiscard]] std::unique_ptr<strategy> priorities(std::uint64_t seed,
                                                   unsigned depth,
                                                   std::uint32_t length);

/// All interleavings with at most so many preemptions (switches away from somebody who could have
/// gone on), depth first.
[[nodiscard]] std::unique_ptr<strategy> bounded(unsigned preemptions);

/// Exactly this one.
[[nodiscard]] std::unique_ptr<strategy> replay(schedule s);

}  // namespace nuthatch::exploring
