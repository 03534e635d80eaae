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

class spc_instance final : public instance {
 public:
  explicit spc_instance(const parameters& chosen)
      : tasks_(chosen.get_size("n")),
        work_(chosen),
        marks_(tasks_) {}

  void reset() override { marks_.reset(); }

  void run_serial() override {
    for (std::size_t i = 0; i < tasks_; ++i) {
      work_.run_serial();
      marks_.set(i);
    }
  }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      scope consumers;
      for (std::size_t i = 0; i < tasks_; ++i) {
        consumers.spawn(tag, [this, tag, i] {
          work_.run(tag);
          marks_.set(i);
        });
      }
      consumers.sync();
    });
  }

  std::string verify() override { return marks_.verify(); }

  [[nodiscard]] std::string answer() const override { return marks_.answer(); }

 private:
  std::size_t tasks_;
  timed_work work_;
  task_marks marks_;
};

}  // namespace

workload spc_workload() {
  return {"spc",
          "single producer: one task spawns all others, which work for a given time",
          {{"n", "tasks", {"2000", "100000", "100000"}, integer_range{1, 100'000'000}},
           timed_work::duration({"5", "10", "100"}),
           timed_work::polling()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<spc_instance>(chosen);
          }};
}

}  // namespace nuthatch::workloads
