// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/health_days.hpp"

#include <algorithm>
#include <array>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

/// The results for one year with the seed 23, from the input files of the Barcelona OpenMP Tasks
/// Suite.
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

/// Null if no result has been published.
const known_result* find_known(const health_settings& chosen) {
  const auto* const found = std::ranges::find_if(known_results, [&](const known_result& each) {
    return each.levels == chosen.levels && each.cities == chosen.cities && chosen.days == 365 &&
           chosen.seed == 23;
  });
  return found == known_results.end() ? nullptr : found;
}

}  // namespace

health_days::health_days(const health_settings& chosen, int cutoff)
    : chosen_(chosen),
      spawning_levels_(cutoff == 0 ? chosen.levels : cutoff),
      system_(chosen) {}

std::string health_days::verify() {
  const health_totals found = system_.totals();
  if (!expected_) {
    health_system again(chosen_);
    again.begin();
    pass_days(in_order, again, 0);
    expected_ = again.totals();
  }
  if (!system_.is_complete()) {
    return "a hospital has another number of personnel than at first";
  }
  const known_result* const known = find_known(chosen_);
  if (known != nullptr && (found.patients != known->patients || found.visits != known->visits ||
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

std::string health_days::answer() const {
  const health_totals found = system_.totals();
  return message(found.visits, " visits of ", found.patients, " patients");
}

}  // namespace nuthatch::workloads
