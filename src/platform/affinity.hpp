// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::platform {

/// Cpus with consecutive numbers.
struct cpu_run {
  unsigned first = 0;
  unsigned count = 0;
};

/// A set of cpus by the operating system's numbers, of any size. A value: compares by content.
class cpu_set {
 public:
  /// Numbers from here on are refused: far above any machine, far below what would exhaust memory.
  static constexpr unsigned limit = 1U << 16U;

  cpu_set() = default;

  /// {0 … n - 1}
  [[nodiscard]] static cpu_set first_n(unsigned n);

  /// Reads the kernel's list format: numbers and ranges between commas, "0-3,8". Blanks around the
  /// whole are ignored, the empty text is the empty set. Throws option_error naming text and
  /// position.
  [[nodiscard]] static cpu_set parse(std::string_view text);

  /// The same format, ascending and as short as can be; "" for the empty set.
  [[nodiscard]] std::string to_string() const;

  /// Throws option_error for cpu >= limit.
  void insert(unsigned cpu);
  void erase(unsigned cpu) noexcept;

  [[nodiscard]] bool contains(unsigned cpu) const noexcept;

  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }

  [[nodiscard]] unsigned count() const noexcept;
  [[nodiscard]] bool is_subset_of(const cpu_set& other) const noexcept;

  /// The smallest member; the set must not be empty.
  [[nodiscard]] unsigned first() const;

  /// The members as runs of neighbours, ascending.
  [[nodiscard]] std::vector<cpu_run> runs() const;

  /// All members, ascending.
  [[nodiscard]] std::vector<unsigned> members() const;

  friend cpu_set operator&(const cpu_set& left, const cpu_set& right);
  friend cpu_set operator|(const cpu_set& left, const cpu_set& right);

  friend bool operator==(const cpu_set&, const cpu_set&) = default;
  /// Any total order, for use as a key.
  friend auto operator<=>(const cpu_set&, const cpu_set&) = default;

 private:
  void trim() noexcept;

  static constexpr unsigned word_bits = 64;

  // Bit c % 64 of word c / 64 is cpu c. The last word is not zero: equal sets have equal words.
  std::vector<std::uint64_t> words_;
};

/// Reads the same format, in the order and as often as cpus are named. Throws as cpu_set::parse.
[[nodiscard]] std::vector<unsigned> parse_cpu_list(std::string_view text);

/// The cpus that the calling thread may run on. Machines of any size; throws os_error.
[[nodiscard]] cpu_set get_affinity();

/// Restricts the calling thread to `cpus`. Throws os_error, for instance when none is allowed.
void set_affinity(const cpu_set& cpus);

}  // namespace nuthatch::platform
