// The platform of OS threads and the real clock.

#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include <nuthatch/errors.hpp>

#include "platform/affinity.hpp"
#include "platform/clock.hpp"
#include "platform/cpu_limits.hpp"
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
    return std::make_unique<native_team>(options, std::move(cpus), default_workers(), awake_);
  }

  // Read again each time: the mask is the calling thread's, and a quota can be changed.
  [[nodiscard]] unsigned default_workers() const override { return worker_count(); }

  [[nodiscard]] cpu_set usable_cpus() const override { return get_affinity(); }

  [[nodiscard]] const topology& machine() const override {
    std::call_once(machine_read_, [this] {
      machine_ = std::make_unique<const topology>(topology::this_machine());
    });
    return *machine_;
  }

  [[nodiscard]] std::uint64_t now_ns() const noexcept override { return monotonic_ns(); }

  [[nodiscard]] std::uint64_t random_seed() override {
    std::random_device device;
    const std::uint64_t high = device();
    const std::uint64_t seed = (high << 32U) | device();
    return seed == 0 ? 1 : seed;
  }

 private:
  mutable std::once_flag machine_read_;
  mutable std::unique_ptr<const topology> machine_;
  awake_count awake_;
};

}  // namespace

platform& native() {
  // Never destroyed: the default runtime may outlive every other static object.
  static auto* const instance = new native_platform;
  return *instance;
}

}  // namespace nuthatch::platform
