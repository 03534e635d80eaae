// SPDX-License-Identifier: Apache-2.0

// The platform of OS threads and the real clock.

#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/errors.hpp>

#include "atomic/mutex_lock.hpp"
#include "platform/affinity.hpp"
#include "platform/clock.hpp"
#include "platform/cpu_limits.hpp"
#include "platform/forking.hpp"
#include "platform/native_team.hpp"
#include "platform/platform.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

namespace {

class native_platform final : public platform {
 public:
  [[nodiscard]] std::unique_ptr<worker_team> make_team(const team_options& options) override {
    if (options.workers == 0) {
      throw option_error("a team of 0 workers was asked for; it needs at least 1");
    }
    std::vector<unsigned> cpus;
    if (options.pin) {
      cpus = options.cpus.empty() ? pin_order(machine(), get_affinity()) : options.cpus;
    }
    return std::make_unique<native_team>(
        options, std::move(cpus), default_workers(), awake_workers());
  }

  // Read again each time: the mask is the calling thread's, and a quota can change.
  [[nodiscard]] unsigned default_workers() const override { return worker_count(); }

  [[nodiscard]] cpu_set usable_cpus() const override { return get_affinity(); }

  [[nodiscard]] const topology& machine() const override {
    const topology* read = machine_.load(detail::memory_order_acquire);
    if (read == nullptr) {
      const detail::mutex_lock lock(lock_of(first_use::machine));
      read = machine_.load(detail::memory_order_relaxed);
      if (read == nullptr) {
        read = new topology(topology::this_machine());
        machine_.store(read, detail::memory_order_release);  // pairs with the acquire: the machine
      }
    }
    return *read;
  }

  [[nodiscard]] std::uint64_t now_ns() const noexcept override { return monotonic_ns(); }

  [[nodiscard]] std::uint64_t random_seed() override {
    std::random_device device;
    const std::uint64_t high = device();
    const std::uint64_t seed = (high << 32U) | device();
    return seed == 0 ? 1 : seed;
  }

 private:
  mutable detail::atomic<const topology*> machine_{nullptr};
};

/// Never destroyed: the default runtime may outlive every other static object. Initialized
/// statically, so no thread waits for another to create it.
union lasting_platform {
  native_platform it;

  constexpr lasting_platform() noexcept : it() {}

  lasting_platform(const lasting_platform&) = delete;
  lasting_platform& operator=(const lasting_platform&) = delete;

  ~lasting_platform() {}  // NOLINT(modernize-use-equals-default): that would be deleted
};

constinit lasting_platform instance;
constinit awake_count awake_of_process;

}  // namespace

platform& native() {
  return instance.it;
}

awake_count& awake_workers() noexcept {
  return awake_of_process;
}

}  // namespace nuthatch::platform
