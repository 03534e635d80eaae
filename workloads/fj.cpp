// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/fj_task.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

/// A call that the compiler does not inline: the loop of the plain program is measured against a
/// loop of spawns, and the compiler would otherwise add to the slots eight at a time.
template <class Task>
[[gnu::noinline]] void call(const Task& task, std::size_t index) {
  task(index);
}

template <class Task>
void call_all(const Task& task, std::size_t tasks) {
  for (std::size_t i = 0; i < tasks; ++i) {
    call(task, i);
  }
}

template <class Policy, class Task>
void spawn_all(Policy policy, const Task& task, std::size_t tasks) {
  scope children;
  for (std::size_t i = 0; i < tasks; ++i) {
    children.spawn(policy, [&task, i] {
      state<Policy>(1, task.ns());
      task(i);
    });
  }
  children.sync();
}

class fj_instance final : public instance {
 public:
  explicit fj_instance(const parameters& chosen) : rounds_(chosen) {}

  void reset() override { rounds_.reset(); }

  void run_serial() override {
    rounds_.run([](const auto& task, std::size_t tasks) { call_all(task, tasks); });
  }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      rounds_.run([tag](const auto& task, std::size_t tasks) { spawn_all(tag, task, tasks); });
    });
  }

  std::string verify() override { return rounds_.verify(); }

  [[nodiscard]] std::string answer() const override { return rounds_.answer(); }

 private:
  fj_rounds rounds_;
};

}  // namespace

workload fj_workload() {
  return {"fj",
          "nearly empty tasks spawned from a loop, then joined: the price of a flat spawn",
          fj_rounds::list(),
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<fj_instance>(chosen);
          }};
}

}  // namespace nuthatch::workloads
