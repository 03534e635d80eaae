// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/health_system.hpp"

#include <algorithm>
#include <utility>

#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::int32_t days_to_assess = 2;
constexpr std::int32_t days_to_recover = 12;
constexpr std::int32_t patients_for_one = 10;  // personnel per this many patients
constexpr float falls_ill = 0.002F;
constexpr float has_to_stay = 0.1F;
constexpr float is_sent_on = 0.15F;

std::int32_t wrapped(std::uint32_t value) noexcept {
  return static_cast<std::int32_t>(value);
}

/// A number from 0 to 1. The generator of Park and Miller as in Numerical Recipes (ran0), except
/// that the next seed is multiplied once more.
float next_random(std::int32_t& seed) noexcept {
  constexpr std::int32_t modulus = 2147483647;
  constexpr std::int32_t multiplier = 16807;
  constexpr std::int32_t quotient = modulus / multiplier;
  constexpr std::int32_t remainder = modulus % multiplier;
  constexpr std::int32_t mask = 123459876;
  const std::int32_t masked = seed ^ mask;
  const std::int32_t k = masked / quotient;
  std::int32_t made =
      wrapped(static_cast<std::uint32_t>(multiplier) *
                  static_cast<std::uint32_t>(masked - k * quotient) -
              static_cast<std::uint32_t>(remainder) * static_cast<std::uint32_t>(k)) ^
      mask;
  if (made < 0) {
    made += modulus;
  }
  seed = wrapped(static_cast<std::uint32_t>(made) * static_cast<std::uint32_t>(modulus));
  return static_cast<float>(1.0 / modulus) * static_cast<float>(made);
}

std::int32_t personnel_of(std::int32_t level) noexcept {
  return std::int32_t{1} << level;
}

}  // namespace

void patient_list::append(patient& one) noexcept {
  one.next = nullptr;
  one.previous = last_;
  (last_ == nullptr ? first_ : last_->next) = &one;
  last_ = &one;
  ++size_;
}

void patient_list::remove(patient& one) noexcept {
  (one.previous == nullptr ? first_ : one.previous->next) = one.next;
  (one.next == nullptr ? last_ : one.next->previous) = one.previous;
  --size_;
}

void village::begin(village* above,
                    std::span<village> below,
                    std::int32_t personnel,
                    std::span<patient> living_here) {
  above_ = above;
  below_ = below;
  personnel_ = personnel;
  free_ = personnel;
  at_home_ = {};
  waiting_ = {};
  assessed_ = {};
  inside_ = {};
  referred_.store(nullptr, std::memory_order_relaxed);
  for (patient& each : living_here) {
    at_home_.append(each);
  }
}

void village::begin_assessing(patient& ill) noexcept {
  --free_;
  ill.days_left = days_to_assess;
  ill.days += days_to_assess;
  assessed_.append(ill);
}

void village::go_to_hospital(patient& ill) noexcept {
  ++ill.visits;
  if (free_ > 0) {
    begin_assessing(ill);
  } else {
    waiting_.append(ill);
  }
}

void village::any_refer(patient& ill) noexcept {
  ill.next = referred_.load(std::memory_order_relaxed);
  while (!referred_.compare_exchange_weak(
      ill.next, &ill, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

std::size_t village::treat() {
  const std::size_t seen = inside_.size() + assessed_.size() + waiting_.size();
  inside_.for_each([this](patient& each) {
    if (--each.days_left == 0) {
      ++free_;
      inside_.remove(each);
      at_home_.append(each);
    }
  });
  assessed_.for_each([this](patient& each) {
    if (--each.days_left != 0) {
      return;
    }
    assessed_.remove(each);
    if (next_random(each.seed) >= has_to_stay) {
      ++free_;
      at_home_.append(each);
    } else if (next_random(each.seed) > is_sent_on || above_ == nullptr) {
      each.days_left = days_to_recover;
      each.days += days_to_recover;
      inside_.append(each);
    } else {
      ++free_;
      above_->any_refer(each);
    }
  });
  waiting_.for_each([this](patient& each) {
    if (free_ > 0) {
      waiting_.remove(each);
      begin_assessing(each);
    } else {
      ++each.days;
    }
  });
  return seen;
}

std::size_t village::admit() {
  const std::size_t seen = at_home_.size();
  // They arrive in any order.
  std::vector<patient*> from_below;
  for (patient* each = referred_.exchange(nullptr, std::memory_order_acquire); each != nullptr;
       each = each->next) {
    from_below.push_back(each);
  }
  std::ranges::sort(from_below, std::ranges::greater(), &patient::id);
  for (patient* const each : from_below) {
    go_to_hospital(*each);
  }
  at_home_.for_each([this](patient& each) {
    if (next_random(each.seed) < falls_ill) {
      at_home_.remove(each);
      go_to_hospital(each);
    }
  });
  return seen;
}

double health_system::patients_of(const health_settings& chosen) {
  double patients = 0;
  double of_level = 1;
  for (std::int32_t level = chosen.levels; level >= 1; --level) {
    patients += of_level * personnel_of(level) * patients_for_one;
    of_level *= chosen.cities;
  }
  return patients;
}

health_system::health_system(const health_settings& chosen) : chosen_(chosen) {
  std::size_t villages = 0;
  std::size_t patients = 0;
  std::size_t of_level = 1;
  for (std::int32_t level = chosen.levels; level >= 1; --level) {
    villages += of_level;
    patients += of_level * static_cast<std::size_t>(personnel_of(level) * patients_for_one);
    of_level *= static_cast<std::size_t>(chosen.cities);
  }
  villages_ = std::vector<village>(villages);
  patients_.resize(patients);
}

void health_system::begin() {
  constexpr std::uint32_t seeds_apart = 127773;
  const auto cities = static_cast<std::size_t>(chosen_.cities);
  std::size_t settled = 0;
  std::size_t number = 0;
  std::size_t of_level = 1;
  for (std::int32_t level = chosen_.levels; level >= 1; --level) {
    for (std::size_t i = 0; i < of_level; ++i, ++number) {
      const std::int32_t personnel = personnel_of(level);
      const std::span<patient> living_here = std::span(patients_).subspan(
          settled, static_cast<std::size_t>(personnel) * patients_for_one);
      std::int32_t seed = wrapped(static_cast<std::uint32_t>(number) *
                                  (seeds_apart + static_cast<std::uint32_t>(chosen_.seed)));
      for (patient& each : living_here) {
        each = {.id = static_cast<std::int32_t>(settled++), .seed = seed};
        static_cast<void>(next_random(seed));
      }
      villages_[number].begin(number == 0 ? nullptr : &villages_[(number - 1) / cities],
                              level == 1
                                  ? std::span<village>()
                                  : std::span(villages_).subspan(number * cities + 1, cities),
                              personnel,
                              living_here);
    }
    of_level *= cities;
  }
}

health_totals health_system::totals() const {
  health_totals all;
  for (std::size_t number = 0; number < villages_.size(); ++number) {
    villages_[number].for_each([&all, number](const patient& each, std::size_t where) {
      ++all.patients;
      ++all.where.at(where);
      all.visits += each.visits;
      all.days += each.days;
      const std::uint64_t who = mix(static_cast<std::uint64_t>(each.id)) ^ mix(number * 4 + where);
      all.fingerprint += mix(who + mix(static_cast<std::uint64_t>(each.days)) +
                             static_cast<std::uint64_t>(each.visits));
    });
  }
  return all;
}

bool health_system::is_complete() const {
  return std::ranges::all_of(villages_, &village::has_all_personnel);
}

}  // namespace nuthatch::workloads
