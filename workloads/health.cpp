// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/health_days.hpp"
#include "workloads/kernels/health_system.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/spawning/scope_of.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

class health_instance final : public instance {
 public:
  health_instance(const health_settings& chosen, int cutoff) : all_(chosen, cutoff) {}

  void reset() override { all_.start(); }

  void run_serial() override { all_.run_serial(); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { all_.run(tag); });
  }

  std::string verify() override { return all_.verify(); }

  [[nodiscard]] std::string answer() const override { return all_.answer(); }

 private:
  health_days all_;
};

}  // namespace

workload health_workload() {
  return {"health",
          "days of a country's hospitals, each village a spawn, with lists of patients",
          {{"levels", "of villages", {"3", "4", "3"}, integer_range{1, 8}},
           {"cities",
            "villages below each but the lowest",
            {"18", "18", "144"},
            integer_range{1, 1'000}},
           {"days", "how many pass", {"365", "365", "365"}, integer_range{1, 100'000}},
           {"cutoff",
            "levels whose villages are spawned, 0: all",
            {"0", "0", "2"},
            integer_range{0, 8}},
           {"seed", "of all patients", {"23", "23", "23"}, integer_range{0, 1'000'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const health_settings wanted{
                .levels = static_cast<std::int32_t>(chosen.get_int("levels")),
                .cities = static_cast<std::int32_t>(chosen.get_int("cities")),
                .days = static_cast<std::int32_t>(chosen.get_int("days")),
                .seed = static_cast<std::int32_t>(chosen.get_int("seed"))};
            if (health_system::patients_of(wanted) > health_days::max_patients) {
              chosen.reject("cities",
                            message("so few that there are at most ",
                                    static_cast<std::int64_t>(health_days::max_patients),
                                    " patients"));
            }
            return std::make_unique<health_instance>(wanted,
                                                     static_cast<int>(chosen.get_int("cutoff")));
          }};
}

}  // namespace nuthatch::workloads
