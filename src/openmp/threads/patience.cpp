// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/patience.hpp"

#include <algorithm>
#include <memory>

#include "openmp/environment/start.hpp"
#include "platform/first_value.hpp"
#include "platform/native_team.hpp"

namespace nuthatch::openmp {

namespace {

struct limits {
  std::uint64_t usual;
  std::uint64_t crowded;  // where more threads are awake than there are cpus
  std::uint64_t among_others;
  std::uint64_t cpus;  // on which threads of this process run at the same time, at the start
};

limits read() noexcept {
  // A look takes 10 to 45 nanoseconds. Where nobody else needs the cpu, some milliseconds carry a
  // thread from one region to the next; where somebody does, about the price of a sleep.
  constexpr std::uint64_t usual = 200'000;
  constexpr std::uint64_t crowded = 64;
  constexpr std::uint64_t most_crowded = 1'000;
  // Longer than it takes to wake a thread. With less, of two threads that meet often, the one that
  // has been woken finds the other one asleep each time.
  constexpr std::uint64_t among_others = 2'048;
  const settings& all = chosen();
  const bool is_active = all.waiting == wait_policy::active;
  const std::uint64_t looks = all.spins_said                        ? all.spins
                              : is_active                           ? settings::always
                              : all.waiting == wait_policy::passive ? 0
                                                                    : usual;
  return {looks,
          std::min(looks, is_active ? most_crowded : crowded),
          all.spins_said || is_active ? looks : std::min(looks, among_others),
          usable_cpus()};
}

constinit platform::first_value<const limits> limits_of_process;

const limits& any_limits() noexcept {
  return limits_of_process.any_get([] { return std::make_unique<const limits>(read()); });
}

bool is_crowded(const limits& all, std::uint32_t threads_of_team) noexcept {
  return std::max(threads_of_team, platform::awake_workers().get()) > all.cpus;
}

}  // namespace

void begin_executing(std::uint32_t threads) noexcept {
  platform::awake_workers().add(threads);
}

void end_executing(std::uint32_t threads) noexcept {
  platform::awake_workers().remove(threads);
}

std::uint64_t looks_before_sleep(std::uint32_t threads_of_team) noexcept {
  const limits& all = any_limits();
  return is_crowded(all, threads_of_team) ? all.crowded : all.usual;
}

std::uint64_t looks_among_others(std::uint32_t threads_of_team) noexcept {
  const limits& all = any_limits();
  return is_crowded(all, threads_of_team) ? all.crowded : all.among_others;
}

}  // namespace nuthatch::openmp
