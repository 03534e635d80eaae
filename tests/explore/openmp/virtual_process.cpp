// SPDX-License-Identifier: Apache-2.0

// What the OpenMP runtime requests from its process.

#include <memory>
#include <optional>
#include <vector>

#include "explore/openmp/virtual_threads.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/environment/machine.hpp"
#include "openmp/synchronization/spin_limit.hpp"
#include "platform/platform.hpp"
#include "twin/machine_model.hpp"

namespace nuthatch::exploring {

namespace {

/// A subset of the workers of the existing threads, under the same numbers. The code that created
/// the threads starts and joins them.
class lent_team final : public platform::worker_team {
 public:
  lent_team(platform::worker_team& all, unsigned size) : all_(all), size_(size) {}

  [[nodiscard]] unsigned size() const noexcept override { return size_; }

  [[nodiscard]] std::optional<unsigned> cpu(unsigned index) const override {
    return all_.cpu(index);
  }

  void start(platform::worker_body /*body*/) override {}

  void join_all() override {}

  void park(unsigned index) override { all_.park(index); }

  bool park_until(unsigned index, std::uint64_t until_ns) override {
    return all_.park_until(index, until_ns);
  }

  void unpark(unsigned index) override { all_.unpark(index); }

  void relax(unsigned index, unsigned step) override { all_.relax(index, step); }

  void doze(unsigned index, unsigned step) override { all_.doze(index, step); }

  void let_others(unsigned index, unsigned step) override { all_.let_others(index, step); }

  [[nodiscard]] std::uint64_t search_ns() const noexcept override { return all_.search_ns(); }

  [[nodiscard]] bool can_fence_all() const noexcept override { return all_.can_fence_all(); }

  void fence_all(unsigned index) override { all_.fence_all(index); }

  [[nodiscard]] std::uint64_t fence_ns() const noexcept override { return all_.fence_ns(); }

  bool wait_a_little(unsigned index, unsigned looks) override {
    return all_.wait_a_little(index, looks);
  }

  [[nodiscard]] platform::stack_bounds own_stack(unsigned index) const override {
    return all_.own_stack(index);
  }

  [[nodiscard]] bool counts_costs() const noexcept override { return all_.counts_costs(); }

  void spend(unsigned index, platform::activity what, unsigned other) override {
    all_.spend(index, what, other);
  }

  bool use_alone(unsigned index, platform::used_alone& what) override {
    return all_.use_alone(index, what);
  }

  void spend_ns(unsigned index, std::uint64_t ns) override { all_.spend_ns(index, ns); }

  void foreign_park(platform::parker& own) override { all_.foreign_park(own); }

  void foreign_unpark(platform::parker& sleeper) override { all_.foreign_unpark(sleeper); }

  [[nodiscard]] std::uint64_t now_ns() const noexcept override { return all_.now_ns(); }

 private:
  platform::worker_team& all_;
  unsigned size_;
};

constexpr unsigned max_workers = 4;

const twin::machine_model& lent_machine() {
  static const twin::machine_model all = twin::machine_model::flat(max_workers);
  return all;
}

openmp::settings explored_settings() {
  openmp::settings all;
  all.cancellation = true;
  all.nthreads = {2};
  return all;
}

}  // namespace

}  // namespace nuthatch::exploring

namespace nuthatch::openmp {

const settings& env_settings() noexcept {
  static const settings all = exploring::explored_settings();
  return all;
}

bool is_read_at_load() noexcept {
  return false;
}

std::uint64_t usable_cpus() noexcept {
  return 1;
}

void add_running(std::uint32_t /*threads*/) noexcept {}

void remove_running(std::uint32_t /*threads*/) noexcept {}

const spin_limits& spin_limits_of(std::uint32_t /*threads_of_team*/) noexcept {
  static constexpr spin_limits short_ones{
      .between_yields = 1, .before_first_yield = 192, .before_sleep = 1, .among_others = 1};
  return short_ones;
}

bool are_oversubscribed(const spin_limits& /*limits*/) noexcept {
  return false;
}

bool are_on_several_chips(const std::vector<unsigned>& /*cpus*/,
                          const platform::topology& /*machine*/) {
  return false;
}

std::unique_ptr<platform::worker_team> process_platform::make_team(
    const nuthatch::platform::team_options& options) {
  return std::make_unique<exploring::lent_team>(exploring::virtual_threads::present().workers(),
                                                options.workers);
}

unsigned process_platform::default_workers() const {
  return exploring::max_workers;
}

platform::cpu_set process_platform::usable_cpus() const {
  return exploring::lent_machine().shape().cpus();
}

const platform::topology& process_platform::machine() const {
  return exploring::lent_machine().shape();
}

std::uint64_t process_platform::now_ns() const noexcept {
  return exploring::virtual_threads::present().workers().now_ns();
}

std::uint64_t process_platform::random_seed() {
  return 1;
}

process_platform& this_process() noexcept {
  static process_platform all;
  return all;
}

class task_reductions;

/// Only programs compiled by Clang have such reductions.
void end_reductions(task_reductions& /*of*/) noexcept {}

}  // namespace nuthatch::openmp
