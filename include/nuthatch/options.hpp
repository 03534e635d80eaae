// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nuthatch/policy.hpp>

namespace nuthatch {

/// The maximal number of workers of a runtime.
inline constexpr unsigned max_workers = 4096;

/// The largest value of options::stack_threshold, fresh_threshold and policy_interval.
inline constexpr std::uint32_t max_threshold = 1'000'000'000;

/// The configuration of a runtime. Every member has an environment variable, named at the end of
/// its description.
struct options {
  /// The name of the scheduler, one of schedulers(). NUTHATCH_SCHEDULER.
  std::string scheduler = "work_stealing";

  /// Number of workers, at most max_workers. 0: as many as the affinity mask and the cgroup's CPU
  /// quota, rounded up, allow. NUTHATCH_WORKERS.
  unsigned workers = 0;

  /// The policy of spawns that state none. `adaptive` leaves the choice to the scheduler.
  /// NUTHATCH_POLICY, one of adaptive, work_first, help_first.
  spawn_policy policy = spawn_policy::adaptive;

  /// How much work a thief requests. Only the scheduler `channel` uses it.
  /// NUTHATCH_CHANNEL_STEAL_AMOUNT, one of adaptive, one, half.
  steal_amount channel_steal_amount = steal_amount::adaptive;

  /// For the scheduler `slaw`, whose adaptive spawns choose the policy of each task (Table II of
  /// the paper). stack_threshold: how many stacks a worker's chain of work-first children may have,
  /// at least 1; NUTHATCH_STACK_THRESHOLD. fresh_threshold: how many fresh tasks a worker may own
  /// before it spawns work-first; NUTHATCH_FRESH_THRESHOLD. policy_interval: the number of spawns
  /// after which a worker checks again how many were stolen; NUTHATCH_POLICY_INTERVAL. The last two
  /// are raised to the number of workers if they are lower.
  std::uint32_t stack_threshold = 256;
  std::uint32_t fresh_threshold = 128;
  std::uint32_t policy_interval = 64;

  /// For the schedulers `shepherd_q`, `shepherd_l`, `shepherd_cq`, `shepherd_ws` and
  /// `shepherd_mts`: which workers share a queue. "worker": each has its own; "core", "l2", "l3",
  /// "chip", "numa", "package", "machine": one queue for each of these; or a number of queues.
  /// Empty: the scheduler's default. NUTHATCH_SHEPHERDS.
  std::string shepherds = std::string();

  /// How many of its newest tasks a worker keeps private while other workers have work. 0: every
  /// spawn is queued at once. NUTHATCH_SHEPHERD_PRIVATE_TASKS.
  std::uint32_t shepherd_private_tasks = 0;

  /// The minimal number of tasks that a queue should contain if workers keep tasks private. 0: the
  /// number of its workers. NUTHATCH_SHEPHERD_LOW_WATER.
  std::uint32_t shepherd_low_water = 0;

  /// The maximal number of tasks that a steal from another queue takes, never more than half of
  /// those present: a number, or "half". Empty: the number of workers of the thief's queue, but
  /// forks of fork_join one by one. NUTHATCH_SHEPHERD_STEAL_CHUNK.
  std::string shepherd_steal_chunk = std::string();

  /// The order of victims: "distance", nearest first, or "random". Empty: the scheduler's default,
  /// which is random for `shepherd_ws`. NUTHATCH_SHEPHERD_VICTIM_ORDER.
  std::string shepherd_victim_order = std::string();

  /// Size of each task's stack in bytes, 16 KiB to 64 GiB, rounded up to a power of two. This is
  /// address space; only pages that are touched use memory. NUTHATCH_STACK_SIZE, with an optional
  /// suffix K, M or G.
  std::size_t stack_size = std::size_t{1} << 20;

  /// The maximal number of stacks at a time. 0: as many as vm.max_map_count allows.
  /// NUTHATCH_MAX_STACKS.
  std::size_t max_stacks = 0;

  /// If true, each worker is bound to a CPU of its own; otherwise workers inherit the affinity mask
  /// of the thread that creates the runtime. NUTHATCH_PIN, 0 or 1.
  bool pin = false;

  /// The groups that workers form, for here() and async(at(place), …). "8:2" means 8 places of 2
  /// workers each. "core", "l2", "l3", "numa" and "package" mean one place for each of these,
  /// optionally with a number of workers, as in "l3:4". "{0-3},{4-7}" lists the CPUs of each place.
  /// Each worker is bound to one CPU; `workers` must be 0 or match. Empty: one place, without
  /// binding. Not available with the scheduler `channel`. NUTHATCH_PLACES.
  std::string places = std::string();

  /// If true, workers that find no work in their own place steal from other places.
  /// NUTHATCH_CROSS_PLACE_STEALS, 0 or 1.
  bool cross_place_steals = false;

  /// Seed of the workers' random choices. 0: a different one each time. NUTHATCH_SEED.
  std::uint64_t seed = 0;

  /// If true, every parallel_reduce with an automatic grain returns the same bits with any number
  /// of workers, any scheduler and any policy, as one with the tag nuthatch::reproducible always
  /// does. NUTHATCH_REPRODUCIBLE, 0 or 1.
  bool reproducible = false;

  /// Returns the defaults, overridden by the environment variables that are set.
  /// @throws option_error, which names the variable, its value and the valid values.
  static options from_environment();
};

/// Returns "adaptive", "work_first" or "help_first".
[[nodiscard]] std::string_view to_string(spawn_policy policy) noexcept;

/// The inverse of to_string.
/// @param text  the name of a policy.
/// @param what  what `text` is the value of, for the message of the exception.
/// @throws option_error, which names `what`, the text and the valid values.
[[nodiscard]] spawn_policy spawn_policy_from(std::string_view text, std::string_view what);

/// Returns "adaptive", "one" or "half".
[[nodiscard]] std::string_view to_string(steal_amount amount) noexcept;

/// The inverse of to_string.
/// @param text  the name of an amount.
/// @param what  what `text` is the value of, for the message of the exception.
/// @throws option_error, which names `what`, the text and the valid values.
[[nodiscard]] steal_amount steal_amount_from(std::string_view text, std::string_view what);

}  // namespace nuthatch
