// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/task_marks.hpp"
#include "workloads/kernels/timed_work.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

class bpc_instance final : public instance {
 public:
  explicit bpc_instance(const parameters& chosen)
      : consumers_(chosen.get_size("n")),
        depth_(chosen.get_size("depth")),
        work_(chosen),
        producers_(depth_),
        marks_(depth_ * consumers_) {}

  void reset() override {
    producers_.reset();
    marks_.reset();
  }

  void run_serial() override {
    for (std::size_t level = 0; level < depth_; ++level) {
      producers_.set(level);
      for (std::size_t i = 0; i < consumers_; ++i) {
        work_.run_serial();
        marks_.set(level * consumers_ + i);
      }
    }
  }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { finish([this, tag] { produce(tag, 0); }); });
  }

  std::string verify() override {
    const std::string wrong = producers_.verify();
    return wrong.empty() ? marks_.verify() : "of the producers, " + wrong;
  }

  [[nodiscard]] std::string answer() const override {
    return producers_.answer() + " produce, " + marks_.answer() + " consume";
  }

 private:
  template <class Policy>
  void produce(Policy policy, std::size_t level) {
    producers_.set(level);
    if (level + 1 < depth_) {
      async(policy, [this, policy, level] { produce(policy, level + 1); });
    }
    for (std::size_t i = 0; i < consumers_; ++i) {
      async(policy, [this, policy, task = level * consumers_ + i] {
        work_.run(policy);
        marks_.set(task);
      });
    }
  }

  std::size_t consumers_;
  std::size_t depth_;
  timed_work work_;
  task_marks producers_;
  task_marks marks_;
};

}  // namespace

workload bpc_workload() {
  return {"bpc",
          "bouncing producer: each producing task spawns the next one and some that work",
          {{"n", "tasks that work, of each producer", {"9", "9", "9"}, integer_range{1, 1'000'000}},
           {"depth", "producers", {"200", "10000", "10000"}, integer_range{1, 1'000'000}},
           timed_work::duration({"5", "10", "100"}),
           timed_work::polling()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<bpc_instance>(chosen);
          }};
}

}  // namespace nuthatch::workloads
