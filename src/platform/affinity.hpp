// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::platform {

/// CPUs with consecutive numbers.
struct cpu_run {
  unsigned first = 0;
  unsigned count = 0;
};

/// A set of CPUs by the operating system's numbers, of any size. A value type: compares by content.
class cpu_set {
 public:
  /// Numbers from here on are rejected: far above any machine, far below what would exhaust memory.
  static constexpr unsigned limit = 1U << 16U;

  cpu_set() = default;

  /// Returns {0 … n - 1}.
  [[nodiscard]] static cpu_set first_n(unsigned n);

  /// Parses the kernel's list format: numbers and ranges separated by commas, "0-3,8". Surrounding
  /// blanks are ignored; the empty text is the empty set. Throws option_error, which names text and
  /// position.
  [[nodiscard]] static cpu_set parse(std::string_view text);

  /// Returns the set in the same format, ascending and as short as possible; "" for the empty set.
  [[nodiscard]] std::string to_string() const;

  /// Throws option_error for cpu >= limit.
  void insert(unsigned cpu);
  void erase(unsigned cpu) noexcept;

  [[nodiscard]] bool contains(unsigned cpu) const noexcept;

  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }

  [[nodiscard]] unsigned count() const noexcept;
  [[nodiscard]] bool is_subset_of(const cpu_set& other) const noexcept;

  /// Returns the smallest member; the set must not be empty.
  [[nodiscard]] unsigned first() const;

  /// Returns the members as runs of consecutive numbers, ascending.
  [[nodiscard]] std::vector<cpu_run> runs() const;

  /// Returns all members, ascending.
  [[nodiscard]] std::vector<unsigned> members() const;

  friend cpu_set operator&(const cpu_set& left, const cpu_set& right);
  friend cpu_set operator|(const cpu_set& left, const cpu_set& right);

  friend bool operator==(const cpu_set&, const cpu_set&) = default;
  /// A total order, for use as a key.
  friend auto operator<=>(const cpu_set&, const cpu_set&) = default;

 private:
  void trim() noexcept;

  static constexpr unsigned word_bits = 64;

  // Bit c % 64 of word c / 64 is CPU c. The last word is not zero, so equal sets have equal words.
  std::vector<std::uint64_t> words_;
};

/// Parses the same format, but keeps the order and repetitions of CPUs. Throws what cpu_set::parse
/// throws.
[[nodiscard]] std::vector<unsigned> parse_cpu_list(std::string_view text);

/// Returns the CPUs that the calling thread may run on, on machines of any size. Throws os_error.
[[nodiscard]] cpu_set get_affinity();

/// Restricts the calling thread to `cpus`. Throws os_error, for instance if none of them is
/// allowed.
void set_affinity(const cpu_set& cpus);

}  // namespace nuthatch::platform
