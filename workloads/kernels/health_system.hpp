// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nuthatch::workloads {

/// An inhabitant of a village, who is ill from time to time. The random numbers of a patient do not
/// depend on any other patient.
struct patient {
  std::int32_t id;
  std::int32_t seed;
  std::int32_t days = 0;       ///< in hospitals so far, waiting or not
  std::int32_t days_left = 0;  ///< of the current treatment or assessment
  std::int32_t visits = 0;     ///< of hospitals
  patient* next = nullptr;     // in the list that contains it
  patient* previous = nullptr;
};

/// A list of patients in the order in which they came.
class patient_list {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

  [[nodiscard]] const patient* first() const noexcept { return first_; }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  void append(patient& one) noexcept;
  void remove(patient& one) noexcept;

  /// Calls what(patient) for each patient. what may remove it.
  template <class What>
  void for_each(What&& what) {
    for (patient* each = first_; each != nullptr;) {
      patient& one = *each;  // NOLINT(misc-const-correctness): what() may change it
      each = one.next;
      what(one);
    }
  }

 private:
  patient* first_ = nullptr;
  patient* last_ = nullptr;
  std::size_t size_ = 0;
};

/// The size of a health system, and the days to simulate.
struct health_settings {
  std::int32_t levels;  ///< of villages, at least 1
  std::int32_t cities;  ///< villages below each one, except for the lowest level
  std::int32_t days;
  std::int32_t seed;
};

/// A village with its hospital, and the villages below it. The events of a day depend only on the
/// village and on the patients sent from those below it. So days of villages that are not above
/// each other can be simulated concurrently.
class village {
 public:
  /// All patients have always lived here. `above` is null at the top.
  void begin(village* above,
             std::span<village> below,
             std::int32_t personnel,
             std::span<patient> living_here);

  [[nodiscard]] std::span<village> below() const noexcept { return below_; }

  /// The part of a day that depends on no other village, and the part that follows those of the
  /// villages below. Each returns the number of patients that were processed.
  std::size_t treat();
  std::size_t admit();

  /// Calls what(patient, where) for each patient that is here.
  template <class What>
  void for_each(What&& what) const {
    std::size_t where = 0;
    for (const patient_list* each : {&at_home_, &waiting_, &assessed_, &inside_}) {
      for (const patient* one = each->first(); one != nullptr; one = one->next) {
        what(*one, where);
      }
      ++where;
    }
  }

  /// Whether each member of the personnel either treats a patient or is free.
  [[nodiscard]] bool has_all_personnel() const noexcept {
    return static_cast<std::size_t>(free_) + assessed_.size() + inside_.size() ==
           static_cast<std::size_t>(personnel_);
  }

 private:
  void go_to_hospital(patient& ill) noexcept;
  void begin_assessing(patient& ill) noexcept;
  void any_refer(patient& ill) noexcept;

  village* above_ = nullptr;
  std::span<village> below_;
  std::int32_t personnel_ = 0;
  std::int32_t free_ = 0;
  patient_list at_home_;
  patient_list waiting_;
  patient_list assessed_;
  patient_list inside_;
  std::atomic<patient*> referred_{nullptr};  // from villages below, linked by `next`
};

/// The state after some days.
struct health_totals {
  std::int64_t patients = 0;
  std::int64_t visits = 0;
  std::int64_t days = 0;
  std::array<std::int64_t, 4> where{};  ///< at home, waiting, being assessed, inside
  std::uint64_t fingerprint = 0;

  friend bool operator==(const health_totals&, const health_totals&) = default;
};

/// A model of Colombia's health system: hospitals in villages send patients whom they cannot treat
/// to higher-level hospitals.
///
/// Source: the algorithm of the Health program of the Barcelona OpenMP Tasks Suite. The tests use
/// the settings and results of its input files.
class health_system {
 public:
  /// The number of inhabitants.
  [[nodiscard]] static double patients_of(const health_settings& chosen);

  explicit health_system(const health_settings& chosen);

  /// Returns to the state before the first day.
  void begin();

  [[nodiscard]] village& top() noexcept { return villages_.front(); }

  [[nodiscard]] health_totals totals() const;

  /// Whether no member of the personnel has been lost.
  [[nodiscard]] bool is_complete() const;

 private:
  health_settings chosen_;
  std::vector<village> villages_;  // those below number n begin at number n * cities + 1
  std::vector<patient> patients_;
};

}  // namespace nuthatch::workloads
