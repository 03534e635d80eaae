#include "openmp/threads/patience.hpp"

#include <algorithm>

#include "openmp/environment/start.hpp"
#include "platform/native_team.hpp"

namespace nuthatch::openmp {

namespace {

struct limits {
  std::uint64_t usual;
  std::uint64_t crowded;  // where more threads are awake than there are cpus
};

limits read() noexcept {
  // A look takes 10 to 45 nanoseconds. Where nobody else needs the cpu, some milliseconds carry a
  // thread from one region to the next; where somebody does, about the price of a sleep.
  constexpr std::uint64_t usual = 200'000;
  constexpr std::uint64_t crowded = 64;
  constexpr std::uint64_t most_crowded = 1'000;
  const settings& all = chosen();
  const bool is_active = all.waiting == wait_policy::active;
  const std::uint64_t looks = all.spins_said                        ? all.spins
                              : is_active                           ? settings::always
                              : all.waiting == wait_policy::passive ? 0
                                                                    : usual;
  return {looks, std::min(looks, is_active ? most_crowded : crowded)};
}

/// On which threads of this process run at the same time.
std::uint64_t cpus() noexcept {
  static const std::uint64_t at_start = usable_cpus();
  return at_start;
}

}  // namespace

void begin_executing(std::uint32_t threads) noexcept {
  platform::awake_workers().add(threads);
}

void end_executing(std::uint32_t threads) noexcept {
  platform::awake_workers().remove(threads);
}

std::uint64_t looks_before_sleep(std::uint32_t threads_of_team) noexcept {
  static const limits all = read();
  const bool is_crowded = std::max(threads_of_team, platform::awake_workers().get()) > cpus();
  return is_crowded ? all.crowded : all.usual;
}

}  // namespace nuthatch::openmp
