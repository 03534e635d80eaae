// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nuthatch/policy.hpp>

namespace nuthatch {

/// The most workers a runtime can have.
inline constexpr unsigned max_workers = 4096;

/// The largest value of options::stack_threshold, fresh_threshold and policy_interval.
inline constexpr std::uint32_t most_threshold = 1'000'000'000;

/// How a runtime is set up. Every member has an environment variable.
struct options {
  /// One of schedulers(). NUTHATCH_SCHEDULER.
  std::string scheduler = "work_stealing";

  /// Number of workers, at most max_workers. 0: as many as the affinity mask and the cgroup's cpu
  /// quota, rounded up, allow. NUTHATCH_WORKERS.
  unsigned workers = 0;

  /// What spawns without a policy of their own do. adaptive leaves it to the scheduler.
  /// NUTHATCH_POLICY, one of adaptive, work_first, help_first.
  spawn_policy policy = spawn_policy::adaptive;

  /// How much a thief asks for. Only the scheduler `channel` looks at it.
  /// NUTHATCH_CHANNEL_STEAL_AMOUNT, one of adaptive, one, half.
  steal_amount channel_steal_amount = steal_amount::adaptive;

  /// Of the scheduler `slaw`, whose adaptive spawns choose for each task (Table II of the paper):
  /// how many stacks a worker's chain of work-first children may have, 1 or more,
  /// NUTHATCH_STACK_THRESHOLD; how many fresh tasks a worker may own before it spawns work-first,
  /// NUTHATCH_FRESH_THRESHOLD; after how many spawns it looks again how many were stolen,
  /// NUTHATCH_POLICY_INTERVAL. The last two are raised to the number of workers.
  std::uint32_t stack_threshold = 256;
  std::uint32_t fresh_threshold = 128;
  std::uint32_t policy_interval = 64;

  /// Of the schedulers `shepherd_q`, `shepherd_l`, `shepherd_cq`, `shepherd_ws` and `shepherd_mts`.
  /// Which workers share a queue: "worker", each has one; "core", "l2", "l3", "chip", "numa",
  /// "package", "machine", one for each of these; or a number of queues. Empty: as the scheduler
  /// has it. NUTHATCH_SHEPHERDS.
  std::string shepherds = std::string();

  /// How many of its newest tasks a worker keeps to itself, as long as others have work. 0: every
  /// spawn goes to the queue at once. NUTHATCH_SHEPHERD_PRIVATE_TASKS.
  std::uint32_t shepherd_private_tasks = 0;

  /// Where workers keep tasks, how many a queue should have at least. 0: as many as it has workers.
  /// NUTHATCH_SHEPHERD_LOW_WATER.
  std::uint32_t shepherd_low_water = 0;

  /// How many tasks a steal from another queue takes at most, and never more than half of what is
  /// there: a number, or "half". Empty: as many as the thief's queue has workers, but forks of
  /// fork_join one by one. NUTHATCH_SHEPHERD_STEAL_CHUNK.
  std::string shepherd_steal_chunk = std::string();

  /// From whom is stolen first: "distance", the nearest, or "random". Empty: as the scheduler has
  /// it, which is random for `shepherd_ws`. NUTHATCH_SHEPHERD_VICTIM_ORDER.
  std::string shepherd_victim_order = std::string();

  /// Bytes of each task's stack, 16 KiB to 64 GiB, rounded up to a power of two. Address space, not
  /// memory: only what is touched costs. NUTHATCH_STACK_SIZE, with an optional suffix K, M or G.
  std::size_t stack_size = std::size_t{1} << 20;

  /// The most stacks there may be at a time. 0: as many as vm.max_map_count allows.
  /// NUTHATCH_MAX_STACKS.
  std::size_t max_stacks = 0;

  /// Bind each worker to a cpu of its own; otherwise workers inherit the creating thread's mask.
  /// NUTHATCH_PIN, 0 or 1.
  bool pin = false;

  /// The groups that workers form, for here() and async(at(place), …): as "8:2", 8 places of 2
  /// workers each; one of "core", "l2", "l3", "numa" and "package", for one place each, perhaps
  /// with a number of workers, as "l3:4"; or the cpus of each place, as "{0-3},{4-7}". Workers are
  /// bound, one to a cpu; `workers` must be 0 or fit. Empty: one place, and nobody is bound. Not
  /// with the scheduler `channel`. NUTHATCH_PLACES.
  std::string places = std::string();

  /// Whether workers that find nothing in their own place steal from others.
  /// NUTHATCH_CROSS_PLACE_STEALS, 0 or 1.
  bool cross_place_steals = false;

  /// Seed of the workers' random choices; 0: a different one each time. NUTHATCH_SEED.
  std::uint64_t seed = 0;

  /// Whether every parallel_reduce with an automatic grain gives the same bits with any number of
  /// workers, any scheduler and any policy, as one with the tag nuthatch::reproducible always does.
  /// NUTHATCH_REPRODUCIBLE, 0 or 1.
  bool reproducible = false;

  /// The defaults, changed by the environment variables that are set.
  /// @throws option_error naming the variable, its value and what would be right.
  static options from_environment();
};

/// "adaptive", "work_first" or "help_first".
[[nodiscard]] std::string_view to_string(spawn_policy policy) noexcept;

/// The inverse of to_string.
/// @throws option_error naming `what`, the text and what would be right.
[[nodiscard]] spawn_policy spawn_policy_from(std::string_view text, std::string_view what);

/// "adaptive", "one" or "half".
[[nodiscard]] std::string_view to_string(steal_amount amount) noexcept;

/// The inverse of to_string.
/// @throws option_error naming `what`, the text and what would be right.
[[nodiscard]] steal_amount steal_amount_from(std::string_view text, std::string_view what);

}  // namespace nuthatch
