#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/health_system.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_patient = 8;  // and day

/// Results for a year with the seed 23, from the input files of the Barcelona OpenMP Tasks Suite.
struct known_result {
  std::int32_t levels;
  std::int32_t cities;
  std::int64_t patients;
  std::int64_t visits;
  std::array<std::int64_t, 4> where;
};

constexpr std::array known_results{
    known_result{3, 18, 7'280, 5'531, {7'160, 80, 26, 14}},
    known_result{4, 18, 131'200, 96'718, {128'997, 1'406, 525, 272}},
    known_result{4, 36, 988'000, 721'934, {971'855, 10'249, 3'901, 1'995}},
    known_result{5, 24, 7'238'720, 5'267'413, {7'121'156, 73'923, 28'969, 14'672}}};

template <class Policy>
void pass_day(Policy policy, village& here, int spawning_levels) {
  const auto treat = [&here] {
    state<Policy>(ns_per_patient, here.treat());
  };
  if constexpr (std::is_same_v<Policy, in_order_tag>) {
    for (village& each : here.below()) {
      pass_day(policy, each, 0);
    }
    treat();
  } else if (spawning_levels == 0 || here.below().empty()) {
    for (village& each : here.below()) {
      pass_day(policy, each, 0);
    }
    treat();
  } else {
    scope children;
    for (village& each : here.below()) {
      children.spawn(policy, [policy, &each, spawning_levels] {
        pass_day(policy, each, spawning_levels - 1);
      });
    }
    treat();
    children.sync();
  }
  state<Policy>(ns_per_patient, here.admit());
}

class health_instance final : public instance {
 public:
  health_instance(const health_settings& chosen, int cutoff)
      : chosen_(chosen),
        spawning_levels_(cutoff == 0 ? chosen.levels : cutoff),
        system_(chosen) {}

  void reset() override { system_.begin(); }

  void run_serial() override { run(system_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      for (std::int32_t day = 0; day < chosen_.days; ++day) {
        pass_day(tag, system_.top(), spawning_levels_);
      }
    });
  }

  std::string verify() override {
    const health_totals found = system_.totals();
    if (!expected_) {
      health_system again(chosen_);
      again.begin();
      run(again);
      expected_ = again.totals();
    }
    if (!system_.is_complete()) {
      return "a hospital has another number of personnel than at first";
    }
    const auto* const known = std::ranges::find_if(known_results, [this](const known_result& each) {
      return each.levels == chosen_.levels && each.cities == chosen_.cities &&
             chosen_.days == 365 && chosen_.seed == 23;
    });
    if (known != known_results.end() &&
        (found.patients != known->patients || found.visits != known->visits ||
         found.where != known->where)) {
      return message("visits: expected ",
                     known->visits,
                     " of ",
                     known->patients,
                     " patients, found ",
                     found.visits,
                     " of ",
                     found.patients);
    }
    return found == *expected_ ? std::string()
                               : message("visits: expected ",
                                         expected_->visits,
                                         " as the serial program has them, each of its patient, "
                                         "found ",
                                         found.visits);
  }

  [[nodiscard]] std::string answer() const override {
    const health_totals found = system_.totals();
    return message(found.visits, " visits of ", found.patients, " patients");
  }

 private:
  void run(health_system& of) const {
    for (std::int32_t day = 0; day < chosen_.days; ++day) {
      pass_day(in_order, of.top(), 0);
    }
  }

  health_settings chosen_;
  int spawning_levels_;
  health_system system_;
  std::optional<health_totals> expected_;
};

}  // namespace

workload health_workload() {
  return {"health",
          "days of a country's hospitals, each village a spawn, with lists of patients",
          {{"levels", "of villages, 1 to 8", {"3", "4", "3"}},
           {"cities", "villages below each but the lowest, 1 to 1000", {"18", "18", "144"}},
           {"days", "how many pass, 1 to 100000", {"365", "365", "365"}},
           {"cutoff", "levels whose villages are spawned, 0: all", {"0", "0", "2"}},
           {"seed", "of all patients, 0 to 1000000", {"23", "23", "23"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const health_settings wanted{
                .levels = static_cast<std::int32_t>(chosen.get_int("levels", 1, 8)),
                .cities = static_cast<std::int32_t>(chosen.get_int("cities", 1, 1'000)),
                .days = static_cast<std::int32_t>(chosen.get_int("days", 1, 100'000)),
                .seed = static_cast<std::int32_t>(chosen.get_int("seed", 0, 1'000'000))};
            constexpr double most_patients = 20e6;
            if (health_system::patients_of(wanted) > most_patients) {
              chosen.reject("cities", "so few that there are at most 20000000 patients");
            }
            return std::make_unique<health_instance>(
                wanted, static_cast<int>(chosen.get_int("cutoff", 0, 8)));
          }};
}

}  // namespace nuthatch::workloads
