// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/fj_task.hpp"
#include "workloads/spawning/plain_recursion.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

template <class Task>
NUTHATCH_PLAIN_RECURSION void run_range(const Task& task, std::size_t first, std::size_t last) {
  if (last - first == 1) {
    task(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  run_range(task, first, middle);
  run_range(task, middle, last);
}

template <class Policy, class Task>
void spawn_range(const Task& task, std::size_t first, std::size_t last) {
  if (last - first == 1) {
    state<Policy>(1, task.ns());
    task(first);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  nuthatch::fork_join(
      Policy(),
      [&task, first, middle] { spawn_range<Policy>(task, first, middle); },
      [&task, middle, last] { spawn_range<Policy>(task, middle, last); });
}

class fj_rec_instance final : public instance {
 public:
  explicit fj_rec_instance(const parameters& chosen) : rounds_(chosen) {}

  void reset() override { rounds_.reset(); }

  void run_serial() override {
    rounds_.run([](const auto& task, std::size_t tasks) { run_range(task, 0, tasks); });
  }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      rounds_.run(
          [](const auto& task, std::size_t tasks) { spawn_range<decltype(tag)>(task, 0, tasks); });
    });
  }

  std::string verify() override { return rounds_.verify(); }

  [[nodiscard]] std::string answer() const override { return rounds_.answer(); }

 private:
  fj_rounds rounds_;
};

}  // namespace

workload fj_rec_workload() {
  return {"fj-rec",
          "the tasks of fj spawned by halving their range instead of from a loop",
          fj_rounds::list(),
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<fj_rec_instance>(chosen);
          }};
}

}  // namespace nuthatch::workloads
